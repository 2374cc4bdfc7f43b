"""HASP, by Dennis Kirps and Christian Kruchten. Rules sheet, section 5; for players: ``show/rules.en.md``."""

from engine.games.hasp.game import Hasp
from engine.games.hasp.model import HaspOptions, State, View
from engine.games.hasp.moves import Announce, Play, Predict

__all__ = ["Announce", "Hasp", "HaspOptions", "Play", "Predict", "State", "View"]
