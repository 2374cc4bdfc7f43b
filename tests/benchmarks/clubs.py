"""Pages of clubs: 1,000 of them, one with 300 members, three years of nights, a season of 500 tables and a ladder, and
100,000 notices. For a member, in this process. A second one is at every limit there is, for scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.benchmarks import durability, paging, ratings
from tests.benchmarks.measure import Table
from tests.benchmarks.served import VISITS, Served, visited

if TYPE_CHECKING:
    from django.test import Client

    from tests.club_crowds import Large

CLUBS, NOTICES, PEOPLE = 1_000, 100_000, 3_000
PAGES = (
    "/clubs",
    "/clubs?name=crowd+77",
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
    "/notices?from=20",
    "/api/clubs?name=crowd",
    "/api/clubs/{slug}",
    "/api/clubs/{slug}/members",
    "/api/clubs/{slug}/calendar",
    "/api/clubs/{slug}/ladders/{ladder}",
    "/api/notices",
)
USUAL = {"members": 300, "years": 3, "answers": 40, "units": 500, "challenges": 300}
FULL = {"members": 2_000, "years": 3, "answers": 100, "units": 2_000, "challenges": 500}
AT_THE_LIMIT = tuple(page for page in PAGES if "{slug}" in page)


def measured(visits: int = VISITS) -> Table:
    from accounts.models import User
    from tests import club_crowds
    from tests.crowds import USERS, crowd_players
    from tournaments.config.garbage import spare_the_start

    with durability._database(), paging._client() as client:
        spare_the_start()
        crowd_players(PEOPLE)
        usual = club_crowds.large(**USUAL)
        full = club_crowds.large(**FULL, number=1)
        for number in range(2, CLUBS):
            club_crowds.found(number)
        club_crowds.notices(NOTICES, people=PEOPLE, club=usual.club)
        client.force_login(User.objects.get(pk=USERS + 5))
        pages = [_visited(client, page, usual, visits) for page in PAGES]
        limit = [_visited(client, page, full, min(visits, 5)).note() for page in AT_THE_LIMIT]
    notes = [*(each.note() for each in pages), "at every limit:", *limit]
    return ratings.table(f"Pages among {CLUBS:,} clubs", pages, notes)


def _visited(client: Client, page: str, club: Large, visits: int) -> Served:
    return visited(client, page.format(**club._asdict()), visits=visits)
