"""The script by which a standby is copied from its primary (``docker/standby``), on a PostgreSQL of its own."""

import os
import subprocess
from pathlib import Path

import psycopg

from tests.config.compose import DOCKER
from tests.meeting import until
from tests.processes import own_postgresql
from tournaments.config.supervisor import postgres
from tournaments.config.supervisor.home import Home

SECRET = "/run/secrets/postgres_password"


def slots(primary: psycopg.Connection[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Which places of standbys the primary keeps, and how it stands with them."""
    primary.execute("CHECKPOINT")
    return primary.execute("SELECT slot_name, wal_status FROM pg_replication_slots").fetchall()


def copied(home: Home, to: Path) -> None:
    """A standby's first start, up to its server."""
    (to / "password").write_text("nobody asks for it here")
    (to / "script").write_text((DOCKER / "standby").read_text().replace(SECRET, str(to / "password")))
    env = {"PRIMARY": str(postgres.socket_folder(home)), "PGDATA": str(to / "data")}
    env |= {"PATH": f"{postgres.binaries()}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", str(to / "script"), "true"], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (to / "data" / "standby.signal").exists()


def test_a_standby_that_was_away_for_too_long_is_copied_anew(home_path: Path, tmp_path: Path) -> None:
    with own_postgresql(home_path, throwaway=True) as crew:
        (tmp_path / "first").mkdir()
        copied(crew.home, tmp_path / "first")
        with psycopg.connect(postgres.url(crew.home), autocommit=True) as primary:
            primary.execute("ALTER SYSTEM SET max_slot_wal_keep_size = '16MB'")
            primary.execute("SELECT pg_reload_conf()")
            for _file in range(4):
                primary.execute("SELECT pg_logical_emit_message(false, '', 'x'), pg_switch_wal()")
            until(lambda: slots(primary) == [("standby", "lost")], "the primary has given the standby up")
            (tmp_path / "second").mkdir()
            copied(crew.home, tmp_path / "second")
            assert slots(primary) == [("standby", "reserved")]
