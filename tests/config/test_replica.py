"""Rows that may be two seconds old come from a standby while it is so close."""

from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.config.standby import Standby, finished, read, tables, unasked
from tests.factories import client_of, concede, open_for
from tournaments.config.condition.facts import Standby as Facts
from tournaments.config.condition.looking import database, elsewhere
from tournaments.log import sources
from tournaments.platform import replica
from tournaments.ratings import records
from tournaments.ratings import selectors as ratings
from tournaments.ratings.models import Rating
from tournaments.tables.models import Table
from tournaments.tables.web import now

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "replica"]),
    pytest.mark.usefixtures("standby_server", "sent"),  # nobody is there to do tasks
]


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
