"""Tables of the demo's club, played move by move through the tables' own services."""

from collections.abc import Callable
from random import Random

from engine.chance import FastRng
from engine.events import Seat
from engine.registry import BOTS
from tournaments.config.demo.club.clock import Clock
from tournaments.platform.units import SECOND
from tournaments.tables import bots, services
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES

Level = Callable[[int], str]
"""How the user of that id plays their next move."""


def sit_down(table_id: str, clock: Clock) -> None:
    """Everybody comes to the table of a match, one after the other; with the last it begins."""
    for chair in TABLES.recent(table_id).state.chairs:
        if chair.user is not None and not chair.bot:
            clock.pass_by(20 * SECOND)
            services.join(table_id=table_id, user_id=chair.user)


def play(table_id: str, clock: Clock, level: Level, *, loser: int | None = None, moves: int = 0) -> None:
    """Play to the end; with a *loser* until they resign after *moves*."""
    pace, made = Random(table_id), 0
    while (table := TABLES.recent(table_id).state).status == "playing":
        clock.pass_by(pace.randrange(3, 15) * SECOND)
        if loser is not None and made >= moves:
            services.resign(table_id=table_id, user_id=loser)
            return
        _move(table, level)
        made += 1


def _move(table: TableState, level: Level) -> None:
    if table.bots_to_act:
        seat = table.bots_to_act[0]
        turn = bots.choose(table, seat)
        services.play_bot(table_id=table.id, seq=table.seq, seat=seat, move=turn.move, command=turn.command)
        return
    seat = min(table.to_act)
    user = table.chairs[seat].user
    if user is None:
        raise LookupError(f"nobody sits in seat {seat} of table {table.id}")
    services.make_move(table_id=table.id, user_id=user, move=_choice(table, seat, level(user)))


def _choice(table: TableState, seat: Seat, level: str) -> str:
    """What a bot of *level* would do there, for a person of the demo."""
    game = table.game
    view, legal = game.view(table.state, seat), game.legal(table.state, seat)
    return game.move_text(BOTS[level](game).choose(view, legal, FastRng(f"{table.seed}/{table.seq}")))
