"""What stands in a line of a log: nothing that a stranger can make long."""

from __future__ import annotations

import json
import logging

import pytest
from django.test import RequestFactory

from tournaments.config.logs import LONGEST, logging_settings


@pytest.fixture
def line() -> logging.Formatter:
    made = logging_settings(debug=False)["formatters"]["line"]
    kind = made.pop("()")
    formatter: logging.Formatter = kind(**made)
    return formatter


def record(text: str, *arguments: object, **extra: object) -> logging.LogRecord:
    return logging.getLogger("django.request").makeRecord(
        "django.request", logging.WARNING, "", 0, text, arguments, None, extra=extra
    )


@pytest.mark.parametrize("word", ["z" * 4_000, "z " * 2_000, "%0a" * 1_300])
def test_an_address_is_cut(line: logging.Formatter, word: str) -> None:
    request = RequestFactory().get(f"/tables/{word}", {"q": "x" * 4_000})
    told = json.loads(line.format(record("Not Found: %s", request.path, status_code=404, request=request)))
    assert (len(told["event"]), len(told["request"])) == (LONGEST, LONGEST)
    assert told["event"].startswith("Not Found: /tables/")
    assert told["request"].startswith("<WSGIRequest: GET '/tables/")
    assert told["status_code"] == 404


@pytest.mark.parametrize("path", ["/players/Quill", "/players?name=Quill", "/api/players/Quill/x?y=1&player=Quill"])
def test_no_name_of_somebody_stands_in_a_line(line: logging.Formatter, path: str) -> None:
    request = RequestFactory().get(path)
    told = line.format(record("Not Found: %s", path, status_code=404, request=request))
    assert "Quill" not in told
    assert "/players" in told


def test_a_traceback_keeps_its_lines(line: logging.Formatter) -> None:
    made = record("Internal Server Error: %s", "/tables")
    try:
        raise ValueError("x" * 4_000 + "\nand more")
    except ValueError as error:
        made.exc_info = (ValueError, error, error.__traceback__)
    told = json.loads(line.format(made))["exception"].split("\n")
    assert told[-1] == "and more"
    assert any("test_logs.py" in one for one in told)
    assert max(map(len, told)) == LONGEST
