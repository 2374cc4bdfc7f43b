"""Bots of others in the arena: objects of a module, programs that answer line by line, and all that they do wrong."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty
from signal import SIGKILL
from typing import Any

import pytest

from engine.__main__ import main
from engine.chance import FastRng, SeedChance
from engine.contestants import Program, _Running
from engine.events import Seat
from engine.registry import GAMES
from engine.table import Table

Run = Callable[..., tuple[int, str, str]]
FIRST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"move": asked["moves"][0]}), flush=True)
"""


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """A program of that text, as it is named to the command line."""

    def written(text: str) -> str:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text)
        return f"exec:{sys.executable} {path}"

    return written


@pytest.fixture
def arena(capfd: pytest.CaptureFixture[str]) -> Run:
    """German Whist between *bot* and uniform: exit status, standard output, standard error."""

    def contest(bot: str, *more: str, seconds: str = "20") -> tuple[int, str, str]:
        asked = ("german-whist", "--bots", f"{bot},uniform", "--tables", "2", "--seconds", seconds)
        return main(["arena", *asked, *more]), *capfd.readouterr()

    return contest


# -- programs


def test_a_program_of_five_lines_plays(arena: Run, program: Callable[[str], str]):
    status, out, err = arena(program(FIRST))
    assert (status, "Error" in err) == (0, False)
    assert [line.split()[0][:5] for line in out.splitlines()[2:]] == ["exec:", "unifo"]


def test_a_program_plays_the_same_in_a_pool(arena: Run, program: Callable[[str], str]):
    bot = program(FIRST)
    assert arena(bot, "--processes", "2")[:2] == arena(bot)[:2]


def test_a_program_is_asked_by_what_its_seat_may_know(program: Callable[[str], str], tmp_path: Path):
    heard = tmp_path / "heard"
    game = GAMES["gasp"]
    table = Table(game, 3, game.options(), SeedChance.from_text("asked"))
    seat = table.to_act[0]
    view, moves = game.view(table.state, seat), game.legal(table.state, seat)
    keeps = FIRST.replace("    asked =", f"    open({str(heard)!r}, 'w').write(line); asked =")
    bot = Program(game, "keeps", program(keeps).removeprefix("exec:"), 20)
    assert bot.choose(view, moves, FastRng(1)) == moves[0]
    asked = json.loads(heard.read_text())
    assert list(asked) == ["protocol", "game", "rules", "seat", "view", "moves", "seed"]
    assert (asked["protocol"], asked["game"], asked["rules"], asked["seat"]) == (1, "gasp", 1, seat)
    assert asked["moves"] == [game.move_text(move) for move in moves]
    assert (asked["view"]["hand"], asked["view"]["options"]["max_rounds"]) == (list(view.hand), 60)
    assert 0 <= asked["seed"] < 2**53


def test_a_program_leaves_when_its_bot_is_no_more_needed(program: Callable[[str], str], tmp_path: Path):
    left = tmp_path / "left"
    game = GAMES["german-whist"]
    table = Table(game, 2, game.options(), SeedChance.from_text("left"))
    bot: Program | None = Program(
        game,
        "left",
        program(FIRST + f"open({str(left)!r}, 'w').write('at the end of its input')").removeprefix("exec:"),
        20,
    )
    assert bot is not None
    seat = Seat(table.to_act[0])
    bot.choose(game.view(table.state, seat), game.legal(table.state, seat), FastRng(1))
    assert not left.exists()
    bot = None
    assert left.read_text() == "at the end of its input"


IN_TIME = "20"
AT_ONCE = "0.3"


