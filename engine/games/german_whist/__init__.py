"""German Whist, for two: traditional, in the public domain. For players: ``show/rules.en.md``."""

from engine.games.german_whist.game import GermanWhist
from engine.games.german_whist.model import GermanWhistOptions, State, View

__all__ = ["GermanWhist", "GermanWhistOptions", "State", "View"]
