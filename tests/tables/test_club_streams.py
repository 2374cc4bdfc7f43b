"""The stream of a club's table ends with the right to know of it; who sits there goes on."""

import asyncio
import contextlib
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import open_for
from tests.streaming import Headers, asked, bearer, run
from tournaments.clubs import services
from tournaments.clubs.events import Edited

pytestmark = pytest.mark.django_db(transaction=True)

PRIVATE = Edited(visibility="private", join="invitation")


@pytest.fixture
def club(ann: User, bob: User, cleo: User) -> str:
    """Ann's, with Bob and Cleo as members."""
    return founded(ann, bob, cleo)


def ended(path: str, watching: dict[str, Headers], act: Callable[[], object], who: set[str]) -> set[str]:
    """Whose streams end because of *act*, once those of *who* have."""

    async def scene() -> set[str]:
        async with asyncio.timeout(50), contextlib.AsyncExitStack() as stack:
            names = ("seated", "member", "other")
            open_ = {name: await stack.enter_async_context(asked(path, watching[name])) for name in names}
            assert {one.status for one in open_.values()} == {200}
            await sync_to_async(act)()
            for name in who:
                await open_[name].ended.wait()
            await asyncio.sleep(1.5)  # time for another look, which ends nobody else's
            return {name for name, one in open_.items() if one.ended.is_set()}

    return run(scene)


def test_who_leaves_a_private_club_follows_its_tables_no_more(club: str, ann: User, bob: User, cleo: User) -> None:
    services.edit(club_id=club, by=ann.pk, wanted=PRIVATE)
    path = f"/api/tables/{open_for(ann, bob, club=club)}/stream"
    watching = {"seated": bearer(bob)[0], "member": bearer(ann)[0], "other": bearer(cleo)[0]}

    def go() -> None:
        for user in (bob, cleo):
            services.leave(club_id=club, by=user.pk)

    assert ended(path, watching, go, {"other"}) == {"other"}


def test_strangers_follow_no_more_once_a_club_is_private(club: str, ann: User, bob: User, cleo: User) -> None:
    path = f"/api/tables/{open_for(ann, bob, club=club)}/stream"
    watching: dict[str, Headers] = {"seated": bearer(ann)[0], "member": bearer(cleo)[0], "other": {}}

    def close() -> None:
        services.edit(club_id=club, by=ann.pk, wanted=PRIVATE)

    assert ended(path, watching, close, {"other"}) == {"other"}
