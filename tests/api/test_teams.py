"""Fixed teams by the API."""

import pytest

from accounts.models import User
from tests.api.client import Caller
from tests.api.cups import CUP

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]

PAIRS = CUP | {"game": "gasp-pairs", "format": "round-robin", "options": {}, "team_size": 2, "bots": True}


def announced(caller: Caller, **given: object) -> str:
    return f"/api/tournaments/{caller.post('/api/tournaments', PAIRS | given)['id']}"


def test_two_enter_as_one_and_a_bot_plays_along(ann: Caller, bob: Caller, bots: list[User]) -> None:
    path = announced(ann)
    assert ann.post(f"{path}/teams", {"partners": ["bob"], "name": "The Aces"}).status == 200
    (waiting,) = ann.get(path)["teams"]
    assert (waiting["name"], waiting["awaited"]) == ("The Aces", ["bob"])
    assert ann.get(path)["entries"] == []
    bob.post(f"{path}/teams/{waiting['number']}/confirm")
    robots = [bot.username for bot in bots[:2]]
    ann.post(f"{path}/teams", {"player": robots[0], "partners": robots[1:]})
    seen = ann.get(path)
    assert seen["teams"] == []
    assert [[member["name"] for member in entry["members"]] for entry in seen["entries"]] == [["ann", "bob"], robots]
    ann.post(f"{path}/start")
    (match,) = ann.get(f"{path}/rounds")["rounds"][0]["matches"]
    seats = [seat["name"] for seat in ann.get(f"/api/tables/{match['table']}")["seats"]]
    assert {seats.index("ann") % 2, seats.index("bob") % 2} in ({0}, {1})


def test_what_cannot_be_says_why_beside_its_field(ann: Caller, bob: Caller) -> None:
    path = announced(ann)
    for body, code in (({"partners": ["ann"]}, "bad_team"), ({"partners": ["nobody"]}, "unknown_user")):
        refused = ann.post(f"{path}/teams", body)
        assert (refused.status, refused["code"], list(refused["errors"])) == (422, code, ["partners"])
    assert ann.post(f"{path}/join")["code"] == "team_needed"
    assert bob.post(f"{path}/teams/1/confirm")["code"] == "unknown_team"
    assert ann.post("/api/tournaments", PAIRS | {"game": "gasp"})["code"] == "bad_team_size"


def test_who_has_left_is_not_told_that_they_play_in_the_team(ann: Caller, bob: Caller) -> None:
    path = announced(ann)
    ann.post(f"{path}/teams", {"partners": ["bob"]})
    (waiting,) = ann.get(path)["teams"]
    confirm = f"{path}/teams/{waiting['number']}/confirm"
    assert [bob.post(confirm).status, bob.post(confirm).status] == [200, 200]
    bob.post(f"{path}/withdraw")
    assert bob.post(confirm)["code"] == "unknown_team"


def test_a_team_that_has_entered_is_not_declined_but_withdrawn(ann: Caller, bob: Caller) -> None:
    path = announced(ann)
    ann.post(f"{path}/teams", {"partners": ["bob"]})
    (waiting,) = ann.get(path)["teams"]
    decline = f"{path}/teams/{waiting['number']}/decline"
    bob.post(f"{path}/teams/{waiting['number']}/confirm")
    for member in (ann, bob):
        assert member.post(decline)["code"] == "unknown_team"
    assert len(ann.get(path)["entries"]) == 1
    ann.post(f"{path}/withdraw")
    ann.post(f"{path}/teams", {"partners": ["bob"]})
    (again,) = ann.get(path)["teams"]
    assert [bob.post(f"{path}/teams/{again['number']}/decline").status for _time in range(2)] == [200, 200]
