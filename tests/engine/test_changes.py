"""An event changes only what it names: what each kind of event may change in the state is kept in ``changes.json``.

States are rebuilt field by field where it is quicker; a field that is new to a state and forgotten there would be lost
with the next event of that kind, and no other law would see it. After a change of a game's state run
``python -m tests.engine.test_changes`` and read the difference: each line of it must be meant.
"""

import json
from pathlib import Path

import pytest

from engine.game import AnyGame
from tests.engine import laws
from tests.engine.walks import LAWFUL, SETTINGS, Setting, settings, walked

PATH = Path(__file__).parent / "changes.json"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_an_event_changes_only_what_it_names(setting: Setting):
    named = json.loads(PATH.read_text())[setting.game.key]
    for seed in (1, 2):
        laws.check_changes(walked(setting, seed), named)


@pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
def test_nothing_is_named_that_a_game_has_no_more(game: AnyGame):
    named = json.loads(PATH.read_text())[game.key]
    assert set(named) <= {event.kind for event in game.events}


def main() -> None:
    found: dict[str, dict[str, set[str]]] = {}
    for setting in SETTINGS:
        of_game = found.setdefault(setting.game.key, {})
        for seed in range(1, 4 if len(settings(setting.game)) > 1 else 12):
            for kind, fields in laws.changed(setting.game, walked(setting, seed).log).items():
                of_game.setdefault(kind, set()).update(fields)
    rows = {key: {kind: sorted(fields) for kind, fields in sorted(kinds.items())} for key, kinds in found.items()}
    PATH.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
