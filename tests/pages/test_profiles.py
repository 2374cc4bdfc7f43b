"""A player's page: a curve, whom they met, what they won; and the ladder."""

import re
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts import privacy
from accounts.models import User
from tests.factories import concede, open_for, play_out, started
from tests.ratings.tables import HOUR, table
from tournaments.log import sources
from tournaments.notices.web.views.notices import by_day
from tournaments.platform.units import DAY
from tournaments.ratings import records
from tournaments.ratings.models import Rating
from tournaments.ratings.streams import POOLS
from tournaments.ratings.web.charts import chart

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("contexts_kept")]
GAME = "gasp"


def rate(users: list[User], places: list[int], *, ago: int = 0, **given: object) -> str:
    """A rated table that ended this many ms ago; its id."""
    event = table([user.pk for user in users], places, ended=sources.now_ms() - ago, **given)
    POOLS.append(GAME, POOLS.current(GAME), [event])
    return event.table


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_whom_somebody_met_is_counted_by_the_size_of_tables(people):
    ann, ben, cleo = people[:3]
    rate([ann, ben], [1, 2])
    rate([ann, ben, cleo], [2, 1, 2])
    record = records.record(GAME, ann.pk)
    found = {each.user: (each.tables, each.before, each.behind, each.equal) for each in record.versus}
    assert found == {ben.pk: (2, 1, 1, 0), cleo.pk: (1, 0, 0, 1)}
    pairs = {each.user: each.tables for each in records.record(GAME, ann.pk, seats=2).versus}
    assert (pairs, record.sizes) == ({ben.pk: 1}, [2, 3])


def test_partners_are_not_met(people):
    rate(people[:4], [1, 2, 1, 2], teams=((0, 2), (1, 3)))
    assert {each.user for each in records.record(GAME, people[0].pk).versus} == {people[1].pk, people[3].pk}


def test_a_run_is_of_tables_won_alone(people):
    ann, ben = people[:2]
    for places in ([1, 2], [1, 2], [1, 1], [1, 2], [2, 1], [1, 2]):
        rate([ann, ben], places)
    runs = records.record(GAME, ann.pk).runs
    assert (runs.won, runs.now, runs.longest) == (4, 1, 2)


def test_best_wins_are_against_settled_people_each_once_and_the_strongest_first(people):
    ann, ben, cleo, dan = people[:4]
    for other in (cleo, ben, dan):
        rate([ben, other] if other != ben else [ben, cleo], [1, 2])
    first = rate([ann, ben], [1, 2])
    rate([ann, ben], [1, 2])
    rate([ann, cleo], [1, 2])
    rate([ann, dan], [1, 2])
    Rating.objects.filter(user__in=[ben.pk, cleo.pk]).update(provisional=False)
    wins = records.record(GAME, ann.pk).wins
    assert [(win.user, win.table == first) for win in wins] == [(ben.pk, True), (cleo.pk, False)]
    assert wins[0].rating > wins[1].rating


def test_the_page_shows_the_curve_with_its_axes_and_every_change(client, people):
    for day in range(12, 0, -1):
        rate(people[:2], [1, 2], ago=day * DAY)
    page = text(client, "/players/player1")
    assert "Gasp!: 1" in page
    assert "12 rated tables" in page
    answer = client.get("/players/player1").content.decode()
    assert 'data-curve="curve-points"' in answer
    assert answer.count('class="grid-l"') >= 2
    assert "Rating from" in answer
    assert "Every change, as a table" in page


@pytest.mark.parametrize(("language", "days"), [("en", ["3 Jan", "14 Jan"]), ("es", ["3 ene", "14 ene"])])
def test_days_are_written_as_on_every_page(language, days):
    first, last = (datetime(2026, 1, day, 12, tzinfo=UTC) for day in (3, 14))
    points = [(int(at.timestamp() * 1000), 1500, False) for at in (first, last)]
    notices: list[Any] = [SimpleNamespace(at=at) for at, _rating, _new in points]
    with override(language), timezone.override(UTC):
        drawn = chart(points)
        assert drawn is not None
        assert [drawn.days[0].lower(), drawn.days[-1].lower()] == [day.lower() for day in days]
        assert [day.title.removesuffix(" 2026").lower() for day in by_day(notices)] == [day.lower() for day in days]


def test_a_span_leaves_out_what_is_older(client, people):
    rate(people[:2], [1, 2], ago=100 * DAY)
    rate(people[:2], [1, 2], ago=50 * DAY)
    assert client.get("/players/player1", {"span": "year"}).context["chart"] is not None
    assert client.get("/players/player1", {"span": "month"}).context["chart"] is None


