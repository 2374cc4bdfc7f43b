"""A player's own games, on every page."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import services as accounts
from accounts.models import User
from tests.factories import give_up, open_for, started
from tests.markup import tight
from tournaments.director.models import Match
from tournaments.tables import selectors, services
from tournaments.tables.events import Clock
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db


def games(client: Client) -> list[tuple[str, str]]:
    """Each with what the player has to do, the most urgent first."""
    html = tight(client.get("/my-games?as=list").content.decode())
    return re.findall(r'<li id="game-(\w+)"[^>]*><span class="badge[^"]*">([^<]*)', html)


def turn_first(table: str) -> int | None:
    playing = TABLES.current(table).state
    return playing.chairs[playing.to_act[0]].user


def test_ones_own_turn_comes_first_by_time_left_then_others_then_what_waits(
    as_ann: Client, ann: User, ben: User
) -> None:
    waiting = open_for(ann, None)
    slow, quick = open_for(ann, ben, clock=Clock(9000, 0)), open_for(ann, ben)
    for table in (slow, quick):
        while turn_first(table) != ann.pk:
            services.make_move(table_id=table, user_id=ben.pk, move=folds_legal(table, ben))
    theirs = open_for(ann, ben)
    while turn_first(theirs) != ben.pk:
        services.make_move(table_id=theirs, user_id=ann.pk, move=folds_legal(theirs, ann))
    assert games(as_ann) == [
        (slow, "Your turn"),
        (quick, "Your turn"),
        (theirs, "Waiting for ben"),
        (waiting, "1 of 2 seats taken"),
    ]
    give_up(table_id=slow, user_id=ben.pk)
    assert slow not in dict(games(as_ann))


def folds_legal(table: str, user: User) -> str:
    return selectors.view(table_id=table, user_id=user.pk).legal[0]


def test_a_table_that_was_left_is_no_game_of_ones_own_any_more(
    as_ann: Client, ann: User, ben: User, robot: User
) -> None:
    table = open_for(ann, ben, robot, game="gasp")
    assert table in dict(games(as_ann))
    give_up(table_id=table, user_id=ann.pk)
    assert games(as_ann) == []


def test_the_bar_is_on_every_page_but_the_first_and_tables_and_guests_have_it(ann: User) -> None:
    guest = accounts.create_guest()
    client = Client()
    client.force_login(guest)
    assert 'class="mygames"' not in client.get("/games").content.decode()
    table = open_for(guest, None)
    for path in ("/games", "/tournaments", "/ladders/gasp", "/about/bots"):
        html = client.get(path).content.decode()
        assert 'class="mygames"' in html, path
        assert f'href="/tables/{table}"' in html, path
    for path in ("/", f"/tables/{table}"):
        assert 'class="mygames"' not in client.get(path).content.decode(), path
    assert f'id="game-{table}"' in client.get("/").content.decode()
    assert 'class="mygames"' not in Client().get("/games").content.decode()


def test_the_number_of_queries_does_not_grow_with_the_games(as_ann: Client, ann: User, ben: User, robot: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            as_ann.get("/my-games")
        return len(captured)

    open_for(ann, ben, robot, game="gasp")
    few = queries()
    for _ in range(12):
        open_for(ann, ben, robot, game="gasp")
        open_for(ann, None)
    assert queries() == few <= 5


def test_a_player_who_has_come_to_a_match_is_not_told_again_to_sit_down(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = started(ben.pk, [ann.pk, ben.pk], rounds=1, round_minutes=None, clock=Clock(300, 5))
    table = Match.objects.get(tournament=tournament_id).table
    assert table is not None
    assert games(as_ann) == [(table, "Round 1 has started")]
    as_ann.get(f"/tables/{table}")
    assert games(as_ann) == [(table, "Round 1: waiting for the others")]
    assert "Sit down" not in as_ann.get("/my-games?as=list").content.decode()
    theirs = Client()
    theirs.force_login(ben)
    assert games(theirs) == [(table, "Round 1 has started")]
