"""Bots at tables: each is handed its seat's view and nothing else."""

import random
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TypeVar

from django.conf import settings
from msgspec import Struct

from accounts.errors import CastUsedUp
from accounts.models import User
from accounts.services import CAST, hire_bot
from engine.bots.base import VERSION, OutOfTime
from engine.chance import FastRng, bot_seed
from engine.events import Seat
from engine.registry import BOTS, LEVELS
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.log.services import Plain
from tournaments.tables.errors import Refused
from tournaments.tables.state import TableState

T = TypeVar("T")

ADVISER = "ismcts-300"
"""The level that hints come from."""
ADVICE_SECONDS = 0.4
"""A hint is what it has found by then."""
STAND_IN = "greedy"
"""The level that plays on for somebody who left."""
FASTEST, SLOWEST = 0.75, 1.5
"""A bot's time for a move is drawn between these parts of ``BOT_PACE``."""
SHORT = 0.25
"""When a worker begins late, a level that hardly thinks takes this part of its shortest time."""
SLOWER = {"ismcts-300": 1.1, "ismcts-1000": 1.3, "ismcts-2000": 1.5}
"""By how much levels that think longer are slower."""
MARGIN = 0.1
"""A bot ends its thinking this many seconds before its moment."""


class Turn(Struct, frozen=True):
    """A bot's choice, and all that it takes to make it again beside the log: this is the command that is logged.

    ``turn`` names the turn; the generator's seed follows from it and the table's secret seed, once that is revealed.
    ``cut``: the shuffles after which there was no time left to think.
    """

    move: str
    level: str
    version: int
    turn: str
    cut: int | None = None

    @property
    def command(self) -> Plain:
        cut = "" if self.cut is None else f" {self.cut}"
        return Plain(f"bot {self.level} {self.version} {self.turn}{cut}")


class Hurried(FastRng):
    """Ends the thinking once *is_over* says so: a search shuffles what it cannot see, again and again."""

    def __init__(self, seed: str | int, is_over: Callable[[int], bool]) -> None:
        super().__init__(seed)
        self._is_over = is_over
        self._shuffles = 0
        self.cut: int | None = None
        """The shuffles after which it ended."""

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        if self._is_over(self._shuffles):
            self.cut = self._shuffles
            raise OutOfTime
        self._shuffles += 1
        return super().shuffled(pile, n, cards)


def moment(table: TableState, seat: Seat, *, begun: int) -> int:
    """When the bot at *seat* moves (epoch ms), whatever it holds. A move is kept back until then, also one that needs
    no thought, and thinking ends before.

    The time since it was asked is drawn from the table's secret seed and the turn, by its level. A worker that has
    *begun* late has at least the level's shortest time from there.
    """
    since, pace = table.clocks[seat].since, 1_000 * settings.BOT_PACE
    slower = SLOWER.get(table.chairs[seat].bot or STAND_IN, 1.0)
    drawn = bot_seed(bytes.fromhex(table.seed), f"pace {table.seq}/{seat}")
    share = FASTEST + (SLOWEST - FASTEST) * int(drawn[:8], 16) / 2**32
    least = FASTEST * pace * (slower if slower > 1 else SHORT)
    return max(int((begun if since is None else since) + slower * pace * share), int(begun + least))


def choose(table: TableState, seat: Seat, *, until: int | None = None) -> Turn:
    """What the bot at *seat* does: the same view at the same seq gives the same move, if it may think for as long.

    It thinks for ``BOT_SECONDS`` at most, and until a little before *until* (epoch ms). Then a search answers with what
    it has found, and the command says so.
    """
    seconds: float = settings.BOT_SECONDS
    if until is not None:
        seconds = min(seconds, (until - sources.now_ms()) / 1_000 - MARGIN)
    end = monotonic() + seconds
    return chosen(table, seat, lambda _shuffles: monotonic() > end)


def chosen(table: TableState, seat: Seat, is_over: Callable[[int], bool]) -> Turn:
    """The same, until *is_over* says so, which is told how often the search has shuffled."""
    return _thought(table, seat, table.chairs[seat].bot or STAND_IN, table.seed, is_over)


def advised(table: TableState, seat: Seat) -> str:
    """What a strong bot would do in place of the player of *seat*, in notation: from their view, and no secret seed."""
    end = monotonic() + ADVICE_SECONDS
    return _thought(table, seat, ADVISER, table.facts.commit, lambda _shuffles: monotonic() > end).move


def _thought(table: TableState, seat: Seat, level: str, drawn: str, is_over: Callable[[int], bool]) -> Turn:
    """What a bot of *level* does, which is handed the view of *seat*; its chances follow from *drawn* (hex)."""
    game = table.game
    view, turn = game.view(table.state, seat), f"{table.seq}/{seat}"
    legal, seed = game.legal(table.state, seat), bot_seed(bytes.fromhex(drawn), turn)
    rng = Hurried(seed, is_over)
    try:
        move = BOTS[level](game).choose(view, legal, rng)
    except OutOfTime:  # it knows no answer before its end
        level, rng = STAND_IN, Hurried(seed, lambda _shuffles: False)
        move = BOTS[level](game).choose(view, legal, rng)
    return Turn(game.move_text(move), level, VERSION, turn, rng.cut)


def levels() -> tuple[str, ...]:
    """The levels that people choose from, weakest first."""
    return tuple(LEVELS)


def seat_bots(wanted: Sequence[str], *, apart_from: Sequence[int] = ()) -> list[int]:
    """A bot account for each level of *wanted*, none twice and none of *apart_from*; raises ``Refused``.

    Bots are drawn by lot from the cast of a level, which is completed when it is needed and never grows beyond that.
    """
    chosen: list[int] = []
    for level in wanted:
        if level not in BOTS:
            reason = _("There is no bot at that level. There are: {levels}.")
            raise Refused("unknown_level", Text(reason, {"levels": ", ".join(BOTS)}))
        chosen.append(_one_of(level, [*apart_from, *chosen]))
    return chosen


def _one_of(level: str, apart_from: Sequence[int]) -> int:
    cast = User.objects.filter(bot_level=level, is_active=True).exclude(pk__in=apart_from)
    free = list(cast.values_list("pk", flat=True))
    try:
        return random.choice(free) if free else hire_bot(level).pk
    except CastUsedUp as used_up:
        reason = _("There are only {count} bots at that level, which is too few.")
        raise Refused(used_up.code, Text(reason, {"count": CAST})) from used_up
