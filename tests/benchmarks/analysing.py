"""What is said of finished games, held to how they went: losses by level, chances, luck; and what a table costs.

Figures are means with their 95% interval. Nothing here is timed against something else: the budget of a table is
``working.BUDGET``.
"""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, pvariance, stdev
from time import process_time
from typing import Any, Final, NamedTuple

from engine.analysis.decisions import Decision, look
from engine.analysis.luck import luck
from engine.analysis.values import chances
from engine.arena import chosen
from engine.chance import FastRng, Rng, SeedChance
from engine.events import Seat, Shuffled
from engine.game import AnyGame, replay
from engine.places import shares
from engine.registry import BOTS, GAMES
from engine.table import Table as Playing
from tests.benchmarks.measure import Table

LEVELS: Final = ("uniform", "greedy", "ismcts-50")
WORLDS: Final = 48
EVERY: Final = 4
"""Moves between two points at which the chances are asked."""
AGAIN: Final = 1_000
"""Samples of the games, drawn again, for the interval of a ratio of variances."""


class Step(NamedTuple):
    """A move: the state before it and after it, who made it, what followed."""

    before: Any
    after: Any
    seat: Seat
    move: Any
    events: Sequence[Any]


KEYS: Final = tuple(os.environ.get("ANALYSIS_GAMES", " ".join(GAMES)).split())
"""All of them take hours on two cores that others use as well."""


def measured(*, keys: Sequence[str] = KEYS, tables: int = 20, lots: int = 200) -> Table:
    seconds: dict[str, list[float]] = {}
    notes: list[str] = []
    for key in keys:
        game = GAMES[key]
        notes.append(_losses(game, tables, seconds))
        notes.append(_calibration(game, tables * 3))
        if game.luck:
            notes.append(_luck(game, lots))
    return Table("Analysis", "s a table", seconds, [], notes)


def _played(game: AnyGame, level: str, seed: int) -> tuple[list[Step], Sequence[float]]:
    """A game of bots of one level among themselves, and what each seat made of it."""
    table = Playing(game, game.sizes[0], game.options(), SeedChance.from_text(f"analysis/{seed}"))
    bot, steps = BOTS[level](game), []
    while table.to_act:
        seat, before, so_far = table.to_act[0], table.state, len(table.log)
        move = chosen(table, seat, bot, f"{level}/{seed}")
        table.make(seat, move)
        steps.append(Step(before, table.state, seat, move, table.log[so_far:]))
    assert table.outcome is not None
    return steps, shares(table.outcome)


def _losses(game: AnyGame, tables: int, seconds: dict[str, list[float]]) -> str:
    """Of moves that are weighed; solved ones lose whole tricks or points."""
    parts = []
    for level in LEVELS:
        lost: list[float] = []
        exact: list[float] = []
        preferred = 0
        for seed in range(tables):
            steps, _result = _played(game, level, seed)
            began = process_time()
            found = [decision for decision in _looked_at(game, steps, seed) if decision is not None]
            seconds.setdefault(f"{game.key}, {level}", []).append(process_time() - began)
            lost += [decision.loss for decision in found if decision.values]
            exact += [decision.lost for decision in found if decision.solved]
            preferred += sum(decision.preferred for decision in found)
        said = f"{level} {_interval(lost)}" if lost else level
        parts.append(f"{said}, solved {_interval(exact)}" if exact else said)
        parts[-1] += f", preferred {preferred / tables:.2g} a table"
    return f"{game.key}, loss a decision: {'; '.join(parts)}"


def _looked_at(game: AnyGame, steps: Sequence[Step], seed: int) -> Iterator[Decision | None]:
    for number, step in enumerate(steps):
        yield look(game, step.before, step.seat, step.move, FastRng(f"{seed}/{number}"))


def _calibration(game: AnyGame, tables: int) -> str:
    """The chances that everybody could know of the first seat, in fifths, and how often they came true."""
    said: list[tuple[float, float]] = []
    for seed in range(tables):
        steps, result = _played(game, "greedy", 10_000 + seed)
        for step in steps[::EVERY]:
            view = game.view(step.before, None)
            mean = chances(game, view, WORLDS, FastRng(f"{seed}/{len(said)}"))[0].mean
            said.append((mean, result[0]))
    brier = fmean([(hope - came) ** 2 for hope, came in said])
    constant = pvariance([came for _hope, came in said])
    fifths = [[each for each in said if n / 5 <= min(each[0], 0.999) < (n + 1) / 5] for n in range(5)]
    told = [f"{fmean(h for h, _ in part):.2f}/{fmean(c for _, c in part):.2f}" for part in fifths if part]
    return (
        f"{game.key}, chances said/came: {', '.join(told)}; Brier score {brier:.3f} beside {constant:.3f} of a constant"
    )


def _luck(game: AnyGame, tables: int) -> str:
    results, lots = [], []
    for seed in range(tables):
        steps, result = _played(game, "greedy", 20_000 + seed)
        results.append(result[0])
        lots.append(sum(own[0] for own in _lots(game, steps, seed)))
    drawn = Random(1)
    again = [[drawn.randrange(tables) for _ in range(tables)] for _ in range(AGAIN)]
    ratios = sorted(_ratio([results[i] for i in some], [lots[i] for i in some]) for some in again)
    low, high = ratios[AGAIN // 40], ratios[-AGAIN // 40]
    whole = f"{_ratio(results, lots):.2f} ({low:.2f} to {high:.2f})"
    return f"{game.key}, luck: mean {_interval(lots)}, deviation {stdev(lots):.2f}; the result's variance x{whole}"


def _ratio(results: Sequence[float], lots: Sequence[float]) -> float:
    rest = [result - lot for result, lot in zip(results, lots, strict=True)]
    return pvariance(rest) / (pvariance(results) or 1.0)


def _lots(game: AnyGame, steps: Sequence[Step], seed: int) -> Iterator[list[float]]:
    rng = FastRng(seed)
    seats, options = game.sizes[0], game.options()
    yield luck(game, steps[0].before, lambda chance: replay(game, game.opening(seats, options, chance)), rng)
    for step in steps:
        if any(isinstance(event, Shuffled) for event in step.events):
            yield luck(game, step.after, partial(_dealt, game, step), rng)


def _dealt(game: AnyGame, step: Step, chance: Rng) -> Any:
    return replay(game, game.decide(step.before, step.seat, step.move, chance), step.before)


def _interval(found: Sequence[float]) -> str:
    error = 1.96 * stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0
    return f"{fmean(found):.4f} ± {error:.4f}"
