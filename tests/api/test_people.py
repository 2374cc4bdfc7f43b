"""One's own account and those of others: what a token may not do, and what nobody learns by asking."""

from typing import Any

import pytest
from pytest_django import Settings

from accounts import sessions
from accounts.models import Session, Token, User
from tests.accounts.entrance import owner_of
from tests.api.client import Caller


@pytest.fixture(autouse=True)
def _plenty(settings: Settings) -> None:
    settings.RATES = {}


def code(answer: Any) -> tuple[int, str]:
    return answer.status, answer["code"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/account/tokens", {"name": "more", "scopes": ["bot:play"]}),
        ("POST", "/api/account/erasure", {"name": "ann"}),
        ("GET", "/api/account/export", None),
    ],
)
def test_a_token_makes_no_other_way_in_and_takes_nothing_away(ann: Caller, method: str, path: str, body: Any) -> None:
    answer = ann.get(path) if method == "GET" else ann.post(path, body)
    assert code(answer) == (403, "needs_session")
    assert Token.objects.filter(user=ann.user).count() == 1
    assert User.objects.get(username="ann").erasure_at is None


def test_nobody_revokes_or_ends_what_is_of_another(ann: Caller, bob: Caller) -> None:
    assert ann.user is not None
    token = Token.objects.get(user=ann.user)
    ann.client.force_login(ann.user)
    session = sessions.handle(Session.objects.get(user=ann.user).pk)
    assert code(bob.post(f"/api/account/tokens/{token.pk}/revoke")) == (404, "unknown_token")
    assert code(bob.post("/api/account/tokens/999999999/revoke")) == (404, "unknown_token")
    assert code(bob.post(f"/api/account/sessions/{session}/end")) == (404, "unknown_session")
    bob.post(f"/api/account/sessions/{session}/end", key="k")
    assert Session.objects.filter(user=ann.user).exists()
    assert ann.get("/api/account").status == 200
    assert [one["name"] for one in bob.get("/api/account/tokens")["tokens"]] == ["test"]


@pytest.mark.parametrize(
    "path", ["/api/account", "/api/account/tokens", "/api/account/sessions", "/api/friends", "/api/blocks", "/api/seek"]
)
def test_strangers_are_told_nothing(stranger: Caller, path: str) -> None:
    assert stranger.get(path).status == 401


def test_the_same_command_makes_the_same_token(ann: Caller) -> None:
    ann.log_in()
    first, again = (ann.post("/api/account/tokens", {"name": "bot", "scopes": ["bot:play"]}, key="k") for _ in range(2))
    assert first.body == again.body
    other = ann.post("/api/account/tokens", {"name": "bot", "scopes": ["bot:play"]}, key="l")
    assert other["text"] != first["text"]
    assert owner_of(first["text"]) == ann.user
    assert Token.objects.filter(name="bot").count() == 2


def test_who_blocks_looks_like_who_wants_nobody(ann: Caller, bob: Caller, caller: Any) -> None:
    cleo = caller("cleo")
    bob.post("/api/blocks", {"player": "ann"})
    cleo.post("/api/account/privacy", {"invitations": "nobody"})
    told = [ann.post("/api/friends/ask", {"player": name}) for name in ("bob", "cleo")]
    assert told[0].body == told[1].body
    assert code(told[0]) == (403, "not_open_to_you")


def test_no_answer_tells_an_address(ann: Caller, stranger: Caller) -> None:
    User.objects.filter(username="ann").update(email="ann@example.org")
    for answer in (stranger.get("/api/players/ann"), stranger.get("/api/players", name="ann"), ann.get("/api/account")):
        assert "example.org" not in str(answer.body)
    assert stranger.get("/api/players", name="example.org")["players"] == []
    assert stranger.get("/api/players/ann@example.org").status == 404


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("a", "min_length"),
        ("admin", "name_reserved"),
        ("b\u200bob", "invalid"),
        ("bob", "name_taken"),
        ("", "invalid"),
    ],
)
def test_a_name_is_refused_as_on_the_page(ann: Caller, bob: Caller, name: str, refused: str) -> None:
    answer = ann.post("/api/account/name", {"name": name})
    assert (answer.status in (409, 422), answer["code"]) == (True, refused)
    assert ann.get("/api/account")["name"] == "ann"


