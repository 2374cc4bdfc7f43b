"""Live streams: one table with a thousand watchers, two hundred tables at once, a thousand programs, two
thousand that only listen.

The streams' process is the real one, on the socket that the proxy would use; moves are appended directly. A line's time
runs from the wake-up behind the commit until a client has the line whole. The bare broadcaster gets the same bytes
through the same Redis and writes them to the same clients.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles

from tests.benchmarks import durability
from tests.benchmarks.audience import Audience, Program
from tests.benchmarks.measure import Claim, Table

ROUNDS = int(os.environ.get("FANOUT_ROUNDS", "3"))
SECONDS = int(os.environ.get("FANOUT_SECONDS", "6"))
WATCHERS, MOVES_A_SECOND = int(os.environ.get("FANOUT_WATCHERS", "1000")), 10
TABLES, WATCHERS_EACH = 200, 5
PROGRAMS = int(os.environ.get("FANOUT_PROGRAMS", "1000"))
IDLE = int(os.environ.get("FANOUT_IDLE", "2000"))
OURS, BARE = "the streams' process", "a bare broadcaster"
GAME, LONG = "german-whist", {"deals": 12}  # 624 moves always: no table ends while it is watched
CHANNEL = "bench-lines"
MOST_CONNECTIONS = 4

Told = dict[tuple[str, int], float]
"""When the wake-up for a line was sent, by table and seq."""


def crowd() -> Table:
    """A thousand watchers of one table."""
    rates: dict[str, list[float]] = defaultdict(list)
    with _service() as socket, _broadcaster() as bare:
        for _ in range(ROUNDS):
            told, audience = asyncio.run(_watched(socket, _opened(1) * WATCHERS, MOVES_A_SECOND))
            _note(rates, OURS, told, audience, WATCHERS)
            lines = [audience.lines[seq] for _, seq in sorted(told)]
            _note(rates, BARE, *asyncio.run(_broadcast(bare, lines)), WATCHERS)
    return Table(f"{WATCHERS} watchers of one table, {MOVES_A_SECOND} moves a second", "1 / p99 in s", rates, [
        Claim(OURS, BARE, must=1 / 4, goal=1 / 1.5),
        Claim(f"lines that came, {OURS}", "lines", must=1),
    ])  # fmt: skip


def tables() -> Table:
    """Many tables at once."""
    rates: dict[str, list[float]] = defaultdict(list)
    with _service() as socket:
        for _ in range(ROUNDS):
            opened = _opened(TABLES)
            told, audience = asyncio.run(_watched(socket, opened * WATCHERS_EACH, len(opened)))
            _note(rates, OURS, told, audience, WATCHERS_EACH)
            delays = defaultdict(list)
            for line in audience.received:
                if (line.table, line.seq) in told:
                    delays[line.table].append(line.at - told[line.table, line.seq])
            means = [sum(each) / len(each) for each in delays.values()]
            rates["the slowest table, by its mean"].append(1 / max(means))
            rates["the middle table"].append(1 / median(means))
    return Table(f"{TABLES} tables with {WATCHERS_EACH} watchers each, a move a second at each", "1 / s", rates, [
        Claim(f"lines that came, {OURS}", "lines", must=1),
        Claim("the slowest table, by its mean", "the middle table", must=0.25),
    ])  # fmt: skip


def programs() -> Table:
    """Bots of others, two at a table, each with the stream of all that concerns it."""
    rates: dict[str, list[float]] = defaultdict(list)
    with _service() as socket:
        for turn in range(ROUNDS):
            users = _programs(PROGRAMS, turn)
            tables = _tables_of([user for user, _token in users])
            told, audience = asyncio.run(_played(socket, [token for _user, token in users], tables))
            _note(rates, OURS, told, audience, 1)
    return Table(f"{PROGRAMS} programs, {MOVES_A_SECOND} moves a second", "1 / p99 in s", rates, [
        Claim(f"lines that came, {OURS}", "lines", must=1),
    ])  # fmt: skip


def idle() -> Table:
    """Many who only listen, every second one with a token."""
    rates: dict[str, list[float]] = defaultdict(list)
    from django.db import connections

    others = _connections()
    with _service() as socket:
        opened, tokens = _opened(20), _tokens(20)
        connections.close_all()  # those of here, which have been made since
        for _ in range(ROUNDS):
            statuses, used, left = asyncio.run(_idling(socket, opened, tokens, others))
            rates["streams answered 200"].append(statuses.count(200))
            rates["streams"].append(IDLE)
            rates["connections allowed"].append(MOST_CONNECTIONS)
            rates["connections used"].append(used)
            rates["connections given back"].append(used - left)
    return Table(f"{IDLE} idle streams", "number", rates, [
        Claim("streams answered 200", "streams", must=1),
        Claim("connections allowed", "connections used", must=1),
        Claim("connections given back", "connections used", must=1),
    ])  # fmt: skip


def _note(rates: dict[str, list[float]], side: str, told: Told, audience: Audience, watchers: int) -> None:
    delays = [line.at - told[key] for line in audience.received if (key := (line.table, line.seq)) in told]
    rates[side].append(1 / quantiles(delays, n=100)[98])
    rates[f"lines that came, {side}"].append(len(delays))
    if side == OURS:
        rates["lines"].append(len(told) * watchers)


# -- scenes


async def _watched(socket: Path, tables: Sequence[str], rate: int) -> tuple[Told, Audience]:
    """A client for each of *tables* while moves are made at them, *rate* a second all together."""
    audience = Audience(socket)
    await audience.enter(tables)
    told = await _driven(_move, sorted(set(tables)), rate)
    await audience.hear(len(tables) + len(told) * (len(tables) // len(set(tables))))
    audience.leave()
    return told, audience


async def _played(socket: Path, tokens: Sequence[str], tables: Sequence[str]) -> tuple[Told, Audience]:
    """A stream for each of *tokens* while moves are made at *tables*: each is a turn of one of them."""
    audience = Audience(socket, Program)
    await audience.enter([""] * len(tokens), lambda number: f"Authorization: Bearer {tokens[number]}\r\n")
    before = len(audience.received)
    told = await _driven(_move, tables, MOVES_A_SECOND)
    await audience.hear(before + len(told))
    audience.leave()
    return told, audience


async def _broadcast(socket: Path, lines: Sequence[bytes]) -> tuple[Told, Audience]:
    audience = Audience(socket)
    await audience.enter(["bare"] * WATCHERS)
    told = await _driven(_publish, lines, MOVES_A_SECOND)
    await audience.hear(WATCHERS * (1 + len(told)))
    audience.leave()
    return told, audience


async def _idling(
    socket: Path, opened: Sequence[str], tokens: Sequence[str], others: int
) -> tuple[list[int], int, int]:
    """Statuses, and the connections in use and left behind, without the *others* that were there before the service."""
    audience = Audience(socket)

    def header(number: int) -> str:
        return f"Authorization: Bearer {tokens[number // 2 % len(tokens)]}\r\n" if number % 2 else ""

    statuses = await audience.enter([opened[n % len(opened)] for n in range(IDLE)], header)
    used = await asyncio.to_thread(_connections)
    audience.leave()
    deadline = time.monotonic() + 30
    while (left := await asyncio.to_thread(_connections)) > others and time.monotonic() < deadline:
        await asyncio.sleep(0.5)
    return statuses, used - others, max(0, left - others)


# -- who makes the moves: a process of its own


async def _driven(what: object, *arguments: object) -> Told:
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_set_up)
    try:
        told: Told = await asyncio.get_running_loop().run_in_executor(pool, what, *arguments)  # type: ignore[arg-type]
    finally:
        await asyncio.to_thread(pool.shutdown)  # which takes half a second, while the last lines come
    return told


def _set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
    import django

    django.setup()


def _move(tables: Sequence[str], rate: int) -> Told:
    """Random moves at *tables* in turn, *rate* a second; when each was told of."""
    from tournaments.log.commands import Plain
    from tournaments.tables import push, services
    from tournaments.tables.state import TableState
    from tournaments.tables.streams import TABLES

    told: Told = {}
    announce = push.announce

    def note(table: TableState) -> None:
        told[table.id, table.seq] = time.monotonic()
        announce(table)

    push.announce = note
    push.queue_bots = lambda *_given, **_named: None  # nobody listens, and it would take its time from the moves
    start = time.monotonic()
    for number in range(SECONDS * rate):
        time.sleep(max(0.0, start + number / rate - time.monotonic()))
        table = TABLES.recent(tables[number % len(tables)]).state
        seat = table.to_act[0]
        move = table.game.move_text(table.game.legal(table.state, seat)[0])
        if table.chairs[seat].bot:
            services.play_bot(table_id=table.id, seq=table.seq, seat=seat, move=move, command=Plain(f"bot {table.seq}"))
        else:
            services.make_move(table_id=table.id, user_id=table.chairs[seat].user or 0, move=move)
    return told


def _publish(lines: Sequence[bytes], rate: int) -> Told:
    """*lines* to the broadcaster, as they are."""
    from tournaments.platform import valkey

    told: Told = {}
    start = time.monotonic()
    for number, line in enumerate(lines):
        time.sleep(max(0.0, start + number / rate - time.monotonic()))
        told["bare", int(line.split(b"\n", 1)[0].removeprefix(b"id: "))] = time.monotonic()
        valkey.client().publish(CHANNEL, line)
    return told


# -- what is set up


@contextmanager
def _service() -> Iterator[Path]:
    """The streams' process on a database of its own; its socket."""
    _set_up()
    from tests.processes import database_url
    from tournaments.config.files import allow_many
    from tournaments.config.supervisor.crew import Crew
    from tournaments.config.supervisor.home import Home
    from tournaments.config.supervisor.processes import streams

    allow_many()
    with durability._database(), tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = database_url()
        home = Home(Path(folder))
        home.make()
        crew = Crew(home, say=lambda line: None)
        env = {**os.environ, "PYTHONUNBUFFERED": "1", "DEBUG": "0", "SECRET_KEY": "only for benchmarks " * 3}
        spec = streams(home, env)
        try:
            crew.start([spec])
            yield spec.sockets[0]
        finally:
            crew.stop()


