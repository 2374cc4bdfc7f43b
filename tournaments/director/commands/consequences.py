"""What follows when rulings have changed what counts: ratings, tables that end and tables that open, places.

All of it is part of the caller's transaction, but for ratings, which are corrected in one of their own soon after.
"""

from collections.abc import Collection
from contextlib import suppress

from tournaments.director.commands import callers, reopening, rounds
from tournaments.director.policy import pairing
from tournaments.director.policy.rulings import stages
from tournaments.director.policy.rulings.differences import stopped
from tournaments.director.policy.rulings.rated import rated_otherwise
from tournaments.director.policy.scores import sitting as sitting_at
from tournaments.director.state import sides
from tournaments.director.state.acts import GiveTime
from tournaments.director.state.events import Finished
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.folds import Folded
from tournaments.pairing.record import team_of
from tournaments.ratings import services as ratings
from tournaments.tables import services as tables
from tournaments.tables.errors import WrongStatus


def follow(
    before: Tournament,
    folded: Folded[Tournament],
    ruling: Ruling,
    *,
    by: int,
    begun: Collection[str] = (),
    qualifiers: bool = False,
) -> Folded[Tournament]:
    """Bring everything to what counts after *ruling*, or after its reversal, as *by* signed; also who plays the next
    stage, if it is signed with that. *begun*: the matches of that stage whose tables have."""
    after = folded.state
    _ask_corrections(before, after, ruling, by)
    _stop_tables(before, after)
    if isinstance(ruling.act, GiveTime) and ruling.reversed is None:
        _give_time(after, ruling.act, ruling.number)
    if after.status == "finished":
        return _place_again(folded)
    folded = _field_again(folded, ruling, begun, signed=qualifiers)
    folded = reopening.reopen(folded, rounds.open_table)
    folded = _leave(before, folded, by)
    return rounds.proceed(folded)


def _give_time(tournament: Tournament, act: GiveTime, number: int) -> None:
    sitting = sitting_at(tournament, act.match, act.table)
    teams = sides.seats(tournament.settings, len(sitting))
    tables.give_time(table_id=act.table, seats=team_of(act.seat, teams), ms=act.ms, ruling=number)


def _field_again(
    folded: Folded[Tournament], ruling: Ruling, begun: Collection[str], *, signed: bool
) -> Folded[Tournament]:
    """Who plays the next stage now; the tables that were opened for others are ended."""
    tournament = folded.state
    if not stages.changes_field(tournament, ruling, signed=signed):
        return folded
    if not stages.in_question(tournament, begun):
        return folded
    field = stages.as_ruled(tournament, ruling.number)
    if field is None:
        return folded
    folded = TOURNAMENTS.append(tournament.id, folded, field.events)
    _stop_tables(tournament, folded.state)
    return folded


def _ask_corrections(before: Tournament, after: Tournament, ruling: Ruling, by: int) -> None:
    """By an organiser's ruling the site's ratings stay as the table was played."""
    reach: ratings.Reach = "all" if callers.moves_site(after, by) else "own"
    for table, places in rated_otherwise(before, after).items():
        ratings.ask_correction(
            table=table,
            places=places,
            ruling=f"{after.id}/{ruling.number}",
            occasion="made" if ruling.reversed is None else "reversed",
            reach=reach,
        )


def _stop_tables(before: Tournament, after: Tournament) -> None:
    for table in stopped(before, after):
        with suppress(WrongStatus):  # it is over already
            tables.abort(table_id=table, user_id=None, reason="ruling")


def _place_again(folded: Folded[Tournament]) -> Folded[Tournament]:
    tournament = folded.state
    final = pairing.final_places(tournament)
    if {each.entry: each.place for each in final} == tournament.places:
        return folded
    return TOURNAMENTS.append(tournament.id, folded, [Finished(final)])


def _leave(before: Tournament, folded: Folded[Tournament], by: int) -> Folded[Tournament]:
    """Those who are out now leave their tables; a match that waits for one who is gone goes on without."""
    for number, entry in folded.state.entries.items():
        if entry.withdrawn and not before.entries[number].withdrawn:
            for user in entry.users:
                folded = rounds.leave(folded, user, by)
    for match, paired in reopening.waiting(folded.state):
        if any(folded.state.entries[entry].withdrawn for entry in paired.entries_of(match)):
            folded = rounds.muster(folded, match, overdue=False)
    return folded
