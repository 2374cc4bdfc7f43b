"""A sure win is one in every world: held to all strategies of a seat, tried one by one in small positions."""

from collections.abc import Collection, Iterator
from itertools import product
from typing import Any

import pytest

from engine.beliefs import NO_CHANCE, Believer, NotProven
from engine.chance import FastRng, SeedChance
from engine.events import Seat
from engine.game import play
from engine.table import Table
from tests.engine.toy import Toy, ToyOptions

GAME = Toy()
ME = Seat(0)
OPTIONS = ToyOptions(deals=1)


def ahead(state: Any) -> bool | None:
    """To be alone in front at the end."""
    outcome = GAME.outcome(state)
    return None if outcome is None else outcome.places[0] == 1 and outcome.places.count(1) == 1


def small(cards: Collection[int] = (2, 3), most: int = 3) -> Iterator[list[Any]]:
    """Positions with a few cards each in which seat 0 is to lead or to follow, as some of their worlds."""
    for n in range(120):
        table, rng = Table(GAME, 2, OPTIONS, SeedChance.from_text(f"small{n}")), FastRng(n)
        while table.to_act:
            view = GAME.view(table.state, ME)
            if table.to_act[0] == ME and len(view.hand) in cards:
                worlds = {GAME.imagine(view, FastRng(f"{n}/{i}")) for i in range(most)}
                yield list(worlds)
            moves = GAME.legal(table.state, table.to_act[0])
            table.make(table.to_act[0], moves[int(rng.random() * len(moves))])


def wins_by_some_strategy(worlds: list[Any], move: Any) -> bool:
    """By trying each way to answer all that the seat can be told."""
    asked: dict[Any, list[Any]] = {}
    for world in worlds:
        note_what_is_asked(after(world, ME, move), asked)
    for answers in product(*asked.values()):
        strategy = dict(zip(asked, answers, strict=True))
        if all(never_fails(after(world, ME, move), strategy) for world in worlds):
            return True
    return False


def note_what_is_asked(at: tuple[Any, Any], asked: dict[Any, list[Any]]) -> None:
    state, told = at
    for seat in GAME.to_act(state):
        if seat == ME:
            asked[told] = list(GAME.legal(state, ME))
        for move in GAME.legal(state, seat):
            note_what_is_asked(after(state, seat, move, told), asked)


def never_fails(at: tuple[Any, Any], strategy: dict[Any, Any]) -> bool:
    state, told = at
    if ahead(state) is not None:
        return bool(ahead(state))
    seat = GAME.to_act(state)[0]
    moves = [strategy[told]] if seat == ME else GAME.legal(state, seat)
    return all(never_fails(after(state, seat, move, told), strategy) for move in moves)


def after(state: Any, seat: Seat, move: Any, told: tuple[Any, ...] = ()) -> tuple[Any, Any]:
    """The state, and all that seat 0 has been told."""
    done, events = play(GAME, state, seat, move, NO_CHANCE)
    return done, (*told, *(event.seen_by(ME) for event in events))


def test_a_sure_win_is_one_that_a_strategy_brings_in_every_world() -> None:
    seen = set()
    for worlds in small():
        for move, sure in Believer(GAME, ME, ahead).sure(worlds).items():
            assert sure == wins_by_some_strategy(worlds, move)
            seen.add(sure)
    assert seen == {True, False}


def test_what_wins_in_each_world_by_itself_may_still_be_no_sure_win() -> None:
    """Strategy fusion: looking at each world alone chooses later by cards that nobody sees."""
    fused = 0
    for worlds in small(cards=(3, 4), most=2):
        alone = [Believer(GAME, ME, ahead).sure([world]) for world in worlds]
        for move, sure in Believer(GAME, ME, ahead).sure(worlds).items():
            in_each = all(found[move] for found in alone)
            assert in_each or not sure
            fused += in_each and not sure
    assert fused


def test_a_move_that_is_no_sure_win_is_refuted_by_moves_of_the_rules() -> None:
    refuted = 0
    for worlds in small():
        believer = Believer(GAME, ME, ahead)
        for move, sure in believer.sure(worlds).items():
            if sure:
                with pytest.raises(ValueError, match="sure win"):
                    believer.refuted(worlds, move)
                continue
            state, line = believer.refuted(worlds, move)
            assert state in worlds
            assert line[0] == (ME, move)
            for seat, made in line:
                assert made in GAME.legal(state, seat)
                state, _events = play(GAME, state, seat, made, NO_CHANCE)
            assert ahead(state) is False
            refuted += 1
    assert refuted


def test_too_many_steps_and_a_shuffle_prove_nothing() -> None:
    worlds = next(small())
    with pytest.raises(NotProven):
        Believer(GAME, ME, ahead, steps=1).sure(worlds)
    table = Table(GAME, 2, ToyOptions(deals=2), SeedChance.from_text("more"))
    with pytest.raises(NotProven):
        Believer(GAME, table.to_act[0], ahead, steps=10_000_000).sure([table.state])
