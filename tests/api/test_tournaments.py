"""Tournaments, ladders and players over the API."""

from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from tests.api.client import Answer, Caller
from tests.api.cups import CUP, announced, entered, play_out
from tests.factories import started

# -- announcing


def test_an_announced_tournament_is_listed(ann: Caller, stranger: Caller) -> None:
    answer = ann.post("/api/tournaments", CUP)
    assert (answer.status, answer["organiser"], answer["status"]) == (201, "ann", "announced")
    assert answer.headers["Location"] == f"/api/tournaments/{answer['id']}"
    (row,) = stranger.get("/api/tournaments", status="announced", game="duck-soup")["tournaments"]
    assert (row["id"], row["organiser"], row["entries"]) == (answer["id"], "ann", 0)
    assert stranger.get("/api/tournaments", status="finished")["tournaments"] == []


def test_three_points_for_a_win_are_announced_and_answered(ann: Caller) -> None:
    tournament = announced(ann, table_points="winner", tie_breaks=["MW", "OMW"])
    settings = ann.get(f"/api/tournaments/{tournament}")
    assert (settings["table_points"], settings["place_points"]) == ("winner", ["3", "1"])
    refused = ann.post("/api/tournaments", CUP | {"table_points": "places"})
    assert (refused.status, refused["code"]) == (422, "bad_table_points")


def test_the_same_key_announces_one_tournament_and_is_answered_the_same(ann: Caller, stranger: Caller) -> None:
    first = ann.post("/api/tournaments", CUP, key="cup")
    ann.post(f"/api/tournaments/{first['id']}/join")
    second = ann.post("/api/tournaments", CUP, key="cup")
    assert (second.status, second.body) == (201, first.body)
    assert len(stranger.get("/api/tournaments")["tournaments"]) == 1


def test_strangers_announce_nothing(stranger: Caller) -> None:
    assert stranger.post("/api/tournaments", CUP).status == 401


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"format": "gauntlet"}, {"starts_at": "tomorrow"}, {"prize": 5}, {"rounds": 0}]
)
def test_what_cannot_be_read_is_malformed(ann: Caller, change: dict[str, Any]) -> None:
    answer = ann.post("/api/tournaments", CUP | change)
    assert (answer.status, list(answer["errors"])) == (400, list(change))


@pytest.mark.parametrize(
    "change",
    [{"name": "  "}, {"format": "pods"}, {"rounds": 1000}, {"options": {"x": 1}}, {"max_entries": 1}],
)
def test_what_cannot_be_held_is_refused(ann: Caller, change: dict[str, Any]) -> None:
    assert ann.post("/api/tournaments", CUP | change).status == 422


def test_a_control_character_is_malformed_wherever_it_stands(ann: Caller) -> None:
    answers = [
        ann.post("/api/tournaments", CUP | {"name": "\0"}),
        ann.post(f"/api/tournaments/{announced(ann)}/join", {"player": "\0"}),
        ann.get("/api/players/nobody%00"),
    ]
    assert [(answer.status, answer["code"]) for answer in answers] == [(400, "malformed")] * 3


# -- entering


def test_players_enter_and_withdraw(ann: Caller, bob: Caller, stranger: Caller) -> None:
    tournament = announced(ann)
    path = f"/api/tournaments/{tournament}"
    assert bob.post(f"{path}/join", key="in").body == {"ok": True}
    assert bob.post(f"{path}/join", key="in").body == {"ok": True}
    assert [entry["name"] for entry in stranger.get(path)["entries"]] == ["bob"]
    assert bob.post(f"{path}/withdraw").body == {"ok": True}
    assert stranger.get(path)["entries"] == []


def test_only_the_organiser_enters_bots(ann: Caller, bob: Caller, bots: list[User]) -> None:
    path = f"/api/tournaments/{announced(ann)}/join"
    assert bob.post(path, {"player": bots[0].username}).status == 403
    assert ann.post(path, {"player": bots[0].username}).status == 200


@pytest.mark.parametrize("name", ["nobody", "", "x" * 500])
def test_nobody_of_that_name_can_be_entered(ann: Caller, name: str) -> None:
    answer = ann.post(f"/api/tournaments/{announced(ann)}/join", {"player": name})
    assert (answer.status, answer["code"]) == (422, "unknown_user")


