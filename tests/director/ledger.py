"""What a tournament's events say about each entry, reckoned apart from the code that draws: for holding reasons to."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from engine.events import Event
from tournaments.director.state.events import (
    Announced,
    Match,
    ResultRecorded,
    RoundPaired,
    Settings,
    Started,
    Withdrawn,
)

ABSENT = {"+", "-"}


class Ledger:
    """Everything before a round, from the events before it."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.settings: Settings | None = None
        self.seeds: tuple[int, ...] = ()
        self.gone: set[int] = set()
        self.rounds: list[RoundPaired] = []
        self.results: dict[str, ResultRecorded] = {}
        for event in events:
            self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case Announced(settings=settings):
                self.settings = settings
            case Started(seeds=seeds):
                self.seeds = seeds
            case Withdrawn(entry=entry):
                self.gone.add(entry)
            case RoundPaired():
                self.rounds.append(event)
            case ResultRecorded(match=match):
                self.results[match] = event

    @property
    def present(self) -> list[int]:
        return [entry for entry in self.seeds if entry not in self.gone]

    def tables(self) -> Iterator[tuple[int, Match, list[int]]]:
        """Round, match, and those who sat at it in seat order; for every match that was played."""
        for paired in self.rounds:
            for match in paired.matches:
                marks = self.results[match.match].marks
                there = [entry for entry, mark in zip(match.entries, marks, strict=True) if mark.code not in ABSENT]
                if there:
                    yield paired.round, match, there

    def points(self, entry: int) -> Fraction:
        assert self.settings is not None
        fixed = self.settings.format == "round-robin" and self.settings.tie_breaks  # each of an odd field rests once
        total = Fraction(0 if fixed else self.settings.bye) * sum(
            bye.entry == entry for each in self.rounds for bye in each.byes
        )
        for paired in self.rounds:
            for match in paired.matches:
                if entry in match.entries:
                    total += self._made(match, entry)
        return total

    def _made(self, match: Match, entry: int) -> Fraction:
        marks = dict(zip(match.entries, self.results[match.match].marks, strict=True))
        own = marks[entry]
        if own.code in ABSENT:
            return Fraction(own.code == "+")
        seat = match.entries.index(entry)
        mates = next(({match.entries[at] for at in team} for team in match.teams if seat in team), {entry})
        rivals = [mark for other, mark in marks.items() if other not in mates and mark.code not in ABSENT]
        beaten = sum(2 * (own.place < mark.place) + (own.place == mark.place) for mark in rivals)
        return Fraction(beaten, 2 * len(rivals))

    def sat(self, entry: int, seat: int) -> int:
        return sum(there.index(entry) == seat for _round, _match, there in self.tables() if entry in there)

    def met(self, one: int, two: int) -> tuple[int, ...]:
        return tuple(number for number, _match, there in self.tables() if one in there and two in there)

    def partnered(self, one: int, two: int) -> int:
        return sum(
            {one, two} <= {match.entries[seat] for seat in team}
            for _round, match, there in self.tables()
            for team in match.teams
            if one in there and two in there
        )

    def odd(self, entry: int, usual: int) -> int:
        return sum(entry in there and len(there) != usual for _round, _match, there in self.tables())

    def rests(self, entry: int) -> int:
        byes = sum(bye.entry == entry for paired in self.rounds for bye in paired.byes)
        walkovers = sum(
            mark.code == "+"
            for paired in self.rounds
            for match in paired.matches
            for each, mark in zip(match.entries, self.results[match.match].marks, strict=True)
            if each == entry
        )
        return byes + walkovers

    def can_be_paired(self, entries: Sequence[int]) -> bool:
        """Whether *entries* can all be paired without a rematch: every way is tried."""
        if not entries:
            return True
        one, *rest = entries
        return any(
            not self.met(one, two) and self.can_be_paired([each for each in rest if each != two]) for two in rest
        )

    def repeats(self, table: Iterable[int]) -> int:
        """How often those at *table* have met, squared for each two."""
        return sum(len(self.met(one, two)) ** 2 for one, two in combinations(sorted(table), 2))

    def fewest_repeats(self, entries: frozenset[int], sizes: tuple[int, ...]) -> int:
        """Over all ways to seat *entries* at tables of *sizes*."""
        if not entries:
            return 0
        one = min(entries)
        return min(
            self.repeats({one, *others})
            + self.fewest_repeats(entries - {one, *others}, (*sizes[:at], *sizes[at + 1 :]))
            for at, size in enumerate(sizes)
            if size not in sizes[:at]
            for others in combinations(sorted(entries - {one}), size - 1)
        )

    def strangers(self, entries: Iterable[int]) -> bool:
        return not any(self.met(one, two) for one, two in combinations(entries, 2))
