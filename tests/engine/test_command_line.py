import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.cards.french import PACK
from engine.registry import BOTS, GAMES
from tests.engine.records import finished_record
from tests.engine.walks import Setting

ROOT = Path(__file__).parents[2]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line; exit status, standard output, standard error."""

    def command(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(arguments)
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        return status, *capsys.readouterr()

    return command


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    def written(text: str) -> str:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.txt"
        path.write_text(text)
        return str(path)

    return written


def position(run: Run, *arguments: str) -> dict[str, Any]:
    status, out, _ = run("play", *arguments, "--json")
    assert status == 0
    document: dict[str, Any] = json.loads(out)
    return document


# -- list


def test_list_names_every_game_its_options_and_the_bots(run: Run):
    status, out, _ = run("list")
    assert status == 0
    assert all(f"{key}: {game.name}" in out for key, game in GAMES.items())
    assert "--option length=250|deal" in out
    assert all(name in out for name in BOTS)


# -- play


def test_without_moves_or_bots_it_stops_after_the_deal(run: Run):
    first = position(run, "duck-soup", "--seed", "one")
    assert set(first) == {
        "game", "options", "seats", "seq", "to_act", "legal", "view", "picture", "outcome", "events",
    }  # fmt: skip
    assert first["game"] == "duck-soup"
    assert first["options"]["length"] == "250"
    assert first["seats"] == 2
    assert first["to_act"] == [0]
    assert first["outcome"] is None
    assert first["seq"] == len(first["events"])
    assert [event["seq"] for event in first["events"]] == list(range(1, first["seq"] + 1))
    assert all(event["kind"].startswith("duck_soup.") for event in first["events"])
    assert list(first["legal"]) == ["0"]
    assert len(first["legal"]["0"]) == 13


def test_a_table_without_a_seed_says_which_it_drew(run: Run, file: Callable[[str], str]):
    for arguments in ((), ("--stack", file(json.dumps({"pack": [PACK]})), "--bots", "uniform")):
        status, out, err = run("play", "duck-soup", "--json", *arguments)
        seed = err.removeprefix("seed: ").strip()
        assert (status, position(run, "duck-soup", "--seed", seed, *arguments)) == (0, json.loads(out))


def test_bots_play_to_the_end_when_the_moves_run_out(run: Run, file: Callable[[str], str]):
    lead = position(run, "duck-soup", "--seed", "one")["legal"]["0"][3]
    moves = file(f"# the lead\n\n 0 {lead} # a card\n")
    stopped = position(run, "duck-soup", "--seed", "one", "--moves", moves)
    assert (stopped["to_act"], stopped["events"][-1]["card"]) == ([1], lead)
    arguments = ("--moves", moves, "--option", "length=deal", "--bots", "uniform,greedy")
    ended = position(run, "duck-soup", "--seed", "one", *arguments)
    assert set(ended["outcome"]) == {"places", "points", "stake"}
    assert (ended["to_act"], ended["legal"]) == ([], {})


def test_a_viewer_gets_what_that_viewer_may_know(run: Run):
    everything = position(run, "duck-soup", "--seed", "one")
    mine = position(run, "duck-soup", "--seed", "one", "--view", "0")
    other = position(run, "duck-soup", "--seed", "one", "--view", "1")
    public = position(run, "duck-soup", "--seed", "one", "--view", "public")
    assert mine["legal"] == everything["legal"]
    assert other["legal"] == public["legal"] == {}
    assert everything["view"] == {"public": public["view"], "0": mine["view"], "1": other["view"]}
    assert everything["picture"]["1"] == other["picture"]
    assert [hand["cards"] is None for hand in mine["events"] if hand["kind"].endswith("hand_dealt")] == [False, True]
    assert not any(event["kind"].endswith("shuffled") for event in mine["events"])
    assert mine["seq"] == everything["seq"]


def test_a_stack_is_what_is_dealt(run: Run, file: Callable[[str], str]):
    order = list(reversed(PACK))
    stack = file(json.dumps({"pack": [order]}))
    dealt = position(run, "duck-soup", "--stack", stack)
    shuffled = next(event for event in dealt["events"] if event["kind"] == "duck_soup.pack_shuffled")
    assert shuffled["order"] == order
    assert set(dealt["legal"]["0"]) == set(order[:26:2])


@pytest.mark.parametrize(
    ("text", "code"), [("1 AS", "not_your_turn"), ("0 zz", "unknown_move"), ("0 7s", "unknown_move")]
)
def test_a_refused_move_is_named(run: Run, file: Callable[[str], str], text: str, code: str):
    moves = file(f"# first\n{text}\n0 AS\n")
    status, out, _ = run("play", "duck-soup", "--seed", "one", "--moves", moves, "--json")
    error = json.loads(out)["error"]
    assert (status, error["line"], error["code"]) == (3, 2, code)
    assert (error["seat"], error["move"]) == (int(text[0]), text[2:])
    assert error["reason"]
    status, out, err = run("play", "duck-soup", "--seed", "one", "--moves", moves)
    assert (status, "line 2" in err) == (3, True)


@pytest.mark.parametrize("given", [b"--seed=\xff", b"--option=\xff=on", b"--view=\xff", b"--bots=\xff"])
def test_a_real_terminal_of_any_encoding_gets_no_traceback(given: bytes, file: Callable[[str], str]):
    """In a process of its own: here the streams are pytest's."""
    surroundings = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "200"}
    command = (sys.executable, "-m", "engine", "play", "gasp", "--json")
    refused = (*command, "--moves", file("0 ñ"))
    for arguments, status, said in (((*command, given), 2, "stderr"), (refused, 3, "stdout")):
        done = subprocess.run(arguments, cwd=ROOT, env=surroundings, capture_output=True, check=False)
        assert (done.returncode, b"Traceback" in done.stderr) == (status, False)
        assert getattr(done, said).decode()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["deal"],
        ["play"],
        ["play", "whist"],
        ["play", "duck-soup", "--seats", "3"],
        ["play", "duck-soup", "--seats", "two"],
        ["play", "duck-soup", "--option", "length"],
        ["play", "duck-soup", "--option", "length=300"],
        ["play", "duck-soup", "--option", "unheard_of=on"],
        ["play", "duck-soup", "--option", "max_rounds=0"],
        ["play", "duck-soup", "--bots", "deep-thought"],
        ["play", "duck-soup", "--bots", "uniform,uniform,uniform"],
        ["play", "duck-soup", "--view", "2"],
        ["play", "duck-soup", "--view", "mine"],
        ["play", "duck-soup", "--moves", "no/such/file"],
        ["play", "duck-soup", "--stack", "no/such/file"],
        ["arena", "duck-soup", "--tables", "2"],
        ["arena", "duck-soup", "--bots", "uniform,greedy", "--tables", "0"],
        ["arena", "duck-soup", "--bots", "uniform,greedy,uniform", "--tables", "2"],
        ["verify", "no/such/file"],
        ["play", "duck-soup", "--seats", "0"],
        ["play", "duck-soup", "--bots", ""],
        ["play", "duck-soup", "--option", "max_rounds=--5"],
        ["play", "duck-soup", "--option", "max_rounds=1_0"],
        ["play", "duck-soup", "--option", "length=deal", "--option", "length=250"],
        ["play", "duck-soup", "--option", "=on"],
        ["play", "duck-soup", "--option", "duck_double=maybe"],
        ["play", "duck-soup", "--option", "max_rounds=1000"],
        ["play", "duck-soup", "--view", "-1"],
        ["play", "duck-soup", "--view", "٠"],
        ["play", "duck-soup", "--view", "9" * 5000],
        ["play", "duck-soup", "--seed", "\udcff"],
        ["play", "gasp", "--seats", "2"],
        ["arena", "duck-soup", "--bots", "uniform,greedy", "--tables", "1", "--seats", "0"],
        ["arena", "duck-soup", "--bots", "uniform,greedy", "--tables", "1", "--seed", "\udcff"],
    ],
    ids=lambda arguments: ascii(" ".join(arguments))[1:40],
)
def test_wrong_usage_is_told_and_exits_with_2(run: Run, arguments: list[str]):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err


