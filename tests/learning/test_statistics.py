"""Statistics of bids: of public tables that are over, each counted once, and nothing said of a few."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.clock import Clock
from tests.factories import open_for
from tests.markup import tight
from tests.pages.test_ending import played_out
from tests.tables.playing import play_first, play_on
from tournaments.learning.statistics import counting, selectors
from tournaments.learning.statistics.models import BidCount, BidsCounted
from tournaments.log.errors import ArchiveAway, NotReadable, RoomError
from tournaments.platform.units import MINUTE
from tournaments.tables import frames, services
from tournaments.tables.models import Table
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db

SHORT: dict[str, Any] = {"game": "hasp", "options": {"max_rounds": 1}}


def cases(**of: Any) -> int:
    return sum(row.cases for row in BidCount.objects.filter(**of))


def count_later(clock: Clock) -> int:
    clock.now += 2 * MINUTE
    return counting.count()


def test_each_table_is_counted_once_also_if_the_task_is_delivered_again(clock: Clock, ann: User, bob: User) -> None:
    played_out(ann, bob, **SHORT)
    assert count_later(clock) == 1
    assert cases(asked="prediction", people=True, seats=2) == 2
    assert cases(asked="trump") == 1
    assert count_later(clock) == 0
    played_out(ann, bob, **SHORT)
    assert count_later(clock) == 1
    assert cases(asked="prediction") == 4


def test_what_ended_a_moment_ago_waits(clock: Clock, ann: User, bob: User) -> None:
    played_out(ann, bob, **SHORT)
    assert counting.count() == 0
    assert count_later(clock) == 1


def test_bids_of_people_are_counted_and_those_of_somebody_who_left_are_not(clock: Clock, ann: User, bob: User) -> None:
    """A bot may have made them."""
    table = open_for(ann, bob, game="hasp")
    while TABLES.current(table).state.state.sheet.scored is None:
        play_first(table)
    services.resign(table_id=table, user_id=ann.pk)
    assert count_later(clock) == 1
    assert cases(people=False) == 0
    assert cases(asked="prediction", people=True) == 1


def test_bids_of_bots_are_counted_apart(clock: Clock, ann: User, robot: User) -> None:
    table = open_for(ann, robot, **SHORT)
    play_on(table)
    count_later(clock)
    assert cases(asked="prediction", people=True) == cases(asked="prediction", people=False) == 1


@pytest.mark.parametrize("field", [{"club": "C1"}, {"in_room": True}, {"came_from": {"table": "T"}}])
def test_no_table_is_counted_that_is_private_or_had_no_deal_of_its_own(
    clock: Clock, ann: User, bob: User, field: dict[str, Any]
) -> None:
    Table.objects.filter(pk=played_out(ann, bob, **SHORT)).update(**field)
    assert count_later(clock) == 0
    assert cases() == 0


def test_a_table_that_is_played_is_not_counted(clock: Clock, ann: User, bob: User) -> None:
    open_for(ann, bob, **SHORT)
    assert count_later(clock) == 0


def test_all_is_counted_again_when_something_else_is_counted(
    clock: Clock, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_out(ann, bob, **SHORT)
    count_later(clock)
    before = cases()
    monkeypatch.setattr(counting, "VERSION", counting.VERSION + 1)
    assert counting.count() == 1
    assert cases() == before
    assert BidsCounted.objects.get().version == counting.VERSION


def counted(choice: str, strength: int, cases: int, made: int, *, people: bool = True, known: str = "suit") -> None:
    of = {"game": "hasp", "seats": 4, "people": people, "asked": "prediction", "known": known, "choice": choice}
    BidCount.objects.create(**of, strength=strength, cases=cases, made=made, points=2 * made)


def test_shares_have_their_interval_and_fifths_are_of_all_hands(client: Client) -> None:
    for strength, made in ((10, 20), (20, 30), (30, 40), (40, 60), (50, 80)):
        counted("pass", strength, 100, made)
    counted("great", 50, 29, 29)
    (question,) = selectors.questions("hasp", people=True)
    passed, _minor, great, *_rest = question.choices
    assert (passed.key, passed.whole.cases, passed.whole.share, passed.whole.mean) == ("pass", 500, 0.46, 0.92)
    assert passed.whole.interval == pytest.approx((0.4168, 0.5038), abs=5e-4)
    assert [fifth.percent for fifth in passed.fifths] == [20, 30, 40, 60, 80]
    assert (great.whole.enough, great.fifths[4].cases) == (False, 29)
    page = tight(client.get("/games/hasp/statistics").content.decode())
    assert '20%<small class="muted">(13 to 29)</small>' in page, "a fifth has its own too"


def test_a_question_without_thirty_cases_is_not_shown(client: Client) -> None:
    counted("pass", 10, 29, 20)
    assert selectors.questions("hasp", people=True) == []
    page = client.get("/games/hasp/statistics").content.decode()
    assert "Nothing is shown until there are 30 bids" in page
    counted("pass", 11, 1, 0)
    assert "No prediction" in client.get("/games/hasp/statistics").content.decode()
    assert "No prediction" not in client.get("/games/hasp/statistics?of=bots").content.decode()


def test_a_game_without_bids_says_so_and_an_unknown_one_is_not_there(client: Client) -> None:
    assert "This game has no bids" in client.get("/games/german-whist/statistics").content.decode()
    assert client.get("/games/none/statistics").status_code == 404
    assert "/games/hasp/statistics" in client.get("/games/hasp").content.decode()
    assert "/statistics" not in client.get("/games/german-whist").content.decode()


def test_the_api_says_the_same_and_nothing_of_a_few(client: Client) -> None:
    counted("pass", 10, 60, 30)
    counted("great", 40, 5, 5)
    said = client.get("/api/games/hasp/statistics").json()
    assert said["bots"] == []
    (question,) = said["people"]
    passed, _minor, great, *_rest = question["choices"]
    assert (passed["all"]["share"], passed["all"]["cases"], passed["all"]["points"]) == (0.5, 60, 1.0)
    assert great["all"] == {"cases": 5, "made": None, "share": None, "low": None, "high": None, "points": None}


@pytest.mark.parametrize("error", [ArchiveAway("lost"), NotReadable()])
def test_what_is_away_for_a_while_is_not_passed_over(
    clock: Clock, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch, error: RoomError
) -> None:
    played_out(ann, bob, **SHORT)

    def away(_table: str) -> None:
        raise error

    with monkeypatch.context() as gone:
        gone.setattr(frames, "commits", away)
        with pytest.raises(type(error)):
            count_later(clock)
    assert count_later(clock) == 1


def test_an_older_process_beside_a_new_one_counts_nothing(
    clock: Clock, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_out(ann, bob, **SHORT)
    BidsCounted.objects.create(pk=1, version=counting.VERSION + 1)
    assert count_later(clock) == 0
    assert BidsCounted.objects.get().finished_at == 0
