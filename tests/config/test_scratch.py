"""``exec -- COMMAND``: servers for the length of a command."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from tournaments.config.supervisor.child import MARK
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.remains import find_remains
from tournaments.config.supervisor.scratch import SCRATCH

pytestmark = pytest.mark.processes

LOOK = """
import os, psycopg, redis
with psycopg.connect(os.environ["DATABASE_URL"]) as database:
    print(database.execute("SHOW listen_addresses").fetchone())
client = redis.Redis.from_url(os.environ["REDIS_URL"])
print(client.ping(), client.config_get("save"))
client.close()
print(os.environ["XDG_RUNTIME_DIR"])
raise SystemExit(42)
"""


def execute(*command: str, options: Sequence[str] = (), **extra: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    whole = [sys.executable, "-m", "tournaments.config.supervisor", "exec", *options, "--", *command]
    return subprocess.run(whole, cwd=ROOT, env=env | extra, capture_output=True, text=True, timeout=120)


def test_a_command_gets_servers_that_end_with_it_and_its_exit_code_is_kept() -> None:
    done = execute(sys.executable, "-c", LOOK)
    assert done.returncode == 42, done.stderr
    listening, redis, runtime = done.stdout.splitlines()
    assert listening == "('',)"  # a socket in a folder of its own, no port
    assert redis == "True {'save': ''}"
    assert runtime.startswith(str(SCRATCH))
    assert not os.path.exists(runtime)


def test_servers_that_the_environment_names_are_used_as_they_are() -> None:
    given = {"DATABASE_URL": "postgres://elsewhere/db", "REDIS_URL": "redis://elsewhere"}
    done = execute("printenv", "DATABASE_URL", "REDIS_URL", **given)
    assert done.stdout.split() == list(given.values())


KEEP = """
import os, psycopg
with psycopg.connect(os.environ["DATABASE_URL"]) as database:
    database.execute("CREATE TABLE IF NOT EXISTS mine (line text)")
    database.execute("INSERT INTO mine VALUES (%s)", [os.environ["SECRET_KEY"]])
    print(len(set(database.execute("SELECT line FROM mine"))), database.execute("SELECT count(*) FROM mine").fetchone())
"""


def test_the_data_of_a_stopped_installation_stay_as_the_command_leaves_them(home_path: Path) -> None:
    options = ("--home", str(home_path))
    told = [execute(sys.executable, "-c", KEEP, options=options) for _ in range(2)]
    assert [done.stdout for done in told] == ["1 (1,)\n", "1 (2,)\n"], told
    with Home(home_path).claim():
        refused = execute(sys.executable, "-c", KEEP, options=options)
    assert refused.returncode == 4
    assert "already running" in refused.stderr


def test_a_command_that_does_not_exist_is_one_line() -> None:
    done = execute("no-such-program")
    assert done.returncode == 127
    assert done.stderr == "Can't run no-such-program: No such file or directory\n"


def test_servers_and_command_of_a_killed_run_end_with_the_next_one() -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    tell = f"import os, time; print(os.environ[{MARK!r}], flush=True); time.sleep(600)"
    command = [sys.executable, "-m", "tournaments.config.supervisor", "exec", "--", sys.executable, "-c", tell]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        home = Path(run.stdout.readline().strip())
        run.send_signal(signal.SIGKILL)
        run.wait()
        left = [process.pid for process in find_remains(home)]
        assert len(left) == 3  # PostgreSQL, Valkey, the command
        assert execute("true").returncode == 0
    assert [pid for pid in left if psutil.pid_exists(pid)] == []
    assert not home.exists()
