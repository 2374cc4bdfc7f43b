"""Rulings over the API: tried, signed, reversed; and how they are refused."""

from typing import Any

import pytest

from accounts.models import User
from tests.api.client import Answer, Caller
from tests.api.cups import entered

RULE: dict[str, Any] = {"reason": "mistake", "text": "It was entered the wrong way round."}


@pytest.fixture
def path(ann: Caller, bots: list[User]) -> str:
    tournament = entered(ann, bots[:3])
    ann.post(f"/api/tournaments/{tournament}/start")
    return f"/api/tournaments/{tournament}"


def match(caller: Caller, path: str) -> dict[str, Any]:
    found: dict[str, Any] = caller.get(f"{path}/rounds")["rounds"][-1]["matches"][0]
    return found


def sign(caller: Caller, path: str, ruling: dict[str, Any], **given: Any) -> Answer:
    seq = caller.get(path)["seq"]
    return caller.post(f"{path}/rulings", {"ruling": ruling, "seq": seq, **RULE, **given})


def test_a_ruling_is_tried_signed_shown_and_reversed(ann: Caller, stranger: Caller, path: str) -> None:
    wanted = {"act": "set_result", "match": match(ann, path)["match"], "codes": ["0", "1"], "places": [2, 1]}
    tried = ann.post(f"{path}/rulings/try", {"ruling": wanted})
    assert (tried.status, len(tried["matches"]), tried["ratings"]) == (200, 1, [])
    assert ann.get(f"{path}/rulings")["rulings"] == []
    assert sign(ann, path, wanted).status == 201
    (told,) = ann.get(f"{path}/rulings")["rulings"]
    assert (told["act"], told["signed"]["reason"], told["signed"]["text"]) == ("set_result", "mistake", RULE["text"])
    (public,) = stranger.get(f"{path}/rulings")["rulings"]
    assert (public["says"], public["signed"]["reason"], public["signed"]["text"]) == (told["says"], None, None)
    seq = ann.post(f"{path}/rulings/1/reverse/try")["seq"]
    assert ann.post(f"{path}/rulings/1/reverse", {"seq": seq, "reason": "mistake"}).status == 200
    assert ann.get(f"{path}/rulings")["rulings"][0]["reversed"]["by"] == "ann"


def test_rulings_can_be_asked_for_as_a_round_ended(ann: Caller, path: str) -> None:
    wanted = {"act": "double_loss", "match": match(ann, path)["match"]}
    assert sign(ann, path, wanted).status == 201
    refused = ann.get(f"{path}/rulings", after_round=9)
    assert (refused.status, refused["code"]) == (422, "round_not_over")
    assert ann.get(f"{path}/rulings", as_of=1).body == {"seq": 1, "rulings": []}


def test_a_stale_event_is_409_and_changes_nothing(ann: Caller, path: str) -> None:
    wanted = {"act": "double_loss", "match": match(ann, path)["match"]}
    refused = sign(ann, path, wanted, seq=1)
    assert (refused.status, refused["code"]) == (409, "stale")
    assert ann.get(f"{path}/rulings")["rulings"] == []


def test_what_cannot_be_is_refused_alike_when_it_is_tried_and_when_it_is_signed(ann: Caller, path: str) -> None:
    for wanted, code in (
        ({"act": "double_loss", "match": "nothing"}, "unknown_match"),
        ({"act": "adjust_points", "entry": 99, "points": "1", "round": 1}, "unknown_entry"),
        ({"act": "undo_round", "round": 9}, "unknown_round"),
        ({"act": "forfeit", "match": match(ann, path)["match"], "entries": []}, "bad_entries"),
    ):
        for answer in (ann.post(f"{path}/rulings/try", {"ruling": wanted}), sign(ann, path, wanted)):
            assert (answer.status, answer["code"]) == (422, code)


def test_malformed_rulings_are_400(ann: Caller, path: str) -> None:
    for wanted in ({"act": "nothing"}, {"act": "undo_round"}, {"act": "adjust_points", "entry": 1, "points": "x"}, 7):
        assert ann.post(f"{path}/rulings/try", {"ruling": wanted}).status == 400


def test_only_the_organiser_tries_and_signs(bob: Caller, ann: Caller, path: str) -> None:
    wanted = {"act": "double_loss", "match": match(ann, path)["match"]}
    assert bob.post(f"{path}/rulings/try", {"ruling": wanted}).status == 403
    assert sign(bob, path, wanted).status == 403


def test_a_repeated_signature_is_answered_as_the_first(ann: Caller, path: str) -> None:
    body = {"ruling": {"act": "double_loss", "match": match(ann, path)["match"]}, "seq": ann.get(path)["seq"], **RULE}
    first = ann.post(f"{path}/rulings", body, key="once")
    again = ann.post(f"{path}/rulings", body, key="once")
    assert (first.status, first.body) == (again.status, again.body) == (201, {"ruling": 1})
    assert len(ann.get(f"{path}/rulings")["rulings"]) == 1


def test_an_event_that_a_ruling_cites_has_happened(ann: Caller, path: str) -> None:
    wanted = {"act": "double_loss", "match": match(ann, path)["match"]}
    cites = {"stream": f"tournament:{path.rpartition('/')[2]}", "seq": 999}
    assert sign(ann, path, wanted, cites=cites)["code"] == "unknown_event"
    assert sign(ann, path, wanted, cites=cites | {"seq": 2}).status == 201


def test_the_desk_names_who_is_waited_for(ann: Caller, path: str) -> None:
    seen = ann.get(f"{path}/desk")
    assert (seen.status, seen["refused"], seen["overdue"]) == (200, None, [])
    assert {row["match"] for row in seen["waiting"]} == {match(ann, path)["match"]}
    assert all(row["awaited"] for row in seen["waiting"])


def test_a_message_is_for_those_who_have_entered(ann: Caller, bob: Caller, stranger: Caller, path: str) -> None:
    assert ann.post(f"{path}/messages", {"text": "Round two begins at nine."}).status == 200
    assert [each["text"] for each in ann.get(f"{path}/messages")["messages"]] == ["Round two begins at nine."]
    assert stranger.get(f"{path}/messages")["messages"] == []
    assert bob.post(f"{path}/messages", {"text": "Hello"}).status == 403
    assert bob.get(f"{path}/messages")["messages"] == []
    bob.post("/api/account/privacy", {"invitations": "anyone"})
    assert ann.post(f"{path}/organisers", {"players": ["bob"]}).status == 200
    assert bob.get(f"{path}/messages")["messages"] == [], "not before they have confirmed"
    assert bob.post(f"{path}/organisers/confirm").status == 200
    assert [each["text"] for each in bob.get(f"{path}/messages")["messages"]] == ["Round two begins at nine."]


def test_a_key_used_in_two_tournaments_names_two_texts(ann: Caller, stranger: Caller, bots: list[User]) -> None:
    paths = [f"/api/tournaments/{entered(ann, bots[:3])}" for _time in range(2)]
    for path in paths:
        ann.post(f"{path}/start")
    ann.post(f"{paths[0]}/messages", {"text": "For those of the first alone."}, key="1")
    wanted = {"act": "double_loss", "match": match(ann, paths[1])["match"]}
    body = {"ruling": wanted, "seq": ann.get(paths[1])["seq"], "reason": "conduct", "text": "Of the second."}
    assert ann.post(f"{paths[1]}/rulings", body, key="1").status == 201
    assert ann.get(f"{paths[1]}/rulings")["rulings"][0]["signed"]["text"] == "Of the second."
