"""How requests are read, and how they are refused: the same for every path."""

from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.api.client import Caller
from tournaments.tables import catalogue

DUCK = {"game": "duck-soup", "seats": ["me", None]}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({**DUCK, "colour": "red"}, "colour"),
        ({"seats": ["me", None]}, "game"),
        ({**DUCK, "game": 5}, "game"),
        ({**DUCK, "rated": "yes"}, "rated"),
        ({**DUCK, "rated": 1}, "rated"),
        ({**DUCK, "clock": {"base": "300"}}, "clock.base"),
        ({**DUCK, "clock": {"base": -1}}, "clock.base"),
        ({**DUCK, "clock": {"base": 300, "delay": 2}}, "clock.delay"),
        ({**DUCK, "clock": {"base": 2 * 86_400}}, "clock"),
        ({**DUCK, "clock": {"base": 86_400, "increment": 5, "per_move": True}}, "clock"),
        ({**DUCK, "seats": "me"}, "seats"),
        ({**DUCK, "seats": []}, "seats"),
        ({**DUCK, "seats": ["me", "you"]}, "seats[1]"),
    ],
)
def test_a_malformed_request_is_refused_and_its_field_named(ann: Caller, body: dict[str, Any], field: str) -> None:
    answer = ann.post("/api/tables", body)
    assert (answer.status, answer["code"], list(answer["errors"])) == (400, "malformed", [field])


@pytest.mark.parametrize("content", ["{", "[]", "null", '"x"', b"\xff\xfe", '{"game": "\\ud800"}', "[" * 30_000])
def test_what_is_not_an_object_in_json_is_malformed(ann: Caller, content: str | bytes) -> None:
    answer = ann.call("POST", "/api/tables", content)
    assert (answer.status, answer["code"]) == (400, "malformed")


def test_a_large_body_is_not_read_to_its_end(ann: Caller) -> None:
    response = ann.client.generic("POST", "/api/tables", " " * 100_000, "application/json", headers=ann.credentials)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


def test_another_media_type_is_refused(ann: Caller) -> None:
    answer = ann.call("POST", "/api/tables", "game=duck-soup", media_type="application/x-www-form-urlencoded")
    assert (answer.status, answer["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("query", "field"),
    [({"status": "lost"}, "status"), ({"limit": "0"}, "limit"), ({"limit": "many"}, "limit"), ({"page": "2"}, "page")],
)
def test_the_query_is_read_as_strictly(stranger: Caller, query: dict[str, str], field: str) -> None:
    answer = stranger.get("/api/tables", **query)
    assert (answer.status, list(answer["errors"])) == (400, [field])


def test_a_query_parameter_given_twice_is_refused(stranger: Caller) -> None:
    answer = stranger.get("/api/tables", status=["open", "playing"])
    assert (answer.status, list(answer["errors"])) == (400, ["status"])


def test_a_path_that_takes_no_query_says_so(stranger: Caller) -> None:
    assert stranger.get("/api/games", page="2").status == 400


@pytest.mark.parametrize("key", ["", " ", "two words", "é", "x" * 129])
def test_a_strange_idempotency_key_is_refused(ann: Caller, key: str) -> None:
    answer = ann.call("POST", "/api/tables", "{}", headers={"Idempotency-Key": key})
    assert answer.status == 400


def test_without_credentials_nothing_can_be_done(stranger: Caller) -> None:
    answer = stranger.post("/api/tables", DUCK)
    assert (answer.status, answer["code"]) == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("text", ["", "crd_nobodys", "x", "crd_ünknown", "a b"])
def test_a_token_that_is_nobodys_opens_nothing(stranger: Caller, text: str) -> None:
    answer = stranger.call("GET", "/api/games", headers={"Authorization": f"Bearer {text}"})
    assert (answer.status, answer["code"]) == (401, "bad_token")


def test_a_session_needs_its_csrf_token_to_write() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_user("cleo"))
    refused = browser.post("/api/tables", DUCK, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")


def test_a_session_with_its_csrf_token_may_write() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_user("cleo"))
    secret = "a" * 32
    browser.cookies["csrftoken"] = secret
    done = browser.post("/api/tables", DUCK, content_type="application/json", headers={"X-CSRFToken": secret})
    assert done.status_code == 201


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/games/", "/api/tables/short", "/api/games/a/b"])
@pytest.mark.parametrize("method", ["GET", "POST", "PATCH"])
def test_an_unknown_path_is_a_problem_too(stranger: Caller, method: str, path: str) -> None:
    answer = stranger.call(method, path)
    assert (answer.status, answer.media_type) == (404, "application/problem+json")


