"""Looking for opponents: who waits for the same is seated together, once; a wait ends by itself, and leaves nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import erasure as accounts
from accounts import privacy, services
from accounts.models import User
from tests.clock import Clock
from tests.factories import client_of, concede, open_for
from tests.people.test_export import exported
from tournaments.log.errors import RoomError
from tournaments.people import seeks
from tournaments.people.errors import NotAllowed, Refused
from tournaments.people.models import Seek
from tournaments.people.tasks import tick
from tournaments.ratings.models import Rating
from tournaments.tables import selectors
from tournaments.tables.errors import UnknownGame
from tournaments.tables.models import Table

pytestmark = pytest.mark.django_db

GAME, MINUTE = "german-whist", 60_000


def table_of(user: User) -> str | None:
    wait = seeks.of_user(user.pk)
    return wait.table if wait else None


def look(*users: User, game: str = GAME, **given: Any) -> None:
    for user in users:
        seeks.ask(user=user, game=game, **given)


def test_two_who_look_for_the_same_sit_down_with_each_other(ann: User, bob: User) -> None:
    look(ann)
    assert table_of(ann) is None
    look(bob)
    table = selectors.summary(table_of(bob) or "")
    assert table_of(ann) == table.id
    assert (table.status, table.game, {*table.seats}) == ("playing", GAME, {ann.pk, bob.pk})
    assert table.clock is not None
    assert (table.clock.text, table.rated) == ("300+5", False)


@pytest.mark.parametrize("other", [{"clock": "180+3"}, {"game": "duck-soup"}])
def test_who_looks_for_something_else_is_not_found(ann: User, bob: User, other: dict[str, str]) -> None:
    look(ann)
    look(bob, **other)
    assert (table_of(ann), table_of(bob)) == (None, None)


def test_tables_of_several_sizes_are_apart_and_begin_when_all_are_there(people: list[User]) -> None:
    look(*people[:2], game="gasp", seats=3)
    look(people[2], game="gasp", seats=4)
    assert not Table.objects.exists()
    look(people[3], game="gasp", seats=3)
    assert {*selectors.summary(table_of(people[3]) or "").seats} == {people[at].pk for at in (0, 1, 3)}


@pytest.mark.parametrize(("both", "rated"), [((True, True), True), ((True, False), False)])
def test_a_table_is_rated_if_all_want_it(ann: User, bob: User, both: tuple[bool, bool], rated: bool) -> None:
    for user, wants in zip((ann, bob), both, strict=True):
        look(user, rated=wants)
    assert selectors.summary(table_of(ann) or "").rated is rated


def test_a_guest_plays_too_and_nothing_counts_then(ann: User) -> None:
    guest = services.create_guest()
    look(ann, guest, rated=True)
    assert selectors.summary(table_of(guest) or "").rated is False


def test_ratings_are_near_at_first_and_far_in_the_end(ann: User, bob: User, clock: Clock) -> None:
    known = {"bot": "", "tables": 40, "summited": False, "peak": 2_200, "met": [], "rated_at": 0}
    Rating.objects.create(pool=GAME, user=ann.pk, rating=2_200, **known)
    look(ann, bob)
    for _ in range(15):
        assert table_of(ann) is None
        clock.now += 3_000
        for user in (ann, bob):
            seeks.renew(user=user)
    assert table_of(ann) == table_of(bob) is not None


@pytest.mark.parametrize("way", ["blocks", "is blocked"])
def test_those_who_block_each_other_are_never_seated_together(ann: User, bob: User, way: str, clock: Clock) -> None:
    one, other = (ann, bob) if way == "blocks" else (bob, ann)
    privacy.block(user=one, other=other)
    look(ann, bob)
    for _ in range(40):
        clock.now += 3_000
        assert [seeks.renew(user=user).table for user in (ann, bob)] == [None, None]  # type: ignore[union-attr]


def test_who_has_been_banned_meanwhile_is_not_seated(ann: User, bob: User) -> None:
    look(ann)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    look(bob)
    assert table_of(bob) is None


def test_one_waits_for_one_thing_at_a_time(ann: User, bob: User) -> None:
    look(ann)
    look(ann, game="duck-soup")
    look(bob)
    assert Seek.objects.filter(user=ann).count() == 1
    assert (table_of(ann), table_of(bob)) == (None, None)


def test_asked_for_the_same_again_the_wait_goes_on(ann: User, clock: Clock) -> None:
    look(ann)
    since = Seek.objects.get().since
    clock.now += 20_000
    look(ann)
    assert Seek.objects.get().since == since
    look(ann, clock="180+3")
    assert Seek.objects.get().since == clock.now


def test_who_presses_twice_is_led_to_the_table_that_was_found(ann: User, bob: User, people: list[User]) -> None:
    look(ann, bob)
    found = table_of(ann)
    look(ann)
    assert table_of(ann) == found is not None
    look(people[0])
    assert Table.objects.count() == 1
    concede(found)
    look(ann)
    assert table_of(ann) == table_of(people[0]) != found


def test_a_wait_that_nobody_renews_is_passed_over_and_then_over(ann: User, bob: User, clock: Clock) -> None:
    look(ann)
    clock.now += seeks.HERE + 1
    look(bob)
    assert table_of(bob) is None
    clock.now += seeks.KEPT - seeks.HERE
    assert seeks.of_user(ann.pk) is None
    assert seeks.renew(user=ann) is None
    tick()
    assert [*Seek.objects.values_list("user", flat=True)] == [bob.pk]


def test_who_comes_back_in_time_keeps_the_place(ann: User, bob: User, clock: Clock) -> None:
    look(ann)
    clock.now += seeks.KEPT - 1
    look(bob)
    assert seeks.renew(user=ann) is not None
    assert table_of(ann) == table_of(bob) is not None


@pytest.mark.parametrize("end", ["ended", "given up", "played"])
def test_a_repeat_of_a_command_after_its_wait_begins_no_other(ann: User, bob: User, clock: Clock, end: str) -> None:
    asked: dict[str, Any] = {"user": ann, "game": GAME, "command": f"once-{end}"}
    first = seeks.ask(**asked)
    if end == "ended":
        seeks.end(user=ann)
    elif end == "given up":
        clock.now += seeks.KEPT + 1
        tick()
    else:
        look(bob)
        concede(table_of(ann) or "")
        clock.now += seeks.KEPT + 1
        tick()
    assert seeks.ask(**asked) == first
    assert not Seek.objects.filter(user=ann).exists()
    assert seeks.ask(**asked | {"command": f"again-{end}"}).since == clock.now


def test_a_key_that_another_wait_has_had_is_refused(ann: User, bob: User) -> None:
    seeks.ask(user=ann, game=GAME, command="mine")
    with pytest.raises(RoomError, match="key_reused"):
        seeks.ask(user=ann, game="duck-soup", command="mine")
    assert seeks.ask(user=bob, game="duck-soup", command="mine").game == "duck-soup", "a key is its user's own"


def test_a_wait_can_be_ended(ann: User, bob: User) -> None:
    look(ann)
    seeks.end(user=ann)
    look(bob)
    assert (seeks.of_user(ann.pk), table_of(bob)) == (None, None)


def test_a_wait_ends_with_its_session_and_with_no_other(ann: User, bob: User) -> None:
    here, elsewhere = client_of(ann), client_of(ann)
    here.post("/seek", {"game": GAME})
    elsewhere.post("/account/logout/")
    assert seeks.of_user(ann.pk) is not None
    here.post("/account/logout/")
    look(bob)
    assert (seeks.of_user(ann.pk), table_of(bob)) == (None, None)


def test_an_erased_account_waits_for_nobody_and_an_export_says_what_one_looks_for(ann: User) -> None:
    look(ann)
    assert [one["game"] for one in exported(ann)["looking_for"]] == [GAME]
    accounts.ask(user=ann)
    User.objects.filter(pk=ann.pk).update(erasure_at=timezone.now() - timedelta(seconds=1))
    tick()
    assert not Seek.objects.exists()


@pytest.mark.parametrize(
    ("given", "code"),
    [({"seats": 7}, "bad_seats"), ({"clock": "1+1"}, "bad_clock"), ({"clock": "x"}, "bad_clock")],
)
def test_what_nobody_can_look_for_is_refused(ann: User, given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused, match=code):
        look(ann, **given)
    assert not Seek.objects.exists()


def test_a_game_that_there_is_not_is_refused(ann: User) -> None:
    with pytest.raises(UnknownGame):
        look(ann, game="bridge")


def test_bots_do_not_look_for_people(robot: User) -> None:
    with pytest.raises(NotAllowed, match="bot_account"):
        look(robot)


def test_who_has_too_many_tables_does_not_look_for_one_more(ann: User, settings: Settings) -> None:
    for _ in range(2):
        open_for(ann, None)
    settings.CAPS = settings.CAPS | {"tables": 1}
    with pytest.raises(Refused, match="too_many_tables"):
        look(ann)


def test_bots_are_offered_after_a_minute(ann: User, clock: Clock) -> None:
    browser = client_of(ann)
    browser.post("/seek", {"game": "gasp", "seats-gasp": "4"})
    assert "Play with bots now" not in browser.get("/seek").content.decode()
    for _ in range(20):
        clock.now += 3_000
        page = browser.get("/seek/now").content.decode()
    assert "Play with bots now" in page
    table = browser.post("/seek/bots", {"level": "greedy"}).headers["Location"].removeprefix("/tables/")
    assert selectors.summary(table).bots.count("greedy") == 3
    assert seeks.of_user(ann.pk) is None


def test_a_stranger_becomes_a_guest_only_by_asking() -> None:
    browser = Client()
    assert browser.get("/seek").status_code == 200
    assert "HX-Redirect" in browser.get("/seek/now").headers
    assert not User.objects.exists()
    browser.post("/seek", {"game": GAME})
    assert User.objects.get().is_guest
    assert Seek.objects.get().user == User.objects.get()
