"""The stream of the bell: whose number it tells, when it ends, and what it keeps open meanwhile."""

import asyncio
from typing import TypeVar

import pytest
from asgiref.sync import sync_to_async

from accounts import services as accounts
from accounts.models import User
from tests.notices.samples import tell
from tests.streaming import asked, bearer, connections_of, run, session, until
from tournaments.kit.streaming import PLACES
from tournaments.notices import services

pytestmark = pytest.mark.django_db(transaction=True)
T = TypeVar("T")

PATH = "/api/notices/stream"
MANY = 60


def test_a_stranger_has_no_bell() -> None:
    async def scene() -> int:
        async with asked(PATH) as request:
            return request.status

    assert run(scene) == 401


def test_the_number_comes_at_first_and_whenever_it_changes_and_to_its_reader_alone(ann: User, bob: User) -> None:
    tell(ann)
    (anns, _token), (bobs, _other) = bearer(ann), bearer(bob)

    async def scene() -> bytes:
        async with asked(PATH, anns) as mine, asked(PATH, bobs) as other:
            await until(mine, b'{"unread":1}')
            await until(other, b'{"unread":0}')
            await sync_to_async(tell)(ann, number=2)
            await until(mine, b'{"unread":2}')
            await sync_to_async(services.mark_all_read)(user_id=ann.pk)
            await until(mine, b'{"unread":0}')
            return other.body

    assert b'"unread":1' not in run(scene)
    assert not PLACES.taken


def test_logging_out_ends_it(ann: User) -> None:
    headers, client = session(ann)

    async def scene() -> bool:
        async with asked(PATH, headers) as request:
            await sync_to_async(client.logout)()
            await asyncio.wait_for(request.ended.wait(), 20)
            return True

    assert run(scene)


def test_many_open_bells_hold_no_connections(ann: User) -> None:
    headers = [bearer(accounts.create_guest())[0] for _ in range(MANY)]

    before, during = connections_of(PATH, headers, b'{"unread":0}')
    assert during <= before + 4  # the lanes of all streams together
