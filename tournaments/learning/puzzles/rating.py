"""Solvers and puzzles against each other: Elo, in which a solver's steps become smaller with each answer. Pure."""

from typing import Final, NamedTuple

from engine.puzzles import Puzzle

START: Final = 1500.0
"""Of a solver."""
_EASY: Final = 1350.0
_HARDER: Final = {"greedy": 150.0, "ismcts-50": 200.0}
"""What it adds that a bot has missed it."""
_FIRST_STEP, _LAST_STEP, _SETTLED = 48.0, 16.0, 32
"""The largest change of one answer, at first and once a solver has answered that often."""


class Rated(NamedTuple):
    rating: float
    answers: int


def first_of(puzzle: Puzzle) -> float:
    """What a puzzle begins with: the more bots have missed it, the more."""
    return _EASY + sum(_HARDER.get(bot, 0.0) for bot in puzzle.missed)


def expected(solver: float, puzzle: float) -> float:
    """The chance that *solver* is right at once.

    >>> expected(1500, 1500), round(expected(1900, 1500), 2)
    (0.5, 0.91)
    """
    return float(1 / (1 + 10 ** ((puzzle - solver) / 400)))


def after(solver: Rated, puzzle: Rated, *, right: bool) -> tuple[Rated, Rated]:
    """Both after a first answer."""
    surprise = right - expected(solver.rating, puzzle.rating)
    gain, loss = _step(solver.answers) * surprise, _step(puzzle.answers) * surprise
    return Rated(solver.rating + gain, solver.answers + 1), Rated(puzzle.rating - loss, puzzle.answers + 1)


def _step(answers: int) -> float:
    done = min(answers, _SETTLED) / _SETTLED
    return _FIRST_STEP + (_LAST_STEP - _FIRST_STEP) * done
