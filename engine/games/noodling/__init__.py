"""Noodling: the Decktet auction deck-builder. Rules sheet, section 4; for players: ``show/rules.en.md``."""

from engine.games.noodling.game import Noodling
from engine.games.noodling.model import NoodlingOptions, State, View

__all__ = ["Noodling", "NoodlingOptions", "State", "View"]