@pytest.mark.parametrize("path", ["", "/rounds", "/standings"])
def test_there_is_no_such_tournament(stranger: Caller, path: str) -> None:
    answer = stranger.get(f"/api/tournaments/nosuchcup0{path}")
    assert (answer.status, answer["code"]) == (404, "unknown_tournament")


@pytest.mark.parametrize("path", ["join", "withdraw", "start"])
def test_nothing_can_be_done_in_no_tournament(ann: Caller, path: str) -> None:
    assert ann.post(f"/api/tournaments/nosuchcup0/{path}").status == 404


# -- playing


def test_only_the_organiser_starts(ann: Caller, bob: Caller, bots: list[User]) -> None:
    path = f"/api/tournaments/{entered(ann, bots[:2])}/start"
    answer = bob.post(path)
    assert (answer.status, answer["code"]) == (403, "not_organiser")
    assert ann.post(path, key="go").status == 200
    assert ann.post(path, key="go").status == 200


@pytest.mark.parametrize(
    ("count", "changes"),
    [
        (3, {}),
        (4, {"format": "swiss", "rounds": 2}),
        (5, {"game": "gasp", "format": "pods", "rounds": 1, "options": {"max_rounds": 1}}),
    ],
    ids=["round-robin", "swiss", "pods"],
)
def test_a_whole_tournament_is_played(
    ann: Caller, stranger: Caller, bots: list[User], settings: Settings, count: int, changes: dict[str, Any]
) -> None:
    settings.BOT_PACE = 0
    path = f"/api/tournaments/{entered(ann, bots[:count], **changes)}"
    assert ann.post(f"{path}/start").status == 200
    while stranger.get(path)["status"] == "running":
        current = stranger.get(f"{path}/rounds")["rounds"][-1]
        for match in current["matches"]:
            assert match["reasons"]
            play_out(match["table"])
    assert stranger.get(path)["status"] == "finished"
    rounds = stranger.get(f"{path}/rounds")["rounds"]
    assert all(match["places"] for drawn in rounds for match in drawn["matches"])
    assert check_standings(stranger.get(f"{path}/standings")) == count


def check_standings(answer: Answer) -> int:
    places = [line["place"] for line in answer["standings"]]
    assert places == sorted(places)
    assert places[0] == 1
    assert all(line["why"] for line in answer["standings"])
    return len(places)


def test_a_tournament_can_be_seen_as_it_was(ann: Caller, stranger: Caller, bots: list[User]) -> None:
    path = f"/api/tournaments/{entered(ann, bots[:2])}"
    ann.post(f"{path}/start")
    assert [len(stranger.get(path, as_of=seq)["entries"]) for seq in (1, 2, 3)] == [0, 1, 2]
    assert stranger.get(f"{path}/rounds", as_of=3)["rounds"] == []
    assert stranger.get(f"{path}/standings", as_of=1)["standings"] == []


def test_after_its_last_event_a_tournament_is_as_it_is_now(ann: Caller, stranger: Caller) -> None:
    path = f"/api/tournaments/{announced(ann)}"
    assert stranger.get(path, as_of=10**9).body == stranger.get(path).body


# -- ladders and players


def test_a_rated_table_shows_on_the_ladder_and_on_the_profile(
    ann: Caller, stranger: Caller, settings: Settings
) -> None:
    settings.BOT_PACE = 0
    body = {"game": "duck-soup", "seats": ["bot:greedy", "bot:uniform"], "options": {"length": "deal"}, "rated": True}
    table = ann.post("/api/tables", body)["id"]
    play_out(table)
    ladder = stranger.get("/api/ladders/duck-soup", part="provisional", bots=True)["ladder"]
    assert [rung["tables"] for rung in ladder] == [1, 1]
    profile = stranger.get(f"/api/players/{ladder[0]['name']}")
    assert profile["ratings"] == [
        {
            "pool": "duck-soup",
            "game": "duck-soup",
            "rating": ladder[0]["rating"],
            "tables": 1,
            "provisional": True,
        }
    ]
    assert [row["id"] for row in profile["tables"]] == [table]


def test_a_game_without_rated_tables_has_an_empty_ladder(stranger: Caller) -> None:
    assert stranger.get("/api/ladders/gasp").body == {"game": "gasp", "part": "ranked", "young": True, "ladder": []}


