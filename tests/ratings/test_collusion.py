"""The report on who plays for whom: whom it names, whom it leaves alone, and who may read it."""

import random
from itertools import count

import pytest
from django.test import Client

from accounts.models import User
from tests.ratings.tables import HOUR, table
from tournaments.log import sources
from tournaments.platform.units import DAY
from tournaments.ratings import pools, reports
from tournaments.ratings.collusion import surpluses, suspicions, welch
from tournaments.ratings.errors import NotStaff
from tournaments.ratings.events import TableRated
from tournaments.ratings.streams import POOLS


def test_a_surplus_is_the_share_of_the_others_beaten_less_what_was_expected():
    made = surpluses({1: 1500, 2: 1500, 3: 1500}, {1: 1, 2: 2, 3: 2})
    assert made == {1: 0.5, 2: -0.25, 3: -0.25}
    assert surpluses({1: 1900, 2: 1500}, {1: 1, 2: 2})[1] == pytest.approx(1 / 11)


def test_welchs_t_is_the_difference_by_the_root_of_the_squared_errors():
    # 10 values of mean 1 and variance 2, 20 of mean 0 and variance 3
    assert welch(1.0, 2 / 10 + 3 / 20) == pytest.approx(1.690308509457033)
    assert welch(0.0, 0.0) == 0.0
    assert welch(-1.0, 0.0) == float("-inf")


def test_a_player_who_gives_way_to_another_is_named_with_them():
    chance = random.Random(4)
    fair = [{1: chance.gauss(0, 0.3), 3: chance.gauss(0, 0.3)} for _table in range(20)]
    given = [{1: chance.gauss(-0.4, 0.2), 2: chance.gauss(0.4, 0.2)} for _table in range(20)]
    apart = [{2: chance.gauss(0, 0.3), 3: chance.gauss(0, 0.3)} for _table in range(20)]
    named = {(each.user, each.partner): each.t for each in suspicions([*fair, *given, *apart])}
    assert named[1, 2] < -3
    assert named[2, 1] > 3
    assert {user for pair in named for user in pair} <= {1, 2, 3}


def test_fewer_than_ten_tables_together_or_apart_say_nothing():
    given = [{1: -0.5, 2: 0.5}] * 9 + [{1: 0.1}, {1: 0.0}] * 10
    assert suspicions(given) == []
    assert suspicions([{1: -0.5, 2: 0.5}] * 30 + [{1: 0.0}] * 9) == []


def test_seasoned_feeders_are_named():
    """Accounts that have drawn ten tables among themselves do lift somebody: the report has to show it."""
    target, feeders = 1, range(2, 14)
    ended, tables = count(step=6 * HOUR), []
    for first in feeders:
        for shift in range(10):
            others = [2 + (first - 2 + 1 + shift) % 12, 2 + (first - 2 + 2 + shift) % 12]
            if len({first, *others}) == 3:
                tables.append(table([first, *others], [1, 1, 1], ended=next(ended)))
    for number in range(120):
        pair = [2 + number % 12, 2 + (number + 1) % 12]
        tables.append(table([target, *pair], [1, 2, 2], ended=next(ended)))
    folded = pools.fold(tables)
    assert folded.ratings[target] > 1600
    named = {(each.user, each.partner) for each in suspicions(surpluses_of(folded, each) for each in tables)}
    assert {(feeder, target) for feeder in feeders} <= named


def surpluses_of(folded: pools.Folded, event: TableRated) -> dict[int, float]:
    ratings = {change.user: change.before for change in folded.changes[event.table]}
    return surpluses(ratings, dict(zip(event.users, event.places, strict=True)))


# -- from the rows


@pytest.fixture
def fed(people: list[User]) -> list[User]:
    """The second gives way to the first, and plays as well as anybody with the third and the fourth."""
    ann, ben, cleo, dan = people[:4]
    chance, now = random.Random(2), sources.now_ms()
    for number in range(24):
        others = [ann, ben, dan] if number % 2 else [ben, cleo, dan]
        places = [1, 3, 2] if number % 2 else chance.sample([1, 2, 3], 3)
        event = table([user.pk for user in others], places, ended=now - 60 * DAY + number * DAY)
        POOLS.append("gasp", POOLS.current("gasp"), [event])
    return people


@pytest.mark.django_db
def test_the_report_is_for_staff_alone(fed):
    User.objects.filter(pk=fed[7].pk).update(is_staff=True)
    lines = reports.report("gasp", viewer=fed[7].pk)
    assert ("player2", "player1") in {(line.name, line.partner_name) for line in lines}
    for viewer in (fed[0].pk, None):
        with pytest.raises(NotStaff):
            reports.report("gasp", viewer=viewer)


@pytest.mark.django_db
def test_older_tables_are_left_out(fed, monkeypatch):
    User.objects.filter(pk=fed[7].pk).update(is_staff=True)
    later = sources.now_ms() + 120 * DAY
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    assert reports.report("gasp", viewer=fed[7].pk) == []


@pytest.mark.django_db
def test_page_and_api_are_for_staff_alone(fed, client: Client):
    assert client.get("/ladders/gasp/suspicions").status_code == 302
    client.force_login(fed[0])
    assert client.get("/ladders/gasp/suspicions").status_code == 403
    assert client.get("/api/ratings/gasp/suspicions").status_code == 403
    User.objects.filter(pk=fed[0].pk).update(is_staff=True)
    page = client.get("/ladders/gasp/suspicions")
    assert page.status_code == 200
    assert "player2" in page.content.decode()
    assert client.get("/api/ratings/gasp/suspicions").json()["suspicions"]
