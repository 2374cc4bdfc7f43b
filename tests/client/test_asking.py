"""Requests that are sent again, refusals, and streams that go on after a cut."""

import importlib
import json
from collections.abc import Callable
from typing import Any

import httpx
import httpx_sse
import msgspec
import pytest

from engine.game import AnyGame
from engine.registry import GAMES
from tests.api.contract import published
from tests.api.test_views import seen

Answers = Callable[[httpx.Request], httpx.Response]
NOTICE: dict[str, Any] = {
    "at": 1,
    "club": None,
    "facts": {},
    "id": "n",
    "kind": "k",
    "over": False,
    "path": "/",
    "subject": "s",
}


@pytest.fixture
def pauses(cardroom: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited; nobody really waits."""
    noted: list[float] = []
    monkeypatch.setattr("cardroom.asking.time.sleep", noted.append)
    return noted


def site(cardroom: Any, answers: Answers, **given: Any) -> Any:
    http = httpx.Client(transport=httpx.MockTransport(answers))
    return cardroom.Cardroom("http://cards.test", "token", http=http, **given)


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    said = {"type": "t", "title": "t", "status": status, "detail": "No.", "code": code, "errors": {}, "error": "No."}
    return httpx.Response(status, json=said, headers={"content-type": "application/problem+json", **headers})


def in_turn(asked: list[httpx.Request], *answers: httpx.Response | Exception) -> Answers:
    left = iter(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        said = next(left)
        if isinstance(said, Exception):
            raise said
        return said

    return answer


def test_a_refusal_is_an_exception_with_the_code(cardroom: Any, pauses: list[float]) -> None:
    with pytest.raises(cardroom.Refused) as caught, site(cardroom, lambda _request: problem(409, "stale")) as mine:
        mine.join_table("abcdefghij")
    assert (caught.value.code, caught.value.status, str(caught.value), pauses) == ("stale", 409, "No.", [])


def test_what_is_no_problem_is_refused_as_well(cardroom: Any) -> None:
    with pytest.raises(cardroom.Refused) as caught:
        site(cardroom, lambda _request: httpx.Response(500, text="<h1>Bad</h1>")).list_games()
    assert caught.value.code == "http_500"


def test_a_busy_site_is_asked_again_as_it_says_and_under_the_same_key(cardroom: Any, pauses: list[float]) -> None:
    asked: list[httpx.Request] = []
    later = {"Retry-After": "7"}
    answers = (problem(429, "too_many", **later), problem(503, "starting", **later), httpx.ReadError("cut"))
    mine = site(cardroom, in_turn(asked, *answers, httpx.Response(200, json={"ok": True})))
    assert mine.join_tournament("abcdefghij") is not None
    assert len({request.headers["Idempotency-Key"] for request in asked}) == 1
    assert [7 <= pause <= 8 for pause in pauses] == [True, True, False]


def test_patience_ends(cardroom: Any, pauses: list[float]) -> None:
    with pytest.raises(cardroom.Refused) as caught:
        site(cardroom, lambda _request: problem(429, "too_many", **{"Retry-After": "61"})).list_games()
    assert (caught.value.code, pauses) == ("too_many", [])


def test_a_stream_goes_on_where_it_was_cut(cardroom: Any, pauses: list[float]) -> None:
    asked: list[httpx.Request] = []
    first = lines("1-1", notice("one")) + lines("1-2", {"type": "of tomorrow", "news": 1})
    answers = in_turn(asked, streamed(first), httpx.ConnectError("away"), streamed(lines("1-3", notice("two"))), ends())
    mine = site(cardroom, answers)
    assert [line.notice.text for line in mine.stream_personal()] == ["one", "two"]
    assert [request.headers.get("Last-Event-ID") for request in asked] == [None, "1-2", "1-2", "1-3"]


def test_a_line_of_a_known_kind_that_cannot_be_read_is_not_passed_over(cardroom: Any) -> None:
    answers = in_turn([], streamed(lines("1-1", {"type": "notice", "notice": "of tomorrow"})))
    with pytest.raises(cardroom.Unreadable, match="notice"):
        list(site(cardroom, answers).stream_personal())


def test_an_address_that_cannot_be_is_not_asked_again(cardroom: Any, pauses: list[float]) -> None:
    with pytest.raises(httpx.UnsupportedProtocol):
        cardroom.Cardroom("cards.test").list_games()
    assert pauses == []


def test_a_stream_that_cannot_be_opened_is_not_waited_for(cardroom: Any, pauses: list[float]) -> None:
    def page(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"Content-Type": "text/html"}, text="<html>")

    with pytest.raises(httpx_sse.SSEError):
        list(site(cardroom, page).stream_personal())
    with pytest.raises(httpx.UnsupportedProtocol):
        list(cardroom.Cardroom("cards.test").stream_personal())
    assert pauses == []


def test_a_stream_that_has_nothing_more_ends(cardroom: Any) -> None:
    assert list(site(cardroom, lambda _request: httpx.Response(204)).stream_table("abcdefghij")) == []


def notice(text: str) -> dict[str, Any]:
    return {"type": "notice", "notice": NOTICE | {"text": text}, "cursor": None}


def lines(place: str, line: dict[str, Any]) -> str:
    return f"id: {place}\ndata: {json.dumps(line)}\n\n"


def streamed(text: str) -> httpx.Response:
    return httpx.Response(200, text=text, headers={"content-type": "text/event-stream"})


def ends() -> httpx.Response:
    return httpx.Response(200, text="event: end\ndata: {}\n\n", headers={"content-type": "text/event-stream"})


def test_an_answer_of_another_shape_is_said_to_be_so(cardroom: Any) -> None:
    with pytest.raises(cardroom.Unreadable, match="Games"):
        site(cardroom, lambda _request: httpx.Response(200, json={"games": 7})).list_games()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_view_of_every_game_has_a_struct(cardroom: Any, game: AnyGame) -> None:
    reference = published()["components"]["schemas"]["View"]["x-games"][f"{game.key}/{game.version}"]
    shape = getattr(importlib.import_module("cardroom.models"), reference.rpartition("/")[2])
    for view in list(seen(game))[::10]:
        assert msgspec.to_builtins(msgspec.convert(view, shape)).keys() >= view.keys()


def test_every_operation_is_a_method(cardroom: Any) -> None:
    made = [name for name in vars(importlib.import_module("cardroom.operations").Operations) if name[0] != "_"]
    assert len(made) == sum(len(methods) for methods in published()["paths"].values())
