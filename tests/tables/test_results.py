"""What came of somebody's tables: numbers for each game, and lists by game, opponent, result and date."""

from typing import Any

import pytest

from accounts.models import User
from tests.clock import Clock
from tests.clubs.making import facts
from tests.factories import begin, concede, open_for
from tests.tables.test_rows import play_random
from tournaments.clubs import services as clubs
from tournaments.log import sources
from tournaments.log.projections import rebuild
from tournaments.platform.units import DAY
from tournaments.tables import results, selectors
from tournaments.tables.models import Result, Seat

pytestmark = pytest.mark.django_db


def won(winner: User, *others: User, **given: Any) -> str:
    """A table at which the others have given up."""
    table = open_for(winner, *others, **given)
    concede(table, settle=False)
    return table


def ids(user: User, viewer: User | None = None, **by: Any) -> list[str]:
    viewer = viewer or user
    return [table.id for table in results.listed(user.pk, viewer=viewer.pk, **by)]


def test_a_seat_says_what_came_of_it_only_once_the_table_is_finished(ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    begin(table)
    assert not Seat.objects.exclude(ended_at=None, result=None, place=None).exists()
    concede(table)
    outcome = selectors.summary(table).outcome
    assert outcome is not None
    told = Seat.objects.order_by("seat").values_list("user", "place", "points", "result", "game", "seats")
    assert [*told] == [
        (ann.pk, 1, outcome.points[0], Result.WON, "duck-soup", 2),
        (bob.pk, 2, outcome.points[1], Result.LOST, "duck-soup", 2),
    ]


def test_partners_win_together_and_others_share_the_first_place(people: list[User]) -> None:
    ann, bob, cleo, dan = people[:4]
    table = open_for(ann, bob, cleo, dan, game="gasp-pairs")
    play_random(table)
    outcome = selectors.summary(table).outcome
    assert outcome is not None
    told = dict(Seat.objects.values_list("user", "result"))
    if outcome.places[0] == outcome.places[1]:
        assert {*told.values()} == {Result.SHARED}
    else:
        first = outcome.places.index(1)
        assert [told[user.pk] == Result.WON for user in people[:4]] == [seat % 2 == first % 2 for seat in range(4)]


def test_a_rebuild_makes_the_same_of_the_log(ann: User, bob: User) -> None:
    won(ann, bob), open_for(ann, bob)
    before = [*Seat.objects.order_by("pk").values()]
    rebuild()
    assert [*Seat.objects.order_by("pk").values()] == before


def test_numbers_of_each_game_are_shares_and_means(ann: User, bob: User, cleo: User) -> None:
    for tables in ((ann, bob), (ann, bob), (bob, ann)):
        won(*tables)
    won(bob, ann, cleo, game="gasp")
    open_for(ann, bob)
    duck, gasp = results.by_game(ann.pk, viewer=ann.pk)
    assert (duck.game, duck.tables, duck.won, duck.share, round(duck.place, 2), duck.seats) == (
        "duck-soup", 3, 2, 67, 1.33, 2.0,
    )  # fmt: skip
    assert (gasp.game, gasp.tables, gasp.won, gasp.seats) == ("gasp", 1, 0, 3.0)
    assert results.by_game(cleo.pk, viewer=ann.pk)[0].tables == 1


def test_only_the_latest_count_where_there_are_many(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for tables in ((ann, bob), (ann, bob), (bob, ann)):
        won(*tables)
    monkeypatch.setattr(results, "MOST", 2)
    assert results.by_game(ann.pk, viewer=None)[0].tables == 2


def test_a_list_is_narrowed_by_game_opponent_result_and_date(ann: User, bob: User, cleo: User, clock: Clock) -> None:
    first = won(ann, bob)
    clock.days(2)
    second = won(bob, ann, cleo, game="gasp")
    clock.now += 1
    third = won(ann, cleo)
    assert ids(ann) == [third, second, first]
    assert ids(ann, game="gasp") == [second]
    assert ids(ann, opponent=bob.pk) == [second, first]
    assert ids(ann, opponent=bob.pk, result="won") == [first]
    assert ids(ann, result="lost") == [second]
    assert ids(ann, until=clock.now - DAY) == [first]
    assert ids(ann, since=clock.now - DAY, game="duck-soup") == [third]
    assert ids(ann, limit=1, offset=1) == [second]


def test_tables_of_a_club_that_somebody_may_not_see_are_in_no_list_and_no_number(
    ann: User, bob: User, cleo: User
) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(visibility="private", join="open"))
    token = clubs.invite(club_id=club, by=ann.pk, expires_at=sources.now_ms() + DAY)
    clubs.join(club_id=club, by=bob.pk, invitation=token)
    hidden, shown = won(ann, bob, club=club), won(ann, bob)
    assert ids(ann, viewer=cleo) == [shown]
    assert {*ids(ann)} == {*ids(ann, viewer=bob)} == {hidden, shown}
    counted = [results.by_game(ann.pk, viewer=viewer)[0].tables for viewer in (ann.pk, bob.pk, cleo.pk, None)]
    assert counted == [2, 2, 1, 1]
