"""The Gasp! family: tricks with two-suited cards, and tokens that change hands."""

from engine.games.gasp.standard import Gasp
from engine.games.gasp.two_sided import GaspDuel, GaspPairs

__all__ = ["Gasp", "GaspDuel", "GaspPairs"]
