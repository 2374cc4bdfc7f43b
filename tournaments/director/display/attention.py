"""What an organiser has to look after: who is waited for, since when, and what cannot go on by itself."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from django.contrib.auth.models import AnonymousUser

from accounts import selectors as accounts
from accounts.models import User
from tournaments.director.commands import clubs
from tournaments.director.display import members, reported
from tournaments.director.display.shapes import Detail, EntryInfo, MatchInfo, RoundInfo
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import selectors as log
from tournaments.log import sources, texts
from tournaments.tables import selectors as tables
from tournaments.tables.reports import UNANSWERED
from tournaments.tables.selectors import Reported, Summary
from tournaments.tables.state import Report

IDLE = 180_000
"""From then on, in ms without an event, a table that is played is named among what needs somebody."""
SITTING_DOWN = 60_000
"""The same, of a table where players are still to sit down."""

State: TypeAlias = Literal["gathering", "playing", "over", "in_room"]
"""``in_room``: it is played with real cards, and its result is reported."""


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has no result yet. Times are epoch ms."""

    round: int
    number: int
    """Of its table in the round, from 1."""
    match: MatchInfo
    state: State
    awaited: tuple[EntryInfo, ...]
    """Who is to come, to act, or to answer a report; nobody: the organisers are to."""
    since: int
    """When the last thing happened there."""
    idle: int
    """In ms, until now."""
    until: int | None
    """When players who are awaited have missed it, or the round is over."""
    caller: EntryInfo | None = None
    """The entry whose player calls the organisers there."""

    report: Report | None = None
    """What a player has reported of a table in the room."""
    reported: tuple[tuple[str, int, int | None], ...] = ()
    """The same by name, place and, if they are told, points."""
    reporter: str = ""
    disputer: str = ""
    """Who says that the report is wrong, by name."""
    seq: int | None = None
    """The event by which the report was seen."""
    due: int | None = None
    """When the clock of the first who is awaited runs out."""

    @property
    def needs(self) -> bool:
        """Whether somebody should look."""
        if self.caller is not None:
            return True
        if self.state == "in_room":
            return self.report is not None and (not self.awaited or self.idle >= UNANSWERED)
        people = [entry for entry in self.awaited if not entry.is_house]
        return bool(people) and self.idle >= (SITTING_DOWN if self.state == "gathering" else IDLE)


class Progress(NamedTuple):
    """A table, when the last thing happened there (epoch ms) and, before it begins, who has come and what is reported
    of it."""

    table: Summary
    since: int
    came: frozenset[int] | None
    reported: Reported | None


class Notice(msgspec.Struct, frozen=True):
    """A message to all entrants, or to some; ``id`` names its text."""

    id: str
    text: str
    at: int
    by: str
    """The name of the organiser who wrote it, if that is known."""
    to: tuple[str, ...] = ()
    """The entries that it is for alone, by name."""
    past: bool = False
    """Whether it was for some alone, and a round has ended since."""


def watched(detail: Detail) -> tuple[Watched, ...]:
    """Every match of a running tournament that waits for a result, the longest idle first."""
    if detail.status != "running":
        return ()
    waiting = (
        (paired, number, paired.matches[number - 1])
        for paired in detail.rounds
        for number, name in enumerate(paired.names, start=1)
        if name in paired.undecided
    )
    open_matches = [(paired, number, match) for paired, number, match in waiting if match.table]
    found = _progress(match.match for _paired, _number, match in open_matches)
    tournament = TOURNAMENTS.current(detail.id).state
    rows = (
        _watched(tournament, paired, number, match, found[match.table])
        for paired, number, match in open_matches
        if match.table in found
    )
    return tuple(sorted(rows, key=lambda row: (row.caller is None, not row.needs, row.since)))


def _progress(match_ids: Iterable[str]) -> dict[str, Progress]:
    """Of all tables of the matches, by a few questions for all of them."""
    found = tables.of_matches(match_ids)
    last = log.latest([f"table:{table.id}" for table in found])
    waits = tables.waiting([table.id for table in found if table.status == "open"])
    return {table.id: Progress(table, last[f"table:{table.id}"], *waits.get(table.id, (None, None))) for table in found}


