"""What each move of a decision is worth, from what its seat knew: by samples of worlds, paired.

Each move is made in the same worlds with the same dice, so what is common to all of them cancels. A value is the share
of the other seats that the seat ends ahead of (:func:`engine.places.shares`), from 0 to 1. Three looks, each at fewer
moves: those that are surely no better than the one that was made are given up first. The last one is at fresh worlds,
since those that chose the best flatter it.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

from msgspec import Struct

from engine.bots.ismcts import IsmctsBot
from engine.chance import FastRng, Rng
from engine.game import AnyGame, play
from engine.places import of_opponents

Samples: TypeAlias = dict[Any, list[float]]
"""By move what it brought in each world, in the order of the worlds."""

CANDIDATES: Final = 12
"""Moves of the first look: those that :meth:`~engine.game.Game.appraise` likes best, and the one that was made."""
CONTENDERS: Final = 4
FIRST: Final = 24
SECOND: Final = 48
FRESH: Final = 64
MOST_FRESH: Final = 256
MATTERS: Final = 0.02
"""A difference below it is none."""
SURE: Final = 2.5
"""Standard errors."""
LEAST_ERROR: Final = 0.002

PREFERRED: Final = 0.05
"""By how much a search has to find another move better before anything is said of it."""
PREFERRED_SURE: Final = 2.6
SEARCHED: Final = 300
"""Worlds of that search; as many again where it hangs in the balance. Its first quarter is not counted."""
BATCHES: Final = 15


class Estimate(Struct, frozen=True, array_like=True):
    """A mean with its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, found: Sequence[float]) -> "Estimate":
        return cls(fmean(found), stdev(found) / sqrt(len(found)) if len(found) > 1 else inf)

    def of_opponents(self, seats: int, team: int) -> "Estimate":
        """Of a share: the same of the opponents alone (:func:`engine.places.of_opponents`)."""
        return Estimate(of_opponents(self.mean, seats, team), self.error * (seats - 1) / (seats - team))

    def surely_below(self, bound: float) -> bool:
        return self.mean + SURE * max(self.error, LEAST_ERROR) < bound

    def surely_above(self, bound: float) -> bool:
        return self.mean - SURE * max(self.error, LEAST_ERROR) > bound


class Values(Struct, frozen=True, kw_only=True):
    """What was found of one decision. ``loss`` is what the best move brings more than the one that was made; the mean
    of fresh worlds where there was a doubt, and nothing where there was none."""

    of: Mapping[Any, Estimate]
    """By move, the best first; all of the same worlds."""
    others: Sequence[Any] = ()
    """The other moves that were looked at and not found better, in fewer worlds: those may flatter them."""
    best: Any
    loss: Estimate = Estimate(0.0, 0.0)
    searched: tuple[float, float] | None = None
    """What the best and the one that was made bring in a search, which finds the best better by more than
    :data:`PREFERRED`, surely; else ``None``."""


def weigh(game: AnyGame, view: Any, moves: Sequence[Any], made: Any, rng: Rng) -> Values:
    """The values of *moves*, all that the seat of *view* could make, of which it made *made*."""
    worlds = Worlds(game, view, rng)
    samples = worlds.samples(_candidates(game, view, moves, made), FIRST)
    if all(lead.mean <= 0 for lead in _leads(samples, made).values()):
        return Values(of=_estimates(samples, made), best=made)
    rivals = _rivals(samples, made)
    if rivals:
        for move, more in worlds.samples([made, *rivals], SECOND).items():
            samples[move] += more
        rivals = _rivals(samples, made)
    if not rivals:
        return Values(of=_estimates({made: samples.pop(made)}, made), others=tuple(samples), best=made)
    best = rivals[0]
    fresh = _fresh(worlds, best, made)
    others = tuple([move for move in samples if move not in fresh])
    loss = Estimate.of(_differences(fresh[best], fresh[made]))
    if loss.mean <= 0:
        loss = Estimate(0.0, loss.error)
        return Values(of=_estimates(fresh, made), others=others, best=made, loss=loss)
    doubt = loss.mean + SURE * loss.error > PREFERRED
    searched = preference(game, view, best, made, rng) if doubt else None
    return Values(of=_estimates(fresh, best), others=others, best=best, loss=loss, searched=searched)


