"""Playing with the same people again, and filling a table with bots, over the API."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.client import Answer, Caller
from tests.factories import open_for

DUCK = {"game": "duck-soup", "seats": ["me", None]}


@pytest.fixture
def over(ann: Caller, bob: Caller) -> str:
    """The path of a finished table of Ann and Bob."""
    path = f"/api/tables/{ann.post('/api/tables', DUCK)['id']}"
    bob.post(f"{path}/join")
    assert ann.post(f"{path}/resign")["status"] == "finished"
    return path


def test_a_rematch_is_offered_accepted_and_played(ann: Caller, bob: Caller, stranger: Caller, over: str) -> None:
    assert ann.get(over)["rematch"] is None
    offered = ann.post(f"{over}/rematch")["rematch"]
    assert (offered["status"], offered["answers"], offered["table"]) == ("open", ["offered", "waiting"], None)
    assert stranger.get(over)["rematch"] == bob.get(over)["rematch"] == offered
    begun = bob.post(f"{over}/rematch")["rematch"]
    assert (begun["status"], begun["answers"]) == ("begun", ["offered", "accepted"])
    following = bob.get(f"/api/tables/{begun['table']}")
    assert (following["status"], following["me"]) == ("playing", 0)


def test_a_rematch_is_declined_or_withdrawn(ann: Caller, bob: Caller, over: str) -> None:
    ann.post(f"{over}/rematch")
    assert bob.post(f"{over}/rematch/decline")["rematch"]["status"] == "declined"
    bob.post(f"{over}/rematch")
    assert bob.post(f"{over}/rematch/decline")["rematch"]["status"] == "withdrawn"
    assert refusal(ann.post(f"{over}/rematch/decline")) == (409, "no_offer")


def test_the_same_key_offers_accepts_and_declines_once(ann: Caller, bob: Caller, over: str) -> None:
    offers = [ann.post(f"{over}/rematch", key="again")["rematch"] for _ in range(3)]
    assert offers == offers[:1] * 3
    answers = [bob.post(f"{over}/rematch", key="yes")["rematch"]["table"] for _ in range(3)]
    assert len(set(answers)) == 1
    assert refusal(bob.post(f"{over}/rematch/decline", key="yes")) == (422, "key_reused")
    assert ann.post(f"{over}/rematch", key="again")["rematch"]["status"] == "open"


def test_who_may_not_ask_is_told_why(ann: Caller, stranger: Caller, guest: Caller, over: str) -> None:
    assert refusal(guest.post(f"{over}/rematch")) == (403, "not_seated")
    assert stranger.post(f"{over}/rematch").status == 401
    playing = ann.post("/api/tables", {"game": "duck-soup", "seats": ["me", "bot:greedy"]})["id"]
    assert refusal(ann.post(f"/api/tables/{playing}/rematch")) == (409, "not_finished")


def test_a_waiting_table_is_filled_with_bots(ann: Caller, bob: Caller) -> None:
    path = f"/api/tables/{ann.post('/api/tables', {'game': 'gasp', 'seats': [None, 'me', None]})['id']}"
    assert refusal(bob.post(f"{path}/fill", {"level": "greedy"})) == (403, "not_opener")
    assert refusal(ann.post(f"{path}/fill", {"level": "genius"})) == (422, "unknown_level")
    filled = [ann.post(f"{path}/fill", {"level": "greedy"}, key="fill") for _ in range(3)]
    assert {answer["status"] for answer in filled} == {"playing"}
    assert [seat["level"] for seat in filled[0]["seats"]] == ["greedy", "", "greedy"]
    assert filled[0]["seats"] == filled[2]["seats"]
    assert refusal(ann.post(f"{path}/fill", {"level": "greedy"})) == (409, "not_open")


def test_a_match_is_not_begun_by_its_organiser(ann: Caller, bob: Caller, caller: Callable[[str], Caller]) -> None:
    olga = caller("olga")
    assert olga.user is not None
    path = f"/api/tables/{open_for(ann.user, bob.user, match='m', opener=olga.user.pk)}"
    before = olga.get(path)
    assert refusal(olga.post(f"{path}/fill", {"level": "greedy"})) == (403, "match_table")
    assert refusal(olga.post(f"{path}/join")) == (403, "not_seated")
    assert refusal(olga.post(f"{path}/abort")) == (403, "not_seated")
    after = olga.get(path)
    assert (after["status"], after["seq"]) == ("open", before["seq"])


def refusal(answer: Answer) -> tuple[int, str]:
    return answer.status, answer["code"]
