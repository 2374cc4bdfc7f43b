"""The commits of a table as a process keeps them folded: what is new is folded alone, and nothing else is believed."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.factories import open_for
from tournaments.log import sources
from tournaments.log.events import Stored
from tournaments.tables import frames, late, selectors, services
from tournaments.tables.errors import UnknownTable
from tournaments.tables.streams import TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    now = [1_800_000_000_000]
    monkeypatch.setattr(sources, "now_ms", lambda: now[0])
    return now


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The events that were read since it was cleared."""
    seqs, decode = set[int](), TABLES.decode

    def noted(state: Any, commit: Sequence[Stored]) -> list[Any]:
        seqs.update(event.seq for event in commit)
        return decode(state, commit)

    monkeypatch.setattr(TABLES, "decode", noted)
    return seqs


def move(table: str, clock: list[int], choice: int = 0) -> None:
    clock[0] += 10_000
    summary = selectors.summary(table)
    user = summary.seats[summary.to_act[0]] or 0
    legal = selectors.view(table_id=table, user_id=user).legal
    services.make_move(table_id=table, user_id=user, move=legal[choice])


def test_a_move_is_folded_onto_those_before_it(ann: User, bob: User, clock: list[int], read: set[int]) -> None:
    table = open_for(ann, bob)
    for _ in range(10):
        move(table, clock)
    before = frames.commits(table)
    for _ in range(3):
        move(table, clock)
        read.clear()
        after = frames.commits(table)
        assert after[: len(before)] == before
        assert read == {seq for seq, _event in after[-1][3]}
        before = after
    frames._kept.clear()
    assert frames.commits(table) == before


def test_what_was_rolled_back_is_not_built_on(ann: User, bob: User, clock: list[int]) -> None:
    table = open_for(ann, bob)
    move(table, clock)
    with transaction.atomic():
        move(table, clock, -1)
        other = frames.commits(table)
        transaction.set_rollback(True)
    TABLES.forget()
    clock[0] -= 10_000
    for _ in range(3):
        move(table, clock)
        found = frames.commits(table)
        assert found == frames.past(table, clock[0])
        frames._kept.clear()
        assert found == frames.commits(table) != other


def test_the_past_is_as_it_was(ann: User, bob: User, clock: list[int]) -> None:
    begun = clock[0]
    table, seen = open_for(ann, bob), []
    for _ in range(5):
        seen.append((clock[0], frames.commits(table)))
        move(table, clock)
    frames._kept.clear()
    for at, moments in reversed(seen):  # the latest first: what is kept reaches further than what is asked for
        assert frames.past(table, at) == frames.past(table, at + 9_999) == moments
    assert frames.past(table, begun - 1) == ()
    with pytest.raises(UnknownTable):
        frames.past("nosuchtabl", begun)


def test_what_was_done_within_the_delay_is_not_read_and_asks_nothing_more(
    ann: User, bob: User, clock: list[int], read: set[int]
) -> None:
    """How long an answer takes would tell of it."""
    table = open_for(ann, bob)
    for _ in range(10):
        move(table, clock)
    frames.past(table, clock[0])
    asked = []
    for moves in (0, 1, 3):
        for _ in range(moves):
            move(table, clock)
            clock[0] -= 8_000
        if moves:
            frames.commits(table)  # somebody in this process looks at the present
        clock[0] += 60_000
        read.clear()
        with CaptureQueriesContext(connection) as queries:
            late.seen(table, late.by_time(120))
        clock[0] -= 60_000
        asked.append((len(queries), read.copy()))
    assert asked[0] == asked[1] == asked[2]
    assert asked[0][1] == set()
