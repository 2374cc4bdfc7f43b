"""The first minutes of somebody who has never played here."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import give_up, open_for
from tournaments.tables import selectors, services
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db

COACHED = "data-coach"


def page(client: Client, table: str) -> str:
    return client.get(f"/tables/{table}").content.decode()


def test_a_newcomer_plays_a_short_game_by_one_press(client: Client) -> None:
    assert b'name="first"' in client.get("/").content
    answer = client.post("/play", {"first": "1"})
    table = answer["Location"].rpartition("/")[2]
    summary = selectors.summary(table)
    assert (summary.game, len(summary.seats), summary.options["deals"]) == ("german-whist", 2, 1)
    assert summary.status == "playing"
    assert COACHED in page(client, table)


def test_a_user_who_has_sat_at_a_table_chooses_among_all_games(as_ann: Client, ann: User, ben: User) -> None:
    assert b'name="first"' in as_ann.get("/").content
    open_for(ann, ben)
    answer = as_ann.get("/").content
    assert b'name="first"' not in answer
    assert b'name="game"' in answer


def test_hints_come_with_the_first_friendly_table_of_a_game_only(as_ann: Client, ann: User, ben: User) -> None:
    first = open_for(ann, ben)
    assert COACHED in page(as_ann, first)
    assert COACHED not in page(Client(), first), "a spectator needs none"
    give_up(table_id=first, user_id=ann.pk)
    assert COACHED not in page(as_ann, open_for(ann, ben)), "the second table of the game"
    assert COACHED in page(as_ann, open_for(ann, ben, game="gasp-duel")), "another game is new again"
    assert COACHED not in page(as_ann, open_for(ann, ben, game="dracula", rated=True)), "no help in a contest"


def test_the_goal_is_always_on_the_felt(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    for reader in (as_ann, Client()):
        assert "Duck times" in reader.get(f"/tables/{table}").content.decode()


def test_the_hints_go_with_the_first_four_tricks(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, game="gasp-duel")
    hints: set[int | None] = set()
    while len(hints) < 5:
        playing = TABLES.current(table).state
        seat = playing.to_act[0]
        user = playing.chairs[seat].user
        assert user is not None
        view = selectors.view(table_id=table, user_id=user)
        assert view.picture is not None
        hints.add(view.picture.hint.n if view.picture.hint else None)
        services.make_move(table_id=table, user_id=user, move=view.legal[0])
    assert hints == {1, 2, 3, 4, None}
