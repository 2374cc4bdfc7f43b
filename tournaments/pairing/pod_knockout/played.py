"""A knock-out of pods as it has been drawn and played: entries, draws and marks instead of seeds and places."""

from collections.abc import Mapping, Sequence

import msgspec

from tournaments.pairing.pod_knockout.finishes import Finish, advancing, finishes, rest
from tournaments.pairing.pod_knockout.progress import Progress, progress
from tournaments.pairing.pod_knockout.tables import Rules, Table
from tournaments.pairing.record import Match as Drawn
from tournaments.pairing.record import Round
from tournaments.pairing.series.pod import Places


class Played(msgspec.Struct, frozen=True):
    rules: Rules
    progress: Progress
    results: dict[str, Places]
    drawn: dict[str, Drawn]
    """Tables that have been drawn, by their keys."""

    @property
    def to_draw(self) -> tuple[Table, ...]:
        return tuple(table for table in self.progress.open if table.key not in self.drawn)

    def goes_on(self, table: Table) -> frozenset[int] | None:
        """The seeds that go on from *table*; ``None`` while that is not decided, and at the last one."""
        last = len(self.progress.rounds) and self.progress.places
        tie_break = f"{table.key}T"
        waits = any(open_.key in (table.key, tie_break) for open_ in self.progress.open)
        if table.key not in self.results or waits or (last and table in self.progress.rounds[-1].tables):
            return None
        return frozenset(each.entry for each in advancing(self.rules, table, self.results))


def played(rules: Rules, seeds: Sequence[int], rounds: Sequence[Round]) -> Played:
    """What has become of every table. A draw and its result count only for those who now come to the table."""
    rank = {entry: seed for seed, entry in enumerate(seeds, start=1)}
    latest = [(match, each) for each in reversed(rounds) for match in each.matches]
    results: dict[str, Places] = {}
    drawn: dict[str, Drawn] = {}
    while True:
        now = progress(rules, results)
        new = {}
        for table in now.open:
            for match, each in latest:
                if match.key == table.key and {rank[entry] for entry in match.entries} == set(table.entries):
                    drawn[table.key] = match
                    if match.match in each.results:
                        new[table.key] = _places(match, each, table, rank)
                    break
        if not new:
            return Played(rules, now, results, drawn)
        results |= new


def _places(match: Drawn, played_in: Round, table: Table, rank: Mapping[int, int]) -> Places:
    """In the order of *table*; who was not there has none."""
    marks = zip(match.entries, played_in.results[match.match], strict=True)
    by_seed = {rank[entry]: mark.place if mark.code != "-" else None for entry, mark in marks}
    return tuple(by_seed[seed] for seed in table.entries)


def places_so_far(made: Played) -> dict[int, int]:
    """By seed: those who are out by the round, then by their place at its table; those still in share the first."""
    if made.progress.places:
        return made.progress.places
    out: dict[int, tuple[int, int]] = {}
    rounds = made.progress.rounds
    for number, each in enumerate(rounds[:-1]):
        there: list[Finish] = rest(each.resting)
        there += [finish for table in each.tables for finish in finishes(table, made.results[table.key])]
        out |= {finish.entry: (-number, finish.rank) for finish in there}
    still = {seed for table in rounds[-1].tables for seed in table.entries} | set(rounds[-1].resting)
    out |= dict.fromkeys(still, (-len(rounds), 0))
    return {seed: 1 + sum(other < out[seed] for other in out.values()) for seed in out}
