"""Which Cardroom this is, for what outlives it: ``pyproject.toml`` is not in the image."""

from typing import Final

VERSION: Final = "1.0.0"
