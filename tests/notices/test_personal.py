"""The stream of all that concerns somebody: what it tells, to whom, and that nothing is lost or told twice."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import httpx
import httpx_sse
import pytest
from asgiref.sync import sync_to_async
from django.db import connections, transaction

from accounts import services as accounts
from accounts.models import User
from tests.clock import Clock
from tests.factories import give_up, open_for, open_tables, started
from tests.notices.samples import tell
from tests.streaming import Headers, Request, asked, bearer, connections_of, run, session, until
from tournaments.kit.streaming import PLACES
from tournaments.notices import inserting
from tournaments.notices.personal import reading
from tournaments.notices.personal.lines import Cursor
from tournaments.notices.told import Over, Told
from tournaments.streams.forms import EVENTS
from tournaments.tables import presence, selectors, services
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/api/stream"
LINES = {"Accept": "application/x-ndjson"}
READY = b'"type":"ready"'
Lines = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def _quick(settings: Any) -> None:
    settings.STREAM_HEARTBEAT_SECONDS = 0.2


def lines(request: Request) -> Lines:
    return [json.loads(line) for line in request.body.splitlines() if line]


def play(*scenes: Callable[[Request], Awaitable[object]], headers: Headers, path: str = PATH) -> Lines:
    """All that is told while *scenes* are played, from the moment when all has been told that was."""

    async def scene() -> Lines:
        async with asked(path, headers | LINES) as request:
            await until(request, READY)
            for each in scenes:
                await each(request)
            return lines(request)

    return run(scene)


def then(act: Callable[[], object], line: bytes = b"") -> Callable[[Request], Awaitable[object]]:
    """*act*, and wait for *line* behind what was told before."""

    async def scene(request: Request) -> None:
        before = len(request.body)
        await sync_to_async(act)()
        async with asyncio.timeout(20):
            while line not in request.body[before:]:
                await asyncio.sleep(0.01)

    return scene


def move(table: str, user: User) -> int:
    """The first legal move of *user*; the seq after it."""
    seen = selectors.view(table_id=table, user_id=user.pk)
    return services.make_move(table_id=table, user_id=user.pk, move=seen.legal[0]).seq


def to_act(table: str, *users: User) -> tuple[User, User]:
    """Who is to act there, and who is not."""
    seat = selectors.summary(table).to_act[0]
    acting = selectors.summary(table).seats[seat]
    first, second = users
    return (first, second) if first.pk == acting else (second, first)


def kinds(told: Lines) -> list[str]:
    return [each["type"] for each in told]


def test_a_stranger_has_none() -> None:
    async def scene() -> int:
        async with asked(PATH) as request:
            return request.status

    assert run(scene) == 401


def test_it_can_only_be_read() -> None:
    async def scene() -> tuple[int, str, str, Any]:
        async with asked(PATH, method="POST") as request:
            await request.ended.wait()
            media_type, allowed = request.headers["content-type"], request.headers["allow"]
            return request.status, media_type, allowed, json.loads(request.body)["code"]

    assert run(scene) == (405, "application/problem+json", "GET", "method_not_allowed")


def test_it_begins_with_what_is_going_on(ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    acting, _other = to_act(table, ann, bob)
    tell(acting)
    (turn, ready) = [each for each in play(headers=bearer(acting)[0]) if each["type"] != "notice"]
    seen = selectors.view(table_id=table, user_id=acting.pk)
    assert (turn["type"], turn["cursor"], ready["type"]) == ("turn", None, "ready")
    mine = turn["table"]
    assert (mine["id"], mine["seq"], tuple(mine["legal"]), mine["me"]) == (table, seen.seq, seen.legal, seen.me)
    assert mine["view"] == json.loads(json.dumps(seen.view))


def test_my_turn_comes_with_the_table_as_my_seat_sees_it_and_the_others_moves_do_not(ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    acting, other = to_act(table, ann, bob)
    told = play(then(lambda: move(table, acting), b'"turn"'), headers=bearer(other)[0])
    turn = told[-1]
    seen = selectors.view(table_id=table, user_id=other.pk)
    assert (turn["type"], turn["table"]["seq"], tuple(turn["table"]["legal"])) == ("turn", seen.seq, seen.legal)
    assert turn["table"]["view"] == json.loads(json.dumps(seen.view))
    assert kinds(told) == ["table", "ready", "turn"]


def test_a_token_that_is_for_news_alone_shows_no_hand(ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    acting, other = to_act(table, ann, bob)
    _token, text = accounts.create_token(user=other, name="news", scopes=["notice:read"])

    def news() -> None:
        move(table, acting)
        invite(other)

    told = play(then(news, b'"notice"'), headers={"Authorization": f"Bearer {text}"})
    assert set(kinds(told)) == {"notice", "ready"}


def test_a_table_that_i_am_seated_at_begins_and_ends_there(ann: User, bob: User) -> None:
    tables: list[str] = []
    told = play(
        then(lambda: tables.append(open_for(ann, bob)), b'"table":{'),
        then(lambda: give_up(table_id=tables[0], user_id=bob.pk), b'"result"'),
        headers=bearer(ann)[0],
    )
    last = told[-1]
    assert (last["type"], last["table"]["id"], last["table"]["status"]) == ("result", tables[0], "finished")
    assert last["table"]["outcome"]["places"] == [1, 2]


def test_a_table_of_a_tournament_begins_for_programs_that_are_connected(ann: User, bob: User, cleo: User) -> None:
    """Nobody looks at the table: both have their stream alone, and one of them opened it before the round."""

    async def scene() -> Lines:
        async with asked(PATH, bearer_of[ann.pk] | LINES) as mine, asked(PATH, bearer_of[bob.pk] | LINES) as other:
            await until(mine, READY)
            await until(other, READY)
            await sync_to_async(started)(cleo.pk, [ann.pk, bob.pk], programs=True)
            async with asyncio.timeout(20):
                while b'"turn"' not in mine.body + other.body:
                    await asyncio.sleep(0.01)
            return lines(mine) + lines(other)

    bearer_of = {user.pk: bearer(user)[0] for user in (ann, bob)}
    told = run(scene)
    assert {each["table"]["status"] for each in told if each["type"] == "turn"} == {"playing"}
    assert any(each["type"] == "table" and each["table"]["status"] == "open" for each in told)


def test_a_program_comes_to_no_table_for_people_and_is_known_to_be_connected(ann: User, bob: User, cleo: User) -> None:
    (table,) = open_tables(started(cleo.pk, [ann.pk, bob.pk]))
    program, browser = bearer(ann)[0], session(bob)[0]

    async def scene() -> None:
        async with asked(PATH, program) as mine, asked(PATH, browser) as other:
            await until(mine, READY)
            await until(other, READY)
            async with asyncio.timeout(20):
                while not {ann.pk, bob.pk} <= (await sync_to_async(presence.look)([table]))[0].keys():
                    await asyncio.sleep(0.05)

    run(scene)
    state = TABLES.current(table).state
    assert (state.status, {state.chairs[seat].user for seat in state.joined}) == ("open", {bob.pk})
    assert presence.connected() & {ann.pk, bob.pk} == {ann.pk}


def test_who_does_not_sit_by_it_is_not_there(ann: User, bob: User, cleo: User) -> None:
    tournament = started(cleo.pk, [ann.pk, bob.pk], programs=True)
    (table,) = open_tables(tournament)

    async def scene() -> None:
        async with asked(f"{PATH}?sit=false", bearer_of[0]) as mine, asked(PATH, bearer_of[1]) as other:
            await until(mine, READY)
            await until(other, READY)
            async with asyncio.timeout(20):
                while bob.pk not in (await sync_to_async(presence.look)([table]))[0]:
                    await asyncio.sleep(0.05)

    bearer_of = [bearer(ann)[0], bearer(bob)[0]]
    run(scene)
    state = TABLES.current(table).state
    assert (state.status, len(state.joined)) == ("open", 1)
    assert set(presence.look([table])[0]) == {bob.pk}


def invite(user: User, table: str = "tab1e00001", by: int = 1) -> None:
    facts = {"table": table, "game": "gasp", "by": by}
    told = Told(kind="table_invited", users=(user.pk,), subject=table, facts=facts)
    inserting.write(told, stream=f"table:{table}", seq=1, at=1_000_000)


def take_back(table: str = "tab1e00001") -> None:
    inserting.end([Over(("table_invited",), table)], stream="", seq=0, now=1_000_001)


def test_notices_come_in_words_and_as_facts_and_say_when_they_are_over(ann: User) -> None:
    told = play(then(lambda: invite(ann), b'"notice"'), then(take_back, b'"over":true'), headers=bearer(ann)[0])
    asked_in, over = (each["notice"] for each in told if each["type"] == "notice")
    assert (asked_in["kind"], asked_in["facts"]["table"], asked_in["over"]) == ("table_invited", "tab1e00001", False)
    assert (asked_in["text"], asked_in["path"]) == ("Somebody invites you to a table of Gasp!", "/tables/tab1e00001")
    assert asked_in["id"] == over["id"]


def test_what_waits_for_an_answer_is_said_again_to_who_comes_and_what_is_over_is_not(ann: User) -> None:
    invite(ann)
    invite(ann, table="tab1e00002")
    take_back()
    (waiting, ready) = play(headers=bearer(ann)[0])
    assert (waiting["notice"]["subject"], waiting["cursor"], ready["type"]) == ("tab1e00002", None, "ready")


def test_words_are_in_the_language_that_is_asked_for(ann: User) -> None:
    invite(ann)
    told = play(headers=bearer(ann)[0] | {"Accept-Language": "es"})
    assert "te invita" in told[0]["notice"]["text"]


# -- coming back


def missed_after(told: Lines) -> list[tuple[str, str]]:
    """Of each thing that was told the last, in words that do not depend on when they are told."""
    latest: dict[str, tuple[str, str]] = {}
    for each in told:
        if each["type"] != "ready":
            about = each["table"]["id"] if "table" in each else each["notice"]["id"]
            latest[about] = (about, json.dumps(each.get("notice") or each["table"]["status"], sort_keys=True))
    return sorted(latest.values())


def test_who_comes_back_at_any_place_misses_nothing_and_is_told_nothing_twice(ann: User, bob: User) -> None:
    table, headers = open_for(ann, bob), bearer(ann)[0]

    def until_anns_next_turn() -> None:
        while True:
            move(table, to_act(table, ann, bob)[0])
            if to_act(table, ann, bob)[0] == ann:
                return

    whole = play(
        then(lambda: invite(ann), b'"notice"'),
        then(until_anns_next_turn, b'"turn"'),
        then(take_back, b'"over":true'),
        then(lambda: open_for(bob, ann), b'"table":{'),
        then(until_anns_next_turn, b'"turn"'),
        then(lambda: give_up(table_id=table, user_id=bob.pk), b'"result"'),
        headers=headers,
    )
    places = [at for at, each in enumerate(whole) if each["cursor"]]
    assert len(places) > 6
    for at in places:
        again = play(headers=headers | {"Last-Event-ID": whole[at]["cursor"]})
        assert missed_after(again) == missed_after(whole[at + 1 :]), whole[at]
        assert again[-1]["type"] == "ready"
        assert [each["cursor"] for each in again] == sorted((each["cursor"] for each in again), key=parsed)


def parsed(cursor: str) -> Cursor:
    found = Cursor.parse(cursor)
    assert found is not None
    return found


def test_the_place_may_stand_in_the_address_and_nothing_else_may(ann: User) -> None:
    headers = bearer(ann)[0]
    (ready,) = play(headers=headers)
    assert kinds(play(headers=headers, path=f"{PATH}?since={ready['cursor']}")) == ["ready"]

    async def scene(path: str) -> tuple[int, bytes]:
        async with asked(path, headers) as request:
            return request.status, request.body

    for wrong in ("?since=4", "?since=x-1", "?sit=maybe"):
        status, body = run(partial(scene, PATH + wrong))
        assert (status, json.loads(body)["code"]) == (400, f"bad_{wrong[1:].partition('=')[0]}")


@pytest.mark.parametrize("cursor", ["999999999-0", "0-999999999", "0-0"])
def test_a_place_that_is_not_known_begins_again(ann: User, bob: User, cursor: str) -> None:
    open_for(ann, bob)
    told = play(headers=bearer(ann)[0] | {"Last-Event-ID": cursor})
    assert [each["cursor"] for each in told[:-1]] == [None]


def test_so_does_one_of_more_than_a_week_ago(ann: User, bob: User, clock: Clock) -> None:
    open_for(ann, bob)
    cursor = {"Last-Event-ID": play(headers=bearer(ann)[0])[-1]["cursor"]}
    clock.days(8)
    open_for(ann, bob)
    assert [each["cursor"] for each in play(headers=bearer(ann)[0] | cursor)[:-1]] == [None, None]


def test_who_has_missed_too_much_begins_again(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    headers, table = bearer(ann)[0], open_for(ann, bob)
    ready = play(headers=headers)[-1]
    tables = [table, *(open_for(ann, bob) for _ in range(3))]
    again = headers | {"Last-Event-ID": ready["cursor"]}
    assert all(each["cursor"] for each in play(headers=again))
    monkeypatch.setattr(reading, "MOST", 2)
    told = play(headers=again)
    assert {each["table"]["id"] for each in told[:-1]} == set(tables)
    assert [each["cursor"] for each in told[:-1]] == [None] * 4


def test_what_is_written_while_another_still_writes_is_not_told_before_that(ann: User, bob: User) -> None:
    """One draws a number and takes long; another is quicker. Who was told the second alone would miss the first."""
    begun, go = threading.Event(), threading.Event()

    def slow() -> None:
        with transaction.atomic():
            invite(ann, table="slow000001")
            begun.set()
            go.wait(20)
        connections.close_all()

    async def scene() -> bytes:
        async with asked(PATH, headers | LINES) as request:
            await until(request, READY)
            thread = threading.Thread(target=slow)
            thread.start()
            await asyncio.to_thread(begun.wait, 20)
            await sync_to_async(invite)(ann, table="quick00001")
            await asyncio.sleep(0.3)
            early = request.body
            go.set()
            await until(request, b"quick00001")
            await until(request, b"slow000001")
            assert request.body.index(b"slow000001") < request.body.index(b"quick00001")
            thread.join()
            return early

    headers = bearer(ann)[0]
    assert b"quick00001" not in run(scene)


# -- who may


def test_nobody_is_told_what_concerns_others(ann: User, bob: User, cleo: User) -> None:
    def all_of_it() -> None:
        table = open_for(ann, bob)
        invite(ann)
        give_up(table_id=table, user_id=bob.pk)
        invite(cleo, table="tab1e00002")

    told = play(then(all_of_it, b"tab1e00002"), headers=bearer(cleo)[0])
    assert kinds(told) == ["ready", "notice"]


def test_no_line_holds_a_card_that_the_seat_does_not_know(ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    hand = selectors.view(table_id=table, user_id=bob.pk).view
    told = play(headers=bearer(ann)[0])
    assert hand is not None
    assert json.loads(json.dumps(hand)) != told[0]["table"]["view"]
    assert told[0]["table"]["view"] == json.loads(json.dumps(selectors.view(table_id=table, user_id=ann.pk).view))


@pytest.mark.parametrize("way", ["revoked", "logged out", "closed"])
def test_it_ends_with_what_it_was_opened_by(ann: User, way: str) -> None:
    headers, token = bearer(ann)
    cookie, client = session(ann)

    def end() -> None:
        if way == "revoked":
            accounts.revoke_token(user=ann, token_id=token)
        elif way == "logged out":
            client.logout()
        else:
            User.objects.filter(pk=ann.pk).update(is_active=False)

    async def scene() -> bool:
        async with asked(PATH, cookie if way == "logged out" else headers) as request:
            await until(request, READY)
            await sync_to_async(end)()
            await asyncio.wait_for(request.ended.wait(), 20)
            return True

    assert run(scene)
    assert not PLACES.taken


def test_it_takes_a_place_of_its_account(ann: User, settings: Any) -> None:
    settings.STREAM_LIMITS = {"user": 1, "address": 9}
    headers = bearer(ann)[0]

    async def scene() -> tuple[int, Headers]:
        async with asked(PATH, headers) as _first, asked(PATH, headers) as second:
            return second.status, second.headers

    status, answer = run(scene)
    assert (status, answer["retry-after"]) == (429, "30")


# -- what it is made of


def test_events_and_lines_are_the_same_in_two_forms(ann: User, bob: User) -> None:
    open_for(ann, bob)
    headers = bearer(ann)[0]

    async def scene() -> Request:
        async with asked(PATH, headers) as request:
            await until(request, READY)
            await until(request, EVENTS.heartbeat)
            return request

    request = run(scene)
    answer = httpx.Response(200, headers={"Content-Type": "text/event-stream"}, content=request.body)
    (first, ready) = list(httpx_sse.EventSource(answer).iter_sse())
    assert request.headers["content-type"] == "text/event-stream"
    assert (first.id, ready.id, first.retry) == ("", json.loads(ready.data)["cursor"], 1000)
    assert json.loads(first.data) == play(headers=headers)[0]


def test_an_empty_line_says_that_it_is_still_there(ann: User) -> None:
    headers = bearer(ann)[0] | LINES

    async def scene() -> Request:
        async with asked(PATH, headers) as request:
            await until(request, b"}\n\n")
            return request

    assert run(scene).headers["content-type"] == "application/x-ndjson"


def test_many_hold_a_few_connections() -> None:
    headers = [bearer(accounts.create_guest())[0] for _ in range(40)]
    before, during = connections_of(PATH, headers, READY)
    assert during <= before + 5  # the lanes of all streams together
