"""Galapagos, a game for two by David Parlett. Rules sheet, section 7; for players: ``show/rules.en.md``."""

from engine.games.galapagos.game import Galapagos
from engine.games.galapagos.model import GalapagosOptions, State, View

__all__ = ["Galapagos", "GalapagosOptions", "State", "View"]
