"""The supervisor's care for its processes, with small programs in place of the service's."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tournaments.config.supervisor.child import MARK, Spec
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.problem import AlreadyRunning, NoRoom, WouldNotStart
from tournaments.config.supervisor.remains import end_remains, find_remains

STEADY = "import time; print('ready', flush=True); time.sleep(600)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {STEADY}"
PARENT = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {STEADY!r}]); {STEADY}"
BROKEN = "raise SystemExit('no such table')"


def program(text: str, name: str = "one") -> Spec:
    argv = (sys.executable, "-c", text)
    return Spec(name=name, title=name.title(), argv=argv, env=dict(os.environ), ready="ready", patience=0.3)


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not come about within 20 s"
        time.sleep(0.02)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path)
    made.make()
    yield made
    end_remains(made.path)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def crew(home: Home, said: list[str]) -> Iterator[Crew]:
    made = Crew(home, say=said.append)
    yield made
    made.stop()


def test_a_process_counts_as_started_once_its_log_says_so(crew: Crew, said: list[str]) -> None:
    crew.start([program(STEADY)])
    assert crew["one"].running()
    assert said[0].startswith("  One: ready (")


def test_a_process_that_ends_at_once_is_reported_in_its_own_words(crew: Crew) -> None:
    with pytest.raises(WouldNotStart, match=r"One would not start: no such table \(see .*one.log\)"):
        crew.start([program(BROKEN)])


def test_a_process_that_died_is_started_again_after_a_pause_that_grows(crew: Crew, said: list[str]) -> None:
    crew.start([program(STEADY)])
    pauses = []
    for _ in range(2):
        old = crew["one"].pid
        os.kill(old, signal.SIGKILL)
        wait_for(lambda: not crew["one"].running())
        crew.watch()
        pauses.append(said[-1])
        wait_for(lambda: crew.watch() or crew["one"].running())  # type: ignore[func-returns-value]
        assert crew["one"].pid != old
    for pause, line in zip(("0.5", "1.0"), pauses, strict=True):
        assert line.startswith("  One died: ")
        assert line.endswith(f"Starting it again in {pause} s (see {crew['one'].log})")


CRASHES = {
    "request": (
        '{"event": "GET /", "level": "error", "exception": "Traceback:\\n  File x\\nValueError: no such card"}',
        "GET /: ValueError: no such card",
    ),
    "web worker": ("[ERROR] Unexpected exit from worker-1", "[ERROR] Unexpected exit from worker-1"),
    "task worker": (
        "Process 'ForkPoolWorker-2' pid:7 exited with 'signal 9 (SIGKILL)'",
        "Process 'ForkPoolWorker-2' pid:7 exited with 'signal 9 (SIGKILL)'",
    ),
}


@pytest.mark.parametrize("crash", CRASHES)
def test_a_crash_inside_a_process_is_one_line_that_names_its_log(crew: Crew, said: list[str], crash: str) -> None:
    logged, shown = CRASHES[crash]
    text = f"import time; print('ready', flush=True); print({logged!r}, flush=True); time.sleep(600)"
    crew.start([program(text)])
    wait_for(lambda: crew.watch() or len(said) > 1)  # type: ignore[func-returns-value]
    crew.watch()
    assert said[1:] == [f"  One: {shown} (see {crew['one'].log})"]


@pytest.mark.parametrize("level", ["warning", "info"])
def test_a_refusal_that_is_logged_with_its_exception_is_not_shown_as_a_crash(
    crew: Crew, said: list[str], level: str
) -> None:
    """A 403 is nothing for the operator's screen. It may even quote what looks like an error."""
    told = {"event": '"level": "error"', "level": level, "exception": "Traceback:\nPermissionDenied"}
    text = f"import time; print('ready', flush=True); print({json.dumps(told)!r}, flush=True); time.sleep(600)"
    crew.start([program(text)])
    child = crew["one"]
    wait_for(lambda: "PermissionDenied" in child.output())
    crew.watch()
    assert said[1:] == []


