"""What goes out once a table's events are committed. All of it is a hint: what is missed is found in the log."""

from django.conf import settings

from tournaments.platform import valkey
from tournaments.tables.state import TableState

SETTLE = "settlement.settle_table"
SETTLE_WAITING = "settlement.settle_waiting"
PLAY = "tables.play_bot_turn"
MOVE = "tables.make_bot_move"
CHAT = "chat "
"""Begins a message that tells of something written; any other tells of a commit."""


def channel(table_id: str) -> str:
    return f"{settings.REDIS_PREFIX}table:{table_id}"


def announce(table: TableState) -> None:
    """Wake the table's streams, its bots, and the settlement of its result."""
    valkey.publish(channel(table.id), table.seq)
    if table.bots_to_act:
        queue_bots(table.id, table.seq)
    if table.status == "finished" and not table.settled:
        valkey.send_task(SETTLE, [table.id])


def queue_bots(table_id: str, seq: int, *, expires: float | None = None) -> None:
    """Ask a worker to think for the bots that are to act after *seq*."""
    valkey.send_task(PLAY, [table_id, seq], expires=expires)


def queue_move(table_id: str, seq: int, seat: int, move: str, command: str, *, wait: int) -> None:
    """Have a bot's move made in *wait* ms, by the worker of the clocks: no bot's thinking delays that one."""
    valkey.send_task(MOVE, [table_id, seq, seat, move, command], countdown=wait / 1_000)


def tell_of_chat(table_id: str, line: int) -> None:
    """Say to the table's streams that something was written, and no more of it than its number."""
    valkey.publish(channel(table_id), f"{CHAT}{line}")
