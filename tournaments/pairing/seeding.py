"""Seeds of a bracket from groups: two of one group are kept apart in round 1 where that can be."""

from collections.abc import Iterator, Sequence

import msgspec

from tournaments.pairing.brackets.structure import rounds


class Seed(msgspec.Struct, frozen=True):
    """An entry, its group, and the place in which it qualified there."""

    entry: int
    group: int
    place: int


class Seeding(msgspec.Struct, frozen=True):
    entries: tuple[int, ...]
    """In seed order."""
    moves: tuple[tuple[int, int], ...]
    """The seeds that changed places, in the order in which they did."""
    clashes: tuple[tuple[int, int], ...]
    """Pairs of entries of one group that meet in round 1 all the same."""


def part_groups(seeds: Sequence[Seed]) -> Seeding:
    """*seeds*, in seed order, with clashes of round 1 taken away, in the order of their better seed.

    The worse seed of a clash changes places with the nearest seed that qualified in the same place of its group (at
    equal distance the better one) such that neither of the two pairs is of one group then. If there is none, the clash
    stays. ``ValueError`` for fewer than two seeds, or an entry with two.
    """
    if len({seed.entry for seed in seeds}) != len(seeds):
        raise ValueError("An entry has two seeds.")
    size = 1 << rounds(len(seeds))
    order = list(seeds)
    moves = []
    for better in range(size // 2):
        worse = size - 1 - better
        if _clash(order, better):
            other = next(_exchanges(order, worse), None)
            if other is not None:
                order[worse], order[other] = order[other], order[worse]
                moves.append((worse + 1, other + 1))
    clashes = [(order[at].entry, order[size - 1 - at].entry) for at in range(size // 2) if _clash(order, at)]
    return Seeding(tuple(seed.entry for seed in order), tuple(moves), tuple(clashes))


def _exchanges(order: Sequence[Seed], worse: int) -> Iterator[int]:
    """The seeds, counted from 0, with which *worse* can change places, the nearest first."""
    like = [at for at, seed in enumerate(order) if seed.place == order[worse].place and at != worse]
    for other in sorted(like, key=lambda at: (abs(at - worse), at)):
        changed = list(order)
        changed[worse], changed[other] = order[other], order[worse]
        if not (_clash(changed, worse) or _clash(changed, other)):
            yield other


def _clash(order: Sequence[Seed], at: int) -> bool:
    """Whether the opponent of seed *at*, counted from 0, in round 1 is of its group; a bye is of none."""
    opponent = (1 << rounds(len(order))) - 1 - at
    return max(at, opponent) < len(order) and order[at].group == order[opponent].group
