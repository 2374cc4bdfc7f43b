"""Who may follow a table, and for how long: what the streams' process answers, application and hub together."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from allauth.idp.oidc.models import Token as AppToken
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Token, User
from accounts.oauth import apps
from tests.factories import open_for
from tests.streaming import Headers, Request, asked, bearer, run, session
from tournaments.config import asgi
from tournaments.kit import streaming
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db(transaction=True)
T = TypeVar("T")


@pytest.fixture
def path(ann: User, bob: User) -> str:
    return f"/api/tables/{open_for(ann, bob)}/stream"


@pytest.fixture(autouse=True)
def _no_places_taken() -> Iterator[None]:
    yield
    assert not streaming.PLACES.taken


# -- who ends


def ends(path: str, headers: Headers, act: Callable[[], object]) -> bool:
    """Whether the stream of *headers* ends because of *act*, and a visitor's does not."""

    async def scene() -> bool:
        async with asked(path, headers) as mine, asked(path) as other:
            assert (mine.status, other.status) == (200, 200)
            await sync_to_async(act)()
            await asyncio.wait_for(mine.ended.wait(), 30)
            return not other.ended.is_set()

    return run(scene)


def test_a_revoked_token_ends_its_streams(path: str, ann: User) -> None:
    headers, token = bearer(ann)
    assert ends(path, headers, lambda: accounts.revoke_token(user=ann, token_id=token))


def test_a_token_at_its_end_ends_its_streams(path: str, ann: User) -> None:
    headers, token = bearer(ann)
    over = timezone.now() - timedelta(minutes=1)
    assert ends(path, headers, lambda: Token.objects.filter(pk=token).update(ends_at=over))


def test_an_app_that_is_disconnected_has_its_streams_ended(path: str, ann: User) -> None:
    app, text = (
        apps.register(owner=ann, name="Mine", redirects=["https://a.example/"], devices=False),
        "cro_" + "x" * 43,
    )
    ends_at, digest = timezone.now() + timedelta(days=1), accounts.digest_of(text).hex()
    AppToken.objects.create(type="at", hash=digest, user=ann, client=app, scopes="table:read", expires_at=ends_at)
    assert ends(path, {"Authorization": f"Bearer {text}"}, lambda: apps.disconnect(user=ann, app=app.pk))


def test_logging_out_ends_the_streams_of_the_session(path: str, ann: User) -> None:
    headers, client = session(ann)
    assert ends(path, headers, client.logout)


@pytest.mark.parametrize("way", [bearer, session])
def test_a_closed_account_ends_its_streams(path: str, ann: User, way: Callable[[User], tuple[Headers, object]]) -> None:
    headers, _ = way(ann)
    assert ends(path, headers, lambda: User.objects.filter(pk=ann.pk).update(is_active=False))


def test_a_changed_password_ends_the_streams_of_older_sessions(path: str, ann: User) -> None:
    headers, _ = session(ann)

    def change() -> None:
        ann.set_password("another one")
        ann.save()

    assert ends(path, headers, change)


# -- how many


def statuses(path: str, *all_headers: Headers) -> list[int]:
    """What each of several streams that are open together is answered with."""

    async def scene() -> list[int]:
        async with contextlib.AsyncExitStack() as stack:
            return [(await stack.enter_async_context(asked(path, one))).status for one in all_headers]

    return run(scene)


HERE, THERE = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}


@pytest.fixture
def _two_each(settings: Any) -> None:
    settings.STREAM_LIMITS = {"user": 2, "address": 2}


@pytest.mark.usefixtures("_two_each")
def test_visitors_and_guests_count_together_by_the_address_that_the_proxy_names(path: str) -> None:
    guest, _ = session(accounts.create_guest())
    forged = {"X-Forwarded-For": "192.0.2.2, 192.0.2.1"}
    assert statuses(path, HERE, HERE | guest, forged, THERE) == [200, 200, 429, 200]


@pytest.mark.usefixtures("_two_each")
def test_users_count_by_themselves_from_wherever_they_come(path: str, ann: User, bob: User) -> None:
    anns, bobs = bearer(ann)[0], bearer(bob)[0]
    given = [HERE, HERE, HERE | anns, THERE | anns, HERE | anns, HERE | bobs]
    assert statuses(path, *given) == [200, 200, 200, 200, 429, 200]


@pytest.mark.usefixtures("_two_each")
def test_who_has_too_many_is_told_so_and_may_come_again_when_one_is_closed(path: str) -> None:
    async def scene() -> tuple[Request, int]:
        async with asked(path), asked(path), asked(path) as refused:
            await refused.ended.wait()
        async with asked(path) as later:
            return refused, later.status

    refused, later = run(scene)
    assert (refused.status, json.loads(refused.body)["code"]) == (429, "too_many_streams")
    assert int(refused.headers["retry-after"]) > 0
    assert refused.headers["content-type"] == "application/problem+json"
    assert later == 200


# -- what else is answered


@pytest.mark.parametrize(
    ("path", "headers", "method", "status"),
    [
        ("/api/tables/nosuchtabl/stream", {}, "GET", 404),
        ("/api/tables/\0/stream", {}, "GET", 404),
        ("/api/tables/nosuchtabl/stream", {"Host": "elsewhere.example"}, "GET", 400),
        ("/api/tables/nosuchtabl/stream", {"Last-Event-ID": "\0"}, "GET", 400),
        ("/api/tables/nosuchtabl/stream", {"Authorization": "Bearer crd_nobodys"}, "GET", 401),
        ("/api/tables/nosuchtabl/stream", {}, "POST", 405),
        ("/nothing/stream", {}, "GET", 404),
        ("/readyz/stream", {}, "GET", 200),
    ],
)
def test_other_answers_come_in_one_piece(path: str, headers: Headers, method: str, status: int) -> None:
    async def scene() -> Request:
        async with asked(path, headers, method) as request:
            await asyncio.wait_for(request.ended.wait(), 30)
            return request

    assert run(scene).status == status


def test_too_many_names_in_a_query_cannot_be_read(path: str) -> None:
    async def scene() -> Request:
        request = Request(path)
        request.scope["query_string"] = "&".join(f"n{number}=1" for number in range(1100)).encode()
        await asgi.application(request.scope, request.receive, request.send)
        return request

    assert run(scene).status == 400


@pytest.mark.parametrize("session", ["\x00", "a\x00b", "'; --", "ä"])
def test_a_session_that_cannot_be_is_a_visitors(path: str, session: str) -> None:
    async def scene() -> int:
        async with asked(path, {"Cookie": f"sessionid={session}"}) as request:
            return request.status

    assert run(scene) == 200


def test_while_the_database_is_away_who_comes_is_asked_to_come_again(path: str, monkeypatch: Any) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("the database is away")

    async def scene() -> tuple[Request, bool]:
        async with asked(path) as there:
            monkeypatch.setattr(TABLES, "current", fail)
            monkeypatch.setattr("tournaments.tables.live.news", fail)
            async with asked(path) as refused:
                await refused.ended.wait()
            return refused, there.ended.is_set()

    refused, ended = run(scene)
    assert (refused.status, json.loads(refused.body)["code"]) == (503, "unavailable")
    assert int(refused.headers["retry-after"]) > 0
    assert not ended
