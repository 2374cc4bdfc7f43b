"""A field dealt out by snake: over groups, or over the tables of a knock-out."""

from collections.abc import Sequence
from itertools import cycle


def snake(seeds: Sequence[int], groups: int, sizes: Sequence[int] | None = None) -> tuple[tuple[int, ...], ...]:
    """*seeds*, best first, over *groups*: row 1 from left to right, row 2 from right to left, and so on.

    Nine over three are 1 6 7, 2 5 8 and 3 4 9. With *sizes*, group by group, a full group is skipped. ``ValueError``
    if a group would stay empty, or if the sizes do not hold exactly these seeds.
    """
    if not 1 <= groups <= len(seeds):
        raise ValueError(f"{len(seeds)} entries do not fill {groups} groups.")
    if sizes is not None and (len(sizes) != groups or sum(sizes) != len(seeds) or min(sizes) < 1):
        raise ValueError(f"Groups of {', '.join(map(str, sizes))} do not hold {len(seeds)} entries in {groups} groups.")
    dealt: list[list[int]] = [[] for _ in range(groups)]
    turns = cycle((*range(groups), *reversed(range(groups))))
    for seed in seeds:
        group = next(at for at in turns if sizes is None or len(dealt[at]) < sizes[at])
        dealt[group].append(seed)
    return tuple(map(tuple, dealt))


def letter(group: int) -> str:
    """How the group with this number, from 1, is called: A, B, ..., Z, AA."""
    name = ""
    while group:
        group, at = divmod(group - 1, 26)
        name = chr(ord("A") + at) + name
    return name
