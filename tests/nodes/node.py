"""A whole node: web, streams, and workers of one checkout, each of which can be killed or restarted by itself."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from tournaments.config.supervisor.child import MARK, Child, Spec
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.processes import stages
from tournaments.config.supervisor.valkey import free_port

ROLLING: Final = ("streams", "bots", "clocks", "director", "analysis", "web")
"""The order in which a node's processes are restarted: those that only follow first, those that are asked last."""
PATIENCE: Final = 120.0


class Node:
    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.home = Home(folder / name)
        self.home.make()
        self.crew = Crew(self.home, say=lambda line: None)
        self.ports = {"web": free_port(), "streams": free_port()}

    def start(self, env: Mapping[str, str], checkout: Path = ROOT) -> None:
        """Its processes, of the code in *checkout*; those of another one are stopped first."""
        self.crew.stop()
        known = stages(self.home, {**env, **_code(checkout)}, port=0)
        self.crew.start(*([self._own(spec, checkout) for spec in stage if spec.name != "proxy"] for stage in known))

    def kill(self) -> None:
        """SIGKILL to every process at once, as when the machine loses its power."""
        for child in self._children():
            os.killpg(child.pid, signal.SIGKILL)
        for child in self._children():
            child.await_end()

    def revive(self) -> None:
        for child in self._children():
            child.start()
        for child in self._children():
            child.await_ready(patience=PATIENCE)

    def restart(self, name: str) -> None:
        replace_process(self.crew[name])

    def dead(self) -> list[str]:
        """Processes that have ended without being asked to."""
        return [f"{self.name}: {child.spec.name}" for child in self._children() if not child.running()]

    def stop(self) -> None:
        self.crew.stop()

    def _children(self) -> Iterator[Child]:
        yield from (child for stage in self.crew.stages for child in stage)

    def _own(self, spec: Spec, checkout: Path) -> Spec:
        """As on a machine of its own: workers have its name, and the proxy comes by the network."""
        argv = [part.replace("@%h", f"@{self.name}") for part in spec.argv]
        if spec.name in self.ports:
            at = argv.index("--uds")
            argv[at : at + 2] = ["--host", "127.0.0.1", "--port", str(self.ports[spec.name])]
        return replace(spec, argv=("env", "-C", str(checkout), *argv), sockets=())


def replace_process(child: Child) -> None:
    """SIGTERM, the end, a new one; it returns when that is ready."""
    child.ask_to_stop()
    child.await_end()
    child.start()
    child.await_ready(patience=PATIENCE)


def manage(env: Mapping[str, str], home: Home, *arguments: str, checkout: Path = ROOT) -> tuple[int, str]:
    """A command of the checkout: its exit code and all that it said."""
    command = [sys.executable, str(checkout / "manage.py"), *arguments]
    given = {**env, **_code(checkout), MARK: str(home.path)}
    done = subprocess.run(command, cwd=checkout, env=given, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def _code(checkout: Path) -> dict[str, str]:
    """Where Python finds the code, whatever stands in the folder that it is started in."""
    return {"PYTHONPATH": str(checkout)}
