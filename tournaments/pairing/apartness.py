"""Whether a field can sit at tables of given sizes so that no two meet who must not."""

from collections.abc import Collection, Mapping, Sequence

from tournaments.pairing.draw import Pairs

WORK = 2_000
"""Seats tried before the answer is that it may."""


def fits(entries: Collection[int], sizes: Sequence[int], forbidden: Pairs, together: Collection[int] = ()) -> bool:
    """Whether *entries* have such a seating, with those of *together* at one table: ``False`` is certain.

    Only those who are kept from somebody, or are to sit together, have to be placed: all others fill up the tables.
    """
    bans = _bans(set(entries), forbidden)
    if any(other in bans.get(one, ()) for one in together for other in together):
        return False
    apart = sorted(bans.keys() - set(together), key=lambda entry: (-len(bans[entry]), entry))
    search = _Seats(bans, apart)
    for size in sorted(set(sizes)):
        if size >= len(together):
            others = list(sizes)
            others.remove(size)
            free = [(seats, frozenset[int]()) for seats in others]
            if search.place(0, [(size - len(together), frozenset(together)), *free]):
                return True
    return False


def _bans(entries: set[int], forbidden: Pairs) -> dict[int, set[int]]:
    bans: dict[int, set[int]] = {}
    for one, two in (tuple(pair) for pair in forbidden if pair <= entries):
        bans.setdefault(one, set()).add(two)
        bans.setdefault(two, set()).add(one)
    return bans


class _Seats:
    """Those who have to be placed, one after the other, wherever they may sit."""

    def __init__(self, bans: Mapping[int, Collection[int]], apart: Sequence[int]) -> None:
        self.bans, self.apart, self.work = bans, apart, WORK

    def place(self, at: int, tables: Sequence[tuple[int, frozenset[int]]]) -> bool:
        """Whether those from *at* on can be placed; *tables* have their free seats, and those who matter at them."""
        if at == len(self.apart) or self.work <= 0:
            return True
        entry, tried = self.apart[at], set[tuple[int, frozenset[int]]]()
        for number, (seats, there) in enumerate(tables):
            if seats and (seats, there) not in tried and there.isdisjoint(self.bans[entry]):
                tried.add((seats, there))
                self.work -= 1
                after = [*tables[:number], (seats - 1, there | {entry}), *tables[number + 1 :]]
                if self.place(at + 1, after):
                    return True
        return False