def test_a_log_that_is_too_long_is_set_aside_and_written_on(home: Home) -> None:
    """The child writes when the test tells it to."""
    go, text = home.path / "go", "x" * 2_000
    os.mkfifo(go)
    crew = Crew(home, say=lambda line: None, most_log=1_000)
    try:
        repeat = f"for line in open({str(go)!r}): print(line, end='', flush=True)"
        crew.start([program(f"print('ready', flush=True)\n{repeat}")])
        one = crew["one"]
        with go.open("w", buffering=1) as line:
            for number in range(3):
                line.write(f"{text}{number}\n")
                wait_for(lambda: one.log.stat().st_size > 2_000)
                crew.watch()
                assert one.log.stat().st_size == 0
                assert one.log.with_suffix(".log.1").read_text().endswith(f"{text}{number}\n")
            line.write("at last\n")
            wait_for(lambda: one.log.read_text() == "at last\n")
            crew.watch()
            assert (one.last_words(), one.is_ready()) == ("at last", True)
        assert sorted(path.name for path in home.logs.iterdir()) == ["one.log", "one.log.1"]
    finally:
        crew.stop()


def test_a_crash_is_told_before_its_line_is_set_aside(home: Home, said: list[str]) -> None:
    crew = Crew(home, say=said.append, most_log=100)
    try:
        crash = "x" * 200 + " ready\n[ERROR] Unexpected exit from worker-1"
        crew.start([program(f"import time; print({crash!r}, flush=True); time.sleep(600)")])
        crew.watch()
        assert "Unexpected exit" in said[-1]
        assert crew["one"].log.stat().st_size == 0
    finally:
        crew.stop()


def test_stopping_ends_the_processes_that_a_process_started(crew: Crew, home: Home) -> None:
    crew.start([program(PARENT)])
    wait_for(lambda: len(list(find_remains(home.path))) == 2)
    crew.stop()
    assert list(find_remains(home.path)) == []


def test_a_process_that_ignores_the_request_is_killed_when_its_patience_is_over(crew: Crew, home: Home) -> None:
    crew.start([program(DEAF)])
    crew.stop()
    assert list(find_remains(home.path)) == []


def test_stages_stop_in_the_reverse_order(crew: Crew, home: Home) -> None:
    note = home.path / "order"
    last_act = (
        "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: (open({!r}, 'a').write({!r}), sys.exit())); "
    )
    names = ["database", "worker", "web"]
    crew.start(*[[program(last_act.format(str(note), name + " ") + STEADY, name)] for name in names])
    crew.stop()
    assert note.read_text().split() == ["web", "worker", "database"]


def test_what_a_killed_supervisor_left_is_found_by_its_mark_and_ended(home: Home, tmp_path: Path) -> None:
    mine, other = (
        subprocess.Popen([sys.executable, "-c", STEADY], env={**os.environ, MARK: str(path)}, stdout=subprocess.DEVNULL)
        for path in (home.path, tmp_path / "other")
    )
    try:
        wait_for(lambda: [process.pid for process in find_remains(home.path)] == [mine.pid])
        assert end_remains(home.path) == 1
        assert not psutil.pid_exists(mine.pid)
        assert psutil.pid_exists(other.pid)
    finally:
        other.kill()
        other.wait()
        mine.kill()
        mine.wait()


def test_a_second_supervisor_of_the_same_home_is_refused_by_name(home: Home) -> None:
    refusal = f"already running from this folder \\(process {os.getpid()}\\)"
    with home.claim(), pytest.raises(AlreadyRunning, match=refusal), Home(home.path).claim():
        pass


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NoRoom, match=r"Can't write to .*file/home: Not a directory\."):
        Home(tmp_path / "file" / "home").make()


def test_a_full_disk_is_one_line(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 5 << 20})())
    with pytest.raises(NoRoom, match="Only 5 MB are free for"):
        home.make()


def test_logs_are_for_their_owner_only_also_those_of_an_older_version(home: Home) -> None:
    home.logs.chmod(0o755)
    home.make()
    assert [folder.stat().st_mode & 0o777 for folder in (home.logs, home.runtime)] == [0o700, 0o700]


def test_the_secret_key_is_made_once_and_readable_by_its_owner_only(home: Home) -> None:
    key = home.secret_key()
    assert len(key) > 50
    assert home.secret_key() == key
    assert (home.path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_sockets_lie_elsewhere_when_the_home_has_too_long_a_path(tmp_path: Path) -> None:
    deep = Home(tmp_path / ("x" * 90))
    assert len(str(deep.sockets / "postgres" / ".s.PGSQL.5432")) < 104
    assert deep.sockets != Home(tmp_path / ("y" * 90)).sockets
