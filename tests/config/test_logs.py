"""What stands in a line of a log: nothing that a stranger can make long."""

import asyncio
import json
import logging
import uuid
from collections.abc import Iterator

import pytest
import structlog
from django.test import Client, RequestFactory

from accounts.models import User
from tests.conftest import Sent
from tests.factories import open_for
from tournaments.config.celery import app
from tournaments.config.logs import LONGEST, logging_settings
from tournaments.platform import valkey
from tournaments.streams.loops import Loops
from tournaments.streams.readers import Lane
from tournaments.tables import selectors, services
from tournaments.tables.errors import RoomError


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


class Lines(logging.Handler):
    """What is logged, as it is written."""

    def __init__(self, line: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(line)
        self.told: list[dict[str, object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(json.loads(self.format(record)))


@pytest.fixture
def lines(line: logging.Formatter) -> Iterator[Lines]:
    handler = Lines(line)
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize("word", ["z" * 4_000, "z " * 2_000, "%0a" * 1_300])
def test_an_address_is_cut(line: logging.Formatter, word: str) -> None:
    request = RequestFactory().get(f"/{word}", {"q": "x" * 4_000})
    told = json.loads(line.format(record("Not Found: %s", request.path, status_code=404, request=request)))
    assert (len(told["event"]), len(told["request"])) == (LONGEST, LONGEST)
    assert told["event"].startswith("Not Found: /")
    assert told["request"].startswith("GET /")
    assert told["status_code"] == 404


@pytest.mark.parametrize("path", ["/players/Quill", "/players?name=Quill", "/api/players/Quill/x?y=1&player=Quill"])
def test_no_name_of_somebody_stands_in_a_line(line: logging.Formatter, path: str) -> None:
    request = RequestFactory().get(path)
    told = line.format(record("Not Found: %s", path, status_code=404, request=request))
    assert "Quill" not in told
    assert "/players" in line.format(record("Not in a request: %s", path))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "route"),
    [
        ("/clubs/invitations/SECRET", "/clubs/invitations/<str:token>"),
        ("/clubs/invitations/SECRET/", "/clubs/..."),
        ("/calendars/SECRET.ics", "/calendars/<str:token>.ics"),
        ("/notices/unsubscribe/SECRET", "/notices/unsubscribe/<str:token>"),
        ("/account/password/reset/key/1-SECRET/", "/account/password/reset/key/"),
        ("/account/confirm-email/SECRET/", "/account/confirm-email/"),
        ("/tables?next=SECRET", "/tables"),
    ],
)
def test_no_secret_of_an_address_stands_in_a_line(lines: Lines, address: str, route: str) -> None:
    Client(enforce_csrf_checks=True).delete(address)
    told = [told for told in lines.told if str(told["logger"]).startswith("django.")]
    assert len(told) == 1
    assert "SECRET" not in json.dumps(told)
    assert str(told[0]["request"]).startswith(f"DELETE {route}")


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


@pytest.mark.django_db
def test_lines_of_a_request_carry_its_id_and_the_table(client: Client, lines: Lines) -> None:
    given = str(uuid.uuid4())
    answer = client.get("/tables/nosuchtbl", headers={"X-Request-Id": given})
    assert answer["X-Request-Id"] == given
    (told,) = [told for told in lines.told if told["logger"] == "django.request"]
    assert (told["request_id"], told["table"]) == (given, "nosuchtbl")


@pytest.mark.parametrize("number", ["", "short", "a b c d e f g h", "x" * 65, "ünïcödé-id", 'quo"te-and-more'])
def test_an_id_that_is_none_is_replaced_by_one_of_our_own(client: Client, number: str) -> None:
    first, second = (client.get("/healthz", headers={"X-Request-Id": number})["X-Request-Id"] for _ in range(2))
    assert number not in (first, second)
    assert len({uuid.UUID(first), uuid.UUID(second)}) == 2


@pytest.mark.django_db
def test_what_is_refused_at_a_table_is_logged_with_its_table_and_seq(ann: User, bob: User, lines: Lines) -> None:
    table_id = open_for(ann, bob)
    seq = selectors.view(table_id=table_id, user_id=ann.pk).seq
    with pytest.raises(RoomError):
        services.make_move(table_id=table_id, user_id=ann.pk, move="nonsense")
    structlog.get_logger("tests").warning("told")
    told = lines.told[-1]
    assert (told["event"], told["stream"], told["seq"]) == ("told", f"table:{table_id}", seq)


def test_a_tasks_lines_carry_the_request_that_sent_it_and_leave_nothing_for_the_next(
    sent: Sent, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers: list[dict[str, str]] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda *_, **given: headers.append(given["headers"]))
    with structlog.contextvars.bound_contextvars(request_id="a-request-of-ours"):
        valkey.send_task("tests.tell", [])
    valkey.send_task("tests.tell", [])

    def tell(stream: str) -> None:
        structlog.contextvars.bind_contextvars(stream=stream)
        structlog.get_logger("tests").warning("told")
        valkey.send_task("tests.tell", [])  # comes from a task: not from a request any more

    task = app.task(name="tests.tell")(tell)
    try:
        for given, stream in zip(list(headers), ("table:a", "table:b"), strict=True):
            task.push_request(headers=given, called_directly=False)
            task(stream)
            task.pop_request()
    finally:
        app.tasks.pop("tests.tell")
    assert headers == [{"request_id": "a-request-of-ours"}, {}, {}, {}]
    told = [{name: line.get(name) for name in ("task", "request_id", "stream")} for line in lines.told]
    assert told == [
        {"task": "tests.tell", "request_id": "a-request-of-ours", "stream": "table:a"},
        {"task": "tests.tell", "request_id": None, "stream": "table:b"},
    ]


def test_a_streams_reads_are_part_of_its_request_and_what_goes_on_for_all_of_them_is_not() -> None:
    async def scene() -> list[dict[str, object]]:
        seen: asyncio.Queue[dict[str, object]] = asyncio.Queue()

        async def goes_on() -> None:
            seen.put_nowait(structlog.contextvars.get_contextvars())

        structlog.contextvars.bind_contextvars(request_id="a-request-of-ours")
        Loops().start(goes_on=goes_on)
        lane = Lane("tests", 1)
        try:
            return [await lane.call(structlog.contextvars.get_contextvars), await seen.get()]
        finally:
            lane.stop()

    assert asyncio.run(scene()) == [{"request_id": "a-request-of-ours"}, {}]
