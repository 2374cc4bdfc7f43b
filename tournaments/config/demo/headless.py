"""A whole tournament of bots, played by real workers through the real clockwork, and checked at the end."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec.structs import replace

from accounts.models import User
from tournaments.config.celery import app
from tournaments.config.demo.showcase import usual_format
from tournaments.config.supervisor.home import ROOT
from tournaments.config.supervisor.processes import workers
from tournaments.director import selectors, services
from tournaments.director.display.shapes import Detail
from tournaments.director.state.events import Settings
from tournaments.log import sources
from tournaments.platform.units import HOUR
from tournaments.tables import catalogue
from tournaments.tables import selectors as tables

GLANCE = 0.5
PATIENCE_TO_STOP = 10


class Stuck(Exception):
    """The tournament did not end in time, or its workers did."""


def announce(organiser: User, players: list[User], *, game: str, rounds: int) -> str:
    """A tournament that starts by itself as soon as the last bot has entered."""
    settings = Settings(
        name=f"Headless {catalogue.game(game).name}",
        game=game,
        format=usual_format(catalogue.game(game)),
        starts_at=sources.now_ms() + HOUR,
        rounds=rounds,
        round_minutes=HOUR // 60_000,
    )
    tournament_id = services.announce(by=organiser.pk, settings=settings)
    for player in players:
        services.enter(tournament_id=tournament_id, user_id=player.pk)
    settings = replace(selectors.detail(tournament_id).settings, starts_at=sources.now_ms())
    services.edit(tournament_id=tournament_id, by=organiser.pk, settings=settings)
    return tournament_id


def workers_run() -> bool:
    """Whether any Celery worker answers on this broker."""
    return bool(app.control.ping(timeout=2.0))


@contextmanager
def own_workers(environ: Mapping[str, str]) -> Iterator[Callable[[], None]]:
    """Workers for the length of the block, at full speed; calling what it yields checks that they live."""
    env = {**environ, "BOT_PACE": "0"}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        commands = {spec.name: spec.argv for spec in workers(env, folder / "beat")}
        running = {name: stack.enter_context(_process(name, argv, env, folder)) for name, argv in commands.items()}

        def check() -> None:
            for name, process in running.items():
                if process.poll() is not None:
                    raise Stuck(f"{name} ended:\n{(folder / name).read_text()[-2000:]}")

        yield check


@contextmanager
def _process(
    name: str, argv: tuple[str, ...], env: Mapping[str, str], folder: Path
) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / name).open("wb") as output:
        process = subprocess.Popen(argv, cwd=ROOT, env=env, stdout=output, stderr=output)  # noqa: S603
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE_TO_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def await_end(
    tournament_id: str, *, seconds: float, check: Callable[[], None], progress: Callable[[Detail], object]
) -> None:
    """Until the tournament is over and its last table settled; raises :class:`Stuck`."""
    deadline = time.monotonic() + seconds
    while not _over(seen := selectors.detail(tournament_id)):
        progress(seen)
        if time.monotonic() > deadline:
            raise Stuck(f"not over after {seconds:.0f} s: {', '.join(_unfinished(seen)) or seen.status}")
        check()
        time.sleep(GLANCE)
    progress(seen)


def _over(seen: Detail) -> bool:
    if seen.status not in {"finished", "cancelled"}:
        return False
    matches = [match.match for paired in seen.rounds for match in paired.matches]
    return all(table.settled for table in tables.of_matches(matches))


def _unfinished(seen: Detail) -> Iterator[str]:
    for paired in seen.rounds:
        for match in paired.matches:
            if match.places is None:
                yield f"table {match.table} of round {paired.number}"


def under_own_servers() -> int:
    """The same command again, with a PostgreSQL and a Valkey for its length alone; its exit code."""
    servers = (sys.executable, "-m", "tournaments.config.supervisor", "exec", "--")
    command = (*servers, sys.executable, "manage.py", *sys.argv[1:])
    return subprocess.run(command, cwd=ROOT).returncode  # noqa: S603