@pytest.mark.parametrize("query", [{"span": "x"}, {"pool": "no such"}, {"seats": "99"}, {"seats": "x"}])
def test_what_nobody_can_choose_is_as_if_nothing_had_been_chosen(client, people, query):
    rate(people[:2], [1, 2])
    assert client.get("/players/player1", query).context["pool"].key == GAME


def test_ratings_of_a_club_are_shown_to_nobody_who_may_not_see_it(client, people):
    event = table([people[0].pk, people[1].pk], [1, 2], params="elo-pairwise/club-1", ended=1)
    pool = "club:0123456789:gasp"
    POOLS.append(pool, POOLS.current(pool), [event])
    assert client.get("/players/player1").context["pools"] == []
    assert client.get("/api/players/player1").json()["ratings"] == []
    assert client.get(f"/api/ratings/{pool}").status_code == 404


def test_the_first_three_of_an_event_of_eight_have_a_title(client, organiser, people):
    tournament = started(organiser.pk, [user.pk for user in people], rounds=3)
    play_out(tournament)
    shown = [client.get(f"/players/{user.username}").context["titles"] for user in people]
    assert sorted(len(titles) for titles in shown) == [0] * 5 + [1] * 3
    (title, address) = next(titles[0] for titles in shown if titles)
    assert address == f"/tournaments/{tournament}"
    assert title.stream == f"tournament:{tournament}"


def test_an_event_of_fewer_gives_none(client, organiser, people):
    play_out(started(organiser.pk, [user.pk for user in people[:4]], rounds=2))
    assert not any(client.get(f"/players/{user.username}").context["titles"] for user in people)


def test_a_player_who_hides_their_games_shows_them_to_themselves_alone(client, people):
    ann = people[0]
    concede(open_for(ann, people[1], rated=True))
    privacy.choose(user=ann, choices={"show_games": False})
    page = client.get("/players/player1")
    assert "keep their games to themselves" in page.content.decode()
    assert "player2" not in page.content.decode()
    assert "1530" in page.content.decode(), "the rank is never hidden"
    assert client.get("/api/players/player1").json()["tables"] == []
    client.force_login(ann)
    assert "player2" in client.get("/players/player1").content.decode()
    assert client.get("/api/players/player1").json()["tables"] != []


# -- the ladder


def settle(*users: User, **fields: object) -> None:
    Rating.objects.filter(user__in=[user.pk for user in users]).update(provisional=False, **fields)


def test_the_ladder_ranks_the_settled_and_names_the_others_below(client, people):
    ann, ben, cleo, dan = people[:4]
    rate([ann, ben], [1, 2], ago=2 * HOUR)
    rate([cleo, dan], [1, 2], ago=HOUR)
    settle(ann, ben, cleo)
    settle(cleo, rated_at=sources.now_ms() - 57 * DAY)
    context = client.get("/ladders/gasp").context
    assert [(rung.rank, rung.user) for rung in context["page"].items] == [(1, ann.pk), (2, ben.pk)]
    assert [(rung.rank, rung.user) for rung in context["provisional"]["rungs"]] == [(None, dan.pk)]
    assert [rung.user for rung in context["inactive"]["rungs"]] == [cleo.pk]


def test_equals_share_a_rank_then_more_tables_then_the_lower_id(client, people):
    for user in people[:6]:
        rate([user, people[7]], [1, 1])
    settle(*people[:6], rating=1600)
    settle(people[0], rating=1700.2)
    settle(people[3], tables=9)
    settle(people[5], rating=1550)
    rungs = client.get("/ladders/gasp").context["page"].items
    assert [rung.rank for rung in rungs] == [1, 2, 2, 2, 2, 6]
    assert [rung.user for rung in rungs] == [people[at].pk for at in (0, 3, 1, 2, 4, 5)]


def test_trend_is_against_thirty_days_ago_and_form_the_last_five_places(client, people):
    ann, ben = people[:2]
    rate([ann, ben], [1, 2], ago=40 * DAY)
    for places in ([1, 2], [2, 1], [1, 2], [1, 2], [1, 1], [2, 1]):
        rate([ann, ben], places, ago=HOUR)
    settle(ann, ben)
    (rung,) = [rung for rung in client.get("/ladders/gasp").context["page"].items if rung.user == ann.pk]
    assert rung.trend == rung.rating - 1530
    assert rung.form == (2, 1, 1, 1, 2)


def test_a_player_who_had_no_rating_then_is_new(client, people):
    rate(people[:2], [1, 2])
    (rung, _other) = client.get("/ladders/gasp", {"part": "provisional"}).context["page"].items
    assert rung.trend is None


def test_a_table_of_two_counts_on_the_pages(client, people):
    played = open_for(*people[:2], rated=True)
    concede(played)
    assert "1530" in text(client, "/players/player1")
    assert "1530" in text(client, "/ladders/duck-soup")
