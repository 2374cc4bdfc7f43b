"""The processes of the service, as one list: what ``make run`` starts, and the tests of whole processes."""

import os
import sys
from pathlib import Path
from typing import Final

from tournaments.config.supervisor.child import Spec
from tournaments.config.supervisor.home import ROOT, Home

BIN: Final = Path(sys.executable).parent
CELERY: Final = (sys.executable, "-m", "celery", "-A", "tournaments.config.celery")
# Of two cores one is left to the rest.
BOTS: Final = max(1, min(2, (os.cpu_count() or 1) - 1))
# Messages that a worker takes for each of its threads: results that wait for a long one hold up nothing beside them.
AHEAD: Final = "16"
# No process asks the others about their lives: the tick finds whatever they leave undone.
QUIET: Final = ("--without-gossip", "--without-mingle", "--without-heartbeat")


def stages(home: Home, env: dict[str, str], *, port: int) -> list[list[Spec]]:
    """In the order of their start. They stop in the reverse order: web first, then the workers."""
    env = {**env, "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "tournaments.config.settings"}
    if env.get("METRICS"):
        env["PROMETHEUS_MULTIPROC_DIR"] = str(home.counts)
    return [
        [*([metrics(env)] if env.get("METRICS") else []), *workers(env, home.runtime / "beat")],
        [web(home, env), streams(home, env), proxy(home, env, port=port)],
    ]


def web(home: Home, env: dict[str, str]) -> Spec:
    """Pages and commands. Django is two to three times faster under WSGI than under ASGI."""
    socket, processes = home.sockets / "web.sock", env.get("WEB_WORKERS", "2")
    argv = (sys.executable, "-m", "tournaments.config.serving", "--uds", str(socket), "--workers", processes)
    return Spec("web", "Web", argv, env, ready="Started worker", patience=5.0, sockets=(socket,))


def streams(home: Home, env: dict[str, str]) -> Spec:
    """Live streams: many open connections, next to no work."""
    socket = home.sockets / "streams.sock"
    argv = (sys.executable, "-m", "tournaments.config.streaming", "--uds", str(socket))
    return Spec("streams", "Streams", argv, env, ready="Started worker", patience=5.0, sockets=(socket,))


def workers(env: dict[str, str], beat: Path) -> list[Spec]:
    """Bots cannot fill the queues of clocks, tournaments or results. Results and rounds are taken one by one
    (:data:`pool.ALONE`); slow mail servers and corrections run beside them in threads of their own, and are taken
    though many results wait. Films and analyses give way to all. *beat* is the file that says which tick was sent
    when."""
    return [
        bots(env, int(env.get("BOT_WORKERS") or BOTS)),
        worker("clocks", env, queues="clocks", threads=1, more=("-s", str(beat))),
        worker("director", env, queues="default,notices,corrections", threads=8, more=("--prefetch-multiplier", AHEAD)),
        worker("analysis", env, queues="films,analysis", threads=4),
    ]


def bots(env: dict[str, str], processes: int) -> Spec:
    """Thinking is done in Python, so what thinks at the same time needs a process each. With a single
    process Celery's prefork parent is not needed."""
    return worker("bots", env, queues="bots", threads=processes, more=("-P", "processes") if processes > 1 else ())


def worker(name: str, env: dict[str, str], *, queues: str, threads: int, more: tuple[str, ...] = ()) -> Spec:
    """A Celery worker, one process. That of the clocks has no other queue: no bot's thinking may delay a deadline. It
    sends the ticks, too."""
    options = ("-Q", queues, "-n", f"{name}@%h", "-c", str(threads), "-l", "INFO")
    return Spec(
        name=name,
        title=f"Worker for {' and '.join(queues.rsplit(',', 1)).replace(',', ', ')}",
        argv=(*CELERY, "worker", *options, *QUIET, *more),
        env=env,
        ready=" ready.",
    )


def metrics(env: dict[str, str]) -> Spec:
    """What Prometheus asks. The proxy knows nothing of it."""
    argv = (sys.executable, str(ROOT / "manage.py"), "metrics")
    return Spec(name="metrics", title="Metrics", argv=argv, env=env, ready="Metrics are served at")


def proxy(home: Home, env: dict[str, str], *, port: int) -> Spec:
    """Caddy, the one origin in front of both. On the loopback address only, unless BIND says more."""
    return Spec(
        name="proxy",
        title="Proxy",
        argv=(str(BIN / "caddy"), "run", "--adapter", "caddyfile", "--config", str(ROOT / "docker" / "Caddyfile")),
        env={
            "SITE_ADDRESS": f"http://:{port}",
            "BIND": "127.0.0.1",
            "STATIC_ROOT": str(home.path / "static"),
            **env,
            "WEB": f"unix/{home.sockets / 'web.sock'}",
            "STREAMS": f"unix/{home.sockets / 'streams.sock'}",
            "XDG_DATA_HOME": str(home.path / "caddy"),
            "XDG_CONFIG_HOME": str(home.path / "caddy"),
        },
        ready="serving initial configuration",
        patience=5.0,
    )
