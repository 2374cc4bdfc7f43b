"""Clubs after years: as many queries as in the first month, and no page that looks through every notice or rating."""

import pytest
from django.test import Client

from accounts.models import User
from tests import club_crowds
from tests.club_crowds import Large
from tests.crowds import USERS, crowd_players
from tests.pages.queries import Query, visit
from tests.ratings.pools import appended
from tests.ratings.tables import table
from tournaments.ratings import moments
from tournaments.ratings.events import RatingCorrected

pytestmark = pytest.mark.django_db

PAGES = (
    "/clubs",
    "/clubs?name=crowd",
    "/clubs/{slug}",
    "/clubs/{slug}/members",
    "/clubs/{slug}/calendar",
    "/clubs/{slug}/ladders",
    "/clubs/{slug}/ladders/{ladder}",
    "/clubs/{slug}/seasons",
    "/clubs/{slug}/seasons/{season}",
    "/clubs/{slug}/archive",
    "/clubs/{slug}/history",
    "/notices",
    "/api/clubs/{slug}",
    "/api/clubs/{slug}/members",
    "/api/clubs/{slug}/calendar",
    "/api/clubs/{slug}/ladders/{ladder}",
    "/api/clubs/{slug}/seasons/{season}",
    "/api/notices",
)


@pytest.mark.usefixtures("no_limits")
def test_pages_of_clubs_cost_the_same_after_years(asked: list[Query]) -> None:
    crowd_players(300)
    young = club_crowds.large(members=70, years=1, answers=10, units=60, challenges=20)
    old = club_crowds.large(members=250, years=3, answers=30, units=300, challenges=200, number=1)
    for number in range(2, 40):
        club_crowds.found(number)
    club_crowds.notices(9_000, people=300, club=old.club)
    client = Client()
    client.force_login(User.objects.get(pk=USERS + 5))
    costs = {club: {page: _cost(client, page, club, asked) for page in PAGES} for club in (young, old)}
    assert costs[old] == costs[young]
    assert max(costs[old].values()) <= 20


def _cost(client: Client, page: str, club: Large, asked: list[Query]) -> int:
    """The queries of a page that has been asked for before."""
    path = page.format(**club._asdict())
    visit(client, path, asked)
    return len(visit(client, path, asked))


def test_rulings_and_moments_are_found_without_looking_through_the_tables(asked: list[Query]) -> None:
    events = [table((1, 2), (1, 2), ended=number + 1) for number in range(30)]
    pool = appended([*events, RatingCorrected(events[3].table, (2, 1), "x/1"), table((1, 3), (1, 2), ended=99)])
    asked.clear()
    assert [each.table for each in moments.published(pool, limit=5)] == [events[3].table]
    assert not [query for query in asked if "kind = ANY" in query.statement]
    page = moments.as_of(pool, 20, limit=1, offset=1)
    assert page.ratings == [moments.as_of(pool, 20).ratings[1]]
