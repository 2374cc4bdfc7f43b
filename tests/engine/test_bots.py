from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.arena import chosen, contest
from engine.bots.base import Bot
from engine.bots.ismcts import IsmctsBot
from engine.chance import FastRng, Rng
from engine.game import AnyGame
from engine.registry import BOTS
from tests.engine.walks import LAWFUL, SETTINGS, TOY, Setting, walked

every_game = pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
every_bot = pytest.mark.parametrize("name", BOTS)


@every_bot
@every_game
def test_a_bot_has_the_name_of_its_level_and_chooses_a_legal_move_alike_every_time(game: AnyGame, name: str):
    setting = next(setting for setting in SETTINGS if setting.game is game)
    bot, again = BOTS[name](game), BOTS[name](game)
    assert bot.name == name
    for seed in range(3):
        table = walked(setting, seed, 5 * seed)
        for seat in table.to_act:
            move = chosen(table, seat, bot, "seed")
            assert move in game.legal(table.state, seat)
            assert move == chosen(table, seat, again, "seed")


@every_bot
@every_game
def test_a_bot_is_content_with_a_view(game: AnyGame, name: str):
    """The same choice from a view that has crossed the wire: nothing else can have been looked at."""
    table = walked(Setting(game, game.seats[0], game.options()), 1, 4)
    seat = table.to_act[0]
    view = game.view(table.state, seat)
    stranger = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
    moves = game.legal(table.state, seat)
    bot = BOTS[name](game)
    assert bot.choose(stranger, moves, FastRng(1)) == bot.choose(view, moves, FastRng(1))


class _Spy:
    """A bot that keeps what it is handed."""

    name = "spy"

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.handed: list[Any] = []

    def choose(self, view: Any, moves: Sequence[Any], rng: Rng) -> Any:
        self.handed.append(view)
        return self._bot.choose(view, moves, rng)


@every_game
def test_a_bot_is_handed_the_view_of_its_own_seat_and_never_a_state(game: AnyGame):
    spy = _Spy(BOTS["uniform"](game))
    contest(game, [spy], seats=game.seats[0], options=game.options(), tables=1, seed="spy")
    initial: type[msgspec.Struct] = type(game.initial)
    assert spy.handed
    assert not any(isinstance(view, initial) for view in spy.handed)
    assert all(view.seat is not None for view in spy.handed)


def test_the_greedy_bot_takes_what_is_appraised_highest():
    table = walked(Setting(TOY, 3, TOY.options(bids=True)), 1, 3)
    seat = table.to_act[0]
    move = chosen(table, seat, BOTS["greedy"](TOY), "seed")
    view = TOY.view(table.state, seat)
    assert TOY.appraise(view, move) == max(TOY.appraise(view, m) for m in TOY.legal(table.state, seat))


@every_game
def test_a_search_finds_no_fault_with_seats_that_act_at_once(game: AnyGame):
    """In every setting, from the first move on: decisions made at the same time and by partners included."""
    for setting in SETTINGS:
        if setting.game is game:
            table = walked(setting, 7, 0)
            for seat in table.to_act:
                chosen(table, seat, IsmctsBot(game, simulations=12), "seed")


def test_more_search_beats_chance():
    scores = contest(
        TOY,
        [BOTS["ismcts-100"](TOY), BOTS["uniform"](TOY)],
        seats=2,
        options=TOY.options(deals=1, draw=True),
        tables=40,
        seed="strength",
    )
    assert scores[0].low > 0.5
