"""Playing with the same people again, and filling a table with bots, over the API."""

import pytest

from tests.api.client import Answer, Caller
from tests.factories import begin

DUCK = {"game": "duck-soup", "seats": ["me", None]}


@pytest.fixture
def over(ann: Caller, bob: Caller) -> str:
    """The path of a finished table of Ann and Bob."""
    path = f"/api/tables/{ann.post('/api/tables', DUCK)['id']}"
    bob.post(f"{path}/join")
    begin(path.rpartition("/")[2])
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


def test_a_waiting_table_is_filled_with_bots(ann: Caller, bob: Caller) -> None:
    path = f"/api/tables/{ann.post('/api/tables', {'game': 'gasp', 'seats': [None, 'me', None]})['id']}"
    assert refusal(bob.post(f"{path}/fill", {"level": "greedy"})) == (403, "not_opener")
    assert refusal(ann.post(f"{path}/fill", {"level": "genius"})) == (422, "unknown_level")
    filled = [ann.post(f"{path}/fill", {"level": "greedy"}, key="fill") for _ in range(3)]
    assert {answer["status"] for answer in filled} == {"playing"}
    assert [seat["level"] for seat in filled[0]["seats"]] == ["greedy", "", "greedy"]
    assert filled[0]["seats"] == filled[2]["seats"]
    assert refusal(ann.post(f"{path}/fill", {"level": "greedy"})) == (409, "not_open")


def refusal(answer: Answer) -> tuple[int, str]:
    return answer.status, answer["code"]
