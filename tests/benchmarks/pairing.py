"""Pairing: a late round of a large Swiss tournament, from its entries and results to pairings with their reasons."""

from __future__ import annotations

import random

from tests.benchmarks.measure import ROUNDS, Claim, Table, alternated
from tests.director.play import played
from tournaments.director.formats import swiss
from tournaments.director.formats.draw import Draw
from tournaments.director.formats.record import Round, entrants

LIMIT_S, GOAL_S = 1.0, 0.3
ROUND = 6


def measured(*, entries: int = 2_000, rounds: int = ROUNDS) -> Table:
    before = _rounds_before(entries)

    def work() -> int:
        _drawn(entries, before, ROUND)
        return 1

    side, limit = f"round {ROUND} of {entries:,} entries", f"a limit of {LIMIT_S:g} s"
    rates = alternated({side: work}, rounds=rounds)
    claim = Claim(side, limit, must=1, goal=round(LIMIT_S / GOAL_S, 1))
    return Table("Pairing by the Swiss system", "rounds/s", rates | {limit: [1 / LIMIT_S] * rounds}, [claim])


def _rounds_before(entries: int) -> list[Round]:
    rng = random.Random(1)
    rounds: list[Round] = []
    for number in range(1, ROUND):
        rounds.append(played(number, _drawn(entries, rounds, number), rng))
    return rounds


def _drawn(entries: int, before: list[Round], number: int) -> Draw:
    field = list(entrants(range(1, entries + 1), before).values())
    return swiss.pair(field, number=number, seed=f"1/{number}")
