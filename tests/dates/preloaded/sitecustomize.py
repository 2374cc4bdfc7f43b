"""Python reads this first in a process whose time is moved.

faketime moves the moment at which an exact sleep ends even where it leaves the monotonic clock alone; the kernel then
refuses it. A wait of ``select`` is as long as it says.
"""

import select
import time
from typing import SupportsIndex


def _sleep(seconds: float | SupportsIndex, /) -> None:
    select.select((), (), (), float(seconds))


time.sleep = _sleep
