"""How far the games are compared with their plain references."""

from typing import Final

from hypothesis import settings

BY_PROFILE: Final = {"quick": 200, "ci": 2_000, "deep": 100_000}
POSITIONS: Final = BY_PROFILE[settings.get_current_profile_name()]
"""How many random positions of each game at least, over all its comparisons."""
