from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.arena import chosen, contest
from engine.bots.base import Bot
from engine.bots.ismcts import IsmctsBot
from engine.chance import FastRng, Rng
from engine.game import AnyGame, play
from engine.registry import BOTS, GAMES, LEVELS, level_name
from tests.engine.walks import LAWFUL, SETTINGS, TOY, Setting, walked

every_game = pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
POLICIES: dict[str, Callable[[AnyGame], Bot]] = {
    "uniform": BOTS["uniform"],
    "greedy": BOTS["greedy"],
    "search": partial(IsmctsBot, simulations=24),
}
"""One of each kind: how long a search takes changes nothing in kind."""
every_policy = pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_has_the_name_it_is_registered_by(name: str):
    assert BOTS[name](TOY).name == name


def test_the_levels_that_people_choose_from_are_bots_with_names_and_the_weakest_comes_first():
    assert list(LEVELS) == [name for name in BOTS if name in LEVELS]
    assert len(set(LEVELS.values())) == len(LEVELS) == 5
    assert level_name("greedy") == "Casual"
    assert level_name("ismcts-100") == "ismcts-100", "a level that nobody chooses goes by its own name"


@every_policy
@every_game
def test_a_bot_chooses_a_legal_move_and_the_same_every_time(game: AnyGame, policy: Callable[[AnyGame], Bot]):
    setting = next(setting for setting in SETTINGS if setting.game is game)
    bot, again = policy(game), policy(game)
    for seed in range(3):
        table = walked(setting, seed, 5 * seed)
        for seat in table.to_act:
            move = chosen(table, seat, bot, "seed")
            assert move in game.legal(table.state, seat)
            assert move == chosen(table, seat, again, "seed")


@every_policy
@every_game
def test_a_bot_is_content_with_a_view(game: AnyGame, policy: Callable[[AnyGame], Bot]):
    """The same choice from a view that has crossed the wire: nothing else can have been looked at."""
    table = walked(Setting(game, game.sizes[0], game.options()), 1, 4)
    seat = table.to_act[0]
    view = game.view(table.state, seat)
    stranger = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
    moves = game.legal(table.state, seat)
    bot = policy(game)
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
    contest(game, [spy], seats=game.sizes[0], options=game.options(), tables=1, seed="spy")
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
                chosen(table, seat, IsmctsBot(game, simulations=12, patience=1), "seed")


def test_a_search_beats_chance():
    duck = GAMES["duck-soup"]
    bots = [IsmctsBot(duck, simulations=25), BOTS["uniform"](duck)]
    search, _ = contest(duck, bots, seats=2, options=duck.options(length="deal"), tables=20, seed="strength")
    assert search.low > 0.5


def test_a_search_without_the_time_to_try_two_moves_takes_what_looks_best():
    table = walked(Setting(TOY, 3, TOY.options(bids=True)), 1, 3)
    seat = table.to_act[0]
    view, moves = TOY.view(table.state, seat), TOY.legal(table.state, seat)
    chosen_at_once = IsmctsBot(TOY, simulations=1).choose(view, moves, FastRng(1))
    assert TOY.appraise(view, chosen_at_once) == max(TOY.appraise(view, move) for move in moves)


def test_a_search_goes_by_the_judgement_it_is_given():
    """What is judged good for the seat is what it finds, whatever looks best at first sight."""
    table = walked(Setting(TOY, 2, TOY.options()), 1, 4)
    seat = table.to_act[0]
    view, moves = TOY.view(table.state, seat), TOY.legal(table.state, seat)
    wanted = min(moves, key=lambda move: TOY.appraise(view, move))
    reached = {play(TOY, world, seat, wanted, FastRng(0))[0].hands[seat] for world in [TOY.imagine(view, FastRng(0))]}

    def judge(state: Any, rng: Rng) -> Sequence[float]:
        liked = state.hands[seat] in reached
        return [float(liked) if other == seat else 0.0 for other in range(2)]

    bot = IsmctsBot(TOY, simulations=200, patience=1000, judge=judge)
    assert len(moves) > 1
    assert bot.choose(view, moves, FastRng(1)) == wanted
