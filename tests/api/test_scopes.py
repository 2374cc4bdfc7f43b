"""Scopes: every operation has one; a token without it changes nothing and is shown nothing but what all are shown."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import services
from accounts.models import Token, User
from accounts.scopes import GROUPS, SCOPES, holds, known
from tests.api import contract
from tests.api.client import Answer, Caller
from tests.api.test_throttling import BODIES, QUERIES
from tests.factories import open_for
from tournaments.kit.operations import Operation
from tournaments.site.api_urls import urlpatterns
from tournaments.streams import readers
from tournaments.tables import services as tables

PUBLIC = {"listGames", "getGame", "getGameStatistics", "listOpenData", "listOnlineBots"}
"""They answer everybody alike."""
BY_SESSION = {"acceptBot", "createToken", "eraseAccount", "exportAccount"}
"""What makes another way in, takes the account away or gives all of it away: no token does it."""
SAMPLES = {
    "id": "nosuchone0",
    "key": "dracula",
    "pool": "duck-soup",
    "notation": "7H",
    "name": "ann",
    "number": "1",
    "club": "harbour-street",
    "token": "a" * 32,
    "row": "1",
    "handle": "a" * 24,
    "notice": "a" * 26,
}
STREAMS = {
    "streamTable": "table:read",
    "streamNotices": "notice:read",
    "streamPersonal": "notice:read",
    "streamClubChat": "message:read",
    "streamReview": "replay:read_private",
}


@pytest.fixture(autouse=True)
def _plenty(settings: Settings) -> None:
    settings.RATES = {}


def declared() -> Iterator[tuple[str, str, Operation]]:
    """Method, path and declaration of every operation."""
    for pattern in chain.from_iterable(getattr(each, "url_patterns", [each]) for each in urlpatterns):
        view = getattr(pattern.callback, "view_class", None)
        for method in view.http_method_names if view is not None else ():
            found = getattr(getattr(view, method, None), "operation", None)
            if found is not None:
                path = re.sub(r"<(\w+):\w+>", lambda part: SAMPLES[part[1]], str(pattern.pattern))
                yield method.upper(), f"/api/{path}", found


ALL = list(declared())


def of_documents() -> dict[str, list[dict[str, list[str]]]]:
    paths = contract.published()["paths"].values()
    return {one["operationId"]: one["security"] for methods in paths for one in methods.values()}


def limited(caller: Caller, *scopes: str) -> Caller:
    """The same caller with a token for *scopes* alone."""
    assert caller.user is not None
    made = Caller()
    made.user, (_token, text) = caller.user, services.create_token(user=caller.user, name="limited", scopes=scopes)
    made.credentials = {"Authorization": f"Bearer {text}"}
    return made


def without(needs: str) -> str:
    """A scope that does not hold *needs*."""
    return next(name for name in SCOPES if not holds([name], needs))  # type: ignore[arg-type]


def call(caller: Caller, method: str, path: str, name: str) -> Answer:
    return caller.get(path, **QUERIES.get(name, {})) if method == "GET" else caller.post(path, BODIES.get(name))


# -- the law


def test_every_operation_declares_exactly_one_scope() -> None:
    assert len(ALL) + len(STREAMS) == len(of_documents()) > 250
    told = {found.name: found.needs for _method, _path, found in ALL}
    assert {name for name, needs in told.items() if needs == "public"} == PUBLIC
    assert {name for name, needs in told.items() if needs == "session"} == BY_SESSION
    assert {needs for name, needs in told.items() if name not in PUBLIC | BY_SESSION} == set(SCOPES)


def test_the_document_says_which_scope_an_operation_needs() -> None:
    told = {found.name: found.needs for _method, _path, found in ALL} | STREAMS
    for name, security in of_documents().items():
        by_app = [each["app"] for each in security if "app" in each]
        expected = [] if name in BY_SESSION else [[]] if name in PUBLIC else [[told[name]]]
        assert by_app == expected, name
        assert ({"token": []} in security) == (name not in BY_SESSION)


WRITES = [pytest.param(*each, id=each[2].name) for each in ALL if each[0] != "GET" and each[2].needs != "session"]
READS = [pytest.param(*each, id=each[2].name) for each in ALL if each[0] == "GET" and each[2].needs not in ("session",)]


@pytest.mark.parametrize(("method", "path", "found"), WRITES)
def test_a_token_without_the_scope_changes_nothing(ann: Caller, method: str, path: str, found: Operation) -> None:
    caller = limited(ann, without(found.needs))
    caller.get("/api/games")  # its first use is noted
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = call(caller, method, path, found.name)
    assert (answer.status, answer["code"]) == (403, "scope_missing")
    assert found.needs in answer["detail"]
    assert f'scope="{found.needs}"' in answer.headers["WWW-Authenticate"]
    assert not [each["sql"] for each in asked if re.match(r"INSERT|UPDATE|DELETE", each["sql"])]


@pytest.mark.parametrize(("method", "path", "found"), READS)
def test_a_token_without_the_scope_is_answered_as_a_stranger(
    ann: Caller, stranger: Caller, method: str, path: str, found: Operation
) -> None:
    if found.needs == "public":
        return
    query, caller = QUERIES.get(found.name, {}), limited(ann, without(found.needs))
    told = caller.client.get(path, query, headers=caller.credentials)
    all_see = stranger.client.get(path, query)
    if all_see.status_code in (401, 403):
        assert (told.status_code, told.json()["code"]) == (403, "scope_missing")
        assert found.needs in told.json()["detail"]
    else:
        assert (told.status_code, told.content) == (all_see.status_code, all_see.content)


@pytest.mark.parametrize(("method", "path", "found"), WRITES)
def test_a_token_with_the_scope_is_let_through(ann: Caller, method: str, path: str, found: Operation) -> None:
    answer = call(limited(ann, found.needs), method, path, found.name)
    assert answer.status < 400 or answer["code"] != "scope_missing"


@pytest.mark.parametrize("name", sorted(BY_SESSION))
def test_no_token_opens_what_makes_another_way_in(ann: Caller, name: str) -> None:
    method, path = next((method, path) for method, path, found in ALL if found.name == name)
    for caller in (ann, limited(ann, *SCOPES)):
        answer = call(caller, method, path, name)
        assert (answer.status, answer["code"]) == (403, "needs_session")
    assert Token.objects.count() == 2
    assert not User.objects.exclude(erasure_at=None).exists()


# -- what scopes hold


def test_every_scope_is_of_one_group_and_holds_what_its_words_say() -> None:
    assert sum(map(len, GROUPS.values())) == len(SCOPES) == 25
    assert all(holds([name], name) for name in SCOPES)
    assert holds(["bot:play"], "table:play")
    assert holds(["table:play"], "table:read")
    assert not holds(["table:read"], "table:play")
    assert not holds([], "table:read")
    assert not holds(["no:such"], "table:read")
    assert holds(None, "webhook:write")
    assert not holds(None, "session")


def test_whoever_holds_a_scope_holds_what_that_one_holds() -> None:
    for name, each in SCOPES.items():
        assert {further for held in each.holds for further in SCOPES[held].holds} <= {*each.holds}, name


def test_names_that_are_no_scopes_are_none() -> None:
    assert known(["table:play", "no:such", "table:play", "account:read"]) == ["table:play", "account:read"]


# -- cards


def test_a_token_for_other_things_does_not_see_a_hand(ann: Caller, bob: Caller) -> None:
    table = open_for(ann.user, bob.user, game="german-whist")
    path = f"/api/tables/{table}"
    told: Any = limited(ann, "club:lead").get(path)
    assert ann.get(path)["view"] != told["view"] == Caller().get(path)["view"]
    assert limited(ann, "table:read").get(path).body == ann.get(path).body


def test_a_token_that_may_look_does_not_move(ann: Caller, bob: Caller) -> None:
    table = open_for(ann.user, bob.user, game="german-whist")
    mover = next(each for each in (ann, bob) if each.get(f"/api/tables/{table}")["legal"])
    before = mover.get(f"/api/tables/{table}").body
    answer = limited(mover, "table:read").post(f"/api/tables/{table}/move/{before['legal'][0]}")
    assert (answer.status, answer["code"]) == (403, "scope_missing")
    assert mover.get(f"/api/tables/{table}").body == before
    assert limited(mover, "bot:play").post(f"/api/tables/{table}/move/{before['legal'][0]}").status == 200


# -- streams


@pytest.fixture(autouse=True)
def _no_threads_left() -> Iterator[None]:
    yield
    readers.stop()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/api/stream", "/api/notices/stream"])
def test_a_stream_is_refused_without_the_scope(ann: Caller, path: str) -> None:
    answer = limited(ann, "table:play").get(path)
    assert (answer.status, answer["code"]) == (403, "scope_missing")
    assert "notice:read" in answer["detail"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("scope", "comes"), [("table:read", False), ("table:play", True), ("club:read", False)])
def test_a_token_that_may_only_look_takes_no_seat(
    ann: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch, scope: str, comes: bool
) -> None:
    table, came = open_for(ann.user, bob.user), []
    monkeypatch.setattr(tables, "arrive", lambda **given: came.append(given["user_id"]))
    caller = limited(ann, scope)
    answer = caller.client.get(f"/api/tables/{table}/stream", headers=caller.credentials)
    assert answer.status_code == 200
    answer.close()
    assert came == ([ann.user.pk] if comes and ann.user else [])
