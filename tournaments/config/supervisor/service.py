"""The whole service on this machine: set up, started, watched, and stopped on Ctrl-C."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tournaments.config.files import allow_many, complaint
from tournaments.config.logins import LOGINS
from tournaments.config.supervisor.child import MARK
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.joining import forget, note
from tournaments.config.supervisor.problem import PortInUse, Problem, WouldNotStart
from tournaments.config.supervisor.processes import stages
from tournaments.config.supervisor.remains import end_remains
from tournaments.config.supervisor.servers import start_servers
from tournaments.config.supervisor.showing import Showing
from tournaments.config.variables import OFF, Wrong, check, loopback_only

GLANCE: Final = 0.25
HEALTHY: Final = ("/readyz", "/readyz/stream")


def run(path: Path, *, demo: bool) -> int:
    try:
        check(os.environ)
    except Wrong as wrong:
        raise Problem(str(wrong)) from wrong
    home = Home(path)
    with home.claim():
        if left := end_remains(home.path):
            say(f"Ended {left} processes that an earlier run had left behind")
        forget(home)
        port = public_port()
        crew = Crew(home, say=say)
        if few := complaint(allow_many()):
            say(few)
        try:
            serve(crew, port, demo=demo)
        except KeyboardInterrupt:
            say("\nStopping")
        finally:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            crew.stop()
        say(f"Stopped. Everything is kept in {home.path}")
    return 0


def serve(crew: Crew, port: int, *, demo: bool) -> None:
    env = start_servers(crew, environment(crew.home, port), throwaway=False)
    demo = demo and env["DEMO"].lower() not in OFF
    manage(crew, env, "prepare", *(["--people"] if demo else []))
    say("  Database and static files: up to date")
    crew.home.begin_counts()
    crew.start(*stages(crew.home, env, port=port))
    note(crew.home, env)
    await_healthy(crew, port)
    say(f"\nCardroom is at {env['SITE_URL']}   (Ctrl-C stops it; logs are in {crew.home.logs})")
    say(f"{LOGINS}\n" if demo else "")
    showing = Showing(crew, env, manage_command("demo"))
    try:
        if demo:
            showing.start()
        while True:
            crew.watch()
            showing.watch()
            time.sleep(GLANCE)
    finally:
        showing.stop()


def environment(home: Home, port: int) -> dict[str, str]:
    """What is not set gets the value for a trial on a machine of your own."""
    site, static = f"http://localhost:{port}", str(home.path / "static")
    private = loopback_only(os.environ.get("BIND") or "127.0.0.1")
    defaults = {
        "DEMO": "1" if private else "0",
        "SITE_URL": site,
        "SECRET_KEY": home.secret_key(),
        "STATIC_ROOT": static,
    }
    given = {name: value for name, value in os.environ.items() if value or name not in defaults}
    if not private:
        given["DEMO"] = "0"  # everybody knows its passwords
    return defaults | given | {MARK: str(home.path)}


def public_port() -> int:
    """The port to serve on, once nobody else has it."""
    port = int(os.environ.get("PORT") or "8000")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise PortInUse(
                f"Can't use port {port}: {error.strerror}. Take another: make run PORT={port + 1}"
            ) from error
    return port


def await_healthy(crew: Crew, port: int, *, patience: float = 180.0) -> None:
    """Until the proxy's visitors are served by both processes behind it."""
    deadline = time.monotonic() + patience
    for path in HEALTHY:
        while (answer := ask(port, path)) != "200":
            if time.monotonic() > deadline:
                raise WouldNotStart(f"{path} says {answer} (see {crew.home.logs})")
            crew.watch()
            time.sleep(GLANCE)


def ask(port: int, path: str) -> str:
    """The status of one request, or why there was none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return str(connection.getresponse().status)
    except OSError as error:
        return str(error)
    finally:
        connection.close()


def manage(crew: Crew, env: dict[str, str], *arguments: str) -> None:
    log = crew.home.logs / f"{arguments[0]}.log"
    with log.open("wb") as file:
        command = manage_command(*arguments)
        code = subprocess.run(command, cwd=ROOT, env=env, stdout=file, stderr=subprocess.STDOUT).returncode
    if code:
        lines = log.read_text(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "it said nothing")
        raise WouldNotStart(f"manage.py {arguments[0]} failed: {last.strip()} (see {log})")


def manage_command(*arguments: str) -> Sequence[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
