"""A rating's curve with its axes, drawn by the server; a script draws it again for those who have one."""

import datetime
from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from django.utils import formats, timezone
from django.utils.translation import gettext

Point: TypeAlias = tuple[int, int, bool]
"""When (epoch ms), what, and whether it was provisional."""
WIDTH, HEIGHT = 1000, 300
STEPS = (10, 20, 50, 100, 200, 500)
LINES = 6
MOST = 400
"""The most points that are drawn; of more only every nth is."""


class Chart(msgspec.Struct, frozen=True):
    """Paths for SVG in a box of 1000 by 300, and the labels of the axes, from the top and from the left."""

    line: str
    provisional: str
    area: str
    levels: tuple[int, ...]
    grid: tuple[str, ...]
    days: tuple[str, ...]
    peak: str
    end: str
    first: int
    last: int
    highest: int
    highest_at: datetime.datetime


def chart(points: Sequence[Point]) -> Chart | None:
    """*points*, the oldest first; ``None`` if there are too few for a curve."""
    if len(points) < 2:
        return None
    drawn = _thinned(points)
    low, high, step = _levels([value for _at, value, _new in drawn])
    spots = [(_x(drawn, at), HEIGHT * (high - value) / (high - low)) for at, value, _new in drawn]
    new = sum(each[2] for each in drawn)
    best = max(range(len(drawn)), key=lambda number: drawn[number][1])
    levels = tuple(range(high, low - 1, -step))
    return Chart(
        line=_path(spots[max(0, new - 1) :]),
        provisional=_path(spots[:new]) if new > 1 else "",
        area=f"{_path(spots)}V{HEIGHT}H0Z",
        levels=levels,
        grid=tuple(f"{HEIGHT * number / (len(levels) - 1):.1f}" for number in range(len(levels))),
        days=_days(drawn[0][0], drawn[-1][0]),
        peak=_spot(spots[best]),
        end=_spot(spots[-1]),
        first=drawn[0][1],
        last=drawn[-1][1],
        highest=drawn[best][1],
        highest_at=_moment(drawn[best][0]),
    )


def _thinned(points: Sequence[Point]) -> list[Point]:
    """Every nth of them, the best and the last."""
    every, best = -(-len(points) // MOST), max(range(len(points)), key=lambda number: points[number][1])
    kept = {*range(0, len(points), every), best, len(points) - 1}
    return [points[number] for number in sorted(kept)]


def _levels(values: Sequence[int]) -> tuple[int, int, int]:
    """The lowest and the highest line, and how far apart lines are."""
    least, most = min(values), max(values)
    step = next((step for step in STEPS if (most - least) // step + 2 <= LINES), 1_000)
    low = least // step * step
    return low, max(low + step, -(-most // step) * step), step


def _x(points: Sequence[Point], at: int) -> float:
    first, last = points[0][0], points[-1][0]
    return WIDTH * (at - first) / max(1, last - first)


def _path(spots: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots) if spots else ""


def _spot(spot: tuple[float, float]) -> str:
    return f"M{spot[0]:.1f} {spot[1]:.1f}h.01"


def _days(first: int, last: int) -> tuple[str, ...]:
    """Five days from the first to the last, in the reader's language."""
    moments = [_moment(first + (last - first) * part // 4) for part in range(5)]
    return tuple(formats.date_format(timezone.localtime(moment), gettext("j M")) for moment in moments)


def _moment(ms: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(ms / 1000, datetime.UTC)
