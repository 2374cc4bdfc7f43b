"""The database can only be read: pages say so and are read on, and whatever writes is asked to come back."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Event
from time import monotonic
from types import SimpleNamespace

import pytest
from celery import Celery
from django.db import InternalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import services as accounts
from accounts.models import Session, Token, User
from tests.factories import open_for
from tournaments.config.celery import Patient
from tournaments.config.condition.glance import PATIENCE, Glance, glance
from tournaments.platform.outages import is_outage, is_read_only, outage_of
from tournaments.tables import selectors

pytestmark = pytest.mark.django_db(transaction=True)

JSON = "application/json"
SAID = "The service is read-only at the moment"


@pytest.fixture(autouse=True)
def _seen_well() -> Iterator[None]:
    yield
    glance._seen = ()


@contextmanager
def read_only() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")


@pytest.fixture
def as_ann(ann: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(ann)
    return client


@pytest.fixture
def table(ann: User, bob: User) -> str:
    return open_for(ann, bob)


def test_pages_are_read_on_by_everybody(as_ann: Client, ann: User, table: str) -> None:
    Session.objects.update(last_used_at=None)
    with read_only():
        glance.look()
        for client in (as_ann, Client(raise_request_exception=False)):
            for path in ("/", "/games/gasp", f"/tables/{table}", "/tournaments", "/players/ann", "/ladders/gasp"):
                answer = client.get(path)
                assert answer.status_code == 200, path
                assert SAID in answer.content.decode(), path
        assert as_ann.get("/notices").status_code == 200
    glance.look()
    assert SAID not in as_ann.get("/").content.decode()


def test_what_writes_is_asked_to_come_back_and_is_done_once_it_does(as_ann: Client, ann: User, table: str) -> None:
    move = selectors.view(table_id=table, user_id=ann.pk).legal[0]
    key = accounts.create_token(user=ann, name="test")[1]
    Token.objects.update(last_used_at=timezone.now() - timedelta(hours=1))
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "once"}
    path = f"/api/tables/{table}/move/{move}"
    with read_only():
        page = as_ann.post(f"/tables/{table}/resign")
        program = as_ann.post(path, headers=headers, content_type=JSON)
        read = as_ann.get(f"/api/tables/{table}", headers=headers)
    assert (page.status_code, program.status_code, read.status_code) == (503, 503, 200)
    assert "Read-only for now" in page.content.decode()
    assert (program.json()["code"], program["Retry-After"], page["Retry-After"]) == ("read_only", "3", "3")
    assert as_ann.post(path, headers=headers, content_type=JSON).status_code == 200


@contextmanager
def full(table: str) -> Iterator[None]:
    """Whatever would be written to *table* finds no room; that a real disk ends so: tests/drill."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = '53100'; END $$"
        )
        cursor.execute(f"CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION no_room()")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION no_room CASCADE")


def test_without_room_what_writes_is_refused_and_is_done_once_there_is_some(
    as_ann: Client, ann: User, table: str
) -> None:
    move = selectors.view(table_id=table, user_id=ann.pk).legal[0]
    headers = {"Authorization": f"Bearer {accounts.create_token(user=ann, name='test')[1]}", "Idempotency-Key": "once"}
    path = f"/api/tables/{table}/move/{move}"
    with full("log_event"):
        page, program = as_ann.post(f"/tables/{table}/resign"), as_ann.post(path, headers=headers, content_type=JSON)
        read = as_ann.get(f"/tables/{table}")
    assert (page.status_code, program.status_code, read.status_code) == (503, 503, 200)
    assert "has run out of storage, so this was not saved" in page.content.decode()
    assert (program.json()["code"], program["Retry-After"], page["Retry-After"]) == ("disk_full", "3", "3")
    assert as_ann.post(path, headers=headers, content_type=JSON).status_code == 200


def test_what_is_noted_in_passing_waits_for_room(as_ann: Client) -> None:
    Session.objects.update(last_used_at=None)
    with full("accounts_session"):
        assert as_ann.get("/games").status_code == 200


@pytest.mark.parametrize(
    "said", ["postmaster was shut down, exiting", "terminating connection due to unexpected postmaster exit"]
)
def test_a_server_of_a_cluster_that_is_killed_is_an_outage(said: str) -> None:
    assert outage_of(InternalError(said)) == "unavailable"


def test_another_internal_error_is_none() -> None:
    assert outage_of(InternalError("cache lookup failed")) is None


def test_a_task_is_dropped_and_any_other_error_is_not() -> None:
    def broken() -> None:
        raise InternalError("something else")

    def writing() -> None:
        Session.objects.update(device="phone")

    with Celery("own", task_cls=Patient, set_as_current=False) as own:
        with read_only():
            assert own.task(name="writes")(writing)() is None
        with pytest.raises(InternalError):
            own.task(name="breaks")(broken)()
    assert not is_outage(InternalError("something else"))
    assert not is_read_only(None)


def test_a_disk_without_room_is_said(as_ann: Client, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=1_000_000))
    glance.look()
    assert "almost run out of storage" in (seen := as_ann.get("/").content.decode())
    assert "are free for" not in seen
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    assert "Only 1 MB are free for " in as_ann.get("/").content.decode()


def test_a_clock_that_jumps_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, offset = Glance(), [0.0]
    monkeypatch.setattr("tournaments.config.condition.glance.steady_time", lambda: 0.0)
    monkeypatch.setattr("tournaments.config.condition.glance.time", SimpleNamespace(time=lambda: 100.0 + offset[0]))
    seen.look()
    assert [trouble.part.kind for trouble in seen._seen] == []
    offset[0] = 60.0
    seen.look()
    (trouble,) = seen._seen
    assert (trouble.part.kind, str(trouble.part.text)) == ("clock", "This machine's clock jumped by +60 s.")


def test_a_process_looks_once_in_a_while_for_all_who_ask(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    looked: list[int] = []
    monkeypatch.setattr(Glance, "look", lambda _self: looked.append(1))
    settings.GLANCE_SECONDS = 3_600
    seen = Glance()
    seen._looked -= 3_601
    with ThreadPoolExecutor(5) as threads:
        for told in [threads.submit(seen.troubles) for _ in range(20)]:
            assert told.result() == ()
    assert len(looked) == 1


def test_who_finds_that_another_has_looked_does_not_put_off_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, due = Glance(), iter([True, False])
    monkeypatch.setattr(seen, "_is_due", lambda: next(due))
    looked = seen._looked
    assert seen.troubles() == ()
    assert seen._looked == looked


def test_a_look_that_does_not_end_costs_pages_next_to_nothing(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    looking, answered = Event(), Event()

    def look(_self: Glance) -> None:
        looking.set()
        answered.wait(20)

    monkeypatch.setattr(Glance, "look", look)
    settings.GLANCE_SECONDS = 0.0
    seen = Glance()
    with ThreadPoolExecutor(1) as threads:
        threads.submit(seen.troubles)
        assert looking.wait(20)
        began = monotonic()
        assert [seen.troubles() for _page in range(20)] == [()] * 20
        assert monotonic() - began < 10 * PATIENCE
        answered.set()
