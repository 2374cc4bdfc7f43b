"""What a tournament may set for its tie-breaks."""

from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

Rules: TypeAlias = Literal["2026", "2024"]


class Points(msgspec.Struct, frozen=True):
    """What a round counts; *bye* is the pairing bye's, ``None``: as much as a win."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye: Fraction | None = None


STANDARD = Points()
CARDS = Points(Fraction(3), Fraction(1), Fraction(0))
"""Three for a won match, one for a drawn one."""


class Settings(msgspec.Struct, frozen=True):
    points: Points = STANDARD
    rules: Rules = "2026"
    """For rounds not played. ``"2026"`` (FIDE C.07 from 1 March 2026): the dummy opponent's score is capped.
    ``"2024"``: it is not."""
    round_robin: bool = False
    """Everybody is to meet everybody: a forfeit counts against the scheduled opponent, and the rest of an odd field
    is worth nothing."""
    cycles: int = 1
    """How often any two are to meet."""
    bye_games: tuple[int, int, int] = (2, 0, 0)
    """Games won, drawn and lost that a pairing bye or full bye counts in GW; ``(0, 0, 0)`` leaves byes out."""


def check(settings: Settings) -> None:
    """``ValueError`` with a sentence unless *settings* make sense."""
    points = settings.points
    if not points.win > points.loss or not points.win >= points.draw >= points.loss:
        raise ValueError("A win must count more than a loss, and a draw no more than a win and no less than a loss.")
    if settings.rules not in ("2026", "2024"):
        raise ValueError(f"There are no rules of {settings.rules!r}: 2026 or 2024.")
    if settings.cycles < 1:
        raise ValueError("Any two meet at least once.")
    if min(settings.bye_games) < 0:
        raise ValueError("A bye cannot count a negative number of games.")
