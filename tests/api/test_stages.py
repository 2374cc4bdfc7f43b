"""Groups and a final by the API: announced, planned, watched, and why somebody goes on."""

import pytest

from accounts.models import User
from tests.api.client import Caller
from tests.api.cups import CUP
from tests.factories import play_out

pytestmark = pytest.mark.django_db

STAGE = {"format": "knock-out", "takes": [{"type": "place", "place": 1}, {"type": "place", "place": 2}]}
GROUPS = CUP | {"format": "round-robin", "groups": 2, "stages": [STAGE], "bots": True}


def begun(ann: Caller, bots: list[User]) -> str:
    path = f"/api/tournaments/{ann.post('/api/tournaments', GROUPS)['id']}"
    for bot in bots[:6]:
        ann.post(f"{path}/join", {"player": bot.username})
    ann.post(f"{path}/start")
    return path


def test_stages_are_answered_as_they_were_announced_and_can_be_announced_again(ann: Caller) -> None:
    made = ann.post("/api/tournaments", GROUPS)
    assert made["groups"] == 2
    assert made["stages"][0]["takes"] == STAGE["takes"]
    again = ann.post("/api/tournaments", GROUPS | {"stages": made["stages"]})
    assert again["stages"] == made["stages"]


def test_the_plan_tells_of_groups_and_of_the_stages_behind_them(ann: Caller) -> None:
    plan = ann.post("/api/tournaments/plan", GROUPS | {"expected": 9})
    assert plan["groups"] == [5, 4]
    assert plan["stages"] == [{"entries": 4, "rounds": 2}]
    assert plan["rounds"] == 7
    assert len(plan["starts"]) == 7


@pytest.mark.parametrize(
    ("stage", "status"),
    [
        ({"format": "knock-out", "takes": []}, 400),
        ({"format": "knock-out", "takes": [{"type": "place", "place": 0}]}, 400),
        ({"format": "knock-out", "takes": [{"type": "some"}]}, 400),
        ({"format": "knock-out", "takes": [{"type": "top", "count": 1}]}, 422),
        ({"format": "pods", "takes": [{"type": "top", "count": 8}]}, 422),
        ({"format": "knock-out", "takes": [{"type": "top", "count": 8}], "carries": "all"}, 422),
    ],
)
def test_stages_that_cannot_be_are_refused(ann: Caller, stage: dict[str, object], status: int) -> None:
    assert ann.post("/api/tournaments", GROUPS | {"stages": [stage]}).status == status


def test_who_would_go_on_and_who_does_is_told_with_the_rule(ann: Caller, stranger: Caller, bots: list[User]) -> None:
    path = begun(ann, bots)
    groups, final = stranger.get(f"{path}/stages")["stages"]
    assert (groups["state"], final["state"]) == ("playing", "to_come")
    assert [group["name"] for group in groups["groups"]] == ["A", "B"]
    assert not final["field"]["fixed"]
    assert not stranger.get(f"{path}/bracket")["fixed"]
    before = stranger.get(path)["seq"]
    play_out(path.rpartition("/")[2])
    groups, final = stranger.get(f"{path}/stages")["stages"]
    assert final["field"]["fixed"]
    assert {each["why"] for each in final["field"]["entries"]} == {
        f"Place {place} of group {group}: place {place} of each group goes on." for place in (1, 2) for group in "AB"
    }
    assert all(len(group["goes_on"]) == 2 for group in groups["groups"])
    assert stranger.get(f"{path}/bracket")["fixed"]
    assert stranger.get(f"{path}/stages", as_of=before)["stages"][1]["state"] == "to_come"
    assert stranger.get(path)["stage"] == 2
