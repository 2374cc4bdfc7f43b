"""Rows that may be two seconds old come from a standby while it is so close; rights from the primary, whatever lags."""

import re
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.db import OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from accounts import privacy
from accounts.models import User
from tests.clubs.making import facts
from tests.config.standby import Standby, following
from tests.factories import client_of, concede, open_for
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.config.condition.facts import Standby as Facts
from tournaments.config.condition.looking import database
from tournaments.config.supervisor.crew import Crew
from tournaments.log import sources
from tournaments.people import erasure
from tournaments.platform import replica
from tournaments.ratings import records
from tournaments.ratings import selectors as ratings
from tournaments.ratings.models import Rating
from tournaments.tables import results
from tournaments.tables.models import Table

T = TypeVar("T")

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "replica"]),
    pytest.mark.usefixtures("server"),
]


@pytest.fixture(scope="module")
def server(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Crew]:
    folder = tempfile.TemporaryDirectory(prefix="cardroom-", ignore_cleanup_errors=True)
    with folder as path, django_db_blocker.unblock(), following(Path(path) / "home") as crew:
        yield crew


@pytest.fixture
def standby(transactional_db: None, server: Crew, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standby]:
    made = Standby(server)
    monkeypatch.setattr(replica, "watch", made.watch)
    yield made
    connections[replica.REPLICA].close()
    del connections[replica.REPLICA]
    made.resume()


@pytest.fixture(autouse=True)
def _no_tasks(sent: object) -> None:
    """Nobody is there to do them."""


def finished(*users: User, **given: Any) -> str:
    table = open_for(*users, **given)
    concede(table, settle=False)
    return table


def tables(client: Client, path: str = "/games/search") -> set[str]:
    page = client.get(path)
    assert page.status_code == 200
    return set(re.findall(r'/tables/([A-Za-z0-9]{10})["/]', page.content.decode()))


def unasked(*_given: object) -> Any:
    raise AssertionError("this costs a statement")


def read(question: Callable[[], T]) -> T:
    """As a view asks whose rows may be old."""
    found: list[T] = []

    @replica.may_be_old
    def view(request: HttpRequest) -> HttpResponse:
        found.append(question())
        return HttpResponse()

    view(RequestFactory().get("/"))
    return found[0]


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


def test_a_club_that_is_hidden_is_hidden_at_once(
    standby: Standby, ann: User, bob: User, cleo: User, client: Client
) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(visibility="public"))
    clubs.join(club_id=club, by=bob.pk)
    hidden, seen = finished(ann, bob, club=club), finished(ann, bob)
    standby.pause()
    assert [tables(client, path) for path in ("/games/search", "/tables")] == [{hidden, seen}] * 2
    assert read(lambda: results.by_game(ann.pk, viewer=None))[0].tables == 2
    clubs.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    paths = ("/games/search", "/tables", "/players/ann", "/games/search?player=ann")
    for reader in (client, client_of(cleo)):
        assert [tables(reader, path) for path in paths] == [{seen}] * 4
    for viewer, count in ((None, 1), (cleo.pk, 1), (bob.pk, 2)):
        assert read(partial(results.by_game, ann.pk, viewer=viewer))[0].tables == count
    assert tables(client_of(bob)) == {hidden, seen}
    newer = finished(ann, bob)
    assert newer not in tables(client_of(bob))  # the standby it was


def test_games_that_a_player_hides_are_hidden_at_once(
    standby: Standby, ann: User, bob: User, cleo: User, client: Client
) -> None:
    table = finished(ann, bob)
    standby.pause()
    paths = ("/games/search?player=ann", "/players/ann")
    assert [tables(client, path) for path in paths] == [{table}] * 2
    privacy.choose(user=ann, choices={"show_games": False})
    for reader in (client, client_of(cleo)):
        assert [tables(reader, path) for path in paths] == [set(), set()]
        assert "ann" not in re.findall(r">(\w+)<", reader.get("/games/search").content.decode())


def test_a_name_that_is_erased_is_gone_at_once(standby: Standby, ann: User, bob: User, client: Client) -> None:
    finished(ann, bob)
    standby.pause()
    paths = ("/games/search", "/tables", "/players/bob")
    assert all(re.search(r"\bann\b", client.get(path).content.decode()) for path in paths)
    User.objects.filter(pk=ann.pk).update(erasure_at=timezone.now() - timedelta(days=1))
    assert erasure.erase(ann.pk)
    assert not any(re.search(r"\bann\b", client.get(path).content.decode()) for path in paths)


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


def test_a_view_is_asked_again_once_and_of_the_primary(standby: Standby) -> None:
    asked: list[str] = []

    @replica.may_be_old
    def view(request: HttpRequest) -> HttpResponse:
        asked.append(replica.alias())
        if asked[-1] == replica.REPLICA:
            raise OperationalError("canceling statement due to conflict with recovery")
        return HttpResponse()

    standby.catch_up()
    assert view(RequestFactory().get("/")).status_code == 200
    assert asked == [replica.REPLICA, "default"]
    assert view(RequestFactory().post("/")).status_code == 200
    assert asked[2:] == ["default"]


def test_a_fault_that_the_standby_has_no_part_in_is_not_asked_for_twice(standby: Standby) -> None:
    @replica.may_be_old
    def view(request: HttpRequest) -> HttpResponse:
        raise OperationalError("the primary is away")

    with pytest.raises(OperationalError):
        view(RequestFactory().get("/"))


def test_what_follows_nobody_is_not_read(standby: Standby, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a promotion."""
    for name in ("HOST", "OPTIONS"):
        monkeypatch.setitem(connections.settings[replica.REPLICA], name, connection.settings_dict[name])
    assert not standby.watch.is_fresh()
    assert database.follows() == Facts(None)


def test_the_condition_says_how_far_it_is_behind(standby: Standby, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    standby.catch_up()
    assert database.follows() == Facts(0.0)
    standby.pause()
    ann.save()
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
