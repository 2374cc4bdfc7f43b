"""A tournament's page says who may enter and why not, who waits, and who is there."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, co_organise, concede, gather, open_tables, started
from tests.pages.forms import FORM, text
from tournaments.director import selectors, services
from tournaments.log import sources

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]


@pytest.fixture
def others(db: None) -> list[int]:
    return [User.objects.create_user(f"player{number}").pk for number in range(4)]


def entered(tournament: str) -> set[int]:
    return {entry.user for entry in selectors.detail(tournament).entries}


def test_each_condition_is_told_with_a_verdict_and_entering_says_the_first_that_is_not_met(
    as_ann: Client, ann: User, ben: User
) -> None:
    tournament = announced(ben.pk, least_rating=1400, least_days=7, bots=False)
    page = text(as_ann, f"/tournaments/{tournament}")
    assert re.search(r"Rating from 1400</th><td>1500<span class=\"vh\">met", page)
    assert re.search(r"Days since signing up: 7</th><td>0<span class=\"vh\">not met", page)
    assert "People only" in page
    as_ann.post(f"/tournaments/{tournament}/join")
    assert "Your account is too new" in text(as_ann, f"/tournaments/{tournament}")
    assert entered(tournament) == set()


def test_the_entry_code_lets_in_who_knows_it_and_is_nowhere_to_be_read(as_ann: Client, ann: User, ben: User) -> None:
    as_ben = Client()
    as_ben.force_login(ben)
    made = as_ben.post("/tournaments/new", FORM | {"entry_code": "Darjeeling"})
    tournament = made.headers["Location"].rpartition("/")[2]
    assert 'name="code"' in text(as_ann, f"/tournaments/{tournament}")
    for code in ("", "Assam"):
        as_ann.post(f"/tournaments/{tournament}/join", {"code": code})
    assert entered(tournament) == set()
    as_ben.post(f"/tournaments/{tournament}/edit", FORM | {"name": "Wednesday", "keep_code": "on"})
    as_ann.post(f"/tournaments/{tournament}/join", {"code": "darjeeling"})
    assert entered(tournament) == {ann.pk}
    assert "arjeeling" not in text(as_ben, f"/tournaments/{tournament}/edit")
    as_ben.post(f"/tournaments/{tournament}/edit", FORM)
    assert selectors.detail(tournament).settings.entry_code == ""


def test_who_waits_sees_the_place_and_is_told_when_there_is_room(as_ann: Client, ann: User, others: list[int]) -> None:
    tournament = announced(others[0], others, max_entries=4, waiting_list=True)
    assert "Join the waiting list" in text(as_ann, f"/tournaments/{tournament}")
    as_ann.post(f"/tournaments/{tournament}/join")
    assert "You are on the waiting list, place 1" in text(as_ann, f"/tournaments/{tournament}")
    assert ann.pk not in entered(tournament)
    services.withdraw(tournament_id=tournament, user_id=others[1])
    assert "You have moved up from the waiting list" in text(as_ann, f"/tournaments/{tournament}")
    assert ann.pk in entered(tournament)


def test_one_checks_in_by_a_button_and_the_organiser_checks_in_others(
    as_ann: Client, ann: User, ben: User, others: list[int]
) -> None:
    soon = sources.now_ms() + 300_000
    tournament = announced(ben.pk, [ann.pk, *others], check_in_minutes=15, starts_at=soon, rounds=1)
    page = text(as_ann, f"/tournaments/{tournament}")
    assert "Check-in is open" in page
    assert "Are you here?" in page
    as_ann.post(f"/tournaments/{tournament}/check-in")
    assert "You are here" in text(as_ann, f"/tournaments/{tournament}")
    as_ann.post(f"/tournaments/{tournament}/check-in", {"user": str(others[0])})
    as_ben = Client()
    as_ben.force_login(ben)
    assert "player0 is here" in text(as_ben, f"/tournaments/{tournament}")
    as_ben.post(f"/tournaments/{tournament}/check-in", {"user": str(others[0])})
    as_ben.post(f"/tournaments/{tournament}/start")
    assert entered(tournament) == {ann.pk, others[0]}


def test_a_private_tournament_stands_in_no_list_but_its_address_leads_to_it(
    as_ann: Client, client: Client, ann: User, ben: User
) -> None:
    as_ben = Client()
    as_ben.force_login(ben)
    made = as_ben.post("/tournaments/new", FORM | {"name": "Whispers", "private": "on"})
    tournament = made.headers["Location"].rpartition("/")[2]
    for path in ("/tournaments", "/", "/tournaments?name=whispers"):
        assert tournament not in text(client, path)
        assert tournament not in text(as_ann, path)
    assert tournament not in client.get("/api/tournaments").content.decode()
    assert tournament in text(as_ben, "/tournaments"), "the organiser finds it"
    assert text(client, f"/tournaments/{tournament}")
    as_ann.post(f"/tournaments/{tournament}/join")
    assert tournament in text(as_ann, "/tournaments"), "and so does who has entered"
    cleo = User.objects.create_user("cleo")
    as_cleo = Client()
    as_cleo.force_login(cleo)
    assert tournament not in text(as_cleo, "/tournaments")
    co_organise(tournament, ben.pk, cleo.pk)
    assert tournament in text(as_cleo, "/tournaments"), "and so does who directs it too"
    as_ben.post(f"/tournaments/{tournament}/edit", FORM)
    assert tournament in text(client, "/tournaments")


def test_a_table_of_a_private_tournament_names_it_to_those_alone_who_may_know(
    as_ann: Client, client: Client, ann: User, ben: User
) -> None:
    tournament = started(ben.pk, [ann.pk, User.objects.create_user("dan").pk], private=True, name="Whispers")
    table = open_tables(tournament)[0]
    cleo, dot = (User.objects.create_user(name) for name in ("cleo", "dot"))
    as_ben, as_cleo, as_dot = Client(), Client(), Client()
    for who, user in ((as_ben, ben), (as_cleo, cleo), (as_dot, dot)):
        who.force_login(user)
    co_organise(tournament, ben.pk, dot.pk)
    for become in (lambda _table: None, gather, concede):
        become(table)
        for path in (f"/tables/{table}", f"/tables/{table}/board"):
            for stranger in (client, as_cleo):
                assert "Whispers" not in text(stranger, path)
                assert tournament not in text(stranger, path)
        for friend in (as_ann, as_ben, as_dot):
            assert f'href="/tournaments/{tournament}"' in text(friend, f"/tables/{table}")
    assert table in text(client, "/tables"), "which stands in lists itself"
    open_to_all = started(ben.pk, [ann.pk, cleo.pk], name="Out loud")
    assert "Out loud" in text(client, f"/tables/{open_tables(open_to_all)[0]}")
