"""The process that serves metrics: the numbers of all processes added up, at an address that is not public."""

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from django.core.management import CommandError, call_command
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.processes import stages
from tournaments.config.telemetry import exporter
from tournaments.platform.counting import FOLDER, HOST

COUNT = """
from tournaments.platform.counting import Counter, Gauge, Histogram
Counter("tests_moves", "Moves.", ["game"]).labels("hasp").inc(int({n}))
Histogram("tests_seconds", "Seconds.", buckets=[1.0]).observe({n} / 10)
Gauge("tests_open", "Open.", multiprocess_mode="livesum").set({n})
print("counted", flush=True)
{then}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


@pytest.fixture
def living(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has counted 3, and goes on until its input ends."""
    code = COUNT.format(n=3, then="input()")
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "counted\n"
        yield process
        process.kill()


def totals(folder: Path) -> dict[str, float]:
    samples = (sample for metric in exporter.Counts(folder).collect() for sample in metric.samples)
    return {sample.name + sample.labels.get("le", ""): sample.value for sample in samples}


def test_numbers_of_processes_are_added_up_and_those_of_ended_ones_stay(
    folder: Path, living: subprocess.Popen[str]
) -> None:
    for _ in range(2):
        subprocess.run([sys.executable, "-c", COUNT.format(n=20, then="")], cwd=ROOT, check=True, capture_output=True)
        first, second = totals(folder), totals(folder)  # the first look folds what the second finds folded
        assert first == second
    assert second["tests_moves_total"] == 43
    assert (second["tests_seconds_bucket1.0"], second["tests_seconds_bucket+Inf"]) == (1, 3)
    assert second["tests_open"] == 3  # nobody listens any more to those that have ended
    owners = {path.stem.rpartition("_")[2] for path in folder.glob("*.db")}
    assert owners == {f"{HOST}-{living.pid}", exporter.ENDED}


def test_processes_of_other_containers_are_not_taken_for_ended(folder: Path) -> None:
    gone = max(psutil.pids()) + 1_000
    subprocess.run([sys.executable, "-c", COUNT.format(n=5, then="")], cwd=ROOT, check=True, capture_output=True)
    for path in folder.glob("*.db"):
        path.rename(folder / f"{path.stem.rpartition('_')[0]}_another-{gone}.db")
    assert totals(folder)["tests_moves_total"] == totals(folder)["tests_moves_total"] == 5
    assert {path.stem.rpartition("_")[2] for path in folder.glob("*.db")} == {f"another-{gone}"}


def test_an_empty_variable_is_no_folder() -> None:
    made = "from tournaments.platform.counting import Counter; Counter('a', 'a').inc()"
    code = f"{made}; import os; print(sorted(os.listdir('.')))"
    before = sorted(os.listdir(ROOT))  # as the process sees it
    env = {**os.environ, FOLDER: ""}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(before)


@pytest.mark.django_db(transaction=True)
def test_they_are_served_at_a_private_address(folder: Path, living: subprocess.Popen[str]) -> None:
    server, thread = exporter.serve("127.0.0.1:0")
    try:
        url = f"http://127.0.0.1:{server.server_port}/metrics"
        with urllib.request.urlopen(url, timeout=30) as answer:
            text = answer.read().decode()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    found = {sample.name: sample.value for metric in text_string_to_metric_families(text) for sample in metric.samples}
    assert (found["tests_moves_total"], found["cardroom_database_up"]) == (3, 1)


@pytest.mark.parametrize("addresses", [["8.8.8.8"], ["127.0.0.1", "2001:4860:4860::8888"], ["0.0.0.0"]])  # noqa: S104
def test_a_name_that_stands_for_a_public_address_is_refused(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: [(0, 0, 0, "", (address, 0)) for address in addresses])
    settings.METRICS = "metrics.example.org:9100"
    with pytest.raises(CommandError, match="METRICS must be at an address that is not public"):
        call_command("metrics")


def test_an_address_that_is_taken_is_said_in_one_line(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings.METRICS = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(CommandError, match=f"Can't serve metrics at {settings.METRICS}: Address already in use."):
            call_command("metrics")


def test_a_process_for_them_runs_only_where_they_are_wanted(tmp_path: Path) -> None:
    home = Home(tmp_path)
    wanted = {spec.name: spec for stage in stages(home, {"METRICS": "127.0.0.1:9100"}, port=8000) for spec in stage}
    assert {spec.env.get(FOLDER) for spec in wanted.values()} == {str(home.counts)}
    assert wanted["metrics"].argv[-1] == "metrics"
    without = {spec.name: spec for stage in stages(home, {"METRICS": ""}, port=8000) for spec in stage}
    assert set(wanted) - set(without) == {"metrics"}
    assert [spec.name for spec in without.values() if FOLDER in spec.env] == []
