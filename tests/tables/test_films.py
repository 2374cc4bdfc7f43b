"""Films are ordered once, made by one worker, kept for a while, and go with the names that they show."""

import pytest
from django.test import TestCase

from accounts import renaming
from accounts.models import User
from tests.clock import Clock
from tests.factories import concede, open_for
from tournaments.platform import valkey
from tournaments.platform.errors import TooOften
from tournaments.platform.units import DAY, SECOND
from tournaments.tables import films
from tournaments.tables.films import Asked
from tournaments.tables.models import Film

pytestmark = pytest.mark.django_db
KEY = "k" * 64
ASKED = Asked("T", 0, 3, "public", 0, "en")


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys that workers were asked to make."""
    found: list[str] = []

    def note(_name: str, arguments: list[str], **_options: object) -> None:
        found.extend(arguments)

    monkeypatch.setattr(valkey, "send_task", note)
    return found


def order(key: str = KEY, asked: Asked = ASKED) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        films.order(key, asked)


def test_the_same_film_is_ordered_once_and_made_once(orders: list[str]) -> None:
    order()
    order()
    assert orders == [KEY]
    assert films.begin(KEY) == ASKED
    assert films.begin(KEY) is None
    assert (films.state(KEY), films.film(KEY)) == ("waiting", None)
    films.keep(KEY, b"film")
    order()
    assert (films.state(KEY), films.film(KEY), orders) == ("made", b"film", [KEY])
    assert films.begin(KEY) is None


def test_an_order_whose_worker_has_died_is_taken_up_again_and_given_up_in_the_end(
    orders: list[str], clock: Clock
) -> None:
    order()
    for tried in range(films.TRIES):
        assert films.begin(KEY) == ASKED
        films.upkeep()
        assert len(orders) == 1 + tried
        clock.now += films.PATIENCE + SECOND
        films.upkeep()
        if tried < films.TRIES - 1:
            assert len(orders) == 2 + tried
    assert (films.begin(KEY), films.state(KEY)) == (None, "failed")
    order()
    assert films.state(KEY) == "waiting"


def test_films_are_kept_for_a_while_and_the_oldest_give_way(
    orders: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(films, "ROOM", 2)
    for number in range(4):
        clock.now += SECOND
        order(str(number))
        films.keep(str(number), b"abc")
    films.upkeep()
    assert sorted(Film.objects.values_list("pk", flat=True)) == ["2", "3"]
    assert films.shelf() == (2, 2, 6, 0, 0.0)
    clock.now += films.KEPT + DAY
    films.upkeep()
    assert not Film.objects.exists()


def test_nobody_orders_while_too_many_wait(orders: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "WAITING", 1)
    order()
    with pytest.raises(TooOften):
        order("another")
    clock.now += 3 * SECOND
    assert films.shelf()[3:] == (1, 3.0)


def test_films_go_with_the_names_that_they_show(ann: User, bob: User, cleo: User, orders: list[str]) -> None:
    for pair in ((ann, bob), (bob, cleo)):
        table = open_for(*pair)
        concede(table, settle=False)
        order(table, Asked(table, 0, 1, "public", 0, "en"))
    films.forget(cleo.pk)
    assert Film.objects.count() == 1
    renaming.rename(user=ann, name="annette")
    assert not Film.objects.exists()


def test_a_film_that_was_forgotten_meanwhile_is_not_kept(orders: list[str]) -> None:
    order()
    Film.objects.all().delete()
    films.keep(KEY, b"film")
    assert (films.state(KEY), films.film(KEY)) == ("none", None)


def test_films_that_failed_keep_nobody_from_ordering(orders: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "WAITING", 1)
    order()
    with pytest.raises(TooOften):
        order("l" * 64)
    films.give_up(KEY)
    order("l" * 64)
    assert orders == [KEY, "l" * 64]
