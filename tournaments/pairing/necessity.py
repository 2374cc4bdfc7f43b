"""Whether the repeat meetings of a round at tables of three to five could have been avoided: said only where it is
proven."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import rustworkx

from tournaments.pairing.partitions import EXHAUSTIVE
from tournaments.pairing.pod_field import Field

BOUNDED = 128
"""The most entrants for which a bound is calculated: a matching over all pairs."""


def unavoidable(field: Field, sizes: Sequence[int], repeats: int) -> bool:
    """Whether no seating has fewer than these *repeats*, squared for each two: a small field was searched to the end,
    a larger one is held against what every seating has at least."""
    count = len(field.order)
    return count <= EXHAUSTIVE or (count <= BOUNDED and repeats <= max(_by_degrees(field, sizes), bound(field, sizes)))


def bound(field: Field, sizes: Sequence[int]) -> int:
    """Repeats that every seating has. All pairs of a table of four are three matchings, of five or three people as many
    as they are, each with one left over. So a whole seating is three matchings of the field at least (five, if all
    tables are of five), each with one left over at each odd table: and none has fewer repeats than the best."""
    matchings = 5 if set(sizes) == {5} else 3
    return matchings * _matching(field, sum(size % 2 for size in sizes))


def _matching(field: Field, spare: int) -> int:
    """The fewest repeats of a matching of all but *spare*."""
    count = len(field.order)
    worst = 1 + sum(sum(met.values()) for met in field.met)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (count + spare))
    graph.add_edges_from([(one, two, worst - cost) for one, two, cost in _edges(field, spare)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(field.met[one].get(two, 0) for one, two in found if max(one, two) < count)


def _edges(field: Field, spare: int) -> Iterator[tuple[int, int, int]]:
    count = len(field.order)
    for one, two in combinations(range(count), 2):
        yield one, two, field.met[one].get(two, 0)
    yield from ((one, count + other, 0) for one in range(count) for other in range(spare))


def _by_degrees(field: Field, sizes: Sequence[int]) -> int:
    """Repeats of entries that have met too many for any table without one of them; each counts for both."""
    mates = min(sizes) - 1
    total = 0
    for met in field.met:
        strangers = len(field.order) - 1 - len(met)
        total += sum(sorted(met.values())[: max(0, mates - strangers)])
    return -(-total // 2)
