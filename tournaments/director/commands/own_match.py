"""What directors who play may not do alone: end the table that they are playing at, take others out of it, or change
its times in their own favour."""

from collections.abc import Iterator

from engine.text import gettext_noop as _
from tournaments.director.commands import clubs
from tournaments.director.errors import NotAllowed
from tournaments.director.policy.rulings.differences import stopped
from tournaments.director.policy.rulings.notice import NEVER
from tournaments.director.state.acts import GiveTime
from tournaments.director.state.standing import unfinished
from tournaments.director.state.tournament import Tournament
from tournaments.tables import selectors as tables
from tournaments.tables.selectors import Summary


def check_ruling(before: Tournament, after: Tournament, by: int) -> None:
    """Raise :class:`NotAllowed` if what makes *after* of *before* would end such a table of *by* or bring its deadline
    forward, if somebody else there would be out, or if *by* would have more time on the clock."""
    ended = set(stopped(before, after))
    entries = (number for number, entry in after.entries.items() if entry.withdrawn)
    out = {user for number in entries for user in after.entries[number].users if not before.entries[number].withdrawn}
    for table in _played_by(before, by):
        hastened = _due(after, table.match) < _due(before, table.match)
        if table.id in ended or hastened or _others(table, by) & out or _gains_time(before, after, table, by):
            raise _refused()


def _due(tournament: Tournament, match: str | None) -> float:
    paired = tournament.round_of(match) if match else None
    return (paired.until_of(match).deadline if paired and match else None) or NEVER


def _gains_time(before: Tournament, after: Tournament, table: Summary, by: int) -> bool:
    """Whether a ruling gives time to the seat of *by* there, or of a partner."""
    mine = before.entry_of(by)
    own = {by, *(mine.users if mine else ())}
    given = (each.act for each in after.rulings[len(before.rulings) :])
    return any(isinstance(act, GiveTime) and act.table == table.id and table.seats[act.seat] in own for act in given)


def check_taking_out(tournament: Tournament, user: int, by: int | None) -> None:
    """The same if *by* takes *user* out."""
    if by not in (None, user) and any(user in table.seats for table in _played_by(tournament, by)):
        raise _refused()


def check_cancelling(tournament: Tournament, by: int | None) -> None:
    """The same if *by* cancels it while such a table of theirs is played for a rating."""
    if any(table.rated for table in _played_by(tournament, by)):
        raise _refused()


def _others(table: Summary, by: int) -> set[int]:
    return {user for user in table.seats if user is not None} - {by}


def _played_by(tournament: Tournament, by: int | None) -> Iterator[Summary]:
    """The tables that are being played at which *by* sits, also one who has left the others there; with real cards,
    once a result is reported there, those for which another director can decide."""
    if tournament.status != "running":
        return
    own = {number for number, entry in tournament.entries.items() if by in entry.users}
    waits = unfinished(tournament) if own else {}
    matches = [match for match in waits if (paired := tournament.round_of(match)) and own & {*paired.seated(match)}]
    for table in tables.of_matches(matches) if matches else ():
        if by in table.seats and (table.status == "playing" or _is_reported(table, tournament)):
            yield table


def _is_reported(table: Summary, tournament: Tournament) -> bool:
    """Whether a result is reported of a table in the room, and a director who does not play there can decide on it."""
    if not table.in_room or table.status != "open" or {*clubs.directors(tournament)} <= {*table.seats}:
        return False
    return tables.reported(table.id) is not None


def _refused() -> NotAllowed:
    return NotAllowed(
        "own_match",
        _("You are playing at this table: another organiser has to decide that, or you do when it is over."),
    )
