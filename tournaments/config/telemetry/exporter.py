"""Where metrics are fetched: one process, which adds up what all others count and asks for what none of them counts."""

from __future__ import annotations

import os
import socket
from ipaddress import ip_address
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import psutil
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tournaments.config.telemetry.gauges import Gauges
from tournaments.config.variables import is_public
from tournaments.platform.counting import FOLDER, HOST

if TYPE_CHECKING:
    from collections.abc import Iterable
    from threading import Thread
    from wsgiref.simple_server import WSGIServer

    from prometheus_client import Metric

SUMMED = ("counter", "histogram")
ENDED = f"{HOST}-ended"
"""Whose files hold what processes counted that have ended."""


class Public(Exception):
    """Everybody could read it there."""


def serve(address: str) -> tuple[WSGIServer, Thread]:
    """Answer at *address* (``HOST:PORT``) in a thread; raises :class:`Public` where strangers could ask as well."""
    host, _, port = address.rpartition(":")
    return start_http_server(int(port), _private(host.strip("[]")), registry())


def registry() -> CollectorRegistry:
    made = CollectorRegistry()
    if folder := os.environ.get(FOLDER):
        made.register(Counts(Path(folder)))
    made.register(Gauges())
    return made


class Counts(Collector):
    """What the processes of the folder count, those included that have ended."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._all = MultiProcessCollector(None, str(folder))

    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterable[Metric]:
        with self._lock:
            bury(self._folder)
            metrics: Iterable[Metric] = self._all.collect()
            return metrics


def bury(folder: Path) -> None:
    """Add what processes counted that have ended to one file of each kind, so that restarts don't fill the folder. How
    many streams one had open goes with it. Those of other containers are left alone: their processes cannot be seen."""
    for path in folder.glob("*.db"):
        kind, _, owner = path.stem.rpartition("_")
        host, _, number = owner.rpartition("-")
        if host != HOST or not number.isdecimal() or psutil.pid_exists(int(number)):
            continue
        if kind in SUMMED:
            _add(path, folder / f"{kind}_{ENDED}.db")
        path.unlink()


def _add(path: Path, to: Path) -> None:
    total = MmapedDict(str(to))
    for key, value, _at, _place in MmapedDict.read_all_values_from_file(str(path)):
        total.write_value(key, total.read_value(key)[0] + value, 0.0)
    total.close()


def _private(host: str) -> str:
    """The address of *host*, if it is not a public one."""
    found = {str(one[4][0]) for one in socket.getaddrinfo(host, None)}
    if any(is_public(ip_address(one)) for one in found):
        raise Public(f"METRICS must be at an address that is not public; {host} is at {', '.join(sorted(found))}.")
    return sorted(found)[0]