def _watched(tournament: Tournament, paired: RoundInfo, number: int, match: MatchInfo, at: Progress) -> Watched:
    table, since, came, told = at
    caller, named = tournament.calls.get(match.match), reported.names(match, table)
    states: dict[str, State] = {"open": "in_room" if table.in_room else "gathering", "playing": "playing"}
    state = states.get(table.status, "over")
    return Watched(
        round=paired.number,
        number=number,
        match=match,
        state=state,
        awaited=_answering(tournament, match, told) if told else tuple(_awaited(match, table, came)),
        since=since,
        idle=max(0, sources.now_ms() - since),
        until=paired.grace if state == "gathering" else paired.deadline,
        caller=next((entry for entry in match.entries if caller in entry.users), None),
        report=told.report if told else None,
        reported=tuple(reported.made_by(named, told.report)) if told else (),
        reporter=named[told.report.seat] if told else "",
        disputer=named[told.report.disputed] if told and told.report.disputed is not None else "",
        seq=told.seq if told else None,
        due=table.due,
    )


def _answering(tournament: Tournament, match: MatchInfo, told: Reported) -> tuple[EntryInfo, ...]:
    """Who can confirm what is reported: no bot, no walk-in who has not come in with a phone; nobody of what is
    disputed."""
    if told.report.disputed is not None:
        return ()
    nameless = {number for number, each in tournament.walk_ins.items() if not each.confirmed}
    return tuple(
        entry
        for entry in match.entries
        if not entry.level and entry.number not in nameless and not told.against.isdisjoint(entry.users)
    )


def _awaited(match: MatchInfo, table: Summary, came: frozenset[int] | None) -> Iterator[EntryInfo]:
    entries = {user: entry for entry in match.entries for user in entry.users}
    if table.in_room:
        waited = [*table.seats]
    elif table.status == "open":
        waited = [user for user in table.seats if user not in (came or ())]
    else:
        waited = [table.seats[seat] for seat in table.to_act]
    found = {entries[user].number: entries[user] for user in waited if user in entries}
    return iter(found.values())


class Missing(msgspec.Struct, frozen=True):
    """An entry that has not come to its last matches, one after the other."""

    entry: EntryInfo
    matches: int


def missing(tournament: Tournament, entries: Mapping[int, EntryInfo]) -> tuple[Missing, ...]:
    """Who is still in and has not come to the last match, or to several in a row, those most often away first."""
    if tournament.status != "running":
        return ()
    away, came = Counter[int](), set[int]()
    for paired in reversed(tournament.rounds):
        for match in paired.played.matches:
            for entry, mark in zip(match.entries, paired.played.results.get(match.match, ()), strict=False):
                if mark.code != "-":
                    came.add(entry)
                elif entry not in came:
                    away[entry] += 1
    return tuple(Missing(entries[entry], times) for entry, times in away.most_common() if not entries[entry].withdrawn)


def overdue(detail: Detail) -> tuple[RoundInfo, ...]:
    """Rounds that should have been over by now."""
    if detail.status != "running":
        return ()
    now = sources.now_ms()
    return tuple(each for each in detail.rounds if not each.complete and each.deadline and each.deadline < now)


def notices_for(tournament_id: str, viewer: User | AnonymousUser) -> tuple[Notice, ...]:
    """What the organiser has told everybody, or the viewer, the last first; nothing to those who have not entered."""
    tournament = TOURNAMENTS.current(tournament_id).state
    entered = {user for entry in tournament.entries.values() for user in entry.users}
    if not tournament.messages or viewer.pk is None or not _may_read(tournament, viewer, entered):
        return ()
    bodies = texts.read(message.text for message in tournament.messages)
    names = accounts.called(each.by for each in tournament.messages if each.by)
    directs, mine = (
        _directs(tournament, viewer),
        {n for n, each in tournament.entries.items() if viewer.pk in each.users},
    )
    told = [each for each in tournament.messages if not each.to or directs or mine.intersection(each.to)]
    called = members.names(tournament.entries[number] for each in told for number in each.to)
    return tuple(
        Notice(
            each.text,
            bodies[each.text],
            each.at,
            names[each.by].name if each.by in names else "",
            tuple(called.of(tournament.entries[number]) for number in each.to),
            bool(each.to) and any(end > each.seq for end in tournament.ends.values()),
        )
        for each in reversed(told)
        if each.text in bodies
    )


def _may_read(tournament: Tournament, viewer: User | AnonymousUser, entered: set[int]) -> bool:
    return _directs(tournament, viewer) or viewer.pk in entered


def _directs(tournament: Tournament, viewer: User | AnonymousUser) -> bool:
    return viewer.is_staff or viewer.pk in clubs.directors(tournament)
