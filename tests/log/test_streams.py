"""The laws of every room: a lost race decides again, a repeated command gives the first answer, and so on."""

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from tests.log.rooms import Added, Counter, Counters, Unknown, adding
from tournaments.log import selectors
from tournaments.log.commands import Plain, command_for
from tournaments.log.errors import Conflict, NotReadable, Refused, Stale
from tournaments.log.events import NewEvent
from tournaments.log.folds import Folded
from tournaments.log.services import append
from tournaments.log.streams import HURRIED

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def counters() -> Counters:
    counters = Counters()
    counters.begin("a", [Added(5)], actor=1, command=command_for("begin", "open", 5))
    return counters


def elsewhere(counter: Counters, amount: int) -> None:
    """Another process appends."""
    Counters().carry_out("a", adding(amount), actor=2, command=None)


def test_what_is_decided_is_appended_and_told(counters: Counters):
    assert counters.carry_out("a", adding(-2), actor=1, command=None).total == 3
    assert counters.current("a").state.total == 3
    assert counters.told == [("a", 1), ("a", 2)]


def test_a_decision_that_nothing_follows_appends_nothing(counters: Counters):
    assert counters.carry_out("a", adding(0), actor=1, command=None).seq == 1
    assert selectors.head("counter:a").seq == 1


def test_a_stream_that_is_not_there_is_unknown(counters: Counters):
    for read in (counters.current, counters.recent, lambda name: counters.as_of(name, 1)):
        with pytest.raises(Unknown):
            read("b")
    with pytest.raises(Unknown):
        counters.carry_out("b", adding(1), actor=1, command=None)


@pytest.mark.parametrize("newer", [NewEvent("counter.doubled", 1, {}), NewEvent("counter.added", 2, {"by": 1})])
def test_what_a_newer_version_has_written_keeps_its_own_stream_alone_closed(counters: Counters, newer: NewEvent):
    counters.begin("b", [Added(1)], actor=1, command=None)
    append("counter:a", head=selectors.head("counter:a"), events=[newer], actor=2, command="newer")
    for ask in (counters.current, lambda name: counters.carry_out(name, adding(1), actor=1, command=None)):
        with pytest.raises(NotReadable) as raised:
            ask("a")
        assert (raised.value.status, raised.value.code) == (503, "newer_version")
    assert selectors.head("counter:a").seq == 2
    assert counters.carry_out("b", adding(1), actor=1, command=None).total == 2


def test_a_stream_begins_once(counters: Counters):
    with pytest.raises(Conflict):
        counters.begin("a", [Added(1)], actor=1, command=command_for("again", "open", 1))


def test_a_lost_race_decides_again_on_the_new_state(counters: Counters):
    elsewhere(counters, -4)
    with pytest.raises(Refused):
        counters.carry_out("a", adding(-5), actor=1, command=None)
    assert counters.carry_out("a", adding(-1), actor=1, command=None).total == 0


def test_a_refusal_on_an_old_state_is_looked_at_again(counters: Counters):
    elsewhere(counters, 5)
    assert counters.recent("a").state.total == 5
    assert counters.carry_out("a", adding(-10), actor=1, command=None).total == 0


def test_who_is_late_again_and_again_gets_their_turn(counters: Counters):
    others: list[Future[None]] = []

    def add() -> None:
        try:
            elsewhere(counters, 1)
        finally:
            connection.close()

    def decide(counter: Counter) -> list[Added]:
        others.append(pool.submit(add))
        if len(others) <= HURRIED:
            others[-1].result(timeout=30)
        return [Added(1)]

    with ThreadPoolExecutor(1) as pool:
        seen = counters.carry_out("a", decide, actor=1, command=None)
        others[-1].result(timeout=30)
    assert seen.total == 5 + HURRIED + 1
    assert counters.current("a").state.total == seen.total + 1


def test_who_cannot_be_answered_in_their_turn_is_told_that_things_have_changed(counters: Counters):
    def decide(counter: Counter) -> list[Added]:
        elsewhere(counters, 1)
        return [Added(1)]

    with pytest.raises(Stale):
        counters.carry_out("a", decide, actor=1, command=None)


def test_a_whole_transaction_is_tried_again_while_others_are_quicker(counters: Counters):
    late = iter([True, True, False])

    def attempt() -> Counter:
        with transaction.atomic():
            seen = counters.current("a")
            if next(late):
                elsewhere_committed()
            return counters.append("a", seen, [Added(1)]).state

    def elsewhere_committed() -> None:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(add_and_close).result(timeout=30)

    def add_and_close() -> None:
        try:
            elsewhere(counters, 1)
        finally:
            connection.close()

    assert counters.repeat(attempt).total == 8
    with pytest.raises(Stale):
        counters.repeat(lambda: counters.begin("a", [Added(1)], actor=1, command=None))


def test_a_repeated_command_gives_the_first_answer(counters: Counters):
    first = counters.carry_out("a", adding(-2), actor=1, command=command_for("take", -2))
    counters.carry_out("a", adding(-3), actor=1, command=command_for("more", -3))
    again = Counters().carry_out("a", adding(-2), actor=1, command=command_for("take", -2))
    assert again == first
    assert selectors.head("counter:a").seq == 3


def test_a_repeated_command_that_asks_for_something_else_is_refused(counters: Counters):
    counters.carry_out("a", adding(-2), actor=1, command=command_for("take", -2))
    with pytest.raises(Refused, match="key_reused"):
        counters.carry_out("a", adding(-1), actor=1, command=command_for("take", -1))
    assert counters.carry_out("a", adding(-1), actor=2, command=command_for("take", -1)).total == 2


