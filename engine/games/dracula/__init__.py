"""Dracula for two, by David Parlett, reconstructed. Rules sheet, section 8; players read ``show/rules.en.md``."""

from engine.games.dracula.game import Dracula
from engine.games.dracula.model import DraculaOptions, State, View
from engine.games.dracula.moves import Choose, Place

__all__ = ["Choose", "Dracula", "DraculaOptions", "Place", "State", "View"]
