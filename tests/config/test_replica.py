"""Rows that may be two seconds old come from a standby while it is so close."""

import threading
from typing import Any, Final, LiteralString

import pytest
from django.db import DatabaseError, OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from tests.config.standby import Standby, finished, read, tables
from tests.factories import client_of, concede, open_for
from tournaments.config.condition.facts import Standby as Facts
from tournaments.config.condition.looking import database, elsewhere
from tournaments.log import sources
from tournaments.platform import replica
from tournaments.platform.database import execute
from tournaments.ratings import records
from tournaments.ratings import selectors as ratings
from tournaments.ratings.models import Rating
from tournaments.tables.models import Table
from tournaments.tables.web import now
from tournaments.tables.web.views import search

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "replica"]),
    pytest.mark.usefixtures("standby_server", "sent"),  # nobody is there to do tasks
]

CANCELLED: Final = "SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(5)"


def unasked(*_given: object) -> Any:
    raise AssertionError("this costs a statement")


@pytest.mark.parametrize("path", ["/games/search", "/tables", "/players/ann"])
def test_lists_come_from_the_standby_until_they_are_two_seconds_old(
    standby: Standby, client: Client, ann: User, bob: User, path: str
) -> None:
    old = finished(ann, bob)
    standby.pause()
    new = finished(ann, bob)
    assert tables(client, path) == {old}
    standby.moment += replica.MAX_AGE
    assert tables(client, path) == {old}
    standby.moment += 0.1
    assert tables(client, path) == {old, new}
    standby.resume()
    standby.catch_up()
    standby.moment += replica.LOOK_EVERY
    with CaptureQueriesContext(connections[replica.REPLICA]) as asked:
        assert tables(client, path) == {old, new}
    assert len(asked) > 0


def test_what_is_kept_for_all_readers_comes_from_the_primary(
    standby: Standby, client: Client, ann: User, bob: User
) -> None:
    """Among them is one who has just done something."""
    standby.pause()
    waits, _new = open_for(ann, None), finished(ann, bob)
    now.forget()
    for path in ("/tables", "/now/tables"):
        assert tables(client, path) == {waits}
    now.forget()


def test_so_do_ladders(standby: Standby, client: Client, ann: User) -> None:
    now = sources.now_ms()
    known: dict[str, Any] = {"rating": 1500.0, "peak": 1500.0, "tables": 30, "summited": False, "met": []}
    rating = Rating.objects.create(pool="gasp", user=ann.pk, provisional=False, rated_at=now, **known)
    standby.pause()
    Rating.objects.filter(pk=rating.pk).update(rating=1777.0)
    assert b"1500" in client.get("/ladders/gasp").content
    standby.moment += replica.MAX_AGE + 0.1
    assert b"1777" in client.get("/ladders/gasp").content


def test_and_what_a_player_has_made_of_their_tables(standby: Standby, ann: User, bob: User) -> None:
    for _ in range(2):
        concede(open_for(ann, bob, rated=True))
    standby.pause()
    concede(open_for(ann, bob, rated=True))
    pool = "duck-soup"
    assert len(read(lambda: ratings.history(ann.pk, pool))) == len(read(lambda: ratings.curve(ann.pk, pool))) == 2
    assert read(lambda: records.record(pool, ann.pk)).versus[0].tables == 2
    assert (len(ratings.history(ann.pk, pool)), records.record(pool, ann.pk).versus[0].tables) == (3, 3)


def test_an_idle_primary_makes_nothing_old(standby: Standby) -> None:
    standby.catch_up()
    for _ in range(3):
        standby.moment += 60
        assert standby.watch.is_fresh()


def test_a_standby_that_comes_after_is_as_old_as_the_moment_that_it_holds(standby: Standby, ann: User) -> None:
    """What was written before that moment, and nothing later, is known to be there."""
    standby.pause()
    standby.moment += 1.5
    ann.save()
    assert standby.watch.is_fresh()  # of a moment 1.5 seconds ago
    standby.moment += 0.6
    assert not standby.watch.is_fresh()
    standby.resume()
    standby.catch_up()
    standby.moment += replica.LOOK_EVERY
    assert standby.watch.is_fresh()


def test_who_has_just_done_something_reads_from_the_primary(
    standby: Standby, ann: User, bob: User, client: Client
) -> None:
    old, browser = finished(ann, bob), client_of(ann)
    standby.pause()
    new = finished(ann, bob)
    assert tables(browser) == tables(client) == {old}
    assert browser.post(f"/tables/{new}/rematch").status_code == 302
    assert browser.cookies[replica.COOKIE]["max-age"] == replica.PRIMARY_FOR
    assert tables(browser) == {old, new}
    assert tables(client) == {old}
    del browser.cookies[replica.COOKIE]  # as it goes by itself
    assert tables(browser) == {old}


def test_programs_read_from_the_primary(standby: Standby, ann: User, bob: User, client: Client) -> None:
    standby.pause()
    table = finished(ann, bob)
    assert table in client.get("/tables", headers={"Authorization": "Bearer x"}).content.decode()
    assert client.get("/api/tables?status=finished").json()["tables"][0]["id"] == table


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


def test_a_page_whose_connection_to_the_standby_was_ended_is_asked_of_the_primary(
    standby: Standby, ann: User, bob: User, client: Client
) -> None:
    old = finished(ann, bob)
    standby.pause()
    assert tables(client) == {old}
    new = finished(ann, bob)
    standby.send_away()
    assert tables(client) == {old, new}


@pytest.mark.parametrize(("path", "action"), [("", "searches"), ("/file", "game_exports")])
def test_it_counts_once_for_its_reader(
    standby: Standby, client: Client, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch, path: str, action: str
) -> None:
    counted: list[str] = []
    monkeypatch.setattr(search, "count_reader", lambda _user, action: counted.append(action))
    table = finished(ann, bob)
    standby.pause()
    connections[replica.REPLICA].ensure_connection()
    standby.send_away()
    page = client.get(f"/games/search{path}")
    assert (page.status_code, table.encode() in page.content) == (200, True)
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
    (limit,) = execute("SHOW statement_timeout", {}, using=replica.REPLICA).fetchone() or ("",)
    assert limit == ("0" if pooler else "500ms")


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

    def meanwhile() -> int:
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


def test_the_condition_says_how_far_it_is_behind(standby: Standby, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    standby.catch_up()
    assert database.follows() == Facts(0.0)
    standby.pause()
    ann.save()
    monkeypatch.setattr(elsewhere, "PATIENCE", 0.1)  # less than what is on its way may take
    found = database.follows()
    assert found is not None
    assert found.behind is not None
    assert found.behind > 0
    monkeypatch.setattr(replica, "MAX_AGE", 0.0)
    assert (database.follows() or found).late


def test_without_the_variable_nothing_more_is_asked(
    ann: User, bob: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(connections.settings, replica.REPLICA)
    table = finished(ann, bob)
    assert not replica.is_there()
    monkeypatch.setattr(replica, "written", unasked)
    assert tables(client) == {table}
    assert read(lambda: replica.ask(lambda using: using, holds=unasked)) == "default"
    assert replica.COOKIE not in client_of(ann).post(f"/tables/{table}/rematch").cookies
    assert database.follows() is None


def test_rows_of_the_standby_are_written_to_the_primary(standby: Standby, ann: User, bob: User) -> None:
    finished(ann, bob)
    standby.catch_up()
    row = Table.objects.using(replica.REPLICA).get()
    row.save()
    assert row._state.db == "default"
    assert not replica.Router().allow_migrate(replica.REPLICA, "tables")
