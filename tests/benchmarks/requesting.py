"""A move as a client makes it: through the proxy, a web process and PostgreSQL, beside the least that Starlette can do.

Both sides have the same proxy, the same server with as many workers, the same database and the same client. What counts
is the time of the web workers' processors for each move: neighbours on the machine change it little.
"""

import http.client
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple, TypeAlias

from tests.benchmarks import durability
from tests.benchmarks.measure import Claim, Table, installed

ROUNDS = 5
STRETCH = 1.5
"""Seconds that a side works in a round, at saturation and again at the offered load."""
PLAYERS = 8
WORKERS = 2
OFFERED = 60
"""Moves a second in all, whatever the answers take."""
OURS = "a move by HTTP"
BARE = "Starlette and one insert"
TICK = os.sysconf("SC_CLK_TCK")

Move: TypeAlias = Callable[[], object]


class Side(NamedTuple):
    """A web server behind its proxy, and what makes a move there for each player."""

    pid: int
    moves: list[Move]


def measured() -> Table:
    rates: dict[str, list[float]] = {}
    waits: dict[str, list[float]] = {}
    with durability._database(), _sides() as sides, ThreadPoolExecutor(PLAYERS) as players:
        for number in range(ROUNDS + 1):
            for name, side in sides.items():
                rate, spent = _saturated(side, players)
                paced = _paced(side, players)
                if number:
                    rates.setdefault(_by_cpu(name), []).append(1 / spent)
                    rates.setdefault(f"{name}, at saturation", []).append(rate)
                    waits.setdefault(name, []).extend(paced)
    title = f"Requests, {WORKERS} web workers, {PLAYERS} connections"
    return Table(title, "per second", rates, _claims(), tuple(_notes(rates, waits)))


def _claims() -> list[Claim]:
    saturated = Claim(f"{OURS}, at saturation", f"{BARE}, at saturation")
    return [Claim(_by_cpu(OURS), _by_cpu(BARE), must=1 / 6, goal=1 / 4), saturated]


def _by_cpu(name: str) -> str:
    return f"{name}, of the workers' CPU"


def _notes(rates: dict[str, list[float]], waits: dict[str, list[float]]) -> Iterator[str]:
    for name, seconds in waits.items():
        cuts = [1000 * cut for cut in quantiles(seconds, n=100)]
        cpu = 1000 / median(rates[_by_cpu(name)])
        yield f"{name}: {cpu:.2f} ms of CPU; p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms at {OFFERED} a second"


# -- the load


def _saturated(side: Side, players: ThreadPoolExecutor) -> tuple[float, float]:
    """Moves a second when every player moves again at once, and the seconds of CPU that each took."""
    before, start = _cpu(side.pid), time.perf_counter()
    done = sum(players.map(partial(_without_pause, until=start + STRETCH), side.moves))
    return done / (time.perf_counter() - start), (_cpu(side.pid) - before) / done


def _without_pause(move: Move, until: float) -> int:
    done = 0
    while time.perf_counter() < until:
        move()
        done += 1
    return done


def _paced(side: Side, players: ThreadPoolExecutor) -> list[float]:
    """How long each move took since it was due: one that had to wait for the one before it counts that too."""
    start = time.perf_counter()
    gap = PLAYERS / OFFERED
    begins = [start + gap * n / PLAYERS for n in range(PLAYERS)]
    return [wait for waits in players.map(partial(_by_the_clock, gap=gap), side.moves, begins) for wait in waits]


def _by_the_clock(move: Move, due: float, gap: float) -> list[float]:
    waits = []
    for _ in range(int(STRETCH / gap)):
        time.sleep(max(0, due - time.perf_counter()))
        move()
        waits.append(time.perf_counter() - due)
        due += gap
    return waits


def _cpu(pid: int) -> float:
    """Seconds of CPU that the process *pid* and its children have used."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(stat.parent.name) == pid or int(fields[1]) == pid:
            total += int(fields[11]) + int(fields[12])
    return total / TICK


# -- the sides


@contextmanager
def _sides() -> Iterator[dict[str, Side]]:
    from tests.processes import database_url
    from tournaments.config.supervisor.valkey import free_port

    ours, bare = free_port(), free_port()
    url = database_url()
    with ExitStack() as running:
        pid = running.enter_context(_served(OURS, url, ours))
        sides = {OURS: Side(pid, [_player(_connected(running, ours), number) for number in range(PLAYERS)])}
        if installed("starlette"):
            pid = running.enter_context(_served(BARE, url, bare))
            sides[BARE] = Side(pid, [_bare_player(_connected(running, bare)) for _ in range(PLAYERS)])
        yield sides


def _connected(running: ExitStack, port: int) -> http.client.HTTPConnection:
    return running.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port)))


@contextmanager
def _served(name: str, url: str, port: int) -> Iterator[int]:
    """The web process of a side and its proxy; the pid of the first."""
    from django.conf import settings

    from tournaments.config.supervisor import processes
    from tournaments.config.supervisor.child import Spec
    from tournaments.config.supervisor.crew import Crew
    from tournaments.config.supervisor.home import Home
    from tournaments.config.supervisor.service import ask

    home = Home(Path(tempfile.mkdtemp()))
    home.make()
    env = dict(os.environ) | {
        "DATABASE_URL": url,
        "BENCH_DATABASE": url,
        "REDIS_URL": settings.REDIS_URL,
        "REDIS_PREFIX": settings.REDIS_PREFIX,
        "RATES": "moves=1000000/min",
        "SECRET_KEY": "only for benchmarks " * 4,
        "WEB_WORKERS": str(WORKERS),
        "XDG_RUNTIME_DIR": str(home.runtime),
        "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
    }
    web = processes.web(home, env)
    if name == BARE:
        socket = str(home.sockets / "web.sock")
        options = ("--interface", "asgi", "--uds", socket, "--no-ws", "--workers", str(WORKERS))
        argv = (sys.executable, "-m", "granian", *options, "tests.benchmarks.bare_web:application")
        web = Spec("web", "Bare", argv, env, ready="Started worker", sockets=web.sockets)
    crew = Crew(home, say=lambda line: None)
    try:
        crew.start([web, processes.proxy(home, env, port=port)])
        while ask(port, "/readyz") != "200":
            time.sleep(0.05)
        yield crew["web"].pid
    finally:
        crew.stop()
        home.discard()


def _post(connection: http.client.HTTPConnection, path: str, body: str, headers: dict[str, str]) -> bytes:
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status} {content!r}")
    return content


def _bare_player(connection: http.client.HTTPConnection) -> Move:
    return partial(_post, connection, "/move", durability.PAYLOAD, {"Content-Type": "application/json"})


def _player(connection: http.client.HTTPConnection, number: int) -> Move:
    """Somebody who plays both seats at a table of Duck Soup, and opens another when it is over."""
    from django.db import connection as database

    from accounts.models import User
    from accounts.services import create_token
    from tournaments.tables import selectors, services

    user = User.objects.create(username=f"player-{number}")
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {create_token(user=user, name='')[1]}"}
    table = ""
    legal: list[str] = []

    def move() -> None:
        nonlocal table, legal
        if not legal:
            seats = [user.pk, user.pk]
            table = services.open_table(
                game="duck-soup", options={}, seats=seats, clock=None, rated=False, opener=user.pk
            )
            legal = list(selectors.view(table_id=table, user_id=user.pk).legal)
            database.close()  # this thread's own, which nobody else could
        answer = json.loads(_post(connection, f"/api/tables/{table}/move/{legal[0]}", "{}", headers))
        legal = answer["legal"]

    return move
