"""Tournaments announced, entered and played to their end through the API."""

from typing import Any

from accounts.models import User
from tests.api.client import Caller
from tournaments.log import sources
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables.tasks import play_bot_turn

CUP: dict[str, Any] = {
    "name": "Tuesday Cup",
    "game": "duck-soup",
    "format": "round-robin",
    "starts_at": sources.now_ms() + 1_000 * 86_400_000,
    "options": {"length": "deal"},
    "clock": {"base": 600, "increment": 5},
}


def entered(organiser: Caller, bots: list[User], **changes: Any) -> str:
    tournament = announced(organiser, **changes)
    for bot in bots:
        assert organiser.post(f"/api/tournaments/{tournament}/join", {"player": bot.username}).status == 200
    return tournament


def play_out(table: str) -> None:
    while (found := tables.summary(table)).status == "playing":
        play_bot_turn(table, found.seq)
    settle_table(table_id=table)


def announced(caller: Caller, **changes: Any) -> str:
    answer = caller.post("/api/tournaments", CUP | changes)
    assert answer.status == 201, answer
    found: str = answer["id"]
    return found
