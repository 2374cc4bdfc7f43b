"""The processes as a whole: each of them may be killed and the service comes back."""

from __future__ import annotations

import urllib.request
from pathlib import Path

import pytest

from tests.processes import Processes
from tournaments.config.services.home import ROOT, Home
from tournaments.config.services.processes import stages

NAMES = [["beat"], ["bots", "clocks"], ["web", "streams", "proxy"]]


def status(url: str) -> int:
    with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310
        code: int = answer.status
        return code


def test_the_list_stops_web_before_workers_before_beat(tmp_path: Path) -> None:
    listed = stages(Home(tmp_path), {}, port=8000)
    assert [[spec.name for spec in stage] for stage in listed] == NAMES


def test_the_clocks_have_a_worker_of_their_own(tmp_path: Path) -> None:
    bots, clocks = (spec.argv for spec in stages(Home(tmp_path), {}, port=8000)[1])
    assert bots[bots.index("-Q") + 1] == "bots,default"
    assert clocks[clocks.index("-Q") + 1] == "clocks"


def test_docker_runs_the_same_processes() -> None:
    compose = (ROOT / "docker" / "compose.yml").read_text()
    services = {line.strip(" :") for line in compose.splitlines() if line.startswith("  ") and line[2:3].isalpha()}
    assert services >= {"postgres", "valkey", *(name for stage in NAMES for name in stage)}


@pytest.mark.processes
@pytest.mark.parametrize("name", ["web", "streams", "proxy"])
def test_a_killed_process_is_started_again_and_serves(processes: Processes, name: str) -> None:
    old = processes[name].pid
    processes.kill(name)
    processes.revive()
    assert processes[name].pid != old
    assert status(f"{processes.url}/readyz") == status(f"{processes.url}/readyz/stream") == 200


@pytest.mark.processes
@pytest.mark.parametrize("name", ["bots", "clocks", "beat"])
def test_a_killed_worker_is_started_again(processes: Processes, name: str) -> None:
    old = processes[name].pid
    processes.kill(name)
    processes.revive()
    assert processes[name].running()
    assert processes[name].pid != old
