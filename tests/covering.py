"""What every run walks of a product that is large, and all of it with ``make test-full`` (the profile ``deep``)."""

from collections.abc import Sequence
from itertools import cycle, islice, product
from typing import Any

import hypothesis

DEEP = hypothesis.settings.get_current_profile_name() == "deep"


def covering(*parts: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Rows with a value of each of *parts*: as many as the longest of them has values, each value in one at least.

    All go round side by side. Each value is met, and fails by itself where it is at fault; what only one pair of values
    does is met in the whole product. A pair that is known to matter is one part, its own product.
    """
    return list(product(*parts)) if DEEP else side_by_side(*parts)


def side_by_side(*parts: Sequence[Any]) -> list[tuple[Any, ...]]:
    most = max(map(len, parts))
    return list(zip(*(islice(cycle(part), most) for part in parts), strict=True))
