"""What a report says of how rounds are paired: accelerated rounds, and who is kept apart; written, and read again."""

import random
from decimal import Decimal
from typing import Any

import pytest

from tests.director.runs import Run
from tournaments.director.commands import intake
from tournaments.director.commands.intake import Known
from tournaments.director.exchange.rosters import from_trf
from tournaments.director.exchange.told import Told
from tournaments.director.exchange.trf.reading import read
from tournaments.director.exchange.trf.report import Acceleration
from tournaments.director.exchange.trf.tournaments import report
from tournaments.director.exchange.trf.writing import write
from tournaments.director.policy import apart
from tournaments.director.state.tournament import Tournament

NAMES = {number: f"player{number}" for number in range(1, 11)}


def told(state: Tournament) -> str:
    return write(report(state, Told(NAMES)))


def running(**given: Any) -> Run:
    run = Run(rounds=9, acceleration="baku", **given).enter(*range(11, 21))
    run.do(apart.keep_apart(run.state, [(11, 13), (12, 14, 99)], ()))
    return run.start()


def test_baku_is_a_win_then_half_a_win_for_the_upper_half_and_bans_are_groups():
    state = running().state
    text = told(state)
    found = read(text)
    assert found.accelerations == (
        Acceleration(Decimal("1.0"), 1, 3, 1, 6),
        Acceleration(Decimal("0.5"), 4, 5, 1, 6),
    )
    ranks = {entry: rank for rank, entry in enumerate(state.seeds, start=1)}
    assert {frozenset(ban.players) for ban in found.bans} == {
        frozenset(ranks[entry] for entry in group) for group in ((1, 3), (2, 4))
    }
    assert write(found) == text


def test_a_report_says_the_same_after_every_round():
    run = running(rematches=True)
    for _round in range(4):
        run.pair()
        run.play_round(random.Random(5))
        text = told(run.state)
        assert write(read(text)) == text
        assert len(read(text).bans) == 2


def test_what_is_read_of_it_is_kept_apart_and_accelerated_here():
    roster = from_trf(told(running().state))
    assert {frozenset(group) for group in roster.apart} == {
        frozenset({"player1", "player3"}),
        frozenset({"player2", "player4"}),
    }
    here = Run().state
    known = {name: Known(100 + number, False, False) for number, name in NAMES.items()}
    made = intake.plan(here, roster, known)
    assert (made.apart, made.accelerated) == (2, True)
    run = Run()
    run.do(made.events)
    assert {frozenset(group) for group in run.state.forbidden} == {frozenset({101, 103}), frozenset({102, 104})}
    assert run.state.settings.acceleration == "baku"
    again = intake.plan(run.state, roster, known)
    assert (again.events, again.accelerated) == ((), False), "taken in twice it changes nothing"


@pytest.mark.parametrize("kind", ["round-robin", "knock-out"])
def test_where_rounds_are_fixed_nothing_is_accelerated(kind: str):
    roster = from_trf(told(running().state))
    made = intake.plan(Run(format=kind, seats=(2,)).state, roster, {"player1": Known(1, False, False)})
    assert (made.accelerated, made.apart) == (False, 0)


def test_an_ordinary_swiss_says_neither():
    state = Run(rounds=3).enter(11, 12, 13).start().state
    assert (read(told(state)).accelerations, read(told(state)).bans) == ((), ())
