"""The processes of the service, as one list: what ``make run`` starts, and the tests of whole processes."""

import sys
from pathlib import Path
from typing import Final

from tournaments.config.supervisor.child import Spec
from tournaments.config.supervisor.home import ROOT, Home

BIN: Final = Path(sys.executable).parent
CELERY: Final = (sys.executable, "-m", "celery", "-A", "tournaments.config.celery")
# No process asks the others about their lives: the tick finds whatever they leave undone.
QUIET: Final = ("--without-gossip", "--without-mingle", "--without-heartbeat")


def stages(home: Home, env: dict[str, str], *, port: int) -> list[list[Spec]]:
    """In the order of their start. They stop in the reverse order: web first, then the workers, then beat."""
    env = {**env, "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "tournaments.config.settings"}
    if env.get("METRICS"):
        env["PROMETHEUS_MULTIPROC_DIR"] = str(home.counts)
    return [
        [beat(home, env), *([metrics(env)] if env.get("METRICS") else [])],
        workers(env),
        [web(home, env), streams(home, env), proxy(home, env, port=port)],
    ]


def web(home: Home, env: dict[str, str]) -> Spec:
    """Pages and commands. Django is two to three times faster under WSGI than under ASGI."""
    options = ("--workers", env.get("WEB_WORKERS", "2"), "--blocking-threads", "8")
    return _granian("web", "Web", "wsgi", "wsgi", home.sockets / "web.sock", options, env)


def streams(home: Home, env: dict[str, str]) -> Spec:
    """Live streams: many open connections, next to no work. Granian's default would refuse the 513th.

    Django speaks no lifespan protocol, so the interface is the one without it.
    """
    options = ("--workers", "1", "--backpressure", "8192", "--backlog", "8192")
    return _granian("streams", "Streams", "asginl", "asgi", home.sockets / "streams.sock", options, env)


def _granian(
    name: str, title: str, interface: str, module: str, socket: Path, options: tuple[str, ...], env: dict[str, str]
) -> Spec:
    command = (sys.executable, "-m", "granian", "--interface", interface, "--uds", str(socket), "--no-ws")
    return Spec(
        name=name,
        title=title,
        argv=(*command, "--respawn-failed-workers", *options, f"tournaments.config.{module}:application"),
        env=env,
        ready="Started worker",
        patience=5.0,
        sockets=(socket,),
    )


def workers(env: dict[str, str]) -> list[Spec]:
    """Bots can fill neither the queue of the clocks nor that of tournaments and results; nor can mail servers that
    keep us waiting, and a badge is not late for them: one process reads while another sends. There a large correction
    of ratings is worked out as well, for minutes: no round and no result waits for it. Analyses give way to all."""
    return [
        worker("bots", env, queues="bots", processes=2),
        worker("clocks", env, queues="clocks", processes=1),
        worker("director", env, queues="default", processes=1),
        worker("notices", env, queues="notices,corrections", processes=3),
        worker("analysis", env, queues="analysis", processes=1),
    ]


def worker(name: str, env: dict[str, str], *, queues: str, processes: int) -> Spec:
    """A Celery worker. The clocks have one of their own: no bot's thinking may delay a deadline."""
    options = ("-Q", queues, "-n", f"{name}@%h", "-c", str(processes), "-l", "INFO")
    return Spec(
        name=name,
        title=f"Worker for {queues.replace(',', ' and ')}",
        argv=(*CELERY, "worker", *options, *QUIET),
        env=env,
        ready=" ready.",
    )


def beat(home: Home, env: dict[str, str]) -> Spec:
    """The clockwork that sends the tick every second."""
    return Spec(
        name="beat",
        title="Beat",
        argv=(*CELERY, "beat", "-s", str(home.runtime / "beat"), "--pidfile", "", "-l", "INFO"),
        env=env,
        ready="is starting",
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