@pytest.mark.parametrize("text", ["AS", "0", "0 AS 2S", "x AS", "2 AS", "-1 AS", "٠ AS", "00 AS", "9" * 5000 + " AS"])
def test_a_line_that_is_no_move_exits_with_2(run: Run, file: Callable[[str], str], text: str):
    status, out, err = run("play", "duck-soup", "--moves", file(f"\n{text}\n"), "--seed", "one", "--json")
    assert (status, out, "line 2" in err, err.count("\n")) == (2, "", True, 1)


@pytest.mark.parametrize("key", GAMES)
def test_a_move_after_the_end_exits_with_3(run: Run, file: Callable[[str], str], key: str):
    shortest = ("--option", "max_rounds=1") if "max_rounds" in GAMES[key].options.__struct_fields__ else ()
    rounds = (*shortest, "--seed", "one")
    played = run("play", key, *rounds, "--bots", "uniform")[1]
    moves = [line.split(". ")[1] for line in played.splitlines() if re.match(r"\d+\. \d ", line)]
    ended = position(run, key, *rounds, "--moves", file("\n".join(moves)))
    assert (ended["to_act"], ended["legal"]) == ([], {})
    status, out, _ = run("play", key, *rounds, "--moves", file("\n".join([*moves, moves[-1]])), "--json")
    error = json.loads(out)["error"]
    assert (status, error["line"], error["code"]) == (3, len(moves) + 1, "game_over")


