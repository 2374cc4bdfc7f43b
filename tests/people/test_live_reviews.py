"""A review, live: who has joined is sent what is shown, as it is now and with each step, and nobody else is."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from msgspec import convert

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import concede, open_for
from tests.streaming import Request, asked, bearer, connections_of, run, until
from tournaments.clubs import services as clubs
from tournaments.clubs.streams import CLUBS
from tournaments.kit.streaming import PLACES
from tournaments.people import chat
from tournaments.people.places import in_review
from tournaments.people.reviews import services
from tournaments.people.reviews.shown import Viewing
from tournaments.people.reviews.streaming import Reviews
from tournaments.people.tasks import tick
from tournaments.people.web.api.review_shapes import StreamReview

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    CLUBS.forget()
    yield
    assert not PLACES.taken


def opened(leader: User, *others: User, club: str | None = None) -> str:
    table = open_for(leader, others[0], club=club)
    concede(table)
    made = services.open_review(user=leader, table_id=table)
    for user in others:
        services.join(user=user, review_id=made)
    return made


def path(review: str) -> str:
    return f"/api/reviews/{review}/stream"


def shown(request: Request) -> list[dict[str, Any]]:
    parts = request.body.decode().split("\n\n")
    return [json.loads(part.split("data: ", 1)[1]) for part in parts if "event: shown" in part]


def test_each_step_is_sent_and_who_comes_back_is_told_how_it_stands_now(ann: User, bob: User) -> None:
    review, headers = opened(ann, bob), bearer(bob)[0]

    async def scene() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        async with asked(path(review), headers) as first:
            await until(first, b'"version":1')
            await sync_to_async(services.step)(user=ann, review_id=review, showing=Viewing(move=2, rings=("KS",)))
            await until(first, b'"version":2')
            told = shown(first)
        for move in (3, 4):
            await sync_to_async(services.step)(user=ann, review_id=review, showing=Viewing(move=move))
        async with asked(path(review), headers) as again:
            await until(again, b'"version":4')
            return told, shown(again)

    told, later = run(scene)
    assert [(each["version"], each["move"], each["rings"]) for each in told] == [(1, 0, []), (2, 2, ["KS"])]
    assert [(each["version"], each["move"]) for each in later] == [(4, 4)]
    assert later[0]["leader"] == {"id": ann.pk, "name": "ann"}
    for each in told:
        assert convert(each, StreamReview).version == each["version"]
        assert set(each) == set(StreamReview.__struct_fields__), "as the document says"


def test_a_step_that_no_message_told_of_is_found(
    ann: User, bob: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STREAM_CATCH_UP_SECONDS = 0.2
    monkeypatch.setattr("tournaments.people.reviews.streaming.announce", lambda *_: None)
    review, headers = opened(ann, bob), bearer(bob)[0]

    async def scene() -> None:
        async with asked(path(review), headers) as mine:
            await until(mine, b'"version":1')
            await asyncio.sleep(0.5)
            await sync_to_async(services.step)(user=ann, review_id=review, showing=Viewing(move=7))
            await until(mine, b'"move":7')

    run(scene)


def test_a_line_of_the_chat_is_told_by_its_number(ann: User, bob: User) -> None:
    review, headers = opened(ann, bob), bearer(bob)[0]

    async def scene() -> tuple[int, bytes]:
        async with asked(path(review), headers) as mine:
            await until(mine, b'{"last":0}')
            line = await sync_to_async(chat.write)(user=ann, place=in_review(review), text="xyzzyplugh")
            await until(mine, b'event: chat\ndata: {"last":%d}' % line)
            return line, mine.body

    assert b"xyzzyplugh" not in run(scene)[1]


def test_who_is_there_is_told_by_name(ann: User, bob: User) -> None:
    review = opened(ann, bob)
    anns, bobs = bearer(ann)[0], bearer(bob)[0]

    async def scene() -> None:
        async with asked(path(review), anns) as mine, asked(path(review), bobs):
            await until(mine, b'event: people\ndata: {"people":["ann","bob"]}')

    run(scene)


@pytest.mark.parametrize(
    ("who", "status"), [("stranger", 401), ("has not joined", 403), ("may not see it", 404), ("nowhere", 404)]
)
def test_nobody_else_hears(ann: User, bob: User, cleo: User, who: str, status: int) -> None:
    private = {"visibility": "private", "join": "invitation"} if who == "may not see it" else {}
    review = opened(ann, bob, club=founded(ann, bob, **private))
    headers = None if who == "stranger" else bearer(cleo)[0]

    async def scene() -> int:
        async with asked(path("x" * 10 if who == "nowhere" else review), headers) as request:
            return request.status

    assert run(scene) == status


def test_who_may_not_see_the_table_any_more_hears_no_more(ann: User, bob: User, cleo: User) -> None:
    club = founded(ann, bob, cleo, visibility="private", join="invitation")
    review = opened(ann, bob, cleo, club=club)
    cleos, bobs = bearer(cleo)[0], bearer(bob)[0]

    async def scene() -> bool:
        async with asked(path(review), cleos) as mine, asked(path(review), bobs) as other:
            await until(mine, b'"version":1')
            await sync_to_async(clubs.leave)(club_id=club, by=cleo.pk)
            await asyncio.wait_for(mine.ended.wait(), 20)
            return not other.ended.is_set()

    assert run(scene)


def test_its_end_is_told(ann: User, bob: User) -> None:
    review, headers = opened(ann, bob), bearer(bob)[0]

    async def scene() -> None:
        async with asked(path(review), headers) as mine:
            await until(mine, b'"over":false')
            await sync_to_async(services.end)(user=ann, review_id=review)
            await until(mine, b'"over":true')

    run(scene)
    tick()


def test_what_this_process_did_not_hear_is_told_when_it_looks(ann: User, bob: User) -> None:
    """Its first look, too: nobody heard what was said before it had subscribed."""
    review, here = opened(ann, bob), Reviews()
    assert b'"over":false' in here.now([review])[review]
    services.end(user=ann, review_id=review)
    assert b'"over":true' in here.missed([review])[review]
    assert here.missed([review]) == {}


def test_many_who_follow_hold_no_connections(ann: User, people: list[User]) -> None:
    review = opened(ann, *people)
    headers = [bearer(user)[0] for user in people for _twice in range(3)]
    before, during = connections_of(path(review), headers, b'"version":1')
    assert during <= before + 4  # the lanes of all streams together