def test_a_name_stays_for_thirty_days_here_too(ann: Caller) -> None:
    assert ann.post("/api/account/name", {"name": "Carla"})["name"] == "Carla"
    assert ann.post("/api/account/name", {"name": "Carla"})["name"] == "Carla"
    assert code(ann.post("/api/account/name", {"name": "Dora"})) == (422, "renamed_lately")


@pytest.mark.parametrize(
    "body", [{"challenges": "everyone"}, {"show_clubs": "yes"}, {"chat": None}, {"unknown": True}, {"invitations": 1}]
)
def test_a_choice_that_is_none_is_refused_and_changes_nothing(ann: Caller, body: Any) -> None:
    before = ann.get("/api/account")["privacy"]
    assert ann.post("/api/account/privacy", body).status == 400
    assert ann.get("/api/account")["privacy"] == before


def test_one_is_erased_by_logging_in_and_saying_ones_name(ann: Caller) -> None:
    ann.log_in()
    assert code(ann.post("/api/account/erasure", {"name": "bob"})) == (422, "not_your_name")
    assert ann.post("/api/account/erasure", {"name": "ann"})["erased_from"]
    assert ann.get("/api/account").status == 401


def test_chat_is_the_same_as_on_the_page(ann: Caller, bob: Caller, stranger: Caller) -> None:
    path = f"/api/tables/{ann.post('/api/tables', {'game': 'duck-soup', 'seats': ['me', None]})['id']}"
    first = ann.post(f"{path}/chat", {"text": "  Good\nluck! "}, key="k")
    assert ann.post(f"{path}/chat", {"text": "  Good\nluck! "}, key="k").body == first.body
    assert [line["text"] for line in stranger.get(f"{path}/chat")["lines"]] == ["Good luck!"]
    assert stranger.get(f"{path}/chat", after=first["line"])["lines"] == []
    assert code(bob.post(f"{path}/chat", {"text": "Hi"})) == (403, "not_seated")
    assert code(ann.post(f"{path}/chat", {"text": "x" * 301})) == (422, "too_long")
    assert stranger.post(f"{path}/chat", {"text": "Hi"}).status == 401
    assert code(bob.post(f"/api/lines/{first['line']}/remove")) == (403, "not_moderator")
    assert code(bob.get(f"{path}/chat/measures")) == (403, "not_moderator")
    assert bob.get("/api/reports")["reports"] == []
    assert code(stranger.get("/api/tables/nosuchtabl/chat")) == (404, "unknown_table")
    assert code(bob.post("/api/lines/999999/report")) == (404, "unknown_line")


def test_programs_look_for_opponents_and_are_told_where_they_play(ann: Caller, bob: Caller, guest: Caller) -> None:
    asked = ann.post("/api/seek", {"game": "german-whist", "clock": "180+3"})["seek"]
    assert (asked["seats"], asked["clock"], asked["table"]) == (2, "180+3", None)
    found = guest.post("/api/seek", {"game": "german-whist", "clock": "180+3"})["seek"]
    assert ann.get("/api/seek")["seek"]["table"] == found["table"] is not None
    assert bob.post("/api/seek", {"game": "german-whist"})["seek"]["table"] is None
    assert bob.post("/api/seek/end").body == bob.get("/api/seek").body == {"seek": None}


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"game": "bridge"}, (404, "unknown_game")),
        ({"game": "gasp", "seats": 9}, (422, "bad_seats")),
        ({"game": "gasp", "clock": "5+5"}, (422, "bad_clock")),
    ],
)
def test_what_nobody_can_look_for_is_refused_with_its_code(ann: Caller, body: Any, refusal: tuple[int, str]) -> None:
    assert code(ann.post("/api/seek", body)) == refusal
    assert ann.get("/api/seek").body == {"seek": None}
