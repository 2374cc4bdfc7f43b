"""Rows that are made when they are asked for: of thousands of matches a page shows a part."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Lazily(Sequence[T]):
    """*count* rows, each made by its number when it is first asked for; equal to the tuple of them all."""

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        self._count, self._make = count, make
        self._made: dict[int, T] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...

    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(self._count)[at])
        number = range(self._count)[at]
        if number not in self._made:
            self._made[number] = self._make(number)
        return self._made[number]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Named(Mapping[str, T]):
    """All rows by their names: of each part the names, and the rows in the same order. The last part has a name that
    stands in several."""

    def __init__(self, parts: Iterable[tuple[Sequence[str], Sequence[T]]]) -> None:
        self._parts = [(dict(zip(names, range(len(names)), strict=True)), rows) for names, rows in parts][::-1]

    def __getitem__(self, name: str) -> T:
        for places, rows in self._parts:
            if (at := places.get(name)) is not None:
                return rows[at]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter({name: None for places, _rows in reversed(self._parts) for name in places})

    def __len__(self) -> int:
        return len(set().union(*(places for places, _rows in self._parts)))