@pytest.mark.parametrize("name", ["nobody", "Žofie", "x" * 151])
def test_there_is_no_such_player(stranger: Caller, name: str) -> None:
    assert stranger.get(f"/api/players/{name}").status == 404


def test_standings_pairings_and_files_are_had_as_they_were_after_a_round(
    ann: Caller, stranger: Caller, bots: list[User]
) -> None:
    tournament = entered(ann, bots[:3])
    path = f"/api/tournaments/{tournament}"
    ann.post(f"{path}/start")
    for match in stranger.get(f"{path}/rounds")["rounds"][0]["matches"]:
        play_out(match["table"])
    assert len(stranger.get(f"{path}/rounds")["rounds"]) == 2
    assert [paired["number"] for paired in stranger.get(f"{path}/rounds", after_round=1)["rounds"]] == [1]
    assert stranger.get(f"{path}/pairings.csv", after_round=1).body.count("\r\n2,") == 0
    assert {line["tables"] for line in stranger.get(f"{path}/standings", after_round=1)["standings"]} == {0, 1}
    refused = stranger.get(f"{path}/standings", after_round=2)
    assert (refused.status, refused["code"]) == (422, "round_not_over")
    assert stranger.get(f"{path}/standings", after_round=1, as_of=3)["code"] == "two_moments"


# -- late, away and back


def test_one_comes_late_misses_a_round_pauses_and_returns(ann: Caller, bob: Caller, bots: list[User]) -> None:
    tournament = entered(ann, bots[:3], format="swiss", rounds=3, late_round=2, late_bye="H", half_byes=1)
    path = f"/api/tournaments/{tournament}"
    ann.post(f"{path}/start")
    assert ann.get(path)["takes_late"] is True
    assert bob.post(f"{path}/join").status == 200
    assert bob.post(f"{path}/byes", {"round": 2, "bye": "H"}).status == 200
    mine = next(each for each in bob.get(path)["entries"] if each["name"] == "bob")
    assert (mine["seed"], mine["byes"], mine["paused"]) == (4, [{"round": 2, "code": "H"}], False)
    assert bob.post(f"{path}/byes", {"round": 3, "bye": "H"})["code"] == "no_bye_last"
    assert bob.post(f"{path}/byes", {"round": 1, "bye": "Z"}).status == 409
    assert bob.post(f"{path}/byes", {"round": 2, "bye": None}).status == 200
    for _time in range(2):
        assert bob.post(f"{path}/pause", key="tea").status == 200
    assert ann.post(f"{path}/return", {"player": "bob"}).status == 200, "the organiser, for anybody"
    assert bob.post(f"{path}/pause", {"player": bots[0].username}).status == 403
    assert bob.post(f"{path}/byes", {"round": 2, "bye": "F"}).status == 400
    line = next(each for each in ann.get(f"{path}/standings")["standings"] if each["entry"]["name"] == "bob")
    assert [(item["round"], item["code"], item["points"]) for item in line["why"]] == [(1, "H", "½")]


def test_conditions_are_asked_for_and_a_code_checks_in(ann: Caller, bob: Caller, bots: list[User]) -> None:
    made = ann.post("/api/tournaments", CUP | {"entry_code": "tea", "least_rating": 1400, "check_in_minutes": 15})
    path = f"/api/tournaments/{made['id']}"
    assert (made["needs_code"], made["least_rating"], made["waiting"]) == (True, 1400, [])
    assert "entry_code" not in made.body
    told = bob.get(f"{path}/conditions")
    assert {each["code"]: each["met"] for each in told["conditions"]} == {
        "guests_unrated": True,
        "rating_too_low": True,
        "wrong_code": False,
    }
    assert bob.post(f"{path}/join", {"code": "coffee"})["code"] == "wrong_code"
    assert bob.get(f"{path}/conditions", code="tea")["met"] is True
    for _time in range(2):
        assert bob.post(f"{path}/join", {"code": "tea"}, key="in").status == 200
    assert bob.post(f"{path}/check-in")["code"] == "too_early"
    assert ann.post(f"{path}/check-in", {"player": "bob"}).status == 200
    assert [entry["checked_in"] for entry in ann.get(path)["entries"]] == [True]


