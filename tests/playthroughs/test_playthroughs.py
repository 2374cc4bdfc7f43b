from pathlib import Path

import pytest

from engine.registry import GAMES
from tests.playthroughs import command_of, missing, played, recorded


@pytest.mark.parametrize("path", recorded().values(), ids=lambda path: path.stem)
def test_a_playthrough_comes_out_as_recorded(path: Path):
    text = path.read_text()
    assert played(command_of(text)).splitlines() == text.splitlines()


def test_every_game_has_a_playthrough():
    assert not missing(GAMES), "run python -m tests.playthroughs"


def test_every_kind_of_event_is_seen_in_some_playthrough():
    kinds = {event.kind for game in GAMES.values() for event in game.events}
    shown = {word for path in recorded().values() for word in path.read_text().split()}
    assert kinds <= shown


def test_a_game_without_a_playthrough_is_named():
    assert missing({"no-such-game": None}) == ["no-such-game"]
