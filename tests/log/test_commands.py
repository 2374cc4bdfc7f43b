"""What the log keeps of a request's name: enough to know it again, nothing of what it says."""

import pytest
from psycopg.types.numeric import Int8
from pytest_django import Settings

from tests.log.streams import event
from tournaments.log import selectors
from tournaments.log.commands import command_for, digest_of_request
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
    assert not any(part in command for part in ("page-10", "bid-2C"))
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


def test_a_key_that_cannot_be_text_is_refused():
    with pytest.raises(Unstorable):
        append(STREAM, head=Head(), events=[event()], actor=7, command="\ud800")
    assert execute("SELECT count(*) FROM log_event WHERE actor = %(actor)s", {"actor": Int8(7)}).fetchone() == (0,)


# -- what was asked for


def request() -> bytes | None:
    statement = "SELECT request FROM log_event WHERE stream = %(stream)s ORDER BY seq"
    (first,), *others = execute(statement, {"stream": STREAM}).fetchall()
    assert all(other is None for (other,) in others)
    return first and bytes(first)


def digest_with(secret: str, settings: Settings, *asked: object) -> bytes | None:
    settings.SECRET_KEY = secret
    return digest_of_request(STREAM, 7, command_for(KEY, *asked))


def test_a_sealed_bid_is_not_found_by_trying_all_without_the_services_key(settings: Settings):
    append(STREAM, head=Head(), events=[event(), event()], actor=7, command=command_for(KEY, "bid", 3))
    mine, found = settings.SECRET_KEY, request()
    tried = {digest_with("guessed" * 8, settings, "bid", bid) for bid in range(14)}
    assert found not in tried
    assert [bid for bid in range(14) if digest_with(mine, settings, "bid", bid) == found] == [3]
    others = [(STREAM, 7, "other"), (STREAM, 8, KEY), ("table:other", 7, KEY)]
    assert found not in {digest_of_request(stream, actor, command_for(key, "bid", 3)) for stream, actor, key in others}


def test_a_request_is_its_meaning():
    def digest(*asked: object) -> bytes | None:
        return digest_of_request(STREAM, 7, command_for(KEY, *asked))

    assert digest({"a": 1, "b": (2, None)}) == digest({"b": [2, None], "a": 1})
    assert digest(Head(1, b"", 2)) == digest({"seq": 1, "digest": "", "recorded_at": 2})
    differ: list[tuple[object, ...]] = [(), (None,), ("a", "b"), ("a,b",), (["a", "b"],), (1,), ("1",)]
    assert len({digest(*asked) for asked in differ}) == len(differ)
    assert digest("\ud800", 10**400) == digest("\ud800", 10**400)
