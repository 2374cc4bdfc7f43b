"""What phases, deals and games are worth."""

from typing import Literal

from engine.games.galapagos.model import GalapagosOptions, Scored, Sheet
from engine.pairs import Pair, plus

HUNDRED = 100
BONUS: dict[Scored, int] = {"melds": 100, "tricks": 50, "play-off": 25}
"""For who alone has reached a hundred in the deal by the end of the phase."""
LAST_TRICK, NOT_THE_LAST = 10, 5
"""Points for each trick of the player who took the last one, and of the other."""
PER_CARD_LEFT = 10
TARGET = 1000
STAKES = ((500, 4), (750, 3), (TARGET, 2))
"""Below how many points the loser pays how many times."""


def trick_points(tricks: Pair, last: int) -> Pair:
    worth = (LAST_TRICK, NOT_THE_LAST) if last == 0 else (NOT_THE_LAST, LAST_TRICK)
    return tricks[0] * worth[0], tricks[1] * worth[1]


def bonus(phase: Scored, before: Pair, after: Pair) -> Pair:
    """The hundred bonus: once a deal, for one who is the first and only one to reach it (A2)."""
    first, second = after[0] >= HUNDRED, after[1] >= HUNDRED
    if first == second or max(before) >= HUNDRED:
        return 0, 0
    return (BONUS[phase], 0) if first else (0, BONUS[phase])


def stake(totals: Pair) -> int:
    """Single, double, treble or quadruple, by the loser's points; nobody pays for an even game."""
    if totals[0] == totals[1]:
        return 1
    return next((times for below, times in STAKES if min(totals) < below), 1)


def ending(options: GalapagosOptions, deals: int, totals: Pair) -> Literal["target", "deal", "max_rounds"] | None:
    """Why the game is over after *deals* deals; ``None``: another deal, as after equal totals (A14)."""
    if options.length == "deal":
        return "deal"
    if max(totals) >= TARGET and totals[0] != totals[1]:
        return "target"
    return "max_rounds" if deals == options.max_rounds else None


def so_far(sheet: Sheet) -> Pair:
    """The totals with what the deal in progress has brought."""
    return plus(sheet.totals, sheet.scores)
