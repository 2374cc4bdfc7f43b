"""A player's first page: the last game as a story, and the cards that lie there when it is their turn."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import client_of, concede, open_for
from tests.markup import tight
from tests.pages.queries import Query, visit
from tests.pages.test_ending import played_out
from tournaments.clubs import services as clubs
from tournaments.tables import selectors, services

pytestmark = pytest.mark.django_db


def story(client: Client) -> str:
    html = tight(client.get("/").content.decode())
    found = re.search(r'<section class="wrap" aria-labelledby="story-h">.*?</section>.*?</section>', html, re.DOTALL)
    return found[0] if found else ""


def test_the_last_game_is_told_from_ones_own_seat(as_ann: Client, ann: User, ben: User) -> None:
    played_out(ben, ann, game="duck-soup")
    table = played_out(ann, ben, game="german-whist")
    told = story(as_ann)
    outcome = selectors.summary(table).outcome
    assert outcome is not None
    assert "Your last game" in told
    assert ("You won" if outcome.places[0] == 1 else "ben won") in told
    assert dict(re.findall(r"</i>\s*(\w+)\s*<b[^>]*>(\d+)</b>", told)) == {
        "You": str(outcome.points[0]),
        "ben": str(outcome.points[1]),
    }
    link = re.search(rf'href="(/tables/{table}/replay\?seq=\d+)">See it again', told)
    assert link
    assert as_ann.get(link[1]).status_code == 200
    assert "You" not in story(client_of(ben)) or "ben" not in story(client_of(ben))


def test_a_later_game_takes_its_place(as_ann: Client, ann: User, ben: User) -> None:
    first = played_out(ann, ben, game="german-whist")
    assert first in story(as_ann)
    later = played_out(ann, ben, game="duck-soup")
    assert later in story(as_ann)
    assert first not in story(as_ann)


def test_without_a_finished_game_nothing_is_told(client: Client, as_ann: Client, ann: User, ben: User) -> None:
    open_for(ann, ben)
    assert story(as_ann) == ""
    assert story(client) == ""


def test_nothing_is_told_of_a_club_that_one_may_no_longer_know_of(ann: User, ben: User) -> None:
    club = founded(ann, ben, visibility="private", join="invitation")
    table = open_for(ann, ben, club=club)
    concede(table)
    assert table in story(client_of(ben))
    clubs.leave(club_id=club, by=ben.pk)
    cache.clear()
    assert story(client_of(ben)) == ""
    assert table in story(client_of(ann))


def test_the_cards_on_the_table_lie_beside_the_first_game_while_it_is_ones_turn(ann: User, ben: User) -> None:
    table, users = open_for(ann, ben, game="german-whist"), (ann, ben)
    mover = users[selectors.summary(table).to_act[0]]
    legal = selectors.view(table_id=table, user_id=mover.pk).legal
    services.make_move(table_id=table, user_id=mover.pk, move=legal[0])
    other = users[selectors.summary(table).to_act[0]]
    assert other != mover
    html = tight(client_of(other).get("/my-games?as=list").content.decode())
    shown = re.search(r'<li id="game-\w+" class="mine-now">.*?</li>', html, re.DOTALL)
    assert shown
    played = re.findall(r'class="card french"', shown[0])
    assert len(played) == 1, "the card that was led, and no hand"
    assert "mine-now" not in client_of(mover).get("/my-games?as=list").content.decode()


def test_the_story_drawn_again_costs_no_query_more(as_ann: Client, ann: User, ben: User, asked: list[Query]) -> None:
    running = open_for(ann, ben, game="german-whist")
    visit(as_ann, "/", asked)
    untold = len(visit(as_ann, "/", asked))
    played_out(ann, ben, game="german-whist")
    assert running not in story(as_ann) != ""
    assert len(visit(as_ann, "/", asked)) <= untold
