"""Random play: through the contract, by ``playout``, and by whatever else plays cards in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any, NamedTuple

from engine.chance import FastRng
from engine.game import AnyGame, play, replay
from engine.registry import GAMES
from tests.benchmarks import (
    plain,
    plain_dracula,
    plain_galapagos,
    plain_gasp,
    plain_gasp_sides,
    plain_german_whist,
    plain_hasp,
    plain_noodling,
)
from tests.benchmarks.measure import Claim, Table, Work, alternated, installed


class Yardstick(NamedTuple):
    """A game of ours, and a plain loop of the same kind: how many games each side plays in a round."""

    key: str
    seats: int
    loop: Callable[[int, int], int]
    """Plays a number of games from a seed; the number of moves."""
    name: str
    plainly: int
    contracted: int
    played_out: int


YARDSTICKS = (
    Yardstick("gasp", 4, plain_gasp.play_games, "plain loop of Gasp! itself, 4 seats", 60, 30, 60),
    Yardstick("gasp-pairs", 4, plain_gasp_sides.play_pairs, "plain loop of Gasp! in pairs", 80, 40, 80),
    Yardstick("gasp-duel", 2, plain_gasp_sides.play_duels, "plain loop of Gasp! for two", 80, 40, 80),
    Yardstick("noodling", 3, plain_noodling.play_games, "plain loop of Noodling itself, 3 seats", 60, 20, 60),
    Yardstick("hasp", 4, plain_hasp.play_games, "plain loop of HASP itself, 4 seats", 100, 40, 100),
    Yardstick("duck-soup", 2, plain.play_games, "plain loop of a 36-card trick game", 600, 12, 40),
    Yardstick("galapagos", 2, plain_galapagos.play_games, "plain loop of Galapagos itself", 20, 6, 15),
    Yardstick("dracula", 2, plain_dracula.play_games, "plain loop of Dracula itself", 30, 15, 30),
    Yardstick("german-whist", 2, plain_german_whist.play_games, "plain loop of German Whist itself", 200, 30, 80),
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
    sides: dict[str, Work] = {}
    for yardstick in YARDSTICKS:
        sides |= _sides(yardstick)
    if installed("pyspiel"):
        sides |= {name: peer() for name, peer in PEERS.items()}
    return Table("Random play", "moves/s", alternated(sides, rounds=rounds), _claims())


def _sides(of: Yardstick) -> dict[str, Work]:
    game, contract, playout = GAMES[of.key], *_names(of)
    return {
        of.name: _seeded(lambda seed: of.loop(of.plainly, seed)),
        contract: _seeded(lambda seed: through_the_contract(game, of.seats, of.contracted, seed)),
        playout: _playouts(game, of.seats, of.played_out),
    }


def _names(of: Yardstick) -> tuple[str, str]:
    title = GAMES[of.key].name + (f", {of.seats} seats" if len(GAMES[of.key].sizes) > 1 else "")
    return f"{title}: contract", f"{title}: playout"


def _claims() -> list[Claim]:
    claims = []
    for yardstick in YARDSTICKS:
        contract, playout = _names(yardstick)
        claims += [
            Claim(contract, yardstick.name, must=0.2),
            Claim(playout, yardstick.name, must=0.6),
            Claim(contract, RLCARD, must=8),
            Claim(contract, OPENSPIEL),
        ]
        if yardstick.name != PLAIN:
            claims += [Claim(contract, PLAIN), Claim(playout, PLAIN)]
    return claims


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


def _playouts(game: AnyGame, seats: int, games: int) -> Work:
    """The same playouts every time. Their moves are counted beforehand, on the twin that a law holds them equal to."""
    rng = FastRng(7)
    starts = [replay(game, game.opening(seats, game.options(), rng)) for _ in range(games)]
    moves = sum(_moves_of_playout(game, start, seed) for seed, start in enumerate(starts))

    def work() -> int:
        for seed, start in enumerate(starts):
            game.playout(start, FastRng(seed))
        return moves

    return work


def _moves_of_playout(game: AnyGame, start: Any, seed: int) -> int:
    rng = FastRng(seed)
    state, moves = start, 0
    while actors := game.to_act(state):
        legal = game.legal(state, actors[0])
        state, _ = play(game, state, actors[0], legal[int(rng.random() * len(legal))], rng)
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
