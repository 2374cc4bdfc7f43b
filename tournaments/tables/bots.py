"""Bots at tables: each is handed its seat's view and nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence

from accounts.models import User
from accounts.services import hire_bot
from engine.chance import FastRng
from engine.events import Seat
from engine.registry import BOTS
from engine.text import gettext_noop as _
from tournaments.tables.errors import Refused
from tournaments.tables.playing import Playing

STAND_IN = "greedy"
"""The level that plays on for somebody who left."""


def choose(table: Playing, seat: Seat) -> str:
    """The move, in notation, of the bot at *seat*. The same view at the same seq always gives the same move."""
    game = table.game
    view = game.view(table.state, seat)
    bot = BOTS[table.bot_at(seat) or STAND_IN](game)
    move = bot.choose(view, game.legal(table.state, seat), FastRng(f"{table.id}/{table.seq}/{seat}"))
    return game.move_text(move)


def levels() -> tuple[str, ...]:
    """The levels there are, weakest first."""
    return tuple(BOTS)


def seat_bots(wanted: Sequence[str], *, apart_from: Sequence[int] = ()) -> list[int]:
    """A bot account for each level of *wanted*, none twice and none of *apart_from*; raises ``Refused``.

    Bots are drawn by lot among those of a level; where there are too few, one more is made.
    """
    chosen: list[int] = []
    for level in wanted:
        if level not in BOTS:
            raise Refused("unknown_level", _("There is no bot of that level."))
        free = list(
            User.objects.filter(bot_level=level, is_active=True)
            .exclude(pk__in=[*apart_from, *chosen])
            .values_list("pk", flat=True)
        )
        chosen.append(random.choice(free) if free else hire_bot(level).pk)
    return chosen
