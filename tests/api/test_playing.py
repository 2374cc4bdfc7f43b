"""Whole games over the API, against bots."""

import pytest
from pytest_django import Settings

from tests.api.client import Answer, Caller
from tournaments.tables.tasks import play_bot_turn


@pytest.fixture(autouse=True)
def _in_haste(settings: Settings) -> None:
    settings.BOT_PACE = 0


@pytest.mark.parametrize(
    "body",
    [
        {"game": "duck-soup", "seats": ["me", "bot:greedy"], "options": {"length": "deal"}},
        {"game": "gasp", "seats": ["bot:greedy", "me", "bot:uniform", "bot:greedy"], "options": {"max_rounds": 2}},
    ],
    ids=lambda body: str(body["game"]),
)
def test_a_whole_game_is_played(ann: Caller, stranger: Caller, body: dict[str, object]) -> None:
    opened = ann.post("/api/tables", body)
    assert opened.status == 201, opened
    finished = played(ann, opened)
    outcome = finished["outcome"]
    assert (outcome["reason"], sorted(outcome["places"])[0]) == ("played", 1)
    record = stranger.get(f"/api/tables/{opened['id']}/record")
    assert record["events"][-1]["kind"] == "table.seed_revealed"


def played(caller: Caller, seen: Answer) -> Answer:
    """The table at its end, the first legal move being made whenever it is the caller's turn."""
    path = f"/api/tables/{seen['id']}"
    while seen["status"] == "playing":
        if seen["legal"]:
            move = seen["legal"][0]
            made = caller.post(f"{path}/move/{move}", {"expected_seq": seen["seq"]}, key=f"move-{seen['seq']}")
            assert made.status == 200, made
        else:
            play_bot_turn(seen["id"], seen["seq"])
        seen = caller.get(path)
        assert seen.status == 200
    return seen
