"""How far the games are compared with their plain references: ``REFERENCE_POSITIONS`` in the environment."""

from __future__ import annotations

import os

POSITIONS = int(os.environ.get("REFERENCE_POSITIONS", "100000"))
"""How many random positions of each game at least, over all its comparisons."""
