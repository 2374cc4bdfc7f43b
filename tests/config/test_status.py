"""``manage.py status``: what it prints, and when it fails."""

import io
import json

import pytest
from django.core.management import call_command
from msgspec.structs import replace

from tests.config.conditions import WELL
from tournaments.config.condition.facts import Database, Facts
from tournaments.config.condition.looking import everywhere


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Facts]:
    facts = [WELL]
    monkeypatch.setattr(everywhere, "fully", lambda **_given: facts[-1])
    return facts


def told(*given: str) -> str:
    """What it prints, and its exit code unless that is 0."""
    out, code = io.StringIO(), 0
    try:
        call_command("status", *given, stdout=out, no_color=True)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return f"{out.getvalue()}({code})" if code else out.getvalue()


def test_each_part_has_a_line(found: list[Facts]) -> None:
    lines = told().splitlines()
    assert "ok     Database                  It answers." in lines
    assert "ok     Queue: bots               Messages waiting: 3." in lines
    assert len(lines) == len(json.loads(told("--json"))["parts"])


def test_it_fails_if_a_part_does(found: list[Facts]) -> None:
    found.append(replace(WELL, database=Database(ahead=2)))
    assert "warns  Clock" in (warned := told())
    assert not warned.endswith("(1)")
    found.append(replace(WELL, redis=False))
    assert "fails  Valkey" in (failed := told())
    assert failed.endswith("(1)")
    assert json.loads(told("--json").removesuffix("(1)"))["state"] == "fails"


@pytest.mark.django_db
def test_it_looks_at_the_real_service() -> None:
    found = json.loads(told("--json", "--seconds", "0.05").removesuffix("(1)"))
    parts = {part["name"]: part for part in found["parts"]}
    assert parts["database"]["state"] == parts["migrations"]["state"] == parts["redis"]["state"] == "ok"
    assert parts["tick"] == {
        "name": "tick",
        "state": "fails",
        "text": "It has never run: start the worker of the clocks.",
    }
