"""Bots at tables: each is handed its seat's view and nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import monotonic
from typing import TypeVar

from django.conf import settings
from msgspec import Struct

from accounts.errors import CastUsedUp
from accounts.models import User
from accounts.services import CAST, hire_bot
from engine.bots.base import VERSION
from engine.chance import FastRng, bot_seed
from engine.events import Seat
from engine.registry import BOTS, LEVELS
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.log.services import Plain
from tournaments.tables.errors import Refused
from tournaments.tables.state import TableState

T = TypeVar("T")

STAND_IN = "greedy"
"""The level that plays on for somebody who left."""


class Turn(Struct, frozen=True):
    """A bot's choice, and all that it takes to make it again beside the log: this is the command that is logged.

    ``turn`` names the turn; the generator's seed follows from it and the table's secret seed, once that is revealed.
    """

    move: str
    level: str
    version: int
    turn: str

    @property
    def command(self) -> Plain:
        return Plain(f"bot {self.level} {self.version} {self.turn}")


class Overtime(Exception):
    """The bot has thought for as long as it may."""


class Hurried(FastRng):
    """Ends the thinking after ``BOT_SECONDS``: a search shuffles what it cannot see, again and again."""

    def __init__(self, seed: str | int) -> None:
        super().__init__(seed)
        self._until = monotonic() + settings.BOT_SECONDS

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        if monotonic() > self._until:
            raise Overtime
        return super().shuffled(pile, n, cards)


def choose(table: TableState, seat: Seat) -> Turn:
    """What the bot at *seat* does: the same view at the same seq gives the same move.

    One that takes too long for it plays as a stand-in would, and the command says so: others wait for their bots.
    """
    game = table.game
    view = game.view(table.state, seat)
    level, turn = table.chairs[seat].bot or STAND_IN, f"{table.seq}/{seat}"
    legal, seed = game.legal(table.state, seat), bot_seed(bytes.fromhex(table.seed), turn)
    try:
        move = BOTS[level](game).choose(view, legal, Hurried(seed))
    except Overtime:
        level = STAND_IN
        move = BOTS[level](game).choose(view, legal, FastRng(seed))
    return Turn(game.move_text(move), level, VERSION, turn)


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
            raise Refused("unknown_level", _("There is no bot of that level."))
        chosen.append(_one_of(level, [*apart_from, *chosen]))
    return chosen


def _one_of(level: str, apart_from: Sequence[int]) -> int:
    cast = User.objects.filter(bot_level=level, is_active=True).exclude(pk__in=apart_from)
    free = list(cast.values_list("pk", flat=True))
    try:
        return random.choice(free) if free else hire_bot(level).pk
    except CastUsedUp as used_up:
        reason = _("There are {count} bots of that level, and that is too few here.")
        raise Refused(used_up.code, Text(reason, {"count": CAST})) from used_up