class Worlds:
    """Worlds that a view allows, each as likely, and what moves bring in them."""

    def __init__(self, game: AnyGame, view: Any, rng: Rng) -> None:
        self._game = game
        self._view = view
        self._rng = rng

    def samples(self, moves: Sequence[Any], worlds: int) -> Samples:
        found: Samples = {move: [] for move in moves}
        for _ in range(worlds):
            world, dice = self._game.imagine(self._view, self._rng), int(self._rng.random() * 2**53)
            for move in moves:
                found[move].append(self._worth(world, move, FastRng(dice)))
        return found

    def _worth(self, world: Any, move: Any, dice: Rng) -> float:
        seat = self._view.seat
        after, _events = play(self._game, world, seat, move, dice)
        return float(self._game.rollout(after, dice)[seat])


def chances(game: AnyGame, view: Any, worlds: int, rng: Rng) -> list[Estimate]:
    """What each seat may hope for, as far as *view* tells: a spectator's, or a seat's."""
    found = [game.rollout(game.imagine(view, rng), rng) for _ in range(worlds)]
    return [Estimate.of(own) for own in zip(*found, strict=True)]


def _candidates(game: AnyGame, view: Any, moves: Sequence[Any], made: Any) -> list[Any]:
    if len(moves) <= CANDIDATES:
        return list(moves)
    order = sorted(moves, key=lambda move: -game.appraise(view, move))
    best = order[:CANDIDATES]
    return best if made in best else [*best[:-1], made]


def _leads(samples: Samples, made: Any) -> dict[Any, Estimate]:
    return {move: Estimate.of(_differences(own, samples[made])) for move, own in samples.items() if move != made}


def _rivals(samples: Samples, made: Any) -> list[Any]:
    """The moves that may still matter more than *made*, the best first; none if none surely does not."""
    leads = _leads(samples, made)
    open_ = [move for move, lead in leads.items() if not lead.surely_below(MATTERS)]
    return sorted(open_, key=lambda move: -leads[move].mean)[:CONTENDERS]


def _fresh(worlds: Worlds, best: Any, made: Any) -> Samples:
    """*best* against *made* in worlds that neither was chosen by, until it is clear."""
    found: Samples = {best: [], made: []}
    while len(found[made]) < MOST_FRESH:
        for move, more in worlds.samples([best, made], FRESH).items():
            found[move] += more
        loss = Estimate.of(_differences(found[best], found[made]))
        if loss.surely_below(MATTERS) or loss.surely_above(MATTERS):
            break
    return found


def _differences(own: Sequence[float], other: Sequence[float]) -> list[float]:
    """Paired, over the worlds that both were tried in."""
    return [mine - yours for mine, yours in zip(own, other, strict=False)]


def _estimates(samples: Samples, best: Any) -> dict[Any, Estimate]:
    """*best* first, also of equal ones."""
    found = {move: Estimate.of(own) for move, own in samples.items()}
    return dict(sorted(found.items(), key=lambda each: (-each[1].mean, each[0] != best)))


# -- by search


def preference(game: AnyGame, view: Any, best: Any, made: Any, rng: Rng) -> tuple[float, float] | None:
    """What *best* and *made* bring in a search below both, if it finds *best* better by more than :data:`PREFERRED`,
    surely."""
    pairs = IsmctsBot(game, SEARCHED).compared(view, best, made, rng)
    found = list(islice(pairs, SEARCHED))[SEARCHED // 4 :]
    lead = _lead(found)
    if abs(lead.mean - PREFERRED) < PREFERRED_SURE * lead.error:
        found += islice(pairs, SEARCHED)
        lead = _lead(found)
    if lead.mean - PREFERRED_SURE * lead.error <= PREFERRED:
        return None
    return fmean(first for first, _ in found), fmean(second for _, second in found)


def _lead(found: Sequence[tuple[float, float]]) -> Estimate:
    return _batched([first - second for first, second in found])


def _batched(found: Sequence[float]) -> Estimate:
    """As a tree that grows makes one world depend on those before, the error is that of means of many."""
    size = len(found) // BATCHES
    return Estimate.of([fmean(found[at * size : (at + 1) * size]) for at in range(BATCHES)])
