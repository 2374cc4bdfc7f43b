"""A club's chat, live: its members hear of a line at once, nobody else does, and those who leave hear no more."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import TypeVar

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from tests.clubs.founding import founded
from tests.streaming import Request, asked, bearer, connections_of, run, until
from tournaments.clubs import services as clubs
from tournaments.clubs.streams import CLUBS
from tournaments.kit.streaming import PLACES
from tournaments.log import sources
from tournaments.people import chat, moderation, streaming
from tournaments.people.places import in_club
from tournaments.streams import batches
from tournaments.tables.live import chat_line

pytestmark = pytest.mark.django_db(transaction=True)
T = TypeVar("T")
DAY = 86_400_000


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    CLUBS.forget()
    yield
    assert not PLACES.taken


def path(club: str) -> str:
    return f"/api/clubs/{club}/chat/stream"


def test_members_hear_of_a_line_and_of_one_taken_out_and_none_of_the_words(ann: User, bob: User) -> None:
    club, other = founded(ann, bob), founded(ann, bob, slug="second", name="Second")
    (anns, _token), (bobs, _other) = bearer(ann), bearer(bob)

    async def scene() -> tuple[int, bytes, bytes]:
        async with asked(path(club), bobs) as mine, asked(path(other), anns) as elsewhere:
            await until(mine, b'{"last":0}')
            line = await sync_to_async(chat.write)(user=ann, place=in_club(club), text="xyzzyplugh")
            await until(mine, b'event: chat\ndata: {"last":%d}' % line)
            before = mine.body.count(b'{"last":%d}' % line)
            await sync_to_async(moderation.remove)(user=ann, line_id=line, cause="other")
            async with asyncio.timeout(20):
                while mine.body.count(b'{"last":%d}' % line) == before:
                    await asyncio.sleep(0.01)
            return line, mine.body, elsewhere.body

    line, told, elsewhere = run(scene)
    assert b"xyzzyplugh" not in told
    assert b'{"last":%d}' % line not in elsewhere


def test_many_who_read_hear_a_few_at_a_time_and_nobody_misses_a_line(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All at once they would ask for the line at once, and everybody else would wait for them."""
    monkeypatch.setattr(batches, "AT_ONCE", 2)
    club, (bobs, _token) = founded(ann, bob), bearer(bob)

    async def scene() -> tuple[list[int], list[bytes]]:
        async with contextlib.AsyncExitStack() as stack:
            readers = [await stack.enter_async_context(asked(path(club), bobs)) for _number in range(5)]
            for reader in readers:
                await until(reader, b'{"last":0}')
            told = [await _heard(readers, line) for line in (b'{"last":7}', b'{"last":8}')]
            return told, [reader.body for reader in readers]

    async def _heard(readers: list[Request], line: bytes) -> int:
        """How many have heard of *line* as soon as somebody has; then all of them."""
        streaming.talks().tell(club, chat_line(json.loads(line)["last"]))
        first = 0
        async with asyncio.timeout(20):
            while not first:
                await asyncio.sleep(0)
                first = sum(line in reader.body for reader in readers)
        for reader in readers:
            await until(reader, line)
        return first

    told, bodies = run(scene)
    assert told == [2, 2]
    assert [body.count(b'{"last":7}') for body in bodies] == [1] * 5


@pytest.mark.parametrize(("who", "status"), [("stranger", 401), ("outsider", 403), ("private", 404)])
def test_nobody_else_hears(ann: User, cleo: User, who: str, status: int) -> None:
    club = founded(ann, **({"visibility": "private", "join": "invitation"} if who == "private" else {}))
    headers = None if who == "stranger" else bearer(cleo)[0]

    async def scene() -> int:
        async with asked(path(club), headers) as request:
            return request.status

    assert run(scene) == status


@pytest.mark.parametrize("way", ["leaves", "removed", "banned"])
def test_who_is_no_member_any_more_hears_no_more(ann: User, bob: User, cleo: User, way: str) -> None:
    club = founded(ann, bob, cleo)
    headers, other = bearer(bob)[0], bearer(cleo)[0]
    until_then = sources.now_ms() + DAY
    acts = {
        "leaves": lambda: clubs.leave(club_id=club, by=bob.pk),
        "removed": lambda: clubs.remove(club_id=club, by=ann.pk, user_id=bob.pk, cause="other"),
        "banned": lambda: clubs.remove(club_id=club, by=ann.pk, user_id=bob.pk, cause="conduct", ban_until=until_then),
    }

    async def scene() -> bool:
        async with asked(path(club), headers) as mine, asked(path(club), other) as cleos:
            await sync_to_async(acts[way])()
            await asyncio.wait_for(mine.ended.wait(), 20)
            return not cleos.ended.is_set()

    assert run(scene)


def test_a_line_that_no_message_told_of_is_found(
    ann: User, bob: User, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STREAM_CATCH_UP_SECONDS = 0.2  # type: ignore[attr-defined]
    monkeypatch.setattr("tournaments.people.streaming.announce", lambda *_: None)
    club = founded(ann, bob)

    async def scene() -> bytes:
        async with asked(path(club), bearer_of_bob) as mine:
            await until(mine, b'{"last":0}')
            line = await sync_to_async(chat.write)(user=ann, place=in_club(club), text="Lost?")
            await until(mine, b'{"last":%d}' % line)
            return mine.body

    bearer_of_bob = bearer(bob)[0]
    assert run(scene).count(b'{"last":0}') == 1


def test_many_who_listen_hold_no_connections(ann: User, people: list[User]) -> None:
    club = founded(ann, *people)
    headers = [bearer(user)[0] for user in people for _twice in range(3)]

    before, during = connections_of(path(club), headers, b'{"last":0}')
    assert during <= before + 4  # the lanes of all streams together
