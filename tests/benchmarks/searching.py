"""Search: simulations of the ISMCTS bot beside OpenSpiel's own in Python, each at a deal of four players.

Both end a simulation by random play, which is what is compared; what the bot itself does instead is shown beside it.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.bots.ismcts import IsmctsBot, Judge
from engine.chance import FastRng, Rng
from engine.registry import GAMES
from tests.benchmarks.measure import ROUNDS, Claim, Table, Work, alternated, installed
from tests.engine.walks import Setting, walked

SIMULATIONS = 150
OURS: Mapping[str, tuple[str, int, Mapping[str, Any]]] = {
    "ISMCTS, Gasp! for 4, one round": ("gasp", 4, {"max_rounds": 1}),
    "ISMCTS, Gasp! in pairs, one round": ("gasp-pairs", 4, {"max_rounds": 1}),
    "ISMCTS, Gasp! for two, one round": ("gasp-duel", 2, {"max_rounds": 1}),
    "ISMCTS, Noodling for 3": ("noodling", 3, {}),
    "ISMCTS, HASP for 4, one round": ("hasp", 4, {"max_rounds": 1}),
    "ISMCTS, Duck Soup, one deal": ("duck-soup", 2, {"length": "deal"}),
    "ISMCTS, Galapagos, one deal": ("galapagos", 2, {"length": "deal"}),
    "ISMCTS, Dracula, one set": ("dracula", 2, {"length": "set"}),
}
"""One short playing each: the game, its seats and options."""
BRIDGE = "bridge(use_double_dummy_result=false)"
PASS, ONE_CLUB = 52, 55
OPENSPIEL = "OpenSpiel's Python ISMCTS, bridge"


def measured(rounds: int = ROUNDS) -> Table:
    sides: dict[str, Work] = {side: _ours(*setting) for side, setting in OURS.items()}
    if installed("pyspiel"):
        sides[OPENSPIEL] = _openspiel()
    claims = [Claim(side, OPENSPIEL, must=2) for side in OURS]
    return Table("Search", "simulations/s", alternated(sides, rounds=rounds), claims)


def _ours(key: str, seats: int, options: Mapping[str, Any]) -> Work:
    game = GAMES[key]
    table = walked(Setting(game, seats, game.options(**options)), 1, 2)
    seat = table.to_act[0]
    view, moves = game.view(table.state, seat), game.legal(table.state, seat)
    counted = _Counted(game.rollout)
    IsmctsBot(game, SIMULATIONS, judge=counted).choose(view, moves, FastRng(1))
    bot = IsmctsBot(game, SIMULATIONS)

    def work() -> int:
        bot.choose(view, moves, FastRng(1))
        return counted.calls

    return work


class _Counted:
    """A judge that counts: a search makes about as many simulations as it was asked for."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.calls = 0

    def __call__(self, state: Any, rng: Rng) -> Sequence[float]:
        self.calls += 1
        return self._judge(state, rng)


def _openspiel() -> Work:
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    random = numpy.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=pyspiel.load_game(BRIDGE),
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random),
        uct_c=0.7,
        max_simulations=SIMULATIONS // 3,
        random_state=random,
    )
    state = _after_the_lead(pyspiel.load_game(BRIDGE).new_initial_state())

    def work() -> int:
        bot.step(state)
        return SIMULATIONS // 3

    return work


def _after_the_lead(state: Any) -> Any:
    """A deal of bridge in which one club was bid and passed out, and the first card is on the table."""
    random = Random(1)
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    for action in (ONE_CLUB, PASS, PASS, PASS):
        state.apply_action(action)
    state.apply_action(state.legal_actions()[0])
    return state
