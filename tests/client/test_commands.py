"""The command line, from the built wheel, against the real service."""

import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from accounts.oauth import apps
from tests.accounts.entrance import PASSWORD, log_in
from tests.client.conftest import CLIENT, Installed
from tests.factories import announced, concede, open_for, open_tables, started
from tests.processes import Processes

pytestmark = pytest.mark.processes

(EVENING,) = re.findall(r"^```toml\n(.+?)^```$", (CLIENT / "README.md").read_text(encoding="utf-8"), re.M | re.S)


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "thursday.toml"
    path.write_text(EVENING)
    return path


def test_a_file_is_announced_once(installed: Installed, processes: Processes, ann: User, evening: Path) -> None:
    first, again, told = (
        installed.run("-m", "cardroom", "announce", str(evening), *words, site=processes, user=ann)
        for words in ((), (), ("--json",))
    )
    assert first == again
    made = json.loads(told[1])
    assert first == (0, f"{processes.url}/tournaments/{made['id']}\n", "")
    assert (made["name"], made["organiser"], made["starts_at"]) == ("Thursday", "ann", 1_899_138_600_000)


@pytest.mark.parametrize("moment", ["2030-03-07T19:30:00+01:00", 1_899_138_600_000])
def test_a_file_can_be_json(cardroom: object, tmp_path: Path, moment: str | int) -> None:
    path = tmp_path / "cup.json"
    path.write_text(json.dumps({"name": "Cup", "starts_at": moment}))
    read = importlib.import_module("cardroom.command.announcing").read
    assert read(path) == {"name": "Cup", "starts_at": 1_899_138_600_000}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"swiss"', '"swizz"', "format: "),
        ("round_minutes = 60", "round_minuts = 60", "round_minuts: a tournament has no such field"),
        ("+01:00", "", "starts_at: say the zone as well"),
        ("= 60", "= ", "Invalid value"),
    ],
)
def test_what_is_wrong_is_said_beside_the_fields_name(
    installed: Installed, processes: Processes, ann: User, evening: Path, old: str, new: str, said: str
) -> None:
    evening.write_text(EVENING.replace(old, new))
    status, out, err = installed.run("-m", "cardroom", "announce", str(evening), site=processes, user=ann)
    assert (status, out) == (2, "")
    assert err.startswith(f"{evening}: {said}")


