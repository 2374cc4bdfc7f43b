"""Reads about rulings: those that were signed, and what one would change."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.contrib.auth.models import AnonymousUser
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone

from accounts.models import User
from accounts.selectors import by_ids, called
from engine.text import Text
from tournaments.director.commands import callers, clubs, desk, rounds
from tournaments.director.display import by_hand, reviews, views
from tournaments.director.display.ruling_shapes import (
    DryRun,
    FieldChange,
    Grounds,
    LineChange,
    MatchChange,
    PairingChange,
    RatingChange,
    RulingInfo,
)
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.errors import RoomError
from tournaments.director.policy import pairing
from tournaments.director.policy.rulings import differences, stages
from tournaments.director.policy.rulings.decisions import Request, describe
from tournaments.director.policy.rulings.differences import Difference
from tournaments.director.policy.rulings.kinds import Names
from tournaments.director.policy.rulings.rated import Places, rated_otherwise
from tournaments.director.state.acts import Act, SetPairing
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.director.state.events import RoundPaired
from tournaments.director.state.rulings import Reversal, Ruling
from tournaments.director.state.tournament import Tournament
from tournaments.log import selectors as log
from tournaments.log import texts
from tournaments.pairing.record import Marks
from tournaments.ratings import selectors as ratings

Entries = Mapping[int, EntryInfo]


# -- rulings that were signed


def rulings(tournament: Tournament, entries: Entries, viewer: User | AnonymousUser) -> tuple[RulingInfo, ...]:
    """All rulings, the last first. The reason is for those whom one concerns, the organiser and staff."""
    if not tournament.rulings:
        return ()
    directs = viewer.is_staff or viewer.pk in clubs.directors(tournament)
    mine = {entry.number for entry in tournament.entries.values() if viewer.pk in entry.users}
    wrote, names = _Writers(tournament), _names(entries, tournament.rulings)
    found = []
    for ruling in reversed(tournament.rulings):
        concerns = bool(mine & ruling.act.concerned(tournament))
        found.append(_ruling(ruling, tournament, names, wrote, concerns=concerns, why=directs or concerns))
    return tuple(found)


def _names(entries: Entries, rulings: Iterable[Ruling]) -> Names:
    users = called(user for ruling in rulings for user in ruling.act.users)
    return Names(
        {number: entry.name for number, entry in entries.items()},
        {pk: user.name for pk, user in users.items()},
        _moment,
        views.signed_points,
    )


def _moment(at: int) -> str:
    return date_format(datetime.datetime.fromtimestamp(at / 1_000, get_current_timezone()), "j M H:i")


class _Writers:
    """Who signed what, and what they wrote."""

    def __init__(self, tournament: Tournament) -> None:
        stored = log.of_kinds([f"tournament:{tournament.id}"], [Ruled.kind, RulingReversed.kind])
        self._actors = {each.seq: each.actor for each in stored}
        self._names = {pk: user.username for pk, user in by_ids(filter(None, self._actors.values())).items()}
        signed = [each for ruling in tournament.rulings for each in (ruling, ruling.reversed) if each]
        self._texts = texts.read(each.text for each in signed if each.text)
        self._players = {user for entry in tournament.entries.values() for user in entry.users}

    def grounds(self, signed: Ruling | Reversal, *, why: bool) -> Grounds:
        actor = self._actors.get(signed.seq)
        return Grounds(
            by=self._names.get(actor, "") if actor else "",
            at=signed.at,
            seq=signed.seq,
            reason=signed.reason if why else None,
            text=self._texts.get(signed.text) if why and signed.text else None,
            plays=actor in self._players,
        )


def _ruling(
    ruling: Ruling, tournament: Tournament, names: Names, wrote: _Writers, *, concerns: bool, why: bool
) -> RulingInfo:
    return RulingInfo(
        number=ruling.number,
        act=ruling.act.key,
        says=describe(ruling.act, tournament, names),
        round=ruling.act.round_in(tournament),
        signed=wrote.grounds(ruling, why=why),
        reversed=wrote.grounds(ruling.reversed, why=why) if ruling.reversed else None,
        concerns=concerns,
    )


# -- what one would change


def dry_run(tournament_id: str, *, by: int, wanted: Request | int, holding: bool = True) -> DryRun:
    """What signing *wanted*, or reversing ruling number *wanted*, would change now; raises what signing would.

    *holding* has the next round wait for a while.
    """
    before, after = desk.attempt(tournament_id=tournament_id, by=by, wanted=wanted, holding=holding)
    found = differences.difference(before, after)
    entries = views.entries(after)
    ruling = after.rulings[-1] if not isinstance(wanted, int) else after.rulings[wanted - 1]
    names = _names(entries, [ruling])
    counted, site = rated_otherwise(before, after), callers.moves_site(after, by)
    moved, unknown = _ratings(counted, site=site)
    return DryRun(
        seq=before.seq,
        number=ruling.number,
        says=describe(ruling.act, after, names),
        lines=tuple(_lines(before, after, found)),
        matches=tuple(_match(change, entries) for change in found.matches),
        pairings=tuple(_pairing(change, entries) for change in found.pairings),
        coming=None if after.entry_of(by) else _coming(before, after, entries),
        ratings=moved,
        ratings_unknown=unknown,
        site_stays=not site and ratings.in_site_pool(counted),
        stopped=found.stopped,
        reopened=found.reopened,
        broken=tuple(_broken(ruling.act, after, names.entries)),
        finishes=before.status == "running" and pairing.due(after) == "finish",
        field=_field(before, after, ruling, entries),
    )


def _field(before: Tournament, after: Tournament, ruling: Ruling, entries: Entries) -> FieldChange | None:
    """Who would play the stage that is next, if the field were fixed again after the *ruling*."""
    if not before.fields or after.status != "running":
        return None
    made = stages.as_ruled(after, None)
    if made is None:
        return None
    was, now = before.current.seeds, [each.entry for each in made.fixed.entries]
    return FieldChange(
        stage=made.fixed.stage,
        out=tuple(entries[entry] for entry in was if entry not in now),
        into=tuple(entries[entry] for entry in now if entry not in was),
        seeds=tuple(entries[entry] for entry in now),
        possible=stages.in_question(after, desk.context(before).begun),
        follows=stages.changes_field(after, ruling, signed=False),
    )


def _lines(before: Tournament, after: Tournament, found: Difference) -> Iterator[LineChange]:
    was, now = views.entries(before), views.entries(after)
    for change in found.lines:
        yield LineChange(views.line(change.before, was, {}), views.line(change.after, now, {}), change.changed)


def _match(change: differences.MatchChange, entries: Entries) -> MatchChange:
    there = tuple(entries[entry] for entry in change.entries)
    return MatchChange(change.round, change.match, there, _codes(change.before), _codes(change.after))


def _codes(made: Marks | None) -> tuple[str, ...] | None:
    """Codes; at tables of three and more the places of those who played."""
    if made is None:
        return None
    return tuple(str(mark.place) if len(made) > 2 and mark.played else mark.code for mark in made)


def _pairing(change: differences.PairingChange, entries: Entries) -> PairingChange:
    return PairingChange(change.round, _tables(change.before, entries), _tables(change.after, entries))


def _tables(tables: Sequence[tuple[int, ...]], entries: Entries) -> tuple[tuple[EntryInfo, ...], ...]:
    return tuple(tuple(entries[entry] for entry in table) for table in tables)


def _coming(before: Tournament, after: Tournament, entries: Entries) -> PairingChange | None:
    was, now = _next(before), _next(after)
    if not now:
        return None
    return PairingChange(len(after.rounds) + 1, _tables(was, entries), _tables(now, entries))


def _next(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """The next round, if nothing else is awaited."""
    try:
        events = pairing.pair(
            tournament,
            seed="dry run",
            ids=(f"dry{number}" for number in range(10_000)),
            deadline=None,
            teams=partial(rounds.teams_of, tournament),
        )
    except RoomError:
        return ()
    paired = next((event for event in events if isinstance(event, RoundPaired)), None)
    if paired is None:
        return ()
    return (*(match.entries for match in paired.matches), *((bye.entry,) for bye in paired.byes))


def _ratings(counted: Mapping[str, Places], *, site: bool) -> tuple[tuple[RatingChange, ...], bool]:
    """Whose rating moves where tables are *counted* so, in that of the *site* too; and whether there is more to it than
    can be said beforehand."""
    found = [
        ratings.corrected(pool, table, places)
        for table, places in counted.items()
        if (pool := ratings.pool_to_show(table, site=site)) is not None
    ]
    moved = [change for foreseen in found for change in foreseen.changes]
    names = by_ids(change.user for change in moved)
    changes = tuple(
        RatingChange(
            change.user,
            names[change.user].username if change.user in names else "",
            change.table,
            change.before,
            change.after,
        )
        for change in moved
    )
    return changes, any(foreseen.too_many for foreseen in found)


def _broken(act: Act, after: Tournament, names: Mapping[int, str]) -> Iterator[Text]:
    if isinstance(act, SetPairing):
        paired = reviews.round_of(after, act.round)
        yield from by_hand.broken(act, after, reviews.before_round(after.id, paired), names)
