"""On vacation a person's clocks stand still at slow tables, for a limited number of days a season."""

from collections.abc import Callable

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from tests.factories import begin, client_of, open_for
from tests.markup import tight
from tests.meeting import at_once, meet
from tournaments.log import sources
from tournaments.platform.units import DAY
from tournaments.tables import selectors, services, tasks, vacations
from tournaments.tables.errors import Refused, WrongStatus
from tournaments.tables.events import Clock
from tournaments.tables.models import Tick, Vacation
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES
from tournaments.tables.vacations import DAYS, Span, days_left, season_of, stood_still

pytestmark = pytest.mark.django_db

SLOW = Clock(2 * 86_400, per_move=True)
moments = st.integers(1_700_000_000_000, 2_500_000_000_000)


@given(at=moments)
def test_a_season_is_half_a_year_and_they_follow_each_other(at: int):
    season = season_of(at)
    assert season.since <= at < season.until
    assert season_of(season.until).since == season.until
    assert 181 <= (season.until - season.since) // DAY <= 184


@given(since=moments, days=st.integers(1, DAYS), asked=moments, now=moments)
def test_it_takes_no_more_of_a_decision_than_it_is_long_and_nothing_of_one_behind_it(
    since: int, days: int, asked: int, now: int
):
    vacation = Span(since, since + days * DAY)
    taken = stood_still(vacation, asked, now)
    assert 0 <= taken <= days * DAY
    if asked >= vacation.until or now < vacation.since:
        assert taken == 0
    elif asked <= vacation.since:
        assert taken == days * DAY


def test_days_are_of_the_season_in_which_a_vacation_begins():
    end = season_of(1_795_262_400_000).until
    taken = [Span(end - DAY, end + 6 * DAY)]
    assert days_left(taken, end - 1) == DAYS - 7
    assert days_left(taken, end) == DAYS


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], int]:
    """Let days pass; the moment after them."""
    now = [sources.now_ms()]
    monkeypatch.setattr(sources, "now_ms", lambda: now[0])

    def later(days: float) -> int:
        now[0] += round(days * DAY)
        return now[0]

    return later


def slow_table(*users: User) -> str:
    return open_for(*users, clock=SLOW)


def tick() -> None:
    """One of a service that never stood still."""
    Tick.objects.all().delete()
    tasks.tick()


def state(table: str) -> TableState:
    return TABLES.current(table).state


def sides(table: str, users: tuple[User, User]) -> tuple[User, User]:
    """Who is to act, and the other."""
    (seat,) = state(table).to_act
    first = next(user for user in users if user.pk == state(table).chairs[seat].user)
    return first, next(user for user in users if user != first)


def due(table: str) -> int:
    found = state(table)
    moment = found.due(found.to_act[0])
    assert moment is not None
    return moment


def test_the_clock_of_the_player_to_act_stands_still_and_the_others_are_told(
    ann: User, bob: User, clock: Callable[[float], int]
):
    table = slow_table(ann, bob)
    begin(table)
    (mover, _other) = sides(table, (ann, bob))
    before = due(table)
    allowance = vacations.take(user_id=mover.pk, days=5)
    assert allowance.days_left == DAYS - 5
    assert due(table) == before + 5 * DAY
    assert vacations.away([ann.pk, bob.pk]) == {mover.pk: allowance.until}
    told = selectors.view(table_id=table, user_id=None).told[-1].text
    assert (told.message, told.args["hours"]) == ("{seat} is on vacation: their clock stands still for {hours} h.", 120)
    page = tight(Client().get(f"/tables/{table}").content.decode())
    assert f"<dt>On vacation</dt><dd>{mover.username}, until" in page
    clock(6)
    tick()
    assert state(table).status == "playing"
    clock(1.5)
    tick()
    assert state(table).status == "finished"
    assert [left.how for left in state(table).left] == ["flagged"]


def test_a_player_who_comes_to_act_during_it_has_their_time_from_its_end(
    ann: User, bob: User, clock: Callable[[float], int]
):
    table = slow_table(ann, bob)
    mover, other = sides(table, (ann, bob))
    vacations.take(user_id=other.pk, days=7)
    clock(1)
    (choice, *_others) = selectors.view(table_id=table, user_id=mover.pk).legal
    services.make_move(table_id=table, user_id=mover.pk, move=choice)
    asked = clock(0)
    clock(2.5)  # the two days are over
    tick()
    assert state(table).status == "playing"
    assert due(table) == asked + 6 * DAY + 2 * DAY
    tick()
    assert due(table) == asked + 8 * DAY, "once"


def test_nobody_elses_clock_and_no_fast_one_stands_still(ann: User, bob: User):
    slow, fast = slow_table(ann, bob), open_for(ann, bob, clock=Clock(300, 5))
    before = due(slow), due(fast)
    vacations.take(user_id=sides(slow, (ann, bob))[1].pk, days=3)
    assert due(slow) == before[0]
    away = sides(fast, (ann, bob))[0]
    if vacations.of(away.pk).until is None:
        vacations.take(user_id=away.pk, days=3)
    assert due(fast) == before[1]


def test_there_are_so_many_days_and_one_vacation_at_a_time(ann: User, clock: Callable[[float], int]):
    with pytest.raises(Refused, match="14"):
        vacations.take(user_id=ann.pk, days=DAYS + 1)
    first = vacations.take(user_id=ann.pk, days=DAYS - 1, command="x")
    assert vacations.take(user_id=ann.pk, days=DAYS - 1, command="x") == first, "the same request"
    with pytest.raises(WrongStatus):
        vacations.take(user_id=ann.pk, days=1)
    clock(DAYS)
    if season_of(sources.now_ms()).until == first.season_ends:
        with pytest.raises(Refused):
            vacations.take(user_id=ann.pk, days=2)
        assert vacations.take(user_id=ann.pk, days=1).days_left == 0


@pytest.mark.django_db(transaction=True)
def test_the_same_request_twice_at_once_is_one_vacation_and_is_not_kept_in_its_own_words(
    ann: User, monkeypatch: pytest.MonkeyPatch
):
    meet(monkeypatch, vacations, "stored_as", 2)
    took = at_once(*[lambda: vacations.take(user_id=ann.pk, days=2, command="to the sea").days_left] * 2)
    monkeypatch.undo()
    assert took == [DAYS - 2] * 2
    assert "sea" not in Vacation.objects.get().command


def test_a_vacation_that_could_not_be_counted_flags_nobody(
    ann: User, bob: User, clock: Callable[[float], int], monkeypatch: pytest.MonkeyPatch
):
    table = slow_table(ann, bob)
    vacations.take(user_id=sides(table, (ann, bob))[1].pk, days=5)
    monkeypatch.setattr(vacations, "stand_still", refuse)
    clock(8)
    tick()
    monkeypatch.undo()
    assert state(table).status == "playing"


def refuse(*_given: object, **_named: object) -> None:
    raise WrongStatus("stale", "Somebody else was first.")


def test_it_is_taken_on_a_page(ann: User):
    as_ann = client_of(ann)
    page = as_ann.get("/settings/vacation").content.decode()
    assert "14 days are left until" in page
    assert as_ann.post("/settings/vacation", {"days": "99"}).status_code == 422
    assert as_ann.post("/settings/vacation", {"days": "3"}).status_code == 302
    assert "You are on vacation until" in as_ann.get("/settings/vacation").content.decode()
    assert as_ann.post("/settings/vacation", {"days": "3"}).status_code == 422
    assert vacations.of(ann.pk).days_left == DAYS - 3
