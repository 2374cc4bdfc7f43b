"""Lists of tournaments and clubs: weekday, club, winner, and the reader's own alone."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tests.factories import announced, client_of, play_out, started
from tests.markup import tight
from tests.pages.queries import Query, visit
from tournaments.clubs import services as clubs

pytestmark = pytest.mark.django_db

AT = 4_100_000_000_000
"""Friday, 3 December 2099."""


@pytest.fixture
def club(ann: User, bob: User) -> str:
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    made = clubs.found(by=ann.pk, facts=facts())
    clubs.join(club_id=made, by=bob.pk)
    return made


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return tight(answer.content.decode())


def named(client: Client, path: str) -> set[str]:
    return set(re.findall(r'<h3><a href="/(?:tournaments|clubs)/[^"]+">([^<]+)</a>', page(client, path)))


def test_a_line_says_the_weekday_the_club_and_who_won(client: Client, ann: User, bob: User, club: str) -> None:
    announced(ann.pk, name="Next", starts_at=AT, club=club)
    play_out(started(ann.pk, [bob.pk, ann.pk], name="Last", rounds=1))
    html = page(client, "/tournaments")
    assert re.search(r"</b>Fri 4 Dec</time>|</b>Thu 3 Dec</time>", html)
    assert '<a href="/clubs/harbour-street">Harbour Street</a>' in html
    assert re.search(r"Won by (ann|bob)<", html)
    assert html.count("Won by") == 1
    assert ">Harbour Street</a> ·" not in page(client, "/clubs/harbour-street"), "on its own page it goes without"


def test_mine_are_those_that_one_has_entered_or_directs(ann: User, bob: User, cleo: User) -> None:
    for name, organiser, users in (("Directed", ann, [bob]), ("Entered", bob, [ann]), ("Neither", bob, [cleo])):
        announced(organiser.pk, [user.pk for user in users], name=name, starts_at=AT)
    announced(bob.pk, [ann.pk], name="Private", starts_at=AT, private=True)
    assert named(client_of(ann), "/tournaments?mine=on") == {"Directed", "Entered", "Private"}
    assert named(client_of(ann), "/tournaments") == {"Directed", "Entered", "Neither", "Private"}
    assert named(client_of(ann), "/tournaments?mine=on&name=ent") == {"Entered"}


def test_a_stranger_has_nothing_of_their_own_to_look_for(client: Client, ann: User, club: str) -> None:
    announced(ann.pk, name="Next", starts_at=AT)
    for path in ("/tournaments", "/clubs"):
        assert 'name="mine"' not in page(client, path)
        assert named(client, path) == named(client, f"{path}?mine=on") != set()


def test_of_clubs_mine_are_those_that_one_is_in(ann: User, bob: User, cleo: User, club: str) -> None:
    clubs.found(by=cleo.pk, facts=facts(slug="other", name="Other"))
    assert named(client_of(bob), "/clubs?mine=on") == {"Harbour Street"}
    assert named(client_of(bob), "/clubs?mine=on&name=other") == set()
    assert named(client_of(bob), "/clubs") == {"Harbour Street", "Other"}
    assert named(client_of(cleo), "/clubs?mine=on") == {"Other"}


def test_a_longer_list_takes_no_more_queries(
    client: Client, ann: User, bob: User, club: str, asked: list[Query]
) -> None:
    def one_more(number: int) -> None:
        announced(ann.pk, name=f"Next {number}", starts_at=AT, club=club)
        play_out(started(ann.pk, [bob.pk, ann.pk], name=f"Last {number}", rounds=1))

    one_more(1)
    visit(client, "/tournaments", asked)
    few = len(visit(client, "/tournaments", asked))
    for number in (2, 3):
        one_more(number)
    assert len(visit(client, "/tournaments", asked)) == few <= 5
