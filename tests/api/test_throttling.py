"""Every operation that says it is counted is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from accounts import limits
from accounts.callers import Caller as Origin
from accounts.callers import calling
from tests.api.client import Caller
from tournaments.api.operations import Operation
from tournaments.api.urls import urlpatterns

HERE = {"table_id": "nosuchtabl", "tournament_id": "nosuchcup0", "move": "7H", "ruling": "1", "number": "1"}
HERE |= {
    f"{name}_id": "nosuchone0" for name in ("club", "night", "schedule", "preset", "ladder", "challenge", "season")
}
SCHEDULE = {
    "title": "Thursday",
    "rule": {"repeats": "weekly", "weekdays": ["TH"]},
    "at": "19:30",
    "from": "2027-03-01",
}
RULING = {"act": "undo_round", "round": 1}
BODIES: dict[str, dict[str, Any]] = {
    "openTable": {"game": "duck-soup", "seats": ["me", None]},
    "fillTable": {"level": "greedy"},
    "announceTournament": {"name": "Evening", "game": "duck-soup", "format": "swiss", "starts_at": 9_000_000_000_000},
    "askForBye": {"round": 2, "bye": "H"},
    "sendMessage": {"text": "At nine."},
    "importNames": {"text": "name\nbob\n"},
    "nameTeam": {"partners": ["ann"]},
    "nameSubstitute": {"substitute": "ann"},
    "tryRuling": {"ruling": RULING},
    "signRuling": {"ruling": RULING, "seq": 1, "reason": "other"},
    "reverseRuling": {"seq": 1, "reason": "other"},
    "announceNight": {"title": "Friday", "date": "2027-03-05", "at": "20:00"},
    "attendNight": {"answer": "yes"},
    "markNight": {"player": "ann"},
    "moveNight": {"starts_at": 9_000_000_000_000},
    "addSchedule": SCHEDULE,
    "changeSchedule": SCHEDULE,
    "addClubPreset": {"name": "Swiss", "game": "duck-soup", "format": "swiss"},
    "openLadder": {"game": "duck-soup", "title": "Ladder"},
    "setLadderAway": {},
    "ruleOnLadder": {"text": "Agreed."},
    "challenge": {"player": "ann"},
    "answerChallenge": {"answer": "accept"},
    "proposeTime": {"time": 9_000_000_000_000},
    "openSeason": {"game": "duck-soup", "title": "Autumn", "from": "2027-03-01", "to": "2027-04-01"},
}
QUERIES = {"whyNot": {"one": "ann", "two": "bob"}}


def counted() -> Iterator[tuple[str, str, Operation]]:
    """Method, path and declaration of each operation with a scope."""
    for pattern in urlpatterns:
        view = getattr(pattern.callback, "view_class", None)
        for method in view.http_method_names if view is not None else ():
            declared = getattr(getattr(view, method, None), "operation", None)
            if declared is not None and declared.scope:
                path = re.sub(r"<\w+:(\w+)>", lambda part: HERE[part[1]], str(pattern.pattern))
                yield method.upper(), f"/api/{path}", declared


COUNTED = [pytest.param(*found, id=found[2].name) for found in counted()]


def test_the_operations_are_found() -> None:
    assert {"makeMove", "fillTable", "offerRematch", "startTournament"} <= {found[2].name for found in counted()}


@pytest.mark.parametrize(("method", "path", "declared"), COUNTED)
def test_an_operation_with_a_scope_is_throttled(
    ann: Caller, settings: Settings, method: str, path: str, declared: Operation
) -> None:
    assert declared.scope is not None
    assert ann.user is not None
    settings.RATES = {declared.scope: "1/h"}
    with calling(Origin("127.0.0.1")):
        limits.count(declared.scope, user=ann.user.pk)
    if method == "GET":
        answer = ann.get(path, **QUERIES.get(declared.name, {}))
    else:
        answer = ann.post(path, BODIES.get(declared.name))
    assert (answer.status, answer["code"]) == (429, "throttled")
    assert int(answer.headers["Retry-After"]) > 3_000