def test_a_waiting_list_moves_up(ann: Caller, bob: Caller, bots: list[User]) -> None:
    tournament = entered(ann, bots[:2], max_entries=2, waiting_list=True)
    path = f"/api/tournaments/{tournament}"
    assert bob.post(f"{path}/join").status == 200
    assert [entry["name"] for entry in ann.get(path)["waiting"]] == ["bob"]
    ann.post(f"{path}/withdraw", {"player": bots[0].username})
    names = {entry["name"]: entry["moved_up"] for entry in ann.get(path)["entries"]}
    assert names == {bots[1].username: False, "bob": True}


def test_a_preset_is_announced_planned_and_directed_by_two(ann: Caller, bob: Caller) -> None:
    presets = {each["key"]: each for each in ann.get("/api/tournaments/presets", game="gasp")["presets"]}
    assert {"pods-evening"} <= set(presets)
    assert "club-evening" not in presets, "nobody plays it at two"
    body = {"name": "Thursday", "game": "gasp", "starts_at": CUP["starts_at"], **presets["pods-evening"]["settings"]}
    plan = ann.post("/api/tournaments/plan", body | {"expected": 13})
    assert (plan["rounds"], plan["tables"], plan["resting"], plan["minutes"]) == (4, 3, 0, 40)
    assert plan["ends"] - plan["starts"][0] == 160 * 60_000
    assert ann.post("/api/tournaments/plan", body | {"expected": 2})["code"] == "bad_expected"
    made = ann.post("/api/tournaments", body)
    path = f"/api/tournaments/{made['id']}"
    assert bob.post(f"{path}/organisers", {"players": ["bob"]}).status == 403
    assert bob.post(f"{path}/organisers/confirm")["code"] == "not_asked"
    assert ann.post(f"{path}/organisers", {"players": ["bob"]})["code"] == "not_invitable"
    bob.post("/api/account/privacy", {"invitations": "anyone"})
    assert ann.post(f"{path}/organisers", {"players": ["bob"]}).status == 200
    assert ann.get(path)["organisers"] == []
    assert bob.post(f"{path}/organisers/confirm").status == 200
    assert ann.get(path)["organisers"] == ["bob"]
    assert bob.post(f"{path}/organisers", {"players": []}).status == 403
    assert bob.post(f"{path}/start")["code"] == "too_few_entries"
    assert bob.post(f"{path}/organisers/step-down").status == 200
    assert ann.get(path)["organisers"] == []
    assert bob.post(f"{path}/start").status == 403


def test_rounds_and_standings_can_be_had_in_parts(stranger: Caller) -> None:
    users = [User.objects.create_user(f"part{number}").pk for number in range(6)]
    path = f"/api/tournaments/{started(users[0], users, rounds=2)}"
    whole, drawn = stranger.get(f"{path}/standings")["standings"], stranger.get(f"{path}/rounds")["rounds"]
    assert stranger.get(f"{path}/standings", limit=2, offset=1)["standings"] == whole[1:3]
    assert stranger.get(f"{path}/standings", offset=4)["standings"] == whole[4:]
    assert stranger.get(f"{path}/standings", offset=99)["standings"] == []
    assert stranger.get(f"{path}/rounds", round=1)["rounds"] == drawn
    assert stranger.get(f"{path}/rounds", round=2)["rounds"] == []
    assert stranger.get(f"{path}/rounds", round=0).status == 400
    assert stranger.get(f"{path}/standings", limit=0).status == 400


def test_a_report_of_digits_is_a_line_that_cannot_be_and_no_fault_of_ours(ann: Caller) -> None:
    tournament = announced(ann)
    player = "001    1      ann" + 63 * " " + " 0.0"
    for record in ("XXR " + "9" * 5_000, "XXR " + "9" * 1_000, "XXP 1 " + "9" * 5_000):
        asked = {"kind": "trf", "text": f"{player}\n{record}"}
        seen = ann.post(f"/api/tournaments/{tournament}/import", asked)
        assert (seen.status, [(line["line"], line["outcome"]) for line in seen["lines"]]) == (200, [(2, "refused")])
        assert ann.post(f"/api/tournaments/{tournament}/import", asked | {"confirm": True}).status == 422
    seen = ann.post(f"/api/tournaments/{tournament}/import", {"kind": "trf", "text": f"XXC white1\n{player}"})
    assert (seen["unread"], seen["lines"][0]["outcome"]) == (["XXC"], "invited")
