"""What Python's garbage collector looks through.

A full collection stops every thread of a process. What was loaded at the start is by far the most of what there is, and
none of it ever becomes garbage.
"""

import gc

THRESHOLDS = 20_000, 20, 20
"""New objects before the youngest are looked through, and how often before the next older ones are. A page of a large
tournament makes some 100,000, of which none outlives it: at Python's own 700 each such page had everything searched."""


def spare_the_start() -> None:
    """Have the collector leave alone what there is by now, and look less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
