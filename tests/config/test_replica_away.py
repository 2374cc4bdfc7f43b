"""A standby that fails, or follows nobody: the primary is asked, and a sound one goes on being read."""

import threading
from typing import Final, LiteralString

import pytest
from django.db import DatabaseError, OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from tests.config.standby import Standby, finished, tables, unasked
from tournaments.config.condition.facts import Standby as Facts
from tournaments.config.condition.looking import database
from tournaments.platform import replica
from tournaments.platform.database import execute
from tournaments.tables.web.views import search

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "replica"]),
    pytest.mark.usefixtures("standby_server", "sent"),  # nobody is there to do tasks
]

CANCELLED: Final = "SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(5)"


def test_nobody_notices_that_the_standby_dies(standby: Standby, ann: User, bob: User, client: Client) -> None:
    old = finished(ann, bob)
    standby.pause()
    assert tables(client) == {old}
    new = finished(ann, bob)
    standby.kill()  # in the middle of a page: it was fresh a moment ago
    try:
        assert tables(client) == {old, new}
        standby.moment += replica.RETRY_AFTER
        assert tables(client) == {old, new}
        assert database.follows() == Facts(None)
    finally:
        standby.revive()
    standby.moment += replica.RETRY_AFTER - 0.1
    assert not standby.watch.is_fresh()  # nor is it asked
    standby.catch_up()
    standby.moment += 0.1
    assert standby.watch.is_fresh()
    with CaptureQueriesContext(connections[replica.REPLICA]) as asked:
        assert tables(client) == {old, new}
    assert len(asked) > 0


@pytest.mark.parametrize(("path", "action"), [("", "searches"), ("/file", "game_exports")])
def test_a_page_whose_connection_was_ended_is_asked_of_the_primary_and_counted_once(
    standby: Standby, client: Client, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch, path: str, action: str
) -> None:
    counted: list[str] = []
    monkeypatch.setattr(search, "count_reader", lambda _user, action: counted.append(action))
    standby.pause()
    new = finished(ann, bob)
    standby.send_away()
    page = client.get(f"/games/search{path}")
    assert (page.status_code, new.encode() in page.content) == (200, True)
    assert not standby.watch.is_fresh()  # it was asked
    assert counted == [action]


def test_a_page_waits_for_no_standby_that_says_nothing(
    standby: Standby, ann: User, bob: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = finished(ann, bob)
    standby.pause()
    new = finished(ann, bob)
    assert tables(client) == {old}
    with standby.frozen():
        assert tables(client) == {old, new}
        monkeypatch.setattr(replica, "written", unasked)
        assert not standby.watch.is_fresh()


@pytest.mark.parametrize("statement", [CANCELLED, "SELECT FROM not_yet_replayed"])
def test_a_view_is_asked_again_once_and_of_the_primary(standby: Standby, statement: LiteralString) -> None:
    """The standby goes on being read: one statement makes no outage."""
    asked: list[str] = []

    @replica.may_be_old
    def view(request: HttpRequest) -> HttpResponse:
        asked.append(replica.alias())
        if asked[-1] == replica.REPLICA:
            execute(statement, {}, using=replica.REPLICA)
        return HttpResponse()

    standby.catch_up()
    assert view(RequestFactory().get("/")).status_code == 200
    assert asked == [replica.REPLICA, "default"]
    assert view(RequestFactory().post("/")).status_code == 200
    assert asked[2:] == ["default"]
    assert standby.watch.is_fresh()


def test_the_standby_ends_a_statement_that_takes_too_long(standby: Standby) -> None:
    @replica.may_be_old
    def view(request: HttpRequest) -> HttpResponse:
        if replica.alias() == replica.REPLICA:
            execute("SELECT pg_sleep(60) AS long", {}, using=replica.REPLICA)
        return HttpResponse()

    standby.catch_up()
    assert view(RequestFactory().get("/")).status_code == 200
    running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%AS long' AND state = 'active'"
    assert standby.control(running) == [(0,)]
    assert standby.watch.is_fresh()


@pytest.mark.parametrize("pooler", ["", "transaction"])
def test_it_is_told_so_unless_a_pooler_has_to_tell_it(standby: Standby, settings: Settings, pooler: str) -> None:
    settings.POOLER = pooler
    connections[replica.REPLICA].close()  # it is told when it connects
    (limit,) = execute("SHOW statement_timeout", {}, using=replica.REPLICA).fetchone() or ("",)
    connections[replica.REPLICA].close()
    assert (limit == "500ms") == (not pooler)  # else it has the one of its environment, if there is one


@pytest.mark.parametrize(("using", "statement"), [("default", CANCELLED), (replica.REPLICA, "SELECT 1 / 0")])
def test_a_fault_of_the_primary_or_of_what_is_asked_is_not_asked_for_twice(
    standby: Standby, using: str, statement: LiteralString
) -> None:
    asked: list[str] = []

    @replica.may_be_old
    def view(request: HttpRequest) -> HttpResponse:
        asked.append(replica.alias())
        execute(statement, {}, using=using)
        return HttpResponse()

    standby.catch_up()
    with pytest.raises(DatabaseError):
        view(RequestFactory().get("/"))
    assert asked == [replica.REPLICA]
    assert standby.watch.is_fresh()


def test_a_look_that_began_before_a_failure_brings_nothing_back(
    standby: Standby, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    until = replica.replayed

    def meanwhile() -> replica.End:
        page = threading.Thread(target=standby.watch.fail, args=[OperationalError("away")])
        page.start()
        page.join(5)
        assert not page.is_alive(), "it waits for the look"
        return until()

    standby.catch_up()
    monkeypatch.setattr(replica, "replayed", meanwhile)
    assert not standby.watch.is_fresh()
    assert ("standby_away" in caplog.text, "standby_back" in caplog.text) == (True, False)


def test_what_follows_nobody_is_not_read(standby: Standby, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a promotion."""
    for name in ("HOST", "OPTIONS"):
        monkeypatch.setitem(connections.settings[replica.REPLICA], name, connection.settings_dict[name])
    assert not standby.watch.is_fresh()
    assert database.follows() == Facts(None)


def test_a_primary_in_recovery_is_read(
    standby: Standby, ann: User, bob: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a takeover."""
    table = finished(ann, bob)
    standby.catch_up()
    with monkeypatch.context() as patch:
        for name in ("HOST", "OPTIONS"):
            patch.setitem(connection.settings_dict, name, connections.settings[replica.REPLICA][name])
        connection.close()
        assert tables(client) == {table}
        assert not standby.watch.is_fresh()
        found = database.follows()
    connection.close()
    assert found is not None
    assert (found.behind or 0) > 0


def test_another_database_of_the_same_server_is_not_read(standby: Standby) -> None:
    connections[replica.REPLICA].close()
    known = connections.settings[replica.REPLICA]
    name, known["NAME"] = known["NAME"], "postgres"
    try:
        assert not standby.watch.is_fresh()
        with pytest.raises(replica.NotAStandby, match="It does not follow this primary: it is postgres of"):
            replica.behind()
    finally:
        connections[replica.REPLICA].close()
        known["NAME"] = name


def test_one_that_has_more_than_the_primary_is_not_read(standby: Standby, monkeypatch: pytest.MonkeyPatch) -> None:
    """The primary was restored to an earlier moment."""
    standby.catch_up()
    end = replica.written()
    monkeypatch.setattr(replica, "written", lambda: end._replace(at=end.at - 1))
    assert not standby.watch.is_fresh()
    with pytest.raises(replica.NotAStandby):
        replica.behind()
