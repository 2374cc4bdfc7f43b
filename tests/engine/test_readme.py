"""What the engine's README shows is run: its programs do what it says they do."""

import re
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.registry import GAMES
from engine.vectors import vectors

README = (Path(__file__).parents[2] / "engine" / "README.md").read_text()
PROGRAMS = [
    re.sub(r"^  ", "", text, flags=re.MULTILINE) if text.startswith("  ") else text
    for text in re.findall(r"^ *```python\n(.*?)^ *```", README, re.MULTILINE | re.DOTALL)
]
BOTS, SCRIPTS = ([text for text in PROGRAMS if ("sys.stdin" in text) is asked] for asked in (True, False))


def test_the_bot_plays(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    (bot,) = BOTS
    path = tmp_path / "bot.py"
    path.write_text(bot)
    assert main(["arena", "gasp-duel", "--bots", f"greedy,exec:{sys.executable} {path}", "--tables", "2"]) == 0
    assert "exec:" in capfd.readouterr().out


@pytest.mark.parametrize("script", SCRIPTS, ids=["a table", "an environment"])
def test_a_script_runs(script: str):
    exec(script.replace("cardroom_engine", "engine"), {})  # noqa: S102 - it is our own


def test_the_sizes_that_it_names_are_right():
    rows = re.findall(r"^\| [^|]+ \| ([\d; ]+) \| ([\d,; to]+) \|$", README, re.MULTILINE)
    named = [(moves, length) for row in rows for moves, length in zip(*(cell.split("; ") for cell in row), strict=True)]
    found = []
    for game in GAMES.values():
        lengths = sorted({vectors(game, seats).length for seats in game.sizes})
        ends = sorted({lengths[0], lengths[-1]})
        found.append(
            (str(len(game.encoding.moves)), " to ".join(f"{end:,}" if end > 999 else str(end) for end in ends))
        )
    assert named == found