def test_a_repeated_command_is_answered_where_it_would_now_be_refused(counters: Counters):
    first = counters.carry_out("a", adding(-4), actor=1, command=command_for("take", -4))
    elsewhere(counters, -1)
    assert counters.carry_out("a", adding(-4), actor=1, command=command_for("take", -4)) == first
    for otherwise in (adding(-1), adding(0)):  # what it would come to now does not matter either
        assert counters.carry_out("a", otherwise, actor=1, command=command_for("take", -4)) == first
    with pytest.raises(Refused, match="key_reused"):
        counters.carry_out("a", adding(-5), actor=1, command=command_for("take", -5))


def test_where_rows_come_first_a_repeated_command_is_not_decided(counters: Counters, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(counters, "rows_first", True)
    first = counters.carry_out("a", adding(-2), actor=1, command=command_for("take", -2))

    def decide(_counter: Counter) -> list[Added]:
        raise AssertionError("it was asked")

    assert counters.carry_out("a", decide, actor=1, command=command_for("take", -2)) == first


def test_an_opening_is_known_again(counters: Counters):
    opening = command_for("begin", "open", 5)
    assert counters.has_taken("a", actor=1, command=opening)
    assert not counters.has_taken("a", actor=2, command=opening)
    assert not counters.has_taken("a", actor=1, command=command_for("another", "open", 5))
    assert not counters.has_taken("a", actor=1, command=None)
    with pytest.raises(Refused, match="key_reused"):
        counters.has_taken("a", actor=1, command=command_for("begin", "open", 6))
    with pytest.raises(Refused, match="key_reused"):
        counters.carry_out("a", adding(5), actor=1, command=command_for("begin", "add", 5))


def test_the_services_own_commands_are_known_by_their_names_alone(counters: Counters):
    first = counters.carry_out("a", adding(-2), actor=None, command=Plain("tick"))
    assert counters.carry_out("a", adding(-3), actor=None, command=Plain("tick")) == first


def test_a_transaction_sees_what_it_has_appended_and_leaves_no_trace_if_rolled_back(counters: Counters):
    with transaction.atomic():
        counters.carry_out("a", adding(-2), actor=1, command=None)
        assert counters.current("a").state.total == counters.recent("a").state.total == 3
        transaction.set_rollback(True)
    assert counters.current("a").state.total == counters.recent("a").state.total == 5
    assert counters.told == [("a", 1)]


def test_a_rolled_back_part_of_a_transaction_leaves_no_trace(counters: Counters):
    with transaction.atomic():
        with transaction.atomic():
            counters.carry_out("a", adding(-2), actor=1, command=None)
            transaction.set_rollback(True)
        assert counters.current("a").state.total == 5
        counters.carry_out("a", adding(-1), actor=1, command=None)
    assert counters.current("a").state.total == 4


def test_nobody_else_sees_what_is_not_committed(counters: Counters):
    def look() -> int:
        try:
            return counters.current("a").state.total
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        counters.carry_out("a", adding(-2), actor=1, command=None)
        assert pool.submit(look).result(timeout=30) == 5


def test_what_is_kept_never_goes_back(counters: Counters):
    before = counters.current("a")
    after = counters.carry_out("a", adding(-2), actor=1, command=None)
    counters.committed("a", before)
    assert counters.recent("a").state == after


def test_what_is_kept_and_not_in_the_log_is_not_built_on(counters: Counters):
    head = selectors.head("counter:a")
    forged = type(head)(head.seq, bytes(32), head.recorded_at)
    counters.committed("a", Folded(forged, Counter("a", 1, 1000)))
    assert counters.current("a").state.total == 5
    assert counters.carry_out("a", adding(-5), actor=1, command=None).total == 0


def test_the_states_that_were_used_last_are_kept(counters: Counters):
    for name in ("b", "c", "d"):
        counters.begin(name, [Added(1)], actor=1, command=None)
    reads: list[str] = []
    counters.fold = lambda stream_id, *_: reads.append(stream_id) or Counter(stream_id)  # type: ignore[method-assign,func-returns-value]
    for name in ("d", "c", "b", "a"):
        counters.current(name)
    assert reads == ["a"]


def test_several_streams_are_brought_up_to_date_at_once(counters: Counters):
    counters.begin("b", [Added(1)], actor=1, command=None)
    Counters().carry_out("a", adding(2), actor=1, command=None)  # by another process
    assert {name: each.total for name, each in counters.all_current(["a", "b"]).items()} == {"a": 7, "b": 1}
    with pytest.raises(Unknown):
        counters.all_current(["a", "nowhere"])


def test_a_stream_as_of_an_event(counters: Counters):
    counters.carry_out("a", lambda _: [Added(1), Added(1)], actor=1, command=None)
    counters.carry_out("a", adding(1), actor=1, command=None)
    assert [counters.as_of("a", seq).total for seq in (1, 2, 3, 4, 9)] == [5, 7, 7, 8, 8]


def test_of_many_at_once_nothing_is_lost_and_nobody_takes_too_much(counters: Counters):
    start = Barrier(4)

    def take(writer: int) -> list[str]:
        fared = []
        try:
            start.wait(timeout=30)
            for n in range(3):
                try:
                    counters.carry_out("a", adding(-1), actor=writer, command=command_for(f"{n}", -1))
                    fared.append("taken")
                except Refused:
                    fared.append("refused")
        finally:
            connection.close()
        return fared

    with ThreadPoolExecutor(4) as pool:
        fared = [one for each in pool.map(take, range(4)) for one in each]
    assert (fared.count("taken"), fared.count("refused")) == (5, 7)
    assert counters.current("a").state == Counters().current("a").state
    assert counters.current("a").state.total == 0
