"""What deals, sets and games are worth."""

from engine.games.dracula.events import Finished
from engine.games.dracula.model import DraculaOptions
from engine.pairs import Pair, places

DEALS = 6
"""How many deals use up the pack."""
TARGET = 1000


def bonus(scores: Pair) -> Pair:
    """The difference, for the seat ahead in a set."""
    return max(0, scores[0] - scores[1]), max(0, scores[1] - scores[0])


def finish(options: DraculaOptions, sets: int, totals: Pair) -> Finished | None:
    """The end of the game after *sets* sets; ``None``: another set. Equal totals of 1000 or more do not end it."""
    if options.length == "set":
        return Finished(places(totals), totals, "set")
    if max(totals) >= TARGET and totals[0] != totals[1]:
        return Finished(places(totals), totals, "target")
    return Finished(places(totals), totals, "max_rounds") if sets == options.max_rounds else None
