"""What a ruling changes: two states of a tournament held against each other. Pure."""

from collections.abc import Iterator

import msgspec

from tournaments.director.state.standing import unfinished
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.record import Marks
from tournaments.pairing.standings import Line


class LineChange(msgspec.Struct, frozen=True):
    """An entry in the standings, before and after."""

    entry: int
    before: Line
    after: Line

    @property
    def changed(self) -> bool:
        return _shown(self.before) != _shown(self.after)


class MatchChange(msgspec.Struct, frozen=True):
    """A match whose result changes, in seat order; ``None``: not decided."""

    round: int
    match: str
    entries: tuple[int, ...]
    before: Marks | None
    after: Marks | None


class PairingChange(msgspec.Struct, frozen=True):
    """A round that is paired otherwise; its tables as lists of entries, and who rests."""

    round: int
    before: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]


class Difference(msgspec.Struct, frozen=True):
    lines: tuple[LineChange, ...]
    """Everybody's, in the order of the places after."""
    matches: tuple[MatchChange, ...]
    pairings: tuple[PairingChange, ...]
    stopped: tuple[str, ...]
    """Tables that are ended, if they are still being played."""
    reopened: tuple[str, ...]
    """Matches that would be played again, or on."""


def difference(before: Tournament, after: Tournament) -> Difference:
    lines = {line.entry: line for line in before.lines}
    return Difference(
        lines=tuple(LineChange(line.entry, lines[line.entry], line) for line in after.lines if line.entry in lines),
        matches=tuple(_matches(before, after)),
        pairings=tuple(_pairings(before, after)),
        stopped=tuple(stopped(before, after)),
        reopened=tuple(match for match in unfinished(after) if match not in unfinished(before)),
    )


def stopped(before: Tournament, after: Tournament) -> Iterator[str]:
    """The tables of matches that have been decided otherwise, or are no more part of their round."""
    still = unfinished(after)
    for match, table in unfinished(before).items():
        if table is not None and (match not in still or table in _void(after) or _others(before, after, match)):
            yield table
    for paired in before.rounds:
        for match, table in paired.tables.items():
            if match in paired.played.results and table in _void(after) - _void(before):
                yield table


def _others(before: Tournament, after: Tournament, match: str) -> bool:
    """Whether somebody else plays in an entry of *match*."""
    paired = before.round_of(match)
    entries = paired.entries_of(match) if paired else ()
    return any(before.entries[entry].users != after.entries[entry].users for entry in entries)


def _void(tournament: Tournament) -> frozenset[str]:
    return frozenset(table for paired in tournament.rounds for table in paired.void)


def _matches(before: Tournament, after: Tournament) -> Iterator[MatchChange]:
    was = {match: made for paired in before.rounds for match, made in paired.played.results.items()}
    for paired in after.rounds:
        for match in paired.played.matches:
            now, then = paired.played.results.get(match.match), was.get(match.match)
            if now != then:
                yield MatchChange(paired.drawn.round, match.match, match.entries, then, now)


def _pairings(before: Tournament, after: Tournament) -> Iterator[PairingChange]:
    rounds = max(len(before.rounds), len(after.rounds))
    for number in range(1, rounds + 1):
        was, now = _drawn(before, number), _drawn(after, number)
        if was != now:
            yield PairingChange(number, was, now)


def _drawn(tournament: Tournament, number: int) -> tuple[tuple[int, ...], ...]:
    if number > len(tournament.rounds):
        return ()
    drawn = tournament.rounds[number - 1].drawn
    return (*(match.entries for match in drawn.matches), *((bye.entry,) for bye in drawn.byes))


def _shown(line: Line) -> tuple[object, ...]:
    return line.place, line.points, tuple(value.value for value in line.values)
