"""Knock-outs in the API: announced, read, and every other answer about one."""

from typing import Any

import pytest

from accounts.models import User
from tests.api import contract
from tests.api.client import Caller
from tests.api.cups import CUP
from tests.factories import play_out

pytestmark = pytest.mark.django_db

KNOCK_OUTS: list[dict[str, Any]] = [
    {"format": "knock-out", "series": {"kind": "best_of", "tables": 3}},
    {"format": "double-elimination", "third_place": False},
    {"format": "pod-knock-out", "game": "gasp", "options": {}, "advance": 1},
]


def begun(ann: Caller, bots: list[User], **given: Any) -> str:
    made = ann.post("/api/tournaments", CUP | given)
    assert made.status == 201, made.body
    path = f"/api/tournaments/{made['id']}"
    assert ann.get(f"{path}/bracket").status == 404
    for bot in bots:
        assert ann.post(f"{path}/join", {"player": bot.username}).status == 200
    assert ann.post(f"{path}/start").status == 200
    return path


@pytest.mark.parametrize("given", KNOCK_OUTS, ids=lambda given: given["format"])
def test_a_bracket_names_every_match_from_the_start_to_the_end(ann: Caller, bots: list[User], given: dict[str, Any]):
    path = begun(ann, bots, **given)
    first = ann.get(f"{path}/bracket")
    assert first["played"] == 0
    play_out(path.split("/")[-1])
    last = ann.get(f"{path}/bracket")
    assert last["played"] == last["to_play"]
    assert ann.get(path)["status"] == "finished"
    assert {match["status"] for each in last["rounds"] for match in each["matches"]} <= {"decided", "bye", "not_needed"}
    assert ann.get(f"{path}/bracket", as_of=first["seq"]).body == first.body


@pytest.mark.parametrize("given", KNOCK_OUTS, ids=lambda given: given["format"])
@pytest.mark.parametrize("over", [False, True])
def test_everything_else_that_can_be_read_of_it_answers(
    ann: Caller, bots: list[User], given: dict[str, Any], over: bool
):
    path = begun(ann, bots, **given)
    if over:
        play_out(path.split("/")[-1])
    about = "/api/tournaments/{tournament_id}"
    for template, methods in contract.published()["paths"].items():
        if template.startswith(about) and "get" in methods:
            asked = {"one": bots[0].username, "two": bots[1].username} if "why-not" in template else {}
            answer = ann.get(template.replace(about, path).replace("{number}", "1"), **asked)
            assert answer.status in (200, 404, 409, 422), (template, answer.status)


def test_what_a_match_cannot_be_is_refused(ann: Caller) -> None:
    for series in ({"kind": "best_of", "tables": 2}, {"kind": "fixed", "tables": 2, "level": "draw"}):
        answer = ann.post("/api/tournaments", CUP | {"format": "knock-out", "series": series})
        assert (answer.status, answer["code"]) == (422, "bad_series")
    assert ann.post("/api/tournaments", CUP | {"series": {"tables": 10}}).status == 400


@pytest.mark.parametrize("given", KNOCK_OUTS, ids=lambda given: given["format"])
def test_every_draw_can_be_made_again_from_the_log(ann: Caller, bots: list[User], given: dict[str, Any]) -> None:
    path = begun(ann, bots, **given)
    if given["format"] != "pod-knock-out":  # there a bot would play on at its table
        ann.post(f"{path}/withdraw", {"player": bots[0].username})
    play_out(path.split("/")[-1])
    draws = [paired["number"] for paired in ann.get(f"{path}/rounds")["rounds"]]
    assert {ann.get(f"{path}/rounds/{number}/redraw")["verdict"] for number in draws} == {"equal"}
