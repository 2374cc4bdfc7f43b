"""Tables over the API: open, list, join, leave, and every way to be refused."""

from typing import Any

import pytest

from tests.api.client import Answer, Caller
from tests.factories import begin

DUCK = {"game": "duck-soup", "seats": ["me", None]}
AGAINST_BOT = {"game": "duck-soup", "seats": ["me", "bot:greedy"], "clock": {"base": 300, "increment": 5}}


def opened(caller: Caller, body: dict[str, Any]) -> Answer:
    answer = caller.post("/api/tables", body)
    assert answer.status == 201, answer
    return answer


def joined(ann: Caller, bob: Caller, body: dict[str, Any] = DUCK) -> str:
    table: str = opened(ann, body)["id"]
    assert bob.post(f"/api/tables/{table}/join").status == 200
    return table


def mover(table: str, *callers: Caller) -> tuple[Caller, Answer]:
    """The player who is to act, and what they see."""
    for caller in callers:
        seen = caller.get(f"/api/tables/{table}")
        if seen["legal"]:
            return caller, seen
    raise AssertionError("nobody is to act")


# -- opening


def test_a_table_against_a_bot_starts_at_once(ann: Caller) -> None:
    answer = opened(ann, AGAINST_BOT)
    assert (answer["status"], answer["me"], answer["rated"]) == ("playing", 0, False)
    assert answer["seats"][1]["level"] == "greedy"
    assert answer["clock"] == {"base": 300, "increment": 5, "per_move": False}
    assert answer.headers["Location"] == f"/api/tables/{answer['id']}"


def test_a_table_with_an_open_seat_waits(ann: Caller) -> None:
    answer = opened(ann, DUCK)
    assert (answer["status"], answer["view"], answer["picture"], answer["legal"]) == ("open", None, None, [])


def test_the_same_key_opens_one_table_though_bots_are_drawn_by_lot(ann: Caller, stranger: Caller) -> None:
    body = {"game": "gasp", "seats": ["me", "bot:greedy", "bot:greedy"]}
    answers = [ann.post("/api/tables", body, key="evening") for _ in range(8)]
    assert {answer.status for answer in answers} == {201}
    assert len({answer["id"] for answer in answers}) == 1
    assert len(stranger.get("/api/tables")["tables"]) == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "whist"}, "unknown_game"),
        ({"seats": ["me", None, None]}, "bad_seats"),
        ({"seats": ["me", "bot:genius"]}, "unknown_level"),
        ({"options": {"length": "for ever"}}, "bad_option"),
        ({"options": {"colour": "red"}}, "bad_option"),
        ({"options": {"max_rounds": 10**30}}, "bad_option"),
        ({"seats": ["me", "me"], "rated": True}, "seated_twice"),
    ],
)
def test_what_the_rules_do_not_know_is_refused(ann: Caller, change: dict[str, Any], code: str) -> None:
    answer = ann.post("/api/tables", DUCK | change)
    assert (answer.status, answer["code"]) == (422, code)


def test_more_bots_of_a_level_than_there_are_can_be_had(ann: Caller) -> None:
    seats = opened(ann, {"game": "gasp", "seats": ["bot:uniform"] * 3})["seats"]
    assert len({seat["user"] for seat in seats}) == 3


def test_each_bot_sits_at_a_table_once(ann: Caller) -> None:
    seats = opened(ann, {"game": "gasp", "seats": ["bot:greedy", "me", "bot:greedy", "bot:greedy"]})["seats"]
    assert len({seat["user"] for seat in seats}) == 4


# -- finding


def test_tables_are_listed_by_state_and_game(ann: Caller, stranger: Caller) -> None:
    waiting, live = opened(ann, DUCK)["id"], opened(ann, AGAINST_BOT)["id"]

    def found(**query: str) -> list[str]:
        return [table["id"] for table in stranger.get("/api/tables", **query)["tables"]]

    assert found(status="open") == [waiting]
    assert found(status="playing") == [live]
    assert set(found()) == {waiting, live}
    assert found(game="gasp") == []
    assert len(found(limit="1")) == 1


def test_a_listed_table_names_its_players(ann: Caller, stranger: Caller) -> None:
    opened(ann, DUCK)
    (row,) = stranger.get("/api/tables", status="open")["tables"]
    assert row["players"] == [{"name": "ann", "is_bot": False, "level": ""}, None]
    assert row["opener"] == "ann"


