"""The service on the cluster: a log of some size on one server first, then distributed, then one node and its proxy."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.citus.cluster import Cluster, running
from tests.citus.figures import APPENDS
from tests.nodes.installation import ELSEWHERE, Installation
from tests.nodes.node import Node
from tests.soak.__main__ import say
from tests.soak.service import WIDE
from tournaments.config.supervisor.home import ROOT
from tournaments.config.supervisor.problem import WouldNotStart
from tournaments.config.supervisor.servers import start_servers


class OnCitus(Installation):
    def __init__(self, folder: Path, cluster: Cluster, events: int) -> None:
        super().__init__(folder)
        self.cluster, self.events = cluster, events
        self.nodes = (Node("north", folder),)
        self.anchors = folder / "anchors"
        self.anchors.mkdir()

    def start(self) -> None:
        known = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        own = start_servers(self.crew, known | {"DATABASE_URL": self.cluster.url()}, throwaway=False)
        self.env = own | WIDE | self._own(own["DATABASE_URL"])
        with told("prepare"):
            self.manage("prepare")
        with told(f"a log of {self.events} events on one server"):
            run(self.env, "-m", "tests.citus.filling", str(self.events))
        self._measure("on one server", "statement")
        self._measure("on one server", "function")
        with told("distribute"):
            self.manage("distribute", "--shards", "16")
        self._measure("distributed", "function")
        append = "'log_append'::regproc::regprocedure"
        self.cluster.ask(f"SELECT create_distributed_function({append}, '_stream', colocate_with => 'log_event')")
        self._measure("distributed and registered for delegation", "function")
        self.cluster.ask(f"SELECT create_distributed_function({append})")

    def _measure(self, where: str, form: str) -> None:
        """How long an append takes, and what each server spends on it."""
        self.env["LOG_APPEND"] = form
        before = {name: self.cluster.seconds(name) for name in self.cluster.ports}
        took = run(self.env, "-m", "tests.citus.figures").strip()
        busy = {name: 1000 * (self.cluster.seconds(name) - then) / APPENDS for name, then in before.items()}
        spent = ", ".join(f"{name} {time:.1f}" for name, time in busy.items())
        say(f"an append by {form}, {where}: {took}; ms of a processor: {spent}")

    def serve(self) -> None:
        for node in self.nodes:
            node.start(self.env)
        self.crew.start([self._proxy()])

    def _own(self, url: str) -> dict[str, str]:
        return {
            "DATABASE_DIRECT_URL": url,
            "SECRET_KEY": self.home.secret_key(),
            "SITE_URL": f"http://localhost:{self.port}",
            "STATIC_ROOT": str(self.folder / "static"),
            "WEB_WORKERS": "1",
            "ANCHORS": str(self.anchors),
            "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
        }


@contextmanager
def installed(folder: Path, prefix: Path, events: int) -> Iterator[OnCitus]:
    with running(folder, prefix) as cluster:
        made = OnCitus(folder, cluster, events)
        try:
            made.start()
            yield made
        finally:
            made.stop()


@contextmanager
def told(what: str) -> Iterator[None]:
    """Say how long it took."""
    began = time.monotonic()
    yield
    say(f"{what}: {time.monotonic() - began:.1f} s")


def run(env: Mapping[str, str], *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True)
    if done.returncode:
        raise WouldNotStart(f"{' '.join(arguments)}: {done.stdout}{done.stderr}"[-2000:])
    return done.stdout