@pytest.mark.parametrize(
    ("text", "seconds", "said"),
    [
        ("import sys; sys.exit(3)", IN_TIME, "ended with status 3 where a move was asked for"),
        (FIRST.replace("for line in sys.stdin:", "for line in [next(sys.stdin)]:"), IN_TIME, "ended with status 0"),
        ("import time; time.sleep(60)", AT_ONCE, "did not answer within 0.3 seconds"),
        ("input(); print('hello'); input()", IN_TIME, "answered 'hello' where {\"move\": ...} was asked for"),
        (FIRST.replace('"move"', '"play"'), IN_TIME, "missing required field `move`"),
        (FIRST.replace('asked["moves"][0]', "7"), IN_TIME, "Expected `str`, got `int`"),
        (FIRST.replace('asked["moves"][0]', '"ZR"'), IN_TIME, "chose 'ZR', which is not one of its moves: "),
        (FIRST.replace("    print(", "    print('{}\\n{}\\n{}', flush=True); print("), IN_TIME, "answered '{}' where"),
        ("input(); print('x' * 10**6)", IN_TIME, "answered 'xxxxxx"),
        ("import os, sys; os.close(1); sys.stdin.read()", IN_TIME, "closed its output where a move was asked for"),
    ],
    ids=[
        "dies",
        "dies later",
        "hangs",
        "says hello",
        "no move",
        "no text",
        "illegal",
        "chatters",
        "floods",
        "shuts up",
    ],
)
def test_a_program_that_fails_is_told_apart_and_exits_with_4(
    arena: Run, program: Callable[[str], str], text: str, seconds: str, said: str
):
    bot = program(text)
    status, out, err = arena(bot, seconds=seconds)
    assert (status, out) == (4, "")
    assert f"python -m engine: bot {bot!r} " in err
    assert said in err
    assert "Traceback" not in err


def test_a_program_that_does_not_read_is_not_waited_for():
    running = _Running([sys.executable, "-c", "import time; time.sleep(60)"])
    with pytest.raises(Empty):
        running.ask(b"x" * 1_000_000, 0.2)
    running.end()
    assert running.process.returncode == -SIGKILL


def test_a_line_too_many_is_not_taken_for_the_next_answer(arena: Run, program: Callable[[str], str]):
    twice = FIRST.replace("    print(", "    print(json.dumps({'move': 'AS'}) + chr(10) +")
    status, _out, err = arena(program(twice.replace('asked["moves"][0]', '"AS"')))
    assert status == 4
    assert "before it was asked" in err or "not one of its moves" in err


# -- modules

MODULE = """
from engine.bots.base import GreedyBot as Good

class Bad:
    def __init__(self, game): pass
    def choose(self, view, moves, rng): return "AS"

class Worse(Bad):
    def choose(self, view, moves, rng): raise ZeroDivisionError("by nothing")
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "bots_of_others.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return "bots_of_others"


def test_a_bot_of_a_module_in_this_folder_plays(arena: Run, module: str):
    status, out, _err = arena(f"{module}:Good")
    assert (status, out.splitlines()[2].split()[0]) == (0, "bots_of_others:Good")


@pytest.mark.parametrize(
    ("maker", "status", "said"),
    [
        ("Bad", 4, "chose 'AS', which is not one of its moves"),
        ("Worse", 4, "ZeroDivisionError: by nothing"),
        ("Missing", 2, "has no attribute 'Missing'"),
    ],
)
def test_a_bot_of_a_module_that_fails_is_named(arena: Run, module: str, maker: str, status: int, said: str):
    found, out, err = arena(f"{module}:{maker}")
    assert (found, out) == (status, "")
    assert f"bot '{module}:{maker}'" in err
    assert said in err


@pytest.mark.parametrize("name", ["no_such_module:Bot", "exec:", "exec:'", ":", "exec:/no/such/program"])
def test_a_bot_that_is_not_there_is_told(arena: Run, name: str):
    status, out, err = arena(name)
    assert (status, out, "Traceback" in err) == (4 if "/" in name else 2, "", False)
    assert f"bot {name!r}" in err


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon", "inf"])
def test_a_time_that_is_none_exits_with_2(arena: Run, seconds: str):
    with pytest.raises(SystemExit, match="2"):
        arena("greedy", seconds=seconds)


def test_a_bot_of_others_plays_a_whole_table_too(capfd: pytest.CaptureFixture[str], program: Callable[[str], str]):
    arguments: Sequence[Any] = ("play", "german-whist", "--seed", "one", "--json", "--bots", program(FIRST))
    assert main(arguments) == 0
    assert json.loads(capfd.readouterr().out)["outcome"]


def test_numbers_of_a_game_are_listed(capsys: pytest.CaptureFixture[str]):
    assert main(["encoding", "gasp", "--seats", "3"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Gasp! (gasp), 3 seats, encoding 1"
    assert "     0 AM" in said
    assert any(line.split()[-2:] == ["1:", "200"] for line in said)
