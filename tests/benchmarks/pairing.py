"""Pairing: a late round of a large Swiss tournament, from its entries and results to pairings with their reasons."""

import random
import time
from collections.abc import Callable, Sequence
from functools import partial

import networkx

from tests.benchmarks.measure import ROUNDS, Claim, Table, alternated
from tests.pairing.play import played
from tournaments.pairing import matching, pods, swaps, swiss, swiss_pairs
from tournaments.pairing.draw import Draw
from tournaments.pairing.pod_field import Field
from tournaments.pairing.record import Round, entrants
from tournaments.pairing.weights import Edge

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


SIZES, SOLVED_AGAIN = (32, 256, 1_024, 2_000), (32, 256)
POD_FIELDS, TEN_TIMES = (64, 256, 1_000), 10


def sizes(*, fields: Sequence[int] = SIZES, again: Sequence[int] = SOLVED_AGAIN, rounds: int = 3) -> Table:
    """The same round of fields of several sizes; the smaller ones solved by networkx too, which has to agree."""
    sides: dict[str, Callable[[], int]] = {}
    claims = []
    for entries in fields:
        before = _rounds_before(entries)
        sides[f"{entries:,} entries"] = partial(_one, entries, before)
        if entries in again:
            field = matching.Field(entrants(range(1, entries + 1), before).values(), f"1/{ROUND}", "fold", frozenset())
            edges = list(field.edges(swiss_pairs.window(entries, ROUND)))
            assert _solved(edges) == _ours(field, edges), "two solvers draw the same round"
            sides[f"networkx, {entries:,}"] = partial(_solve, edges)
            claims.append(Claim(f"{entries:,} entries", f"networkx, {entries:,}"))
    return Table("A Swiss round by the size of the field", "rounds/s", alternated(sides, rounds=rounds), claims)


def _one(entries: int, before: list[Round]) -> int:
    _drawn(entries, before, ROUND)
    return 1


def _solve(edges: list[Edge]) -> int:
    _solved(edges)
    return 1


def _solved(edges: list[Edge]) -> set[frozenset[int]]:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return set(map(frozenset, networkx.max_weight_matching(graph, maxcardinality=True)))


def _ours(field: matching.Field, edges: list[Edge]) -> set[frozenset[int]]:
    pairs = field._matched(edges, len(field.order)) or []
    return {frozenset({field.index[upper.entry], field.index[lower.entry]}) for upper, lower in pairs if lower}


def pod_costs(*, fields: Sequence[int] = POD_FIELDS, work: int = swaps.WORK) -> Table:
    """Tables of four in a fourth round: repeat meetings and score gaps, both squared. Of the standings cut as they are,
    of the search, of ten times it."""
    rates: dict[str, list[float]] = {}
    notes = []
    for entries in fields:
        field = _pod_field(entries, work)
        started = time.process_time()
        costs = {name: _pod_cost(field, effort) for name, effort in _efforts(work).items()}
        rates[f"{entries:,} entries"] = [1 / (time.process_time() - started)]
        told = ", ".join(f"{name} {repeats:,} and {gaps:,}" for name, (repeats, gaps) in costs.items())
        notes.append(f"{entries:,} entries: {told}")
    return Table("Tables of four: the cost of a round by the work", "all three/s", rates, [], notes)


def _efforts(work: int) -> dict[str, int]:
    return {"a cut": 0, "the search": work, f"{TEN_TIMES} times": TEN_TIMES * work}


def _pod_field(entries: int, work: int) -> Field:
    rng, before = random.Random(2), list[Round]()
    for number in range(1, 4):
        field = list(entrants(range(1, entries + 1), before, usual=4).values())
        before.append(played(number, pods.pair(field, seed=f"2/{number}", work=work), rng))
    return Field(entrants(range(1, entries + 1), before, usual=4).values(), 4, "2/4", frozenset())


def _pod_cost(field: Field, work: int) -> tuple[int, int]:
    tables = swaps.Search(field, [4] * (len(field.order) // 4), "2/4", work).best()
    repeats, gaps = divmod(field.cost(tables), field.repeat)
    return repeats, gaps // field.gap
