"""Fischer clocks, folded from recorded times."""

from hypothesis import given
from hypothesis import strategies as st

from engine.events import Seat
from tournaments.tables.clock import FIRST_MOVE, credited, turned, wound
from tournaments.tables.events import Clock

CLOCK = Clock(base=60, increment=5)


def test_the_first_decision_has_sixty_seconds_of_its_own_and_costs_nothing():
    clocks = turned(wound(CLOCK, 2), clock=CLOCK, mover=None, to_act=[Seat(0)], at=1_000, seq=4)
    assert clocks[0].due == 1_000 + FIRST_MOVE
    clocks = turned(clocks, clock=CLOCK, mover=Seat(0), to_act=[Seat(1)], at=41_000, seq=5)
    assert clocks[0].left == 65_000
    assert clocks[0].due is None
    assert clocks[1].due == 41_000 + FIRST_MOVE


def test_a_later_decision_costs_its_time_and_earns_the_increment():
    clocks = turned(wound(CLOCK, 2), clock=CLOCK, mover=None, to_act=[Seat(0)], at=0, seq=1)
    clocks = turned(clocks, clock=CLOCK, mover=Seat(0), to_act=[Seat(0)], at=10_000, seq=2)
    assert clocks[0].due == 10_000 + 65_000
    clocks = turned(clocks, clock=CLOCK, mover=Seat(0), to_act=[Seat(1)], at=30_000, seq=3)
    assert clocks[0].left == 65_000 - 20_000 + 5_000


def test_a_clock_goes_on_while_others_decide_at_the_same_time():
    both = [Seat(0), Seat(1)]
    clocks = turned(wound(CLOCK, 2), clock=CLOCK, mover=None, to_act=both, at=0, seq=1)
    clocks = turned(clocks, clock=CLOCK, mover=Seat(1), to_act=[Seat(0)], at=9_000, seq=2)
    assert clocks[0].due == FIRST_MOVE
    assert clocks[0].changed == 1, "another seat's decision changes nothing for this one"
    assert clocks[1].changed == 2


def test_time_that_the_service_lost_is_given_back_to_the_player_to_act():
    clocks = turned(wound(CLOCK, 2), clock=CLOCK, mover=None, to_act=[Seat(0)], at=0, seq=1)
    given_back = credited(clocks, 40_000, at=50_000)
    assert given_back[0].due == 40_000 + FIRST_MOVE
    assert given_back[1] == clocks[1]


def test_a_clock_for_each_move_keeps_nothing_and_owes_nothing():
    clock = Clock(86_400, per_move=True)
    day = 86_400_000
    clocks = turned(wound(clock, 2), clock=clock, mover=None, to_act=[Seat(0)], at=0, seq=1)
    assert clocks[0].due == day, "the first decision has as long as any other"
    clocks = turned(clocks, clock=clock, mover=Seat(0), to_act=[Seat(1)], at=day - 1, seq=2)
    clocks = turned(clocks, clock=clock, mover=Seat(1), to_act=[Seat(0)], at=day, seq=3)
    assert clocks[0].due == 2 * day
    assert clocks[1].left == day


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=30))
def test_no_time_is_made_or_lost_but_by_the_increment(thinking):
    clocks, at = wound(CLOCK, 1), 0
    clocks = turned(clocks, clock=CLOCK, mover=None, to_act=[Seat(0)], at=at, seq=1)
    left = 60_000
    for turn, spent in enumerate(thinking):
        at += spent
        left = max(0, left - (spent if turn else 0)) + 5_000
        clocks = turned(clocks, clock=CLOCK, mover=Seat(0), to_act=[Seat(0)], at=at, seq=turn + 2)
        assert clocks[0].left == left


def test_a_clock_is_read_as_it_is_written():
    assert Clock(300, 5).text == "300+5"
    assert Clock.of("300+5") == Clock(300, 5)
    assert Clock.of(Clock(86_400, per_move=True).text) == Clock(86_400, per_move=True)
