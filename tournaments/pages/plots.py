"""Small plots of ratings as SVG paths, drawn by the server."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

_EDGE = 3.0


class Plot(msgspec.Struct, frozen=True):
    """A line through *values*; ``x`` and ``y`` are its last point, written for SVG, which knows no decimal comma."""

    width: int
    height: int
    path: str
    area: str
    x: str
    y: str
    least: int
    most: int
    first: int
    last: int


def plot(values: Sequence[int], *, width: int, height: int) -> Plot:
    """*values*, at least one, from left to right."""
    least, most = min(values), max(values)
    span = max(1, most - least)
    step = (width - 2 * _EDGE) / max(1, len(values) - 1)
    points = [
        (_EDGE + i * step, height - _EDGE - (value - least) * (height - 2 * _EDGE) / span)
        for i, value in enumerate(values)
    ]
    line = " ".join(f"{x:.1f} {y:.1f}" for x, y in points)
    (first_x, _), (x, y) = points[0], points[-1]
    path = f"M{line}"
    area = f"{path}V{height}H{first_x:.1f}z"
    return Plot(width, height, path, area, f"{x:.1f}", f"{y:.1f}", least, most, values[0], values[-1])
