"""Random play through the contract, beside whatever else plays cards in Python."""

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any, NamedTuple

from engine.chance import FastRng
from engine.game import AnyGame, replay
from engine.registry import GAMES
from tests.benchmarks import plain
from tests.benchmarks.measure import Claim, Table, Work, alternated, installed


class Setting(NamedTuple):
    """A game of ours, with how many seats, and how many games make up a round."""

    key: str
    seats: int
    games: int


OURS = (
    Setting("gasp", 4, 30),
    Setting("gasp-pairs", 4, 40),
    Setting("gasp-duel", 2, 40),
    Setting("noodling", 3, 20),
    Setting("hasp", 4, 40),
    Setting("duck-soup", 2, 12),
    Setting("galapagos", 2, 6),
    Setting("dracula", 2, 15),
    Setting("german-whist", 2, 30),
)
PLAIN = "plain loop of a 36-card trick game"
RLCARD = "RLCard, bridge"
OPENSPIEL = "OpenSpiel's Python API, bridge"
PEERS: Mapping[str, Callable[[], Work]] = {
    OPENSPIEL: lambda: _openspiel("bridge(use_double_dummy_result=false)"),
    "OpenSpiel's Python API, hearts": lambda: _openspiel("hearts"),
    "OpenSpiel's Python API, euchre": lambda: _openspiel("euchre"),
    "OpenSpiel's Python API, spades": lambda: _openspiel("spades"),
    "OpenSpiel's Python API, skat": lambda: _openspiel("skat"),
    RLCARD: lambda: _rlcard("bridge"),
    "RLCard, uno": lambda: _rlcard("uno"),
}
"""Ratios are to the two at bridge; the others say what is usual."""
ROUNDS = 25
"""A round with this many sides is long enough for the machine's speed to change within it."""


def measured(rounds: int = ROUNDS) -> Table:
    sides: dict[str, Work] = {_name(of): _ours(of) for of in OURS}
    sides[PLAIN] = _seeded(lambda seed: plain.play_games(600, seed))
    if installed("pyspiel"):
        sides |= {name: peer() for name, peer in PEERS.items()}
    return Table("Random play", "moves/s", alternated(sides, rounds=rounds), _claims())


def _ours(of: Setting) -> Work:
    return _seeded(lambda seed: through_the_contract(GAMES[of.key], of.seats, of.games, seed))


def _name(of: Setting) -> str:
    game = GAMES[of.key]
    return game.name + (f", {of.seats} seats" if len(game.sizes) > 1 else "")


def _claims() -> list[Claim]:
    return [
        claim
        for name in map(_name, OURS)
        for claim in (Claim(name, RLCARD, must=8), Claim(name, OPENSPIEL), Claim(name, PLAIN))
    ]


def through_the_contract(game: AnyGame, seats: int, games: int, seed: int) -> int:
    """Play random games by ``legal``, ``decide`` and ``evolve`` alone; how many moves that took."""
    rng = FastRng(seed)
    random, to_act, legal, decide, evolve = rng.random, game.to_act, game.legal, game.decide, game.evolve
    moves = 0
    for _ in range(games):
        state = replay(game, game.opening(seats, game.options(), rng))
        while actors := to_act(state):
            choice = legal(state, actors[0])
            for event in decide(state, actors[0], choice[int(random() * len(choice))], rng):
                state = evolve(state, event)
            moves += 1
    return moves


def _openspiel(name: str) -> Work:
    import pyspiel

    game = pyspiel.load_game(name)
    numbers = count(1)

    def work() -> int:
        random = Random(next(numbers)).random
        moves = 0
        for _ in range(100):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                moves += not state.is_chance_node()
                state.apply_action(actions[int(random() * len(actions))])
        return moves

    return work


def _rlcard(name: str) -> Work:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    numbers = count(1)

    def work() -> int:
        random = Random(next(numbers)).random
        moves = 0
        for _ in range(30):
            state: Mapping[str, Any]
            state, _player = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _player = env.step(legal[int(random() * len(legal))])
                moves += 1
        return moves

    return work


def _seeded(play_seed: Any) -> Work:
    """Another seed every round, the same in every run."""
    numbers = count(1)
    return lambda: int(play_seed(next(numbers)))
