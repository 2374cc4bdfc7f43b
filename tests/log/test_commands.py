"""What the log keeps of a request's name: enough to know it again, nothing of what it says."""

from __future__ import annotations

import pytest
from psycopg.types.numeric import Int8

from tests.log.streams import event
from tournaments.log import selectors
from tournaments.log.errors import Unstorable
from tournaments.log.services import Commit, Head, Plain, append
from tournaments.platform.database import execute

pytestmark = pytest.mark.django_db
STREAM = "table:0123456789"
KEY = "page-10-bid-2C"


def stored(stream: str = STREAM) -> list[str | None]:
    return [event.command for event in selectors.load(stream)]


def test_a_clients_key_is_not_in_the_log():
    append(STREAM, head=Head(), events=[event()], actor=7, command=KEY)
    (command,) = stored()
    assert command is not None
    assert not any(part in command for part in ("page", "bid", "2C"))
    assert selectors.appended_by(STREAM, actor=7, command=KEY) == Commit(1, 1)


def test_the_same_key_looks_different_in_every_stream_and_for_every_actor():
    for stream in (STREAM, "table:other"):
        head, _ = append(stream, head=Head(), events=[event()], actor=7, command=KEY)
        append(stream, head=head, events=[event()], actor=8, command=KEY)
    assert len({*stored(), *stored("table:other")}) == 4


def test_another_server_makes_something_else_of_it(settings):
    append(STREAM, head=Head(), events=[event()], actor=7, command=KEY)
    settings.SECRET_KEY = "another" * 8
    append("table:other", head=Head(), events=[event()], actor=7, command=KEY)
    assert selectors.appended_by(STREAM, actor=7, command=KEY) is None


def test_the_services_own_commands_are_stored_as_they_are():
    append(STREAM, head=Head(), events=[event()], command=Plain("settled"))
    assert stored() == ["settled"]
    assert selectors.appended_by(STREAM, actor=None, command=Plain("settled")) == Commit(1, 1)


def test_a_client_cannot_pass_for_the_service():
    append(STREAM, head=Head(), events=[event()], actor=7, command="settled")
    assert stored() != ["settled"]


def test_a_key_that_was_stored_as_its_own_text_is_still_known():
    append(STREAM, head=Head(), events=[event()], actor=7, command=Plain(KEY))
    assert selectors.appended_by(STREAM, actor=7, command=KEY) == Commit(1, 1)


def test_a_key_that_cannot_be_text_is_refused():
    with pytest.raises(Unstorable):
        append(STREAM, head=Head(), events=[event()], actor=7, command="\ud800")
    assert execute("SELECT count(*) FROM log_event WHERE actor = %(actor)s", {"actor": Int8(7)}).fetchone() == (0,)
