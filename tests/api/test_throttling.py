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

HERE = {
    "table_id": "nosuchtabl",
    "tournament_id": "nosuchcup0",
    "move": "7H",
    "ruling": "1",
    "number": "1",
    "line": "1",
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
    "renameAccount": {"name": "ann"},
    "createToken": {"name": "bot"},
    "askFriend": {"player": "bob"},
    "endFriendship": {"player": "bob"},
    "blockPlayer": {"player": "bob"},
    "inviteToTable": {"player": "bob"},
    "writeClubChat": {"text": "Hello."},
    "writeChat": {"text": "Well played!"},
    "muteAuthor": {"hours": 1},
    "reverseRuling": {"seq": 1, "reason": "other"},
}
BY_SESSION = {"createToken", "exportAccount"}
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
    if declared.name in BY_SESSION:
        ann.log_in()
    if method == "GET":
        answer = ann.get(path, **QUERIES.get(declared.name, {}))
    else:
        answer = ann.post(path, BODIES.get(declared.name))
    assert (answer.status, answer["code"]) == (429, "throttled")
    assert int(answer.headers["Retry-After"]) > 3_000
