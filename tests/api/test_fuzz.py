"""Every operation, called with whatever its description allows and with what it does not, by people and by strangers.

No answer is a fault of ours, and every one is in the document. The live stream has its own process, and its own tests.
More examples than the stable few: ``FUZZ_EXAMPLES=500``.
"""

import contextlib
import itertools
import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import User
from tests.api import contract
from tests.api.client import Caller
from tests.api.test_robustness import _cup, _somebody, _table

Case = schemathesis.Case[Any]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))
SHARE = 1 if EXAMPLES else 6
"""One in this number of the some fifty cases that Schemathesis puts at the borders of what an operation describes."""
HOSTILE = ["a\x00b", "a\x7f", "\u202e", "\U0001f0a1", "9" * 40, "x" * 300, "../..", "%00", "-1", "<i>", "'; --"]
HEADERS = ["Idempotency-Key", "Authorization", "Accept", "Accept-Language", "Content-Type", "Cookie", "Host"]

schema = schemathesis.openapi.from_dict(contract.published())
schema.app = get_wsgi_application()
described = schema.exclude(path_regex="/stream$")
bounded = settings(
    max_examples=EXAMPLES or 3,
    derandomize=not EXAMPLES,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@contextlib.contextmanager
def _one_connection() -> Iterator[None]:
    """A request that ends closes its connection, and with it the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Known:
    """Somebody with a token, a table and a tournament: the same for all cases of an operation, until one ends them."""

    def __init__(self) -> None:
        self._caller: Caller | None = None
        self._places: dict[str, str] = {}
        self._cases = itertools.count()

    def passes_by(self) -> bool:
        return bool(next(self._cases) % SHARE)

    def introduce(self, case: Case) -> dict[str, str]:
        """The headers of who sends *case*, which leads to what is there."""
        cache.clear()  # allowances are not what is tested here
        caller = self._caller = self._caller or _somebody()
        for name, make in (("table_id", _table), ("tournament_id", _cup)):
            if name in (case.path_parameters or {}):
                self._places[name] = self._places.get(name) or make(caller)
                case.path_parameters[name] = self._places[name]
        return caller.credentials

    def see(self, status: int) -> None:
        """An answer: with 401 the token has gone, and perhaps more."""
        if status == 401:
            self._caller = None
            self._places.clear()


@pytest.fixture
def known(db: None) -> Known:
    return Known()


def _called(case: Case, headers: dict[str, str]) -> int:
    with _one_connection():
        response = case.call(headers=headers)
    case.validate_response(response, checks=CHECKS)
    return int(response.status_code)


@described.parametrize()
@settings(bounded, phases=[Phase.generate])
def test_a_stranger_is_answered_as_documented(db: None, bots: list[User], case: Case) -> None:
    _called(case, {})


@described.parametrize()
@bounded
def test_a_player_is_answered_as_documented(known: Known, bots: list[User], case: Case) -> None:
    if not known.passes_by():
        known.see(_called(case, known.introduce(case)))


@settings(bounded, max_examples=EXAMPLES or 60)
@given(
    name=st.sampled_from(HEADERS),
    value=st.sampled_from(HOSTILE) | st.text(st.characters(min_codepoint=1, max_codepoint=255), max_size=40),
)
def test_any_header_is_answered_as_documented(db: None, name: str, value: str) -> None:
    caller = _somebody()
    for method, path in (("GET", "/api/tables"), ("POST", f"/api/tables/{_table(caller)}/join")):
        headers = {name: value.encode("latin-1", "replace").decode("latin-1")}
        answer = caller.client.generic(method, path, b"", headers=caller.credentials | headers)
        operation = contract.operation_for(method, path)
        assert operation is not None
        assert str(answer.status_code) in {*operation["responses"], "406"}