@contextmanager
def _broadcaster() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "bare.sock"
        command = [sys.executable, "-m", "tests.benchmarks.broadcaster", str(socket), os.environ["REDIS_URL"], CHANNEL]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                yield socket
            finally:
                process.terminate()


def _opened(count: int) -> list[str]:
    from accounts.models import User
    from tournaments.tables import services

    bots = [User.objects.get_or_create(username=f"bench-{n}", bot_level="uniform")[0].pk for n in range(2)]
    return [
        services.open_table(game=GAME, options=LONG, clock=None, rated=False, seats=bots, opener=None)
        for _ in range(count)
    ]


def _programs(count: int, turn: int) -> list[tuple[int, str]]:
    """Users with a token each."""
    from accounts import services
    from accounts.models import User

    users = [User.objects.create(username=f"program-{turn}-{n}") for n in range(count)]
    return [(user.pk, services.create_token(user=user, name="bench")[1]) for user in users]


def _tables_of(users: Sequence[int]) -> list[str]:
    """Tables of two each that have begun."""
    from tournaments.tables import services

    pairs = zip(users[::2], users[1::2], strict=True)
    return [
        services.open_table(game=GAME, options=LONG, clock=None, rated=False, seats=pair, opener=None) for pair in pairs
    ]


def _tokens(count: int) -> list[str]:
    from accounts import services
    from accounts.models import User

    users = [User.objects.get_or_create(username=f"listener-{n}")[0] for n in range(count)]
    return [services.create_token(user=user, name="bench")[1] for user in users]


STREAMS = """
SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cardroom-streams' AND pid <> pg_backend_pid()"""
"""A process that has imported the streams' application goes by its name: who asks does not count."""


def _connections() -> int:
    from django.db import connections

    with connections["default"].cursor() as cursor:
        cursor.execute(STREAMS)
        (count,) = cursor.fetchone()
    connections.close_all()
    return int(count)