@pytest.mark.parametrize(
    "stack",
    [
        "", "[]", "null", '{"pack": {}}', '{"pack": [["AS"]]}', '{"pack": [[1]]}', '{"pack": [], "pack": []}',
        json.dumps({"pack": PACK}), json.dumps({"pack": [["AS", *PACK[:51]]]}), json.dumps({"pack": [[*PACK, "ZR"]]}),
        json.dumps({"pack": [["\ud800", *PACK[1:]]]}),
    ],
)  # fmt: skip
def test_a_stack_that_cannot_be_dealt_exits_with_2(run: Run, file: Callable[[str], str], stack: str):
    status, out, err = run("play", "duck-soup", "--stack", file(stack), "--seed", "one", "--json")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_stacked_order_is_told_what_it_lacks_and_has_too_much(run: Run, file: Callable[[str], str]):
    stack = file(json.dumps({"pack": [["7H", *PACK[1:-1], "ZR"]]}))
    misfit = "order 0 of pile 'pack' is not a permutation of its 52 cards: not in it 'ZR'; twice 7H; missing AS, KC"
    told = f"python -m engine: {stack}: {misfit}\n"
    assert run("play", "duck-soup", "--stack", stack, "--seed", "one") == (2, "", told)


def test_orders_that_are_never_dealt_are_told_and_do_no_harm(run: Run, file: Callable[[str], str]):
    one, three = (file(json.dumps({"pack": [PACK] * n})) for n in (1, 3))
    arguments = ("play", "duck-soup", "--seed", "one", "--json", "--stack")
    status, out, err = run(*arguments, three)
    assert (status, out, "") == run(*arguments, one)
    assert err == f"note: {three}: pile 'pack' was not shuffled so often: 2 of its orders not dealt\n"


def test_a_mark_before_the_text_of_a_file_is_passed_over(run: Run, file: Callable[[str], str]):
    stack = file("\ufeff" + json.dumps({"pack": [PACK]}))
    moves = file("\ufeff0 AS")
    assert position(run, "duck-soup", "--stack", stack, "--moves", moves, "--seed", "one")["to_act"] == [1]


def test_a_table_is_told_to_people(run: Run):
    status, out, _ = run("play", "duck-soup", "--option", "length=deal", "--seed", "one", "--bots", "uniform")
    assert status == 0
    assert out.startswith("Duck Soup (duck-soup, rules 1), 2 seats\n  length = deal\n")
    assert out.splitlines()[-1].startswith("places ")


# -- arena and verify


def test_the_arena_counts_wins(run: Run):
    arguments = ("duck-soup", "--bots", "greedy,uniform", "--tables", "6", "--option", "length=deal")
    status, out, _ = run("arena", *arguments)
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["greedy", "uniform"]
    assert "95% interval" in out


def test_the_arena_comes_out_the_same_on_several_cores(run: Run):
    arguments = ("arena", "dracula", "--bots", "uniform", "--tables", "4", "--option", "length=set")
    assert run(*arguments, "--processes", "2") == run(*arguments)


def test_a_record_is_verified_or_its_first_bad_event_named(run: Run, file: Callable[[str], str]):
    game = GAMES["duck-soup"]
    record = finished_record(Setting(game, 2, game.options(length="deal")))
    assert run("verify", file(json.dumps(record)))[0] == 0
    record["events"][9]["payload"] = {}
    status, out, _ = run("verify", file(json.dumps(record)))
    assert (status, "event 10 (" in out) == (1, True)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": 1}'])
def test_what_is_no_record_exits_with_2(run: Run, file: Callable[[str], str], text: str):
    assert run("verify", file(text))[0] == 2


@pytest.mark.parametrize("content", [b"\xff", b'{"format": "\xff"}', b'{"x": ' + b"[" * 9000 + b"]" * 9000 + b"}"])
def test_bytes_that_are_no_text_or_without_a_bottom_exit_with_2(run: Run, tmp_path: Path, content: bytes):
    path = tmp_path / "bytes"
    path.write_bytes(content)
    assert run("verify", str(path))[0] == 2
    assert run("play", "duck-soup", "--stack", str(path))[0] == 2
    assert run("play", "duck-soup", "--moves", str(path))[0] == 2