def test_a_stranger_sees_a_table_as_a_spectator(ann: Caller, bob: Caller, stranger: Caller) -> None:
    seen = stranger.get(f"/api/tables/{joined(ann, bob)}", picture="true")
    assert (seen["me"], seen["legal"], seen["status"]) == (None, [], "playing")
    assert "hand" not in {zone["form"] for zone in seen["picture"]["zones"] if zone.get("spots", [{}])[0].get("card")}


def test_a_picture_comes_when_it_is_asked_for(ann: Caller, bob: Caller) -> None:
    path = f"/api/tables/{joined(ann, bob)}"
    assert ann.get(path)["picture"] is None
    drawn = ann.get(path, picture="true")
    assert drawn["picture"]["zones"]
    acting = ann if drawn["legal"] else bob
    moved = acting.post(f"{path}/move/{acting.get(path)['legal'][0]}")
    assert (moved.status, moved["picture"]) == (200, None)


@pytest.mark.parametrize("path", ["", "/head", "/record"])
def test_there_is_no_such_table(stranger: Caller, path: str) -> None:
    answer = stranger.get(f"/api/tables/nosuchtabl{path}")
    assert (answer.status, answer["code"]) == (404, "unknown_table")


@pytest.mark.parametrize("path", ["join", "move/7H", "resign", "abort"])
def test_nothing_can_be_done_at_no_table(ann: Caller, path: str) -> None:
    answer = ann.post(f"/api/tables/nosuchtabl/{path}")
    assert (answer.status, answer["code"]) == (404, "unknown_table")


# -- joining


def test_the_player_who_takes_the_last_seat_starts_the_game(ann: Caller, bob: Caller) -> None:
    table = opened(ann, DUCK)["id"]
    answer = bob.post(f"/api/tables/{table}/join", {"seat": 1}, key="sit")
    assert (answer["status"], answer["me"]) == ("playing", 1)
    again = bob.post(f"/api/tables/{table}/join", {"seat": 1}, key="sit")
    assert (again.status, again["seq"], again["view"]) == (200, answer["seq"], answer["view"])


def test_a_seat_that_the_table_has_not_is_refused(ann: Caller, bob: Caller) -> None:
    answer = bob.post(f"/api/tables/{opened(ann, DUCK)['id']}/join", {"seat": 2})
    assert (answer.status, answer["code"]) == (422, "unknown_seat")


@pytest.mark.parametrize("path", ["join", "resign", "abort"])
def test_a_key_used_for_another_kind_of_request_is_refused(ann: Caller, bob: Caller, path: str) -> None:
    table = joined(ann, bob)
    who, seen = mover(table, ann, bob)
    who.post(f"/api/tables/{table}/move/{seen['legal'][0]}", key="one")
    answer = who.post(f"/api/tables/{table}/{path}", key="one")
    assert (answer.status, answer["code"]) == (422, "key_reused")


# -- moving


def test_a_move_answers_with_the_table_after_it(ann: Caller, bob: Caller) -> None:
    table = joined(ann, bob)
    who, seen = mover(table, ann, bob)
    answer = who.post(f"/api/tables/{table}/move/{seen['legal'][0]}")
    assert answer.status == 200
    assert answer["seq"] > seen["seq"]


def test_a_move_repeated_with_its_key_is_made_once_and_answered_the_same(ann: Caller, bob: Caller) -> None:
    table = joined(ann, bob)
    who, seen = mover(table, ann, bob)
    path = f"/api/tables/{table}/move/{seen['legal'][0]}"
    first, second = who.post(path, key="one"), who.post(path, key="one")
    assert (first.status, second.status) == (200, 200)
    assert first.body == second.body
    assert ann.get(f"/api/tables/{table}/head")["seq"] == first["seq"]


def test_nobody_has_seen_an_event_to_come(ann: Caller, bob: Caller) -> None:
    table = joined(ann, bob)
    who, seen = mover(table, ann, bob)
    answer = who.post(f"/api/tables/{table}/move/{seen['legal'][0]}", {"expected_seq": seen["seq"] + 1})
    assert (answer.status, answer["code"]) == (422, "unknown_seq")
    assert ann.get(f"/api/tables/{table}/head")["seq"] == seen["seq"]


