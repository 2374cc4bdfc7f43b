"""What may be said with a card: a suit where it has the choice, or, between two sides, nothing."""

from collections.abc import Sequence

from engine.games.gasp.menus import Menu
from engine.games.gasp.moves import PLAIN, Move, Play
from engine.games.gasp.tricks import LEADS, REPLIES

WaysByCard = Sequence[tuple[Play, ...]]


class Ways:
    """The ways to lead each card, and to play it to each card led; and the same by hand."""

    def __init__(self, leads: WaysByCard, replies: Sequence[WaysByCard]) -> None:
        self.leads = leads
        self.replies = replies
        """By card led, then by card."""
        menus = {id(ways): Menu[Move](ways) for ways in (leads, *replies)}
        self.leading = menus[id(leads)]
        self.replying = tuple(menus[id(ways)] for ways in replies)
        """By card led: the moves with a hand of which some card may say something."""


_SILENT: WaysByCard = tuple((play,) for play in PLAIN)
PLAINLY: Menu[Move] = Menu(_SILENT)
"""The moves with a hand of which no card has anything to say."""
DECLARING = Ways(LEADS, REPLIES)
SILENT = Ways(_SILENT, [_SILENT] * len(PLAIN))
"""Between two sides nobody declares a suit."""
