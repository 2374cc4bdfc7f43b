"""Tables as environments, held by what PettingZoo itself tests environments with."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from engine.environments import Rounds, Turns
from engine.game import Outcome, Rejected
from engine.places import balances
from engine.registry import GAMES
from tests.engine.walks import SHORT

TABLES = [(key, seats) for key, game in GAMES.items() for seats in sorted(game.sizes)]
every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def test_every_game_is_here():
    assert set(SHORT) == set(GAMES)


# PettingZoo knows by name which of its own environments observe a mask beside their numbers.
@every_table
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
def test_seats_in_turn_keep_pettingzoos_contract(key: str, seats: int, capsys: pytest.CaptureFixture[str]):
    api_test(Turns(key, seats, SHORT[key]), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@every_table
def test_all_at_once_they_keep_it_too(key: str, seats: int, capsys: pytest.CaptureFixture[str]):
    parallel_api_test(Rounds(key, seats, SHORT[key]), num_cycles=200)
    assert "Passed Parallel API test" in capsys.readouterr().out


@every_table
def test_the_same_seed_is_the_same_game(key: str, seats: int):
    seed_test(lambda: Turns(key, seats, SHORT[key]), num_cycles=100)


def play(environment: Turns) -> dict[str, float]:
    """What each agent is paid in all, with moves drawn from the mask."""
    earned = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, over, _truncated, _info = environment.last()
        assert observation is not None
        earned[agent] += reward
        environment.step(None if over else environment.action_space(agent).sample(observation["action_mask"]))
    return earned


@every_table
def test_seats_are_paid_for_the_places_of_the_outcome_and_nothing_is_made(key: str, seats: int):
    environment = Turns(key, seats, SHORT[key])
    environment.reset(seed=3)
    earned = play(environment)
    outcome = environment.table.outcome
    assert outcome is not None
    assert tuple(earned.values()) == balances(outcome, environment.game.teams(seats, environment.options))
    assert sum(earned.values()) == pytest.approx(0)


def test_partners_are_no_opponents_and_equal_places_are_worth_nothing():
    assert balances(Outcome((1, 2, 1, 2), (2, 1, 2, 1)), ((0, 2), (1, 3))) == (1, -1, 1, -1)
    assert balances(Outcome((1, 2, 2), (9, 5, 5)), ((0,), (1,), (2,))) == (1, -0.5, -0.5)
    assert balances(Outcome((1, 1), (5, 5)), ((0,), (1,))) == (0, 0)


@pytest.mark.parametrize("key", GAMES)
def test_both_kinds_play_the_same_game(key: str):
    turns, rounds = Turns(key, None, SHORT[key]), Rounds(key, None, SHORT[key])
    turns.reset(seed=5)
    observed, _infos = rounds.reset(seed=5)
    while rounds.agents:
        acting = [agent for agent in rounds.agents if observed[agent]["action_mask"].any()]
        chosen = {agent: int(observed[agent]["action_mask"].argmax()) for agent in acting}
        for agent in acting:
            assert turns.agent_selection == agent
            assert numpy.array_equal(turns.observe(agent)["action_mask"], observed[agent]["action_mask"])
            turns.step(chosen[agent])
        observed, paid, over, _truncated, _infos = rounds.step(chosen)
        assert paid == turns.rewards
        assert over == turns.terminations
    assert turns.table.log == rounds.table.log


def test_who_bids_later_does_not_see_what_was_bid_before():
    """Bids of Galapagos are made at once: in turn, the second seat sees the same whatever the first has chosen."""
    seen = []
    for choice in (0, -1):
        environment = Turns("galapagos")
        environment.reset(seed=1)
        (offered,) = environment.observe("seat_0")["action_mask"].nonzero()
        environment.step(offered[choice])
        assert environment.agent_selection == "seat_1"
        seen.append(environment.observe("seat_1"))
    assert numpy.array_equal(seen[0]["observation"], seen[1]["observation"])


@pytest.mark.parametrize("action", [0, 51, 10**6, -1, None])
def test_a_number_that_is_not_offered_is_refused_and_nothing_happens(action: Any):
    environment = Turns("german-whist")
    environment.reset(seed=1)
    log, mask = list(environment.table.log), environment.observe(environment.agent_selection)["action_mask"]
    if action in (0, 51):
        action = int(numpy.flatnonzero(mask == 0)[0 if action == 0 else -1])
    with pytest.raises(ValueError, match=r"seat_\d may not make move"):
        environment.step(action)
    assert environment.table.log == log


def test_pettingzoos_wrapper_ends_the_game_at_a_number_that_is_not_offered(capfd: pytest.CaptureFixture[str]):
    environment = TerminateIllegalWrapper(Turns("german-whist"), illegal_reward=-1)
    environment.reset(seed=1)
    agent = environment.agent_selection
    environment.step(int(environment.observe(agent)["action_mask"].argmin()))
    assert environment.rewards[agent] == -1
    assert all(environment.terminations.values())


@pytest.mark.parametrize("kind", [Turns, Rounds])
def test_a_table_is_drawn_as_the_seat_to_act_sees_it(kind: Callable[..., Turns | Rounds]):
    environment = kind("duck-soup", render_mode="ansi")
    environment.reset(seed=1)
    drawn = environment.render()
    assert drawn is not None
    assert "as seat 0 sees it" in drawn
    assert kind("duck-soup").render() is None


def test_what_cannot_be_dealt_is_refused_at_once():
    with pytest.raises(Rejected, match="bad_option"):
        Turns("gasp", options={"unheard_of": True})
    with pytest.raises(Rejected, match="bad_seats"):
        Turns("gasp", 2).reset()
    with pytest.raises(RuntimeError, match="call reset first"):
        Turns("gasp").observe("seat_0")
