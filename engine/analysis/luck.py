"""How good the cards were that a shuffle gave each seat: what may be hoped for after it, less the mean over others."""

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, Final

from engine.chance import FastRng, Rng
from engine.game import AnyGame

ROLLOUTS: Final = 80
"""On each side."""


def luck(game: AnyGame, dealt: Any, deal: Callable[[Rng], Any], rng: Rng) -> list[float]:
    """By seat the luck of the shuffle that led to the state *dealt*, where *deal* leads to another one.

    All cards are looked at, those that lie in a pile too: it is for games that are over. In shares, as values are;
    its mean is 0. One game's figure says little: it is for words (:func:`step`) and for means over many games.
    """
    came = [game.rollout(dealt, rng) for _ in range(ROLLOUTS)]
    others = [game.rollout(deal(FastRng(int(rng.random() * 2**53))), rng) for _ in range(ROLLOUTS)]
    return [mine - usual for mine, usual in zip(_means(came), _means(others), strict=True)]


def step(luck: float, usual: float) -> int:
    """From -2, much worse cards than usual, to 2, much better ones; *usual* is the game's standard deviation."""
    size = abs(luck) / usual
    return (0 if size < 1 / 3 else 1 if size < 1 else 2) * (1 if luck > 0 else -1)


def _means(found: Sequence[Sequence[float]]) -> list[float]:
    return [fmean(own) for own in zip(*found, strict=True)]
