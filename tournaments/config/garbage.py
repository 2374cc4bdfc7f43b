"""What Python's garbage collector looks through.

A full collection stops every thread of a process. What was loaded at the start is by far the most of what there is, and
none of it ever becomes garbage.
"""

from __future__ import annotations

import gc


def spare_the_start() -> None:
    """Have the collector leave alone what there is by now."""
    gc.collect()
    gc.freeze()