@pytest.mark.parametrize("where", ["body", "query"])
def test_a_move_on_what_has_changed_since_is_stale(ann: Caller, bob: Caller, where: str) -> None:
    table = joined(ann, bob)
    who, seen = mover(table, ann, bob)
    path = f"/api/tables/{table}/move/{seen['legal'][0]}"
    old = {"expected_seq": 1}
    answer = who.post(path, old) if where == "body" else who.post(path, expected_seq=1)
    assert (answer.status, answer["code"], answer["seq"]) == (409, "stale", seen["seq"])
    fresh = {"expected_seq": seen["seq"]}
    assert (who.post(path, fresh) if where == "body" else who.post(path, expected_seq=seen["seq"])).status == 200


def test_body_and_query_must_expect_the_same(ann: Caller, bob: Caller) -> None:
    table = joined(ann, bob)
    assert ann.post(f"/api/tables/{table}/move/7H", {"expected_seq": 3}, expected_seq=4).status == 400


@pytest.mark.parametrize("move", ["x", "99Z", "play:7H", "é", "a b", ".", "7H7H7H"])
def test_what_is_no_move_is_refused_by_the_rules(ann: Caller, bob: Caller, move: str) -> None:
    table = joined(ann, bob)
    who, _seen = mover(table, ann, bob)
    answer = who.post(f"/api/tables/{table}/move/{move}")
    assert (answer.status, answer["code"]) == (422, "unknown_move")


def test_a_token_from_elsewhere_moves_nobody(ann: Caller, bob: Caller, guest: Caller) -> None:
    table = joined(ann, bob)
    _who, seen = mover(table, ann, bob)
    answer = guest.post(f"/api/tables/{table}/move/{seen['legal'][0]}")
    assert (answer.status, answer["code"]) == (403, "not_seated")


def test_an_open_table_is_not_played_yet(ann: Caller) -> None:
    answer = ann.post(f"/api/tables/{opened(ann, DUCK)['id']}/move/7H")
    assert (answer.status, answer["code"]) == (409, "not_playing")


# -- leaving


def test_a_resignation_ends_a_table_for_two(ann: Caller, bob: Caller) -> None:
    begin(table := joined(ann, bob))
    answer = bob.post(f"/api/tables/{table}/resign", key="enough")
    assert (answer["status"], answer["outcome"]["places"], answer["outcome"]["reason"]) == (
        "finished",
        [1, 2],
        "resigned",
    )
    again = bob.post(f"/api/tables/{table}/resign", key="enough")
    assert (again.status, again["outcome"]) == (200, answer["outcome"])
    assert bob.post(f"/api/tables/{table}/resign").status == 409


def test_a_stranger_cannot_resign(ann: Caller, bob: Caller, guest: Caller) -> None:
    assert guest.post(f"/api/tables/{joined(ann, bob)}/resign").status == 403


def test_who_opened_a_table_may_call_it_off(ann: Caller) -> None:
    table = opened(ann, DUCK)["id"]
    assert ann.post(f"/api/tables/{table}/abort", key="off")["status"] == "aborted"
    assert ann.post(f"/api/tables/{table}/abort", key="off")["status"] == "aborted"
    assert ann.post(f"/api/tables/{table}/abort").status == 409


# -- the log


def test_the_head_is_the_end_of_the_chain(ann: Caller, bob: Caller, stranger: Caller) -> None:
    table = joined(ann, bob)
    assert stranger.get(f"/api/tables/{table}/head")["seq"] == ann.get(f"/api/tables/{table}")["seq"]


def test_while_it_is_played_a_record_says_nothing_about_events_but_what_they_show(ann: Caller, bob: Caller) -> None:
    table = joined(ann, bob)
    first = next(who for who in (ann, bob) if who.get(f"/api/tables/{table}")["legal"])
    move = first.get(f"/api/tables/{table}")["legal"][0]
    first.post(f"/api/tables/{table}/move/{move}", key=f"mine-{move}")
    shown = {name for event in bob.get(f"/api/tables/{table}/record")["events"] for name in event}
    assert shown == {"seq", "kind", "version", "payload", "recorded_at"}


def test_once_it_is_finished_the_record_is_whole(ann: Caller, bob: Caller, stranger: Caller) -> None:
    table = joined(ann, bob)
    ann.post(f"/api/tables/{table}/resign")
    record = stranger.get(f"/api/tables/{table}/record")
    head = stranger.get(f"/api/tables/{table}/head")
    assert [event["seq"] for event in record["events"]] == list(range(1, head["seq"] + 1))
    assert (record["head"], record["events"][-1]["digest"]) == (head["digest"], head["digest"])
    assert {"table.seed_drawn", "table.seed_revealed"} <= {event["kind"] for event in record["events"]}
