"""The processes as a whole: each of them may be killed and the service comes back."""

import json
import re
import time
import urllib.request
import uuid
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from tests.processes import Processes
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.processes import stages
from tournaments.config.telemetry.exporter import Counts
from tournaments.tables import push

NAMES = [["bots", "clocks", "director", "analysis"], ["web", "streams", "proxy"]]


def status(url: str) -> int:
    with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310
        code: int = answer.status
        return code


def test_the_list_stops_web_before_workers(tmp_path: Path) -> None:
    listed = stages(Home(tmp_path), {}, port=8000)
    assert [[spec.name for spec in stage] for stage in listed] == NAMES


def test_bots_fill_no_queue_but_their_own(tmp_path: Path) -> None:
    workers = {spec.name: spec.argv for spec in stages(Home(tmp_path), {}, port=8000)[0]}
    queues = {name: argv[argv.index("-Q") + 1] for name, argv in workers.items()}
    shared = {"director": "default,notices,corrections", "analysis": "films,analysis"}
    assert queues == {name: name for name in ("bots", "clocks")} | shared
    routed = {name: route["queue"] for name, route in settings.CELERY_TASK_ROUTES.items()}
    assert [name for name, queue in routed.items() if queue == "bots"] == [push.PLAY]
    assert settings.CELERY_TASK_DEFAULT_QUEUE == "default"


def test_docker_runs_the_same_processes() -> None:
    services = yaml.safe_load((ROOT / "docker" / "compose.yml").read_text())["services"]
    assert set(services) == {"postgres", "valkey", "migrate", "metrics", *(name for stage in NAMES for name in stage)}


def test_docker_hands_each_process_the_options_that_it_has_here(tmp_path: Path) -> None:
    services = yaml.safe_load((ROOT / "docker" / "compose.yml").read_text())["services"]
    home = Home(tmp_path)
    here = {spec.name: spec.argv for stage in stages(home, {"BOT_WORKERS": "1"}, port=8000) for spec in stage}
    assert services["metrics"]["command"][1:] == ["manage.py", "metrics"]
    for name in ("bots", "clocks", "director", "analysis"):
        command = services[name]["command"]
        assert tuple(command[:-1]) == ("celery", *here[name][3:-1])
        assert command[-1] == here[name][-1] or command[-2] == here[name][-2] == "-s", "the file lies elsewhere"
    assert here["streams"][1:3] == tuple(services["streams"]["command"][1:3])
    in_image = json.loads(re.findall(r"^CMD (.*)$", (ROOT / "docker" / "Dockerfile").read_text(), re.MULTILINE)[0])
    assert here["web"][1:3] == tuple(in_image[1:3])
    assert here["web"][-2:] == tuple(in_image[-2:])


@pytest.mark.processes
def test_what_all_processes_count_is_added_up_and_visitors_name_no_request(processes: Processes) -> None:
    """Beside a request of the web process, the tick of a worker, and the streams' own process."""
    before, given = counted(processes, "requests", "route", "about"), "an-id-of-a-visitor"
    for _ in range(3):
        asked = urllib.request.Request(f"{processes.url}/about/privacy", headers={"X-Request-Id": given})  # noqa: S310
        with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310
            assert str(uuid.UUID(answer.headers["X-Request-Id"])) != given
    assert counted(processes, "requests", "route", "about") == before + 3
    assert counted(processes, "requests", "route", "stream ready") > 0
    deadline, ticks = time.monotonic() + 60, counted(processes, "tasks", "task", "tables.tick")
    while counted(processes, "tasks", "task", "tables.tick") <= ticks:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def counted(processes: Processes, what: str, label: str, value: str) -> float:
    """How many of them all processes have counted together."""
    samples = (one for metric in Counts(processes.crew.home.counts).collect() for one in metric.samples)
    return sum(one.value for one in samples if one.name == f"cardroom_{what}_total" and one.labels[label] == value)


@pytest.mark.processes
@pytest.mark.parametrize("names", NAMES, ids=str)
def test_killed_processes_are_started_again_and_serve(processes: Processes, names: list[str]) -> None:
    old = {name: processes[name].pid for name in names}
    for name in names:
        processes.kill(name)
    processes.revive()
    assert [name for name in names if processes[name].pid == old[name]] == []
    assert status(f"{processes.url}/readyz") == status(f"{processes.url}/readyz/stream") == 200
