"""Playing on from a moment of a replay at a new table: the form, what the new table's pages say of it, who is told."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import client_of, give_up, open_for
from tests.tables.playing import play_first
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.tables import frames, selectors
from tournaments.tables.models import Table
from tournaments.tables.streams import TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]
BOTS = {"seat": "1", "against": "greedy", "cards": "dealt_again"}


@pytest.fixture
def over(ann: User, ben: User) -> str:
    table = open_for(ann, ben)
    for _ in range(4):
        play_first(table)
    give_up(table_id=table, user_id=ben.pk)
    return table


def address(table: str, asked: str = "move=2&seat=1") -> str:
    return f"/tables/{table}/replay/play-on?{asked}"


def made(client: Client, table: str, asked: str = "move=2&seat=1", **given: str) -> str:
    answer = client.post(address(table, asked), {**BOTS, **given})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer.headers["Location"].rpartition("/")[2])


def text(client: Client, path: str) -> str:
    return unescape(client.get(path).content.decode())


def test_a_replay_leads_to_the_form_at_its_moment(as_ann: Client, over: str) -> None:
    page = text(as_ann, f"/tables/{over}/replay?move=2&seat=1")
    assert page.count(f'href="{address(over)}"') == 2  # a button, and in the menu
    form = text(as_ann, address(over))
    assert re.search(r'<option value="1" selected>\s*ben', form)
    assert "move 2 of" in form


def test_the_form_opens_a_table_with_bots_in_the_seat_that_is_chosen(as_ann: Client, ann: User, over: str) -> None:
    new = selectors.summary(made(as_ann, over))
    assert (new.status, new.seats[1], new.bots, new.rated) == ("playing", ann.pk, ("greedy", ""), False)
    assert new.origin is not None
    assert (new.origin.table, new.origin.seat, new.origin.dealt_again) == (over, 1, True)


def test_the_form_opens_one_with_open_seats_and_the_cards_as_they_were(as_ann: Client, over: str, cleo: User) -> None:
    new = made(as_ann, over, seat="0", against="people", cards="as_was")
    assert selectors.summary(new).status == "open"
    assert "Played on" in text(client_of(cleo), "/tables")
    client_of(cleo).post(f"/tables/{new}/join")
    origin = selectors.summary(new).origin
    assert origin is not None
    assert TABLES.current(new).state.state == frames.as_of(over, origin.seq).state


def test_a_line_is_played_on_where_it_stands(as_ann: Client, over: str) -> None:
    begun = as_ann.get(f"/tables/{over}/replay?move=1&seat=all&on").headers["Location"]
    line = re.search(r'<li>\s*<a href="\?([^"]+)"', text(as_ann, begun))
    assert line is not None
    asked = unescape(line[1])
    button = re.search(r'href="([^"]+)"\s+data-play-on', as_ann.get(f"/tables/{over}/replay?{asked}").content.decode())
    assert button is not None
    new = made(as_ann, over, unescape(button[1]).partition("?")[2], cards="as_was")
    origin = selectors.summary(new).origin
    assert origin is not None
    assert origin.tried == 1
    assert "1 move was tried first." in text(as_ann, f"/tables/{new}")


def test_a_visitor_without_an_account_plays_on_as_a_guest(client: Client, over: str) -> None:
    new = selectors.summary(made(client, over))
    assert User.objects.get(pk=new.seats[1] or 0).is_guest


@pytest.mark.parametrize(("cards", "said"), [
    ("dealt_again", "It goes on from a moment of another game. The cards that ann did not know were dealt again."),
    ("as_was", "It goes on from a moment of another game, with all cards as they were."),
])  # fmt: skip
def test_the_table_and_its_replay_say_where_it_comes_from(as_ann: Client, over: str, cards: str, said: str) -> None:
    new = made(as_ann, over, cards=cards)
    origin = selectors.summary(new).origin
    assert origin is not None
    eyes = "1" if cards == "dealt_again" else "all"
    for path in (f"/tables/{new}", f"/tables/{new}/replay"):
        page = text(as_ann, path)
        assert said in page
        assert f"/tables/{over}/replay?seq={origin.seq}&seat={eyes}" in page
    assert said not in text(as_ann, f"/tables/{over}")


def test_who_may_not_see_the_game_before_is_not_led_there(as_ann: Client, ann: User, ben: User) -> None:
    club = founded(ann, ben)
    before = open_for(ann, ben, club=club)
    play_first(before)
    give_up(table_id=before, user_id=ben.pk)
    new = made(as_ann, before, "move=0&seat=1")
    assert before in text(Client(), f"/tables/{new}")
    clubs.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    for path in (f"/tables/{new}", f"/tables/{new}/replay", f"/api/tables/{new}", "/api/tables"):
        assert before not in text(Client(), path)
        assert before in text(as_ann, path)
    assert Client().get(address(before, "move=0")).status_code == 404


def test_there_is_nothing_to_play_on_at_the_end_while_it_is_played_and_without_cards(
    as_ann: Client, ann: User, ben: User, over: str
) -> None:
    assert as_ann.get(address(over, "move=999")).status_code == 422
    last = re.search(r'data-last="(\d+)"', text(as_ann, f"/tables/{over}/replay"))
    assert last is not None
    assert "The game is over there." in text(as_ann, address(over, f"move={last[1]}"))
    played, waiting = open_for(ann, ben), open_for(ann, None)
    as_ann.post(f"/tables/{waiting}/abort")
    for table in (played, waiting):
        assert as_ann.get(address(table, "move=0")).status_code == 422
        assert as_ann.post(address(table, "move=0"), BOTS).status_code == 422
    assert Table.objects.count() == 3


def test_where_no_other_deal_is_found_the_form_says_so_beside_the_choice(
    as_ann: Client, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.deals.TRIES", 0)
    answer = as_ann.post(address(over), BOTS)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.index("No other deal was found") > page.index('name="against"')
    assert made(as_ann, over, cards="as_was")


@pytest.mark.parametrize("given", [{"seat": "7"}, {"cards": "mine"}, {"against": "nobody"}, {"seat": ""}])
def test_a_choice_that_there_is_not_opens_nothing(as_ann: Client, over: str, given: dict[str, str]) -> None:
    assert as_ann.post(address(over), {**BOTS, **given}).status_code == 422
    assert Table.objects.count() == 1
