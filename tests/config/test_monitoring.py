"""Alert rules and the dashboard ask for what there is: each metric that they name is exported, with its labels."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY, Metric

from tournaments.config import celery
from tournaments.config.supervisor.home import ROOT
from tournaments.config.telemetry import requests
from tournaments.config.telemetry import streams as open_streams
from tournaments.config.telemetry.gauges import Gauges
from tournaments.config.telemetry.questions import BROKER, DATABASE
from tournaments.tables import streams as tables

FOLDER = ROOT / "docker" / "monitoring"
COUNTING = (celery, open_streams, requests, tables)
"""Modules with counters of their own, or that import them."""
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
OTHERS = {"up": {"job"}}
"""What Prometheus makes itself."""
FUNCTIONS = ["abs", "absent", "and", "by", "histogram_quantile", "increase", "max", "min", "or", "rate", "sum", "topk"]


def exported() -> dict[str, set[str]]:
    """The series that there are, and their labels."""
    found = dict(OTHERS)
    for metric in REGISTRY.collect():
        for suffix in SUFFIXES.get(metric.type, ()):
            if metric.name.startswith("cardroom_"):
                found[metric.name + suffix] = labels_of(metric) | ({"le"} if suffix == "_bucket" else set())
    gauges = {gauge.name: {gauge.label} - {""} for one in DATABASE + BROKER for gauge in one.gauges}
    return found | {metric.name: set() for metric in Gauges().describe()} | gauges


def labels_of(metric: Metric) -> set[str]:
    counter: Any = REGISTRY._names_to_collectors[metric.name]
    return set(counter._labelnames)


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    return found


def questions() -> Iterator[tuple[str, str]]:
    yield from ((rule["alert"], rule["expr"]) for rule in rules())
    yield from ((panel["title"], target["expr"]) for panel in panels() for target in panel["targets"])


@pytest.mark.parametrize(("asker", "question"), list(questions()))
def test_every_question_is_about_what_is_exported(asker: str, question: str) -> None:
    known = exported()
    bare = re.sub(r'"[^"]*"|\[[^]]*]', "", question)
    grouped = {label for group in re.findall(r"\bby \(([^)]*)\)", bare) for label in re.split(r",\s*", group)}
    matched = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)(?!=)", bare))
    words = set(re.findall(r"[a-zA-Z_]\w*", bare)) - set(FUNCTIONS) - grouped - matched
    assert words, "it asks for nothing"
    assert words <= set(known)
    assert grouped | matched <= set.union(*(known[word] for word in words))


def test_nothing_is_exported_that_nobody_would_see() -> None:
    asked = {word for _asker, question in questions() for word in re.findall(r"\w+", question)}
    unseen = set(exported()) - asked
    assert {name.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") for name in unseen} <= {
        "cardroom_request_seconds",
        "cardroom_task_seconds",
    }


def test_alerts_say_what_is_wrong_and_what_to_do() -> None:
    for rule in rules():
        assert rule["labels"]["severity"] in ("critical", "warning", "info")
        assert {"summary", "description"} == set(rule["annotations"])
        known = set(re.findall(r"\bby \((\w+)\)", rule["expr"]))
        assert set(re.findall(r"\$labels\.(\w+)", json.dumps(rule["annotations"]))) <= known


def test_panels_have_a_place_of_their_own_and_take_the_data_source_that_is_chosen() -> None:
    drawn = panels()
    assert len({panel["id"] for panel in drawn}) == len({panel["title"] for panel in drawn}) == len(drawn)
    for panel in drawn:
        sources = [panel["datasource"], *(target["datasource"] for target in panel["targets"])]
        assert {source["uid"] for source in sources} == {"${datasource}"}
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24
    for one, other in combinations((panel["gridPos"] for panel in drawn), 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        assert beside or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]


@pytest.mark.parametrize(("what", "file"), [("rules", "alerts.yml"), ("config", "prometheus.yml")])
def test_prometheus_accepts_its_files(what: str, file: str) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is missing: sudo apt-get install prometheus (Debian), or brew install prometheus")
    done = subprocess.run([promtool, "check", what, str(FOLDER / file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
