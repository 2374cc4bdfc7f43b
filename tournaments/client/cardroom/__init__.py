"""Cardroom's API for Python: play, watch, run tournaments. ``Cardroom`` has every operation as a method.

from cardroom import Cardroom

with Cardroom("https://cards.example.org", token) as site:
    print([game.name for game in site.list_games().games])
"""

from cardroom.asking import Refused, Unreadable
from cardroom.operations import Operations

__all__ = ["Cardroom", "Refused", "Unreadable"]


class Cardroom(Operations):
    """A site, as the user of a token sees it. Close it, or use it with ``with``."""
