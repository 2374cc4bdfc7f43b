"""Moves at a table, and the record that it leaves."""

import json
from typing import Any

from engine.verify import read_record, verify
from tournaments.tables import records, selectors, services
from tournaments.tables.streams import TABLES
from tournaments.tables.tasks import play_bot_turn


def whose_turn(table_id: str) -> int:
    """The user to act."""
    table = TABLES.current(table_id).state
    user = table.chairs[table.to_act[0]].user
    assert user is not None
    return user


def play_first(table_id: str, **given):
    user = whose_turn(table_id)
    seen = selectors.view(table_id=table_id, user_id=user)
    return services.make_move(table_id=table_id, user_id=user, move=seen.legal[0], **given)


def play_out(table_id: str) -> None:
    while selectors.summary(table_id).status == "playing":
        play_first(table_id)


def exported(table_id: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.dumps(records.record(table_id=table_id, user_id=None)))
    return record


def check(record: dict[str, Any]) -> None:
    verify(read_record(json.dumps(record).encode()))


def play_on(table_id: str) -> None:
    """Let the bots of the players who left play the table to its end."""
    while (table := TABLES.current(table_id).state).status == "playing":
        if table.bots_to_act:
            play_bot_turn(table_id, table.seq)
        else:
            play_first(table_id)
