"""A tournament's lists are drawn once for all readers, and each reader finds their own marked."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import renaming
from accounts.models import User
from tests.factories import announced, client_of, concede, open_tables, started
from tournaments.director import selectors

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]
LISTS = {"tournaments/match_list.html", "tournaments/standings_list.html", "tournaments/entry_list.html"}


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(name) for name in ("ada", "bea", "cy", "dan")]


def own(page: str) -> set[str]:
    return set(re.findall(r'data-entry="(\d+)" data-yours', page))


def seen(client: Client, tournament_id: str, tab: str = "", **given: str) -> str:
    return client.get(f"/tournaments/{tournament_id}{tab}", given).content.decode()


def test_what_one_reader_had_drawn_serves_all(people: list[User], ann: User, drawn: list[str | None]) -> None:
    tournament_id = started(ann.pk, [user.pk for user in people])
    seen(Client(), tournament_id)
    assert LISTS.issubset(drawn)
    drawn.clear()
    for user in people:
        seen(client_of(user), tournament_id)
    assert LISTS.isdisjoint(drawn)


@pytest.mark.parametrize("tab", ["", "/standings", "/rounds"])
def test_each_reader_finds_their_own_marked_and_nobody_elses(people: list[User], ann: User, tab: str) -> None:
    tournament_id = started(ann.pk, [user.pk for user in people])
    assert not own(seen(Client(), tournament_id, tab))
    marked = [own(seen(client_of(user), tournament_id, tab)) for user in people]
    assert sorted(map(len, marked)) == [1, 1, 1, 1]
    assert len(set.union(*marked)) == 4


def test_a_result_shows_at_once(people: list[User], ann: User) -> None:
    tournament_id = started(ann.pk, [user.pk for user in people])
    before = seen(Client(), tournament_id).count(">Finished<")
    concede(open_tables(tournament_id)[0])
    assert seen(Client(), tournament_id).count(">Finished<") == before + 1


def test_a_new_name_shows_at_once(people: list[User], ann: User) -> None:
    tournament_id = started(ann.pk, [user.pk for user in people])
    assert ">ada<" in seen(Client(), tournament_id)
    renaming.rename(user=people[0], name="Adelaide")
    page = seen(Client(), tournament_id)
    assert ">Adelaide<" in page
    assert ">ada<" not in page


def test_a_new_name_on_the_waiting_list_shows_at_once(people: list[User], ann: User) -> None:
    tournament_id = announced(ann.pk, [user.pk for user in people], max_entries=3, waiting_list=True)
    assert ">dan<" in seen(Client(), tournament_id)
    renaming.rename(user=people[3], name="Daniel")
    page = seen(Client(), tournament_id)
    assert ">Daniel<" in page
    assert ">dan<" not in page


def test_what_an_address_says_beside_makes_no_copy(people: list[User], ann: User, drawn: list[str | None]) -> None:
    tournament_id = started(ann.pk, [user.pk for user in people])
    seen(Client(), tournament_id)
    drawn.clear()
    seen(Client(), tournament_id, x="1", page="7", round="2")
    assert LISTS.isdisjoint(drawn)


def test_a_reader_of_another_language_has_them_in_it(people: list[User], ann: User) -> None:
    tournament_id = started(ann.pk, [user.pk for user in people])
    assert "Table 1" in seen(Client(), tournament_id)
    page = seen(Client(headers={"Accept-Language": "es"}), tournament_id)
    assert "Mesa 1" in page
    assert "Table 1" not in page


def test_what_a_tab_says_more_is_said_there_alone(people: list[User], ann: User) -> None:
    tournament_id = started(ann.pk, [user.pk for user in people])
    assert "Why?" not in seen(Client(), tournament_id).split("Standings")[0]
    assert "Why?" in seen(Client(), tournament_id, "/rounds")


def test_a_page_of_the_past_has_its_own(people: list[User], ann: User) -> None:
    """What waited then is over since: its lists are not those of the moment when it was the latest."""
    tournament_id = started(ann.pk, [user.pk for user in people])
    seq = selectors.at(tournament_id).latest
    now = seen(Client(), tournament_id, "/rounds")
    concede(open_tables(tournament_id)[0])
    past = seen(Client(), tournament_id, "/rounds", as_of=str(seq))
    cache.clear()
    assert "Waiting for players" in now
    assert past.count("Waiting for players") == seen(Client(), tournament_id, "/rounds", as_of=str(seq)).count(
        "Waiting for players"
    )
