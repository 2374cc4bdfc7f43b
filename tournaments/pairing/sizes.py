"""Which tables of three to five hold a field."""

from collections.abc import Collection, Iterator, Sequence


def table_sizes(entries: int, allowed: Collection[int], preferred: int) -> tuple[int, ...] | None:
    """The tables that hold exactly *entries*, the preferred size first: as few others as can be, smaller rather than
    larger. ``None`` if there are none."""
    usual = usual_size(allowed, preferred)
    others = sorted(set(allowed) - {usual})
    best: tuple[int, ...] | None = None
    for odd in _combinations(others, entries):
        rest = entries - sum(odd)
        if rest % usual == 0 and (best is None or len(odd) < len(best)):
            best = odd
    return None if best is None else ((usual,) * ((entries - sum(best)) // usual) + best)


def usual_size(allowed: Collection[int], preferred: int) -> int:
    return preferred if preferred in allowed else max(allowed)


def _combinations(sizes: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Up to four tables of *sizes* with *most* entries at most, small ones first: more are never needed."""
    for count in range(5):
        for odd in sorted(_multisets(sizes, count), key=lambda tables: (max(tables, default=0), tables)):
            if sum(odd) <= most:
                yield odd


def _multisets(sizes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    if count == 0:
        yield ()
    for at, size in enumerate(sizes):
        if count:
            for rest in _multisets(sizes[at:], count - 1):
                yield (size, *rest)
