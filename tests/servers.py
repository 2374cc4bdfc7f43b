"""Servers for a run in several processes (pytest-xdist): each process has a PostgreSQL and a Valkey of its own.

A database of its own would not do. Transactions of a whole cluster hold followers back (``log/followers.py``), all
count in ``pg_stat_activity`` and share its connections, and a frozen or killed server is everybody's.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from tournaments.config.supervisor.scratch import scratch_servers

SERVERS = ("DATABASE_URL", "REDIS_URL")


class Servers:
    """A plugin of the process that hands out the tests. Its first worker works on the servers that it was given."""

    def __init__(self) -> None:
        self._running = ExitStack()

    @pytest.hookimpl(tryfirst=True)
    def pytest_xdist_setupnodes(self, specs: list[Any]) -> None:
        others = [self._running.enter_context(ExitStack()) for _ in specs[1:]]
        with ThreadPoolExecutor(len(specs)) as pool:
            for spec, env in zip(specs[1:], pool.map(start, others), strict=True):
                spec.env.update(env)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        self._running.close()


def start(running: ExitStack) -> dict[str, str]:
    """What a worker's environment has to say beside what it inherits."""
    inherited = {name: value for name, value in os.environ.items() if name not in SERVERS}
    env = running.enter_context(scratch_servers(inherited))
    return {name: value for name, value in env.items() if os.environ.get(name) != value}
