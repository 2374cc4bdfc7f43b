"""The whole installation: the servers, two nodes, and one proxy before them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from tests.nodes.engines import Broker, Pooler
from tests.nodes.node import Node, manage, replace_process
from tests.soak.service import OURS, WIDE
from tournaments.config.supervisor.child import Spec
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.problem import WouldNotStart
from tournaments.config.supervisor.processes import proxy
from tournaments.config.supervisor.servers import start_servers
from tournaments.config.supervisor.valkey import free_port

CONNECTIONS: Final = 12
"""Of PgBouncer to PostgreSQL: a quarter of the threads and processes that ask."""
ELSEWHERE: Final = (*OURS, "BROKER_URL", "DATABASE_DIRECT_URL", "DATABASE_POOLER", "CARDROOM_SUPERVISED")


class Installation:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = Home(folder / "servers")
        self.home.make()
        self.port = free_port()
        self.crew = Crew(self.home, say=lambda line: None)
        self.nodes: tuple[Node, ...] = (Node("north", folder), Node("south", folder))
        self.env: dict[str, str] = {}

    def start(self) -> None:
        known = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        own = start_servers(self.crew, known, throwaway=False)
        pooler, broker = Pooler(self.home, connections=CONNECTIONS), Broker(self.home)
        self.crew.start([pooler.spec(own), broker.spec(own)])
        self.env = own | WIDE | self._settings(own["DATABASE_URL"], pooler, broker)
        self.manage("prepare")
        for node in self.nodes:
            node.start(self.env)
        self.crew.start([self._proxy()])

    def _settings(self, direct: str, pooler: Pooler, broker: Broker) -> dict[str, str]:
        return {
            "DATABASE_URL": pooler.url,
            "DATABASE_POOLER": "transaction",
            "DATABASE_DIRECT_URL": direct,
            "BROKER_URL": broker.url,
            "SECRET_KEY": self.home.secret_key(),
            "SITE_URL": f"http://localhost:{self.port}",
            "STATIC_ROOT": str(self.folder / "static"),
            "WEB_WORKERS": "1",
        }

    def _proxy(self) -> Spec:
        made = proxy(self.home, self.env, port=self.port)
        named = {name: [f"127.0.0.1:{node.ports[name]}" for node in self.nodes] for name in ("web", "streams")}
        return replace(made, env={**made.env, **{name.upper(): " ".join(ports) for name, ports in named.items()}})

    def manage(self, *arguments: str) -> str:
        code, said = manage(self.env, self.home, *arguments)
        if code:
            raise WouldNotStart(f"manage.py {' '.join(arguments)}: {said.strip()[-2000:]}")
        return said

    def restart_server(self, name: str) -> None:
        """One of the servers, by its own signal, and again as it was."""
        replace_process(self.crew[name])

    def stop(self) -> None:
        for node in self.nodes:
            node.stop()
        self.crew.stop()


@contextmanager
def installed(folder: Path) -> Iterator[Installation]:
    made = Installation(folder)
    try:
        made.start()
        yield made
    finally:
        made.stop()
