"""What a deal and a game are worth."""

from typing import Literal

from engine.games.duck_soup.events import Finished
from engine.games.duck_soup.model import DuckSoupOptions
from engine.pairs import Pair

TARGET = 250
OUTRIGHT = 125
"""So much in one deal wins the game."""
SAFE = 125
"""A loser with a lower total pays double."""


def deal_scores(duck: Pair, soup: Pair) -> Pair:
    """Products of the two courses: nothing in one of them is nothing in the deal (Q9)."""
    return duck[0] * soup[0], duck[1] * soup[1]


def finish(options: DuckSoupOptions, deals: int, scores: Pair, totals: Pair) -> Finished | None:
    """The end of the game after *deals* deals, the last worth *scores*; ``None``: another deal.

    Equal scores of 125 or more win nothing outright (Q7), equal totals of 250 or more do not end it (Q6).
    """
    if max(scores) >= OUTRIGHT and scores[0] != scores[1]:
        return _finished(scores, totals, "outright")
    if options.length == "deal":
        return _finished(totals, totals, "deal")
    if max(totals) >= TARGET and totals[0] != totals[1]:
        return _finished(totals, totals, "target")
    return _finished(totals, totals, "max_rounds") if deals == options.max_rounds else None


def _finished(ranked: Pair, totals: Pair, by: Literal["outright", "target", "deal", "max_rounds"]) -> Finished:
    if ranked[0] == ranked[1]:
        return Finished((1, 1), totals, 1, by)
    loser = int(ranked[1] < ranked[0])
    return Finished((2, 1) if loser == 0 else (1, 2), totals, 2 if totals[loser] < SAFE else 1, by)
