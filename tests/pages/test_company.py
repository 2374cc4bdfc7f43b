"""Pages of people at one table: waiting, coming by a link, playing again."""

import re

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from tests.accounts.entrance import PASSWORD
from tests.factories import give_up, open_for
from tests.markup import tight
from tournaments.tables import selectors, services

pytestmark = pytest.mark.django_db


@pytest.fixture
def ben() -> User:
    return User.objects.create_user("ben", password=PASSWORD)


@pytest.fixture
def over(ann: User, ben: User) -> str:
    table = open_for(ann, ben)
    give_up(table_id=table, user_id=ben.pk)
    return table


def page(client: Client, path: str) -> str:
    return tight(client.get(path).content.decode())


def board(client: Client, table: str) -> str:
    return page(client, f"/tables/{table}/board")


# -- the menu


def test_the_menu_comes_with_the_board_so_that_an_early_joiner_can_resign(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, None)
    assert "/resign" not in board(as_ann, table)
    services.join(table_id=table, user_id=ben.pk)
    assert f'href="/tables/{table}/resign"' in board(as_ann, table)
    give_up(table_id=table, user_id=ben.pk)
    assert "/resign" not in board(as_ann, table)


# -- a guest at a rated table


def test_a_guest_is_told_why_a_rated_table_is_not_for_guests_and_comes_back_by_signing_up(ann: User) -> None:
    table = open_for(ann, None, rated=True)
    guest = Client()
    guest.force_login(accounts.create_guest())
    html = page(guest, f"/tables/{table}")
    assert "This table is rated." in html
    assert 'join-form">Join' not in html
    assert guest.post(f"/tables/{table}/join", follow=True).redirect_chain == [(f"/tables/{table}", 302)]
    link = re.search(r'href="(/account/signup/\?next=[^"]+)"', html)
    assert link is not None
    form = page(guest, link[1])
    assert f'name="next" value="/tables/{table}"' in form
    entered = {"username": "Nora", "password1": PASSWORD, "password2": PASSWORD, "email": ""}
    answer = guest.post("/account/signup/", {**entered, "next": f"/tables/{table}"})
    assert (answer.status_code, answer.headers.get("Location")) == (302, f"/tables/{table}"), answer.content.decode()
    assert ">Join</button>" in page(guest, f"/tables/{table}")
    guest.post(f"/tables/{table}/join")
    assert selectors.summary(table).status == "playing"


def test_somebody_without_a_session_does_not_become_a_guest_in_vain(client: Client, ann: User) -> None:
    table = open_for(ann, None, rated=True)
    client.post(f"/tables/{table}/join")
    assert not User.objects.filter(is_guest=True).exists()
    assert "This table is rated." in page(client, f"/tables/{table}")


def test_logging_in_returns_to_the_seat_by_way_of_either_form(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, None, rated=True)
    signup = page(client, f"/account/signup/?next=/tables/{table}")
    assert re.search(rf'href="/account/login/\?next=[^"]*{table}"', signup)
    answer = client.post("/account/login/", {"login": "ben", "password": PASSWORD, "next": f"/tables/{table}"})
    assert answer.headers["Location"] == f"/tables/{table}"


@pytest.mark.parametrize("evil", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"])
def test_nobody_is_sent_to_another_site(client: Client, ben: User, evil: str) -> None:
    answer = client.post("/account/login/", {"login": "ben", "password": PASSWORD, "next": evil})
    assert "evil" not in answer.headers["Location"]
    assert not answer.headers["Location"].startswith("javascript")


# -- a waiting table of the reader's own


def test_an_own_waiting_table_offers_the_link_a_code_and_bots_and_others_are_asked_to_join(
    as_ann: Client, as_ben: Client, client: Client, ann: User
) -> None:
    table = open_for(ann, None)
    own = page(as_ann, f"/tables/{table}")
    assert "Fill with bots" in own
    assert re.search(r'<div class="qr"[^>]*>\s*<svg', own)
    assert 'data-share-url="share"' in own
    assert ">Join</button>" not in own
    for other in (page(as_ben, f"/tables/{table}"), page(client, f"/tables/{table}")):
        assert ">Join</button>" in other
        assert "Fill with bots" not in other


def test_bots_fill_an_own_table_by_its_form(as_ann: Client, as_ben: Client, ann: User) -> None:
    table = open_for(ann, None, None, game="gasp")
    assert as_ben.post(f"/tables/{table}/fill", {"level": "greedy"}, follow=True).status_code == 200
    assert selectors.summary(table).status == "open"
    as_ann.post(f"/tables/{table}/fill", {"level": "nobody"})
    assert selectors.summary(table).status == "open"
    answer = as_ann.post(f"/tables/{table}/fill", {"level": "greedy"})
    assert answer.headers["Location"] == f"/tables/{table}"
    assert selectors.summary(table).bots == ("", "greedy", "greedy")


# -- playing again


def test_no_further_rematch_is_offered_once_there_can_be_none(as_ann: Client, as_ben: Client, over: str) -> None:
    for _ in range(3):
        assert "Offer a rematch" in board(as_ben, over)
        as_ann.post(f"/tables/{over}/rematch", {"answer": "yes"})
        as_ben.post(f"/tables/{over}/rematch", {"answer": "no"})
    assert "Offer a rematch" not in board(as_ben, over)
    assert "no further offer" in board(as_ben, over)


def test_a_rematch_is_offered_and_accepted_by_forms(as_ann: Client, as_ben: Client, client: Client, over: str) -> None:
    assert "Offer a rematch" in board(as_ann, over)
    assert as_ann.post(f"/tables/{over}/rematch", {"answer": "yes"}).headers["Location"] == f"/tables/{over}"
    assert "Withdraw the offer" in board(as_ann, over)
    assert "Play again with them" in board(as_ben, over)
    assert "rematch-form" not in board(client, over)
    following = as_ben.post(f"/tables/{over}/rematch", {"answer": "yes"}).headers["Location"]
    assert following != f"/tables/{over}"
    assert f'data-next="{following}"' in board(as_ann, over)
    assert "data-next" not in board(client, over)
    assert f'href="{following}"' in board(client, over)


def test_a_rematch_is_declined_by_form_and_a_late_answer_is_told_so(as_ann: Client, as_ben: Client, over: str) -> None:
    as_ann.post(f"/tables/{over}/rematch", {"answer": "yes"})
    as_ben.post(f"/tables/{over}/rematch", {"answer": "no"})
    assert "No rematch now" in board(as_ann, over)
    late = as_ben.post(f"/tables/{over}/rematch", {"answer": "no"}, follow=True)
    assert "No rematch is offered." in late.content.decode()
