"""What becomes of somebody's challenges, ladders and seasons when their account ends; and how they are exported."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import erasure as accounts
from accounts.models import User
from tests.clock import Clock
from tests.factories import concede, gather, open_for
from tests.leagues.test_challenges import agreed, club, ladder, order, people
from tournaments.leagues.ladders import selectors, services
from tournaments.leagues.seasons import selectors as seasons
from tournaments.leagues.seasons import services as season_services
from tournaments.leagues.seasons.decisions import Draft
from tournaments.log.projections import rebuild
from tournaments.people import erasure, export
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables

__all__ = ["club", "ladder", "people"]


def erase(user: int) -> None:
    accounts.ask(user=User.objects.get(pk=user))
    User.objects.filter(pk=user).update(erasure_at=timezone.now())
    for _again in range(2):
        erasure.erase(user)


@pytest.mark.parametrize("gone", ["challenger", "defender"])
def test_a_challenge_of_an_erased_account_is_void(ladder: str, people: list[int], gone: str) -> None:
    before = order(ladder)
    name = services.challenge(ladder_id=ladder, by=people[4], defender=people[2])
    leaver = people[4] if gone == "challenger" else people[2]
    erase(leaver)
    assert selectors.challenge(name)[1].outcome == "void"
    assert order(ladder) == [user for user in before if user != leaver]
    assert rebuild(check=True).changed == ()


def test_a_table_of_it_that_has_not_begun_is_called_off(ladder: str, people: list[int], clock: Clock) -> None:
    name = agreed(ladder, people[4], people[2], clock.now)
    erase(people[2])
    table = selectors.challenge(name)[1].table or ""
    assert tables.summary(table).status == "aborted"
    assert selectors.challenge(name)[1].outcome == "void"


def test_nobody_wins_a_place_by_it_at_a_table_in_play(ladder: str, people: list[int], clock: Clock) -> None:
    name = agreed(ladder, people[4], people[2], clock.now)
    table = selectors.challenge(name)[1].table or ""
    gather(table)
    erase(people[2])
    settle_table(table_id=table)
    assert tables.summary(table).status == "finished"
    assert selectors.challenge(name)[1].outcome == "void"
    assert order(ladder) == [people[0], people[1], people[3], people[4]]


def test_who_was_named_beside_the_two_is_named_no_more(club: str, people: list[int]) -> None:
    draft = services.Draft(game="gasp", title="Tables", rule="table", seats=3, reach=5)
    ladder = services.open_ladder(club_id=club, by=people[0], draft=draft)
    for user in people[:5]:
        services.join(ladder_id=ladder, by=user)
    name = services.challenge(ladder_id=ladder, by=people[4], defender=people[1], others=[people[2]])
    erase(people[2])
    assert selectors.challenge(name)[1].others == ()


def test_a_season_goes_on_without_an_erased_account_which_keeps_its_results(
    club: str, people: list[int], clock: Clock
) -> None:
    today = datetime.fromtimestamp(clock.now / 1000, UTC).date()
    draft = Draft(
        game="duck-soup", title="Now", since=today, to=today + timedelta(days=2), divisions=((people[0], people[1]),)
    )
    season = season_services.open_season(club_id=club, by=people[0], draft=draft)
    users = [User.objects.get(pk=user) for user in people[:2]]
    concede(open_for(users[1], users[0], club=club, rated=True))
    season_services.proceed(season_id=season)
    erase(people[1])
    clock.days(12)
    season_services.proceed(season_id=season)
    closed = seasons.season(season).closed
    assert closed is not None
    assert {each.user for each in closed.places} == set(people[:2])
    assert sorted(each.place or 0 for each in closed.places) == [1, 2]
    assert closed.moves == ((people[0],),)


def test_the_export_lists_ladders_challenges_and_seasons(
    ladder: str, club: str, people: list[int], clock: Clock
) -> None:
    name = services.challenge(ladder_id=ladder, by=people[4], defender=people[2])
    services.answer(challenge_id=name, by=people[2], said="accept")
    today = datetime.fromtimestamp(clock.now / 1000, UTC).date()
    draft = Draft(game="duck-soup", title="Now", since=today, to=today, divisions=((people[4], people[2]),))
    season = season_services.open_season(club_id=club, by=people[0], draft=draft)
    document: dict[str, Any] = json.loads(export.document(User.objects.get(pk=people[4])))
    assert document["ladders"] == [{"ladder": ladder, "club": club, "title": "Ladder", "place": 5}]
    (challenge,) = document["challenges"]
    assert (challenge["ladder"], challenge["challenge"]["id"]) == (ladder, name)
    assert challenge["challenge"]["status"] == "accepted"
    (played,) = document["seasons"]
    assert (played["season"], played["division"]) == (season, 1)
