"""Our games in OpenSpiel, held by its own test where it is installed: ``make bench`` does that, in ``.local/bench``."""

from typing import Any

import pytest

from engine.events import Seat, Shuffled
from engine.game import replay
from engine.registry import GAMES
from tests.engine.walks import SHORT

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
openspiel: Any = pytest.importorskip("engine.openspiel")

every_table = pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key, game in GAMES.items() for seats in sorted(game.sizes)]
)


def load(key: str, seats: int) -> Any:
    return pyspiel.load_game("cardroom", {"game": key, "players": seats, "options": _written(SHORT[key])})


def _written(options: dict[str, Any]) -> str:
    return " ".join(f"{name}:{value}" for name, value in options.items())


@every_table
def test_a_game_keeps_openspiels_contract(key: str, seats: int, capfd: pytest.CaptureFixture[str]):
    pyspiel.random_sim_test(load(key, seats), num_sims=2, serialize=True, verbose=False)


def played(key: str, seats: int) -> Any:
    """A state at the end of a game: every choice, of chance too, the first or the last in turn."""
    state = load(key, seats).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-(len(state.history()) % 2)])
    return state


@every_table
def test_what_chance_has_drawn_is_what_the_log_says(key: str, seats: int):
    state = played(key, seats)
    game, moment = GAMES[key], state.moment
    made: dict[str, int] = {}
    for event in moment.log:
        if isinstance(event, Shuffled):
            n = made.get(event.pile, 0)
            made[event.pile] = n + 1
            order = moment.orders[event.pile, n]
            assert event.order == tuple(game.deck.codes[card] if isinstance(card, int) else card for card in order)
    assert sum(made.values()) == len(moment.orders) > 0
    assert replay(game, moment.log) == moment.state
    assert sum(state.returns()) == pytest.approx(0)


def test_an_information_state_holds_what_the_seat_has_seen_and_no_more():
    state = played("german-whist", 2)
    mine, theirs = (state.information_state_string(seat) for seat in (Seat(0), Seat(1)))
    assert mine != theirs
    assert mine.count("hand_dealt") == theirs.count("hand_dealt") == 2
    assert "shuffled" not in mine + theirs


@pytest.mark.parametrize("given", [{"players": 3}, {"game": "whist"}, {"options": "unheard_of:on"}])
def test_what_cannot_be_dealt_is_refused(given: dict[str, Any]):
    with pytest.raises(Exception, match=r"german-whist is for 2 seats|no game 'whist'|--option unheard_of"):
        pyspiel.load_game("cardroom", given)
