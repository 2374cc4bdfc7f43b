"""Random play: through the contract, by ``playout``, and by whatever else plays cards in Python."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from random import Random
from typing import Any

from engine.chance import FastRng
from engine.game import AnyGame, play, replay
from engine.registry import GAMES
from tests.benchmarks import plain, plain_gasp, plain_hasp
from tests.benchmarks.measure import Claim, Table, Work, alternated

PLAIN = "plain loop of a 36-card trick game"
PLAIN_GASP = "plain loop of Gasp! itself, 4 seats"
PLAIN_HASP = "plain loop of HASP itself, 4 seats"
RLCARD = "RLCard, bridge"
OPENSPIEL = "OpenSpiel's Python API, bridge"


def measured() -> Table:
    gasp, hasp, duck = GAMES["gasp"], GAMES["hasp"], GAMES["duck-soup"]
    sides: dict[str, Work] = {
        PLAIN: _seeded(lambda seed: plain.play_games(600, seed)),
        PLAIN_GASP: _seeded(lambda seed: plain_gasp.play_games(60, seed)),
        PLAIN_HASP: _seeded(lambda seed: plain_hasp.play_games(100, seed)),
        "Gasp!, 4 seats, through the contract": _seeded(lambda seed: through_the_contract(gasp, 4, 30, seed)),
        "Gasp!, 4 seats, playout": _playouts(gasp, 4, 60),
        "HASP, 4 seats, through the contract": _seeded(lambda seed: through_the_contract(hasp, 4, 40, seed)),
        "HASP, 4 seats, playout": _playouts(hasp, 4, 100),
        "Duck Soup through the contract": _seeded(lambda seed: through_the_contract(duck, 2, 12, seed)),
        "Duck Soup, playout": _playouts(duck, 2, 40),
        OPENSPIEL: _openspiel(),
        RLCARD: _rlcard(),
    }
    return Table("Random play", "moves/s", alternated(sides), _claims())


def _claims() -> list[Claim]:
    claims = [
        Claim("Gasp!, 4 seats, through the contract", PLAIN_GASP, must=0.2),
        Claim("Gasp!, 4 seats, playout", PLAIN_GASP, must=0.6),
        Claim("HASP, 4 seats, through the contract", PLAIN_HASP, must=0.2),
        Claim("HASP, 4 seats, playout", PLAIN_HASP, must=0.6),
        Claim("Duck Soup through the contract", PLAIN, must=0.2),
        Claim("Duck Soup, playout", PLAIN, must=0.6),
        Claim("Gasp!, 4 seats, through the contract", PLAIN),
        Claim("Gasp!, 4 seats, playout", PLAIN),
        Claim("HASP, 4 seats, through the contract", PLAIN),
        Claim("HASP, 4 seats, playout", PLAIN),
    ]
    for game in ("Gasp!, 4 seats,", "HASP, 4 seats,", "Duck Soup"):
        claims.append(Claim(f"{game} through the contract", OPENSPIEL))
        claims.append(Claim(f"{game} through the contract", RLCARD, must=8))
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


def _openspiel() -> Work:
    import pyspiel

    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
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


def _rlcard() -> Work:
    import rlcard

    env = rlcard.make("bridge", config={"seed": 1})
    numbers = count(1)

    def work() -> int:
        random = Random(next(numbers)).random
        moves = 0
        for _ in range(10):
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
