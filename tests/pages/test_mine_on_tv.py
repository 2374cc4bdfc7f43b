"""TV with one's own: what clubs, tournaments and friends play is shown to those whose it is, and to nobody else."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import privacy
from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import client_of, concede, gather, open_for, open_tables, started
from tests.markup import tight
from tests.pages.queries import Query, visit
from tests.people.test_friends import befriend
from tournaments.people import friends

pytestmark = pytest.mark.django_db

MOST = 22
"""Queries of the page, drawn for the first time with a table of each kind."""


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("dora")


def shown(client: Client, path: str = "/tv/mine") -> str:
    cache.clear()
    answer = client.get(path)
    assert answer.status_code == 200
    return tight(answer.content.decode()).partition("<main")[2]


def test_a_stranger_has_no_choice_and_is_asked_to_log_in(client: Client, ann: User, ben: User) -> None:
    open_for(ann, ben)
    assert "/tv/mine" not in client.get("/tv").content.decode()
    for path in ("/tv/mine", "/tv/mine/now"):
        assert client.get(path).status_code == 302


def test_tables_of_a_private_club_are_for_its_members(ann: User, ben: User, dora: User) -> None:
    club = founded(ann, ben, dora, visibility="private", join="invitation")
    table = open_for(ann, ben, club=club)
    assert f'data-table="{table}"' in shown(client_of(dora))
    outside = client_of(User.objects.create_user("otto"))
    for path in ("/tv/mine", "/tv/mine/now", "/tv", "/now/tv"):
        cache.clear()
        assert table not in outside.get(path).content.decode()
    assert table not in shown(client_of(dora), "/tv"), "nor do all tables have it"


def test_what_one_reader_was_shown_is_kept_for_nobody_else(ann: User, ben: User, dora: User) -> None:
    club = founded(ann, ben, dora, visibility="private", join="invitation")
    table = open_for(ann, ben, club=club)
    assert table in shown(client_of(dora))
    other = client_of(User.objects.create_user("otto"))
    for path in ("/tv/mine", "/tv/mine/now", "/tv", "/now/tv"):
        assert table not in other.get(path).content.decode(), path


@pytest.mark.parametrize("hidden", ["show_presence", "show_games"])
def test_a_friends_table_is_shown_as_long_as_the_friend_lets_it_be_seen(
    ann: User, ben: User, dora: User, hidden: str
) -> None:
    befriend(ann, dora)
    table = open_for(ann, ben)
    assert f'data-table="{table}"' in shown(client_of(dora))
    privacy.choose(user=ann, choices={hidden: False})
    assert table not in shown(client_of(dora))


def test_somebody_who_has_only_been_asked_is_no_friend(ann: User, ben: User, dora: User) -> None:
    privacy.choose(user=ann, choices={"invitations": "anyone"})
    friends.ask(user=dora, name="ann")
    table = open_for(ann, ben)
    assert table not in shown(client_of(dora))


def test_other_tables_of_ones_tournament_are_shown_and_ones_own_is_not(ann: User, ben: User) -> None:
    users = [ann, ben, *(User.objects.create_user(f"player{number}") for number in range(2))]
    made = started(ann.pk, [each.pk for each in users], name="Evening cup", private=True)
    tables = open_tables(made)
    for table in tables:
        gather(table)
    html = shown(client_of(ann))
    assert "Evening cup" in html
    assert sorted(table in html for table in tables) == [False, True]
    (elsewhere,) = (table for table in tables if table in html)
    concede(elsewhere)
    assert f'data-table="{elsewhere}"' not in shown(client_of(ann))


def test_nobody_elses_tables_are_shown_and_no_hand(ann: User, ben: User, dora: User) -> None:
    table = open_for(ann, ben)
    html = shown(client_of(dora))
    assert table not in html
    assert "Nothing is being played" in html
    befriend(ann, dora)
    html = shown(client_of(dora))
    assert 'data-seq="' in html
    assert 'class="hand"' not in html


def test_the_page_asks_little_however_much_is_played(ann: User, ben: User, dora: User, asked: list[Query]) -> None:
    club = founded(ann, ben, dora)
    befriend(ann, dora)
    client = client_of(dora)
    counts = []
    for _ in range(2):
        for _table in range(3):
            open_for(ann, ben, club=club)
        shown(client)  # what is seen of each table is kept apart
        cache.delete(f"tv/near/{dora.pk}/en")
        counts.append(len(visit(client, "/tv/mine", asked)))
    assert counts[0] == counts[1] <= MOST
    assert len(visit(client, "/tv/mine/now", asked)) <= 2
