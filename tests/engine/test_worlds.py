"""All worlds are listed, each once: held to every permutation of what a seat cannot know."""

import pytest

from engine.events import Seat
from engine.registry import GAMES
from engine.worlds import TooMany, worlds
from tests.engine.test_deals import LISTED, VIEWERS, hands, positions, small


@pytest.mark.parametrize("key", [key for key in LISTED if VIEWERS[key] is not None])
def test_every_world_that_a_permutation_makes_is_listed_once(key: str) -> None:
    game = GAMES[key]
    position, expected = next(small(game))
    viewer = VIEWERS[key]
    assert viewer is not None
    listed = [hands(game, position.seats, world.table.state) for world in worlds(position, viewer)]
    assert set(listed) == set(expected)


@pytest.mark.parametrize("key", ["german-whist", "duck-soup"])
def test_without_a_stock_there_is_one_world(key: str) -> None:
    game = GAMES[key]
    last = [position for position in positions(game, "late") if position.moves][-4]
    assert len(worlds(last, Seat(0))) == 1


def test_too_many_are_not_listed() -> None:
    position = next(positions(GAMES["gasp"], "early"))
    with pytest.raises(TooMany):
        worlds(position, Seat(0))
