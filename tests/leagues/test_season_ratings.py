"""A season's own ratings: on its page and by the API, for who may see the season."""

import pytest
from django.test import Client

from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import concede, open_for, play_out, started
from tests.leagues.test_seasons import END, START, draft
from tournaments.leagues.seasons import services
from tournaments.leagues.tasks import upkeep
from tournaments.ratings.names import season_pool
from tournaments.ratings.selectors import ratings_seen
from tournaments.ratings.titles import titles

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]


def played(found: Found, settled: list[User], clock: Clock, **given: str) -> tuple[str, str]:
    """The club and its season, in which the second has beaten the first once, and a season without ratings."""
    clock.now = START
    club = found(settled[1], slug="evening", zone="Europe/Berlin", **given)
    season = services.open_season(club_id=club, by=settled[0].pk, draft=draft(pool=True))
    concede(open_for(settled[1], settled[0], club=club, rated=True))
    upkeep()
    return club, season


def test_its_page_shows_them_also_when_it_is_long_over(found: Found, settled: list[User], clock: Clock, client: Client):
    _club, season = played(found, settled, clock)
    page = f"/clubs/evening/seasons/{season}"
    for _time in range(2):
        shown = client.get(page).content.decode()
        assert "Ratings of the season" in shown
        assert f"{page}/ratings" in shown
        assert shown.count("1530") == 1
        everybody = client.get(f"{page}/ratings").content.decode()
        assert "Ratings of March" in everybody
        assert settled[1].username in everybody
        clock.now = END + 365 * 86_400_000


def test_a_season_without_ratings_has_no_such_page(found: Found, settled: list[User], clock: Clock, client: Client):
    club, _season = played(found, settled, clock)
    plain = services.open_season(club_id=club, by=settled[0].pk, draft=draft(title="Other"))
    assert "Ratings of the season" not in client.get(f"/clubs/evening/seasons/{plain}").content.decode()
    assert client.get(f"/clubs/evening/seasons/{plain}/ratings").status_code == 404


def test_the_api_answers_who_may_see_the_season(found: Found, settled: list[User], clock: Clock, client: Client):
    club, season = played(found, settled, clock, visibility="private", join="invitation")
    pool = season_pool(season)
    paths = (f"/api/ratings/{pool}", f"/api/ratings/{pool}/corrections", f"/api/clubs/{club}/seasons/{season}")
    for path in paths:
        assert client.get(path).status_code == 404, path
    assert client.get(f"/clubs/evening/seasons/{season}/ratings").status_code == 404
    client.force_login(settled[1])
    ratings, _corrections, about = [client.get(path).json() for path in paths]
    assert [(each["name"], each["rating"]) for each in ratings["ratings"]] == [
        (settled[1].username, 1530),
        (settled[0].username, 1470),
    ]
    assert about["pool"] == pool
    assert client.get("/api/ratings/season:nosuchseas").status_code == 404


@pytest.mark.parametrize("given", [{}, {"visibility": "private", "join": "invitation"}])
def test_a_season_that_was_won_is_a_title_on_the_players_page(
    found: Found, settled: list[User], clock: Clock, client: Client, given: dict[str, str]
):
    played(found, settled, clock, **given)
    clock.now = END
    upkeep()
    page = f"/players/{settled[1].username}"
    assert ("First of March" in client.get(page).content.decode()) is not bool(given)
    client.force_login(settled[0])
    assert "First of March" in client.get(page).content.decode()
    assert "First of March" not in client.get(f"/players/{settled[0].username}").content.decode()


def test_an_event_of_a_private_club_is_no_title_to_strangers(found: Found, settled: list[User], client: Client):
    club = found(*settled[1:8], visibility="private", join="invitation")
    cup = started(settled[0].pk, [user.pk for user in settled], club=club, rounds=1)
    play_out(cup)
    won = [len(titles(user.pk, viewer=settled[1].pk)) for user in settled]
    assert sum(won) >= 3
    assert [len(titles(user.pk)) for user in settled] == [0] * 8


def test_a_players_page_names_the_season_to_those_who_may_see_it(
    found: Found, settled: list[User], clock: Clock, client: Client
):
    _club, season = played(found, settled, clock, visibility="private", join="invitation")
    page = f"/players/{settled[0].username}"
    assert season_pool(season) not in ratings_seen(settled[0].pk, None)
    assert "March" not in client.get(page).content.decode()
    client.force_login(settled[1])
    assert season_pool(season) in ratings_seen(settled[0].pk, settled[1].pk)
    assert "March" in client.get(page).content.decode()
