"""Writers that race: exactly one wins, whatever they bring."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from tests.log.streams import STREAM, event, grow
from tournaments.log import selectors, verification
from tournaments.log.services import Conflict, Head, append

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 4


def race(write: Callable[[int], object]) -> Counter[str]:
    """How the writers fared, each on a connection of its own, let go at once."""
    start = Barrier(WRITERS)

    def run(writer: int) -> str:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            write(writer)
        except Conflict:
            return "conflict"
        else:
            return "won"
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return Counter(pool.map(run, range(WRITERS)))


ONE_WINS = Counter(won=1, conflict=WRITERS - 1)


@pytest.mark.parametrize("before", [0, 1, 5])
def test_of_writers_at_the_same_seq_exactly_one_wins(before):
    for attempt in range(5):
        stream = f"table:{attempt}"
        head = grow(stream, sizes=[1] * before)
        fared = race(lambda writer: append(stream, head=head, events=[event(writer=writer)] * 2))  # noqa: B023
        assert fared == ONE_WINS
        assert len(selectors.load(stream)) == before + 2
        assert verification.verify(stream) is None


def test_of_writers_in_transactions_of_their_own_exactly_one_wins():
    head = grow()

    def write(writer: int) -> None:
        with transaction.atomic():
            append(STREAM, head=head, events=[event(writer=writer)])

    assert race(write) == ONE_WINS
    assert verification.verify(STREAM) is None


def test_a_command_that_arrives_many_times_at_once_appends_once():
    before = grow()

    def write(_writer: int) -> None:
        for _attempt in range(WRITERS + 1):
            if selectors.appended_by(STREAM, actor=7, command="again") is None:
                try:
                    append(STREAM, head=selectors.head(STREAM), events=[event()], actor=7, command="again")
                except Conflict:
                    continue
            return

    race(write)
    assert selectors.head(STREAM).seq == before.seq + 1


def test_a_command_appends_once_even_for_writers_that_never_look_for_it():
    before = grow()
    race(lambda _writer: append(STREAM, head=selectors.head(STREAM), events=[event()], actor=7, command="again"))
    with pytest.raises(Conflict):
        append(STREAM, head=selectors.head(STREAM), events=[event()], actor=7, command="again")
    assert selectors.head(STREAM).seq == before.seq + 1


def test_many_writers_that_try_again_lose_nothing():
    def write(writer: int) -> None:
        for n in range(10):
            while True:
                try:
                    append(STREAM, head=selectors.head(STREAM), events=[event()], actor=writer, command=f"{n}")
                except Conflict:
                    continue
                break

    assert race(write) == Counter(won=WRITERS)
    stored = selectors.load(STREAM)
    assert [e.seq for e in stored] == list(range(1, 10 * WRITERS + 1))
    assert len({(e.actor, e.command) for e in stored}) == 10 * WRITERS
    assert verification.verify(STREAM) is None


def test_a_new_stream_is_empty_until_its_append_commits():
    with transaction.atomic():
        append(STREAM, head=Head(), events=[event()])
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(_head_from_outside).result(timeout=30) == Head()
    assert selectors.head(STREAM).seq == 1


def _head_from_outside() -> Head:
    try:
        return selectors.head(STREAM)
    finally:
        connection.close()
