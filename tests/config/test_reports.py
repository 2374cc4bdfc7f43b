"""Reports of errors: where in the code something went wrong, and nothing of what it went wrong with."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
import structlog
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from accounts.models import User
from tournaments.config import urls
from tournaments.config.celery import app
from tournaments.config.telemetry.reports import Reports

# None of them stands in the code: lines of that are in a report.
CARD, TOKEN, BODY, COOKIE, QUERY, HEADER, NAME = (f"{kind}-hidden" for kind in ("K", "t", "b", "c", "q", "h", "n"))
SECRETS = (CARD, TOKEN, BODY, COOKIE, QUERY, HEADER, NAME)


class Kept(Transport):
    """What would have been sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[dict[str, Any]] = []
        self.text = ""

    def capture_envelope(self, envelope: Envelope) -> None:
        self.text += envelope.serialize().decode()
        self.sent += [item.payload.json for item in envelope.items if item.payload.json is not None]


@pytest.fixture
def kept() -> Iterator[Kept]:
    transport = Kept()
    handler = Reports("http://key@localhost/1", transport=transport)
    logging.getLogger().addHandler(handler)
    yield transport
    logging.getLogger().removeHandler(handler)
    handler.close()
    sentry_sdk.get_global_scope().set_client(None)


class Shown(Exception):
    """Its text is shown to nobody."""


def look_up(hand: list[str]) -> None:
    token = TOKEN  # noqa: F841
    try:
        dict[str, str]()[hand[0]]
    except KeyError as missing:
        raise Shown(f"{hand[0]} is not there") from missing


def page(request: HttpRequest, move: str) -> HttpResponse:
    hand = [CARD]
    look_up(hand)
    return HttpResponse()


@api_view(["POST"])
def operation(request: Request, move: str) -> Response:
    hand = [f"{CARD} {request.data}"]
    look_up(hand)
    return Response()


def outage(request: HttpRequest) -> HttpResponse:
    raise OperationalError("the server went away")


urlpatterns = [
    path("broken/<str:move>", page),
    path("api/broken/<str:move>", operation),
    path("outage", outage),
    *urls.urlpatterns,
]
handler500 = urls.handler500
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture
def client() -> Client:
    made = Client(raise_request_exception=False)
    made.force_login(User.objects.create_user(NAME), backend="django.contrib.auth.backends.ModelBackend")
    made.cookies["secret"] = COOKIE
    return made


@pytest.mark.parametrize("way", ["/broken", "/api/broken"])
def test_an_error_in_a_view_is_reported_without_what_it_held(kept: Kept, client: Client, way: str) -> None:
    url = f"{way}/{CARD}?q={QUERY}"
    headers = {"Authorization": f"Token {HEADER}", "X-Request-Id": "a-request-of-ours"}
    answer = client.post(url, json.dumps({"text": BODY}), "application/json", headers=headers)
    assert answer.status_code == 500
    (event,) = kept.sent
    assert [secret for secret in SECRETS if secret in kept.text] == []
    errors = event["exception"]["values"]
    assert [error["type"] for error in errors] == ["KeyError", "Shown"]
    frames = [frame for error in errors for frame in error["stacktrace"]["frames"]]
    assert {"look_up", "page" if way == "/broken" else "operation"} <= {frame["function"] for frame in frames}
    assert all("vars" not in frame for frame in frames)
    assert event["tags"] == {"request_id": "a-request-of-ours"}
    assert not {"request", "user", "breadcrumbs", "extra", "contexts", "modules", "server_name"} & set(event)


def test_what_a_task_or_a_loop_logs_with_its_error_is_reported_too(kept: Kept) -> None:
    log = structlog.get_logger("tournaments.tables.tasks")
    with structlog.contextvars.bound_contextvars(task="tables.tick", table=CARD):
        try:
            look_up([CARD])
        except Shown:
            log.exception("bot_turn_failed", table=CARD, hand=NAME)
    (event,) = kept.sent
    assert [secret for secret in SECRETS if secret in kept.text] == []
    assert (event["logger"], event["tags"]) == ("tournaments.tables.tasks", {"task": "tables.tick"})


def test_a_task_that_fails_is_reported_by_its_name(kept: Kept) -> None:
    def fail() -> None:
        look_up([CARD])

    task = app.task(name="tests.broken")(fail)
    try:
        task.apply(headers={"request_id": "a-request-of-ours"})
    finally:
        app.tasks.pop("tests.broken")
    (event,) = kept.sent
    assert [secret for secret in SECRETS if secret in kept.text] == []
    assert event["tags"] == {"task": "tests.broken", "request_id": "a-request-of-ours"}
    assert [error["type"] for error in event["exception"]["values"]] == ["KeyError", "Shown"]


def test_what_is_no_error_of_the_code_is_not_reported(kept: Kept, client: Client) -> None:
    assert client.get("/outage").status_code == 503
    assert client.get("/quite/unknown").status_code == 404
    logging.getLogger("tests").error("no exception")
    assert kept.sent == []