def test_a_tournament_is_watched_until_it_is_over(
    installed: Installed, processes: Processes, ann: User, bob: User, cleo: User
) -> None:
    tournament = started(cleo.pk, [ann.pk, bob.pk], format="knock-out")
    with installed.start("-m", "cardroom", "watch", tournament, "--every", "0.1", site=processes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "Tuesday: running\n"
        assert process.stdout.readline() == "Round 1 is paired: 1 matches\n"
        concede(open_tables(tournament)[0])
        lines = process.stdout.read().splitlines()
    assert process.returncode == 0
    assert lines[0] == "Tuesday: finished"
    assert re.fullmatch(r"Standings:\n  1\. (ann|bob) 1\n  2\. (ann|bob) 0", "\n".join(lines[-3:]))
    assert any(line.startswith("Round 1, ") and line.endswith((": 1:0", ": 0:1")) for line in lines)


def test_a_table_is_watched_until_it_is_over(installed: Installed, processes: Processes, ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    with installed.start("-m", "cardroom", "watch", table, site=processes) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip()
        concede(table)
        lines = process.stdout.read().splitlines()
    assert (process.returncode, lines[-1]) == (0, "Over: 1. ann, 2. bob")


def test_a_ruling_is_tried_and_then_signed(
    installed: Installed, processes: Processes, ann: User, bob: User, cleo: User
) -> None:
    listed = installed.run("-m", "cardroom", "rule", "any", site=processes)
    assert "forfeit entries=... match=..." in listed[1]
    tournament = started(cleo.pk, [ann.pk, bob.pk])
    exported = json.loads(installed.run("-m", "cardroom", "export", tournament, site=processes)[1])
    match = exported["rounds"][0]["matches"][0]["match"]
    asked = ("-m", "cardroom", "rule", tournament, "forfeit", f"match={match}", "entries=1", "--reason", "no_show")
    status, out, err = installed.run(*asked, site=processes, user=cleo)
    assert (status, err) == (0, "")
    assert "no result becomes" in out
    assert out.endswith("Nothing has been written. The same again with --yes signs it.\n")
    assert installed.run(*asked, "--yes", site=processes, user=cleo)[1].endswith("Signed: ruling 1.\n")
    refused = installed.run(*asked, "--yes", site=processes, user=ann)
    assert (refused[0], refused[1], "not_organiser" in refused[2]) == (1, "", True)
    wrong = installed.run("-m", "cardroom", "rule", tournament, "forfeit", "match=m", site=processes, user=cleo)
    assert (wrong[0], "entries" in wrong[2]) == (2, True)


def test_a_tournament_is_exported(installed: Installed, processes: Processes, ann: User, bob: User, cleo: User) -> None:
    tournament = started(cleo.pk, [ann.pk, bob.pk])
    begins = {"trf": "012 Tuesday", "csv": '"place",', "entries.csv": '"entry",', "ics": "BEGIN:VCALENDAR", "json": "{"}
    for form, text in begins.items():
        status, out, err = installed.run("-m", "cardroom", "export", tournament, "--format", form, site=processes)
        assert (status, err, text in out[:200]) == (0, "", True), (form, out[:200], err)
    nowhere = ("--output", str(installed.folder / "no" / "where"))
    status, out, err = installed.run("-m", "cardroom", "export", tournament, *nowhere, site=processes)
    assert (status, out, err) == (2, "", f"{nowhere[1]}: No such file or directory\n")
    path = installed.folder / "whole.json"
    installed.run("-m", "cardroom", "export", tournament, "--output", str(path), site=processes)
    assert json.loads(path.read_text())["tournament"]["id"] == tournament


def test_a_token_is_kept_for_its_site_alone(installed: Installed, processes: Processes, ann: User) -> None:
    token = accounts.create_token(user=ann, name="test")[1]
    login = ("-m", "cardroom", "--site", processes.url, "login", "--token")
    status, _out, err = installed.run(*login, typed=token)
    assert (status, "You are ann." in err) == (0, True), err
    path = installed.folder / ".config" / "cardroom" / "tokens.json"
    assert path.stat().st_mode & 0o777 == 0o600
    tournament = announced(ann.pk)
    assert installed.run("-m", "cardroom", "export", tournament)[0] == 0
    path.unlink()
    assert installed.run("-m", "cardroom", "export", tournament)[0] == 2


@pytest.mark.usefixtures("no_limits")
def test_one_logs_in_by_agreeing_in_a_browser_and_stays(installed: Installed, processes: Processes, ann: User) -> None:
    ann.set_password(PASSWORD)
    ann.save()
    browser = Client()
    log_in(browser)
    with installed.start("-m", "cardroom", "--site", processes.url, "login") as process:
        assert process.stderr is not None
        found = re.search(r"/oauth/device\S* and agree. The code is (\S+)\.$", process.stderr.readline().strip())
        assert found is not None
        browser.post(f"/oauth/device?code={found[1]}", {"action": "confirm"})
        _out, err = process.communicate(timeout=60)
    assert (process.returncode, "You are ann." in err) == (0, True), err
    tournament, path = announced(ann.pk), installed.folder / ".config" / "cardroom" / "tokens.json"

    def after_a_day() -> tuple[int, str]:
        kept = json.loads(path.read_text())
        path.write_text(json.dumps({processes.url: kept[processes.url] | {"until": 1}}))
        status, _out, err = installed.run("-m", "cardroom", "export", tournament)
        return status, err

    first = json.loads(path.read_text())[processes.url]["token"]
    assert after_a_day() == (0, "")
    assert json.loads(path.read_text())[processes.url]["token"] != first
    apps.disconnect(user=ann, app=apps.COMMAND_LINE)
    assert after_a_day() == (2, "You are logged in no more: cardroom login\n")
    with installed.start("-m", "cardroom", "login") as process:  # as it was told to
        assert process.stderr is not None
        assert "/oauth/device" in process.stderr.readline()
        process.kill()
    path.unlink()


def test_a_token_of_the_environment_is_for_its_site(cardroom: object, monkeypatch: Any, tmp_path: Path) -> None:
    keeping = importlib.import_module("cardroom.command.keeping")
    for name, value in (("TOKEN", "crd_x"), ("URL", "https://cards.example.org/")):
        monkeypatch.setenv(f"CARDROOM_{name}", value)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert keeping.token(keeping.place(None)) == "crd_x"
    assert keeping.token(keeping.place("https://other.example.org")) is None
    monkeypatch.delenv("CARDROOM_URL")
    assert keeping.token(keeping.place("https://other.example.org")) == "crd_x"


def test_what_others_write_is_no_command_to_a_terminal(cardroom: object, capsys: pytest.CaptureFixture[str]) -> None:
    say = importlib.import_module("cardroom.command.saying").say
    say("Zoë\x1b]0;title\x07\x9b31m\u202eevil", "Ruling\tR1")
    assert capsys.readouterr().out == "Zoë�]0;title��31m�evil\nRuling\tR1\n"
    say("a\u00a0b", "👩\u200d🚀")
    assert capsys.readouterr().out == "a\u00a0b\n👩\u200d🚀\n"


def test_what_a_program_reads_is_as_it_was_written(cardroom: object, capsys: pytest.CaptureFixture[str]) -> None:
    importlib.import_module("cardroom.command.saying").dump({"name": "Zoë\x9b\u202e"})
    line = capsys.readouterr().out
    assert line.isascii()
    assert json.loads(line) == {"name": "Zoë\x9b\u202e"}


def test_the_site_is_named_before_or_after_the_command(installed: Installed) -> None:
    for words in (("--site", "cards.test", "export", "x"), ("export", "x", "--site", "cards.test")):
        assert installed.run("-m", "cardroom", *words) == (2, "", "cards.test: an address begins with https://\n")


def test_a_site_that_is_not_there(installed: Installed) -> None:
    status, _out, err = installed.run(
        "-c",
        "import sys; from cardroom import __main__ as m, asking; asking.Asking.__init__.__kwdefaults__['patience'] = 0;"
        "sys.exit(m.main(['--site', 'http://127.0.0.1:9', 'export', 'x']))",
    )
    assert (status, "cannot be reached" in err) == (3, True)