def test_a_method_that_a_path_does_not_have_is_refused(ann: Caller) -> None:
    answer = ann.call("DELETE", "/api/tables")
    assert (answer.status, answer["code"]) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_an_answer_that_we_do_not_have_in_that_form_is_refused(stranger: Caller) -> None:
    response = stranger.client.get("/api/games", headers={"Accept": "text/csv"})
    assert (response.status_code, response["Content-Type"]) == (406, "application/problem+json")


def test_a_problem_says_everything_that_its_readers_look_for(stranger: Caller) -> None:
    answer = stranger.get("/api/games/whist")
    assert answer.body == {
        "type": "http://localhost:8000/about/codes/unknown_game",
        "title": "Not Found",
        "status": 404,
        "detail": "There is no such game.",
        "code": "unknown_game",
        "errors": {},
        "error": "There is no such game.",
    }


def test_a_fault_of_ours_is_a_problem_without_details(
    stranger: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("the secret cards are 7H and 8H")

    monkeypatch.setattr(catalogue, "games", fail)
    response = stranger.client.get("/api/games")
    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert b"7H" not in response.content
    assert "RuntimeError" in caplog.text


def test_a_caller_who_asks_too_often_is_told_when_to_come_back(ann: Caller, bob: Caller, settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "tables": "2/min"}
    assert [ann.post("/api/tables", DUCK).status for _ in range(3)] == [201, 201, 429]
    answer = ann.post("/api/tables", DUCK)
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert bob.post("/api/tables", DUCK).status == 201


def test_any_sites_page_may_read_what_is_public(stranger: Caller) -> None:
    answer = stranger.get("/api/games")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_what_anybody_may_read_is_asked_for_again_by_its_etag(stranger: Caller, ann: Caller) -> None:
    open_table = ann.post("/api/tables", DUCK)["id"]
    path = f"/api/tables/{open_table}"
    known = stranger.get(path).headers
    assert known["Cache-Control"] == "public, no-cache"
    assert {"Authorization", "Cookie"} <= set(known["Vary"].split(", "))
    asked = stranger.client.get(path, headers={"If-None-Match": known["ETag"]})
    assert (asked.status_code, asked.content) == (304, b"")
    ann.post(f"{path}/abort")
    asked = stranger.client.get(path, headers={"If-None-Match": known["ETag"]})
    assert (asked.status_code, asked.json()["status"]) == (200, "aborted")


def test_what_is_answered_to_an_account_is_kept_by_nobody(stranger: Caller, ann: Caller) -> None:
    refused = stranger.get("/api/tables/absent")
    for headers in (ann.get("/api/tables").headers, ann.post("/api/tables", DUCK).headers, refused.headers):
        assert headers["Cache-Control"] == "private, no-store"
        assert "ETag" not in headers


def test_a_list_says_where_it_goes_on(stranger: Caller, ann: Caller) -> None:
    tables = [ann.post("/api/tables", DUCK)["id"] for _ in range(3)][::-1]
    assert "Link" not in stranger.get("/api/tables").headers
    path, seen = "/api/tables?limit=1&game=duck-soup", list[str]()
    while path:
        answer = stranger.client.get(path)
        seen += [each["id"] for each in answer.json()["tables"]]
        steps = links(answer.headers)
        assert "prev" not in steps, "a place is that of no number"
        path = steps.get("next", "")
    assert seen == tables
    assert links(stranger.get("/api/tables", limit=2, offset=3).headers) == {
        "prev": "http://testserver/api/tables?limit=2&offset=1"
    }


def links(headers: Mapping[str, str]) -> dict[str, str]:
    """As a program reads them (RFC 8288): the addresses by their relations."""
    found = httpx.Response(200, headers={"Link": headers.get("Link", "")}).links
    return {str(name): str(each["url"]) for name, each in found.items()}
