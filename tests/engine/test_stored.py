"""What was stored once is read forever: one event of every kind and version that a game has had, as the log holds it.

``python -m tests.engine.test_stored`` adds what is missing and never touches what is there.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.codec import Codec
from engine.game import AnyGame
from engine.registry import GAMES
from tests.engine.walks import settings, walked

FOLDER = Path(__file__).parent / "stored"

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def stored(game: AnyGame) -> list[dict[str, Any]]:
    path = FOLDER / f"{game.key}.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text()) if path.exists() else []
    return rows


@every_game
def test_every_kind_and_version_ever_stored_is_still_read(game: AnyGame):
    codec: Codec[Any] = Codec(game.events, game.upcasts)
    for row in stored(game):
        event = codec.decode(row["kind"], row["version"], json.dumps(row["payload"]))
        assert event.kind == row["kind"]
        if row["version"] == event.version:
            assert json.loads(json.dumps(codec.fields(event))) == row["payload"]


@every_game
def test_no_version_of_an_event_is_without_its_fixture(game: AnyGame):
    kept = {(row["kind"], row["version"]) for row in stored(game)}
    ever = {(event.kind, version) for event in game.events for version in range(1, event.version + 1)}
    assert kept == ever, "run python -m tests.engine.test_stored"


def main() -> None:
    for game in GAMES.values():
        rows = stored(game)
        codec: Codec[Any] = Codec(game.events, game.upcasts)
        kept = {(row["kind"], row["version"]) for row in rows}
        for setting in settings(game):
            for event in walked(setting, 1).log:
                if (event.kind, event.version) not in kept:
                    kept.add((event.kind, event.version))
                    rows.append({"kind": event.kind, "version": event.version, "payload": codec.fields(event)})
        lines = ",\n".join(json.dumps(row) for row in rows)
        (FOLDER / f"{game.key}.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
