"""Pages after years of play: as many queries as on the first evening, and none that reads everything."""

import itertools
from datetime import timedelta
from types import SimpleNamespace

import psycopg
import pytest
from django.db import connection
from django.test import Client

from accounts import session_store
from accounts.models import User
from tests.crowds import USERS, crowd_clubs, crowd_players, crowd_tables, crowd_tournaments
from tests.factories import give_up, open_for, started
from tests.pages.queries import Query, rows_read, visit
from tournaments.director.web import tournament_page
from tournaments.tables.web import minis, now, watched

ROWS = 2_000
"""Rows that a page may read, of 51,000 tables, 90,000 accounts, 5,300 players with ratings and 2,800 tournaments."""
FILTERED = "/players/crowd9?game=gasp&opponent=crowd2&result=won&since=1970-01-01"
SEARCH = "/games/search?game=duck-soup&player=ann"
MORE_ROWS = {"/players/crowd9": 6_500, FILTERED: 6_500, "/tournaments?name=cup+7": 9_000, SEARCH: 3_000}
"""A player's whole history; each tournament with its title, looked up twice where the planner joins it late; those that
a search suggests, sorted by when they began."""
LIVE = 14
"""Tables that are really played, more than any page shows; the crowd's rows have nothing to draw."""

# How many queries a page may take of a stranger, with what many readers share in the cache. A logged-in reader costs
# two more for the session, and their own games.
MOST = {
    "/": 2,
    "/now": 0,
    "/now/tables": 0,
    "/tv": 2,
    "/now/tv": 0,
    "/tables": 2,
    "/tables?page=40": 2,
    "/tables?game=gasp": 2,
    "/tables?player=crowd9": 4,
    "/tournaments": 5,
    "/tournaments?name=cup+7": 5,
    "/games/duck-soup": 3,
    SEARCH: 9,
    "/players": 1,
    "/players?name=wd123": 1,
    "/players/crowd9": 25,
    FILTERED: 26,
    "/ladders/gasp?page=2": 6,
    "/ladders/gasp?part=inactive": 4,
    "/api/tables": 2,
    "/api/tables?game=gasp": 2,
    "/api/tables?status=finished&game=gasp&limit=200&offset=200": 2,
    "/api/tournaments": 2,
    "/api/ladders/gasp?offset=100": 6,
    "/api/players/crowd9": 7,
    "/tournaments/{tournament}": 6,
    "/tournaments/{tournament}/rounds": 6,
    "/tournaments/{tournament}/standings": 5,
    "/tournaments/{tournament}/crosstable": 5,
    "/tables/{live}": 2,
    "/tables/{live}/board": 1,
    "/tables/{live}/watched": 2,
    "/tables/{live}/stream?late=0": 5,
    "/tables/{live}/stream/board?late=0": 5,
    "/tables/{finished}": 2,
    "/tables/{finished}/replay": 16,
    "/tables/{finished}/replay?move=1&seat=all": 16,
}
LOGGED_IN = 13
"""Session and account, on most pages up to five for "My games" and the table's own, at first what is next for them."""


@pytest.fixture
def table(ann: User, ben: User) -> str:
    """A finished one, with a replay."""
    table_id = open_for(ann, ben)
    give_up(table_id=table_id, user_id=ben.pk)
    return table_id


@pytest.fixture
def tidied(db: None) -> None:
    """What other tests have rolled back lies between the rows of this one, and is read: as if it were more."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        other.execute("VACUUM tables_table, tables_seat, director_tournament, director_entry, ratings_ratingchange")


@pytest.mark.django_db
@pytest.mark.usefixtures("tidied")
def test_pages_cost_the_same_among_many(
    table: str, ann: User, ben: User, asked: list[Query], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first crowd fills every list beyond the page that is read; the second is up to fifty times as large."""
    monkeypatch.setattr(now, "FRESH", 600)
    monkeypatch.setattr(now, "KEPT", 600)
    monkeypatch.setattr(minis, "CLOTH_KEPT", 600)
    monkeypatch.setattr(watched, "KEPT", 600)
    monkeypatch.setattr(tournament_page, "KEPT", 600)
    seconds = itertools.count(1)  # what strangers share for a second is asked for in a second of its own
    monkeypatch.setattr(watched, "sources", SimpleNamespace(now_ms=lambda: next(seconds) * 1_000))
    monkeypatch.setattr(session_store, "FRESH", timedelta(days=1))  # crowds take a minute: nobody is noted again
    crowd_players(300)
    live, *_others = [open_for(ann, ben, rated=True) for _ in range(LIVE)]
    names = {"live": live, "finished": table, "tournament": started(USERS, range(USERS, USERS + 64))}
    stranger, guest, player = Client(), Client(), Client()
    guest.force_login(User.objects.create(username="guest-1", is_guest=True))
    player.force_login(ann)
    pages = {(page, stranger): page.format(**names) for page in MOST}
    pages |= {
        (page, reader): page.format(**names)
        for page in ("/", "/tv", "/tables", "/tables/{live}")
        for reader in (guest, player)
    }
    crowd_tables(finished=1_100, playing=10)
    crowd_tournaments(300)
    for (_, client), path in pages.items():
        visit(client, path, asked)
    few = {(page, client): len(visit(client, path, asked)) for (page, client), path in pages.items()}
    crowd_players(5_000, first=301)
    crowd_clubs(90_000)
    crowd_tables(finished=50_000, playing=300, first=1_101)
    crowd_tournaments(2_500, first=301)
    many, read = {}, {}
    for (page, client), path in pages.items():
        before = rows_read()
        many[page, client] = len(visit(client, path, asked))
        read[page, client] = rows_read() - before
    assert many == few
    assert {page: count for (page, _), count in read.items() if count > MORE_ROWS.get(page, ROWS)} == {}
    above = {
        page: count
        for (page, client), count in few.items()
        if count > MOST[page] + LOGGED_IN * (client is not stranger)
    }
    assert above == {}
    now.forget()
    before = rows_read()
    assert [len(visit(stranger, path, asked)) for path in ("/now", "/now/tables", "/now/tv")] == [6, 1, 10]
    assert rows_read() - before <= ROWS
