"""What people do to each other by name rings too: asked to be friends, invited to a table; until it is no longer so."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import privacy
from accounts.models import User
from tests.clock import Clock
from tests.factories import announced, open_for, open_tables, play_out
from tests.notices.browsers import browser
from tests.notices.conftest import Follow, told
from tournaments.director import services as director
from tournaments.notices import badge, selectors, timed
from tournaments.notices.models import Notice, Outgoing
from tournaments.people import erasure, friends, invitations
from tournaments.people.errors import NotOpen
from tournaments.tables import mine
from tournaments.tables import services as tables
from tournaments.tables.events import Clock as GameClock

pytestmark = pytest.mark.django_db
HOUR = 3_600_000
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def _open_to_all(ann: User, bob: User) -> None:
    for user in (ann, bob):
        privacy.choose(user=user, choices={"invitations": "anyone"})


def test_a_request_to_be_friends_rings_once(ann: User, bob: User) -> None:
    for _twice in range(2):
        friends.ask(user=ann, name="bob")
    assert (told(bob), told(ann)) == (["friend_request"], [])
    (shown,) = selectors.inbox(bob)
    assert (shown.text, shown.path) == ("ann wants to be friends", "/friends")


@pytest.mark.parametrize(
    "act",
    [
        lambda ann, bob: friends.ask(user=bob, name="ann"),
        lambda ann, bob: friends.end(user=bob, name="ann"),
        lambda ann, bob: friends.end(user=ann, name="bob"),
        lambda ann, bob: friends.block(user=bob, name="ann"),
        lambda ann, bob: friends.forget(ann.pk),
    ],
    ids=["accepted", "declined", "taken back", "blocked", "erased"],
)
def test_a_request_rings_until_it_is_answered(ann: User, bob: User, act: Callable[[User, User], None]) -> None:
    friends.ask(user=ann, name="bob")
    assert badge.unread(bob.pk) == 1
    act(ann, bob)
    assert badge.unread(bob.pk) == 0


def test_whom_one_blocks_does_not_ring(ann: User, bob: User) -> None:
    privacy.block(user=bob, other=ann)
    with pytest.raises(NotOpen):
        friends.ask(user=ann, name="bob")
    with pytest.raises(NotOpen):
        invitations.invite(user=ann, table_id=open_for(ann, None), name="bob")
    assert told(bob) == []


def test_an_invitation_to_a_table_rings_and_leads_there(ann: User, bob: User) -> None:
    table = open_for(ann, None)
    for _twice in range(2):
        invitations.invite(user=ann, table_id=table, name="bob")
    (shown,) = selectors.inbox(bob)
    assert (shown.text, shown.path) == ("ann invites you to a table of Duck Soup", f"/tables/{table}")
    assert told(bob) == ["table_invited"]


@pytest.mark.parametrize("way", ["sits down", "declines", "somebody else sits down", "called off", "blocks"])
def test_an_invitation_rings_as_long_as_the_seat_is_free(
    ann: User, bob: User, cleo: User, follow: Follow, way: str
) -> None:
    table = open_for(ann, None)
    invitations.invite(user=ann, table_id=table, name="bob")
    assert badge.unread(bob.pk) == 1
    acts: dict[str, Callable[[], object]] = {
        "sits down": lambda: tables.join(table_id=table, user_id=bob.pk),
        "declines": lambda: invitations.decline(user=bob, table_id=table),
        "somebody else sits down": lambda: tables.join(table_id=table, user_id=cleo.pk),
        "called off": lambda: tables.abort(table_id=table, user_id=ann.pk),
        "blocks": lambda: friends.block(user=bob, name="ann"),
    }
    acts[way]()
    follow()
    assert not Notice.objects.filter(kind="table_invited", over_at=None).exists()


def test_an_account_that_ends_asks_nobody_any_more(ann: User, bob: User) -> None:
    friends.ask(user=ann, name="bob")
    User.objects.filter(pk=ann.pk).update(erasure_at="2026-01-01T00:00:00Z")
    erasure.erase(ann.pk)
    assert badge.unread(bob.pk) == 0


# -- rounds of days


@pytest.fixture
def round_of_days(ann: User, bob: User, organiser: User, clock: Clock) -> str:
    clock_of_days = GameClock(2 * 86_400, 0, per_move=True)
    settings: dict[str, Any] = {"round_minutes": 3 * 24 * 60, "grace_minutes": 3 * 24 * 60, "clock": clock_of_days}
    cup = announced(organiser.pk, [ann.pk, bob.pk], **settings)
    director.start(tournament_id=cup, by=organiser.pk)
    return cup


def test_a_round_of_days_has_a_deadline_a_day_before(
    round_of_days: str, ann: User, bob: User, organiser: User, clock: Clock
) -> None:
    clock.now += 2 * DAY - HOUR
    timed.look_at_leagues()
    assert told(ann) == []
    clock.now += 2 * HOUR
    for _twice in range(2):
        timed.look_at_leagues()
    assert (told(ann), told(bob), told(organiser)) == (["deadline"], ["deadline"], [])
    (shown,) = selectors.inbox(ann)
    assert shown.text.startswith("Round 1 of Tuesday must be played by")
    assert shown.path == f"/tournaments/{round_of_days}"


def test_what_has_been_played_has_no_deadline(round_of_days: str, ann: User, clock: Clock, follow: Follow) -> None:
    clock.now += 2 * DAY + HOUR
    timed.look_at_leagues()
    play_out(round_of_days)
    follow()
    assert [each.kind.key for each in selectors.inbox(ann) if each.unread] == ["placed"]
    timed.look_at_leagues()
    assert told(ann).count("deadline") == 1


def test_a_round_of_an_hour_has_none(ann: User, bob: User, organiser: User, clock: Clock) -> None:
    cup = announced(organiser.pk, [ann.pk, bob.pk])
    director.start(tournament_id=cup, by=organiser.pk)
    assert open_tables(cup)
    timed.look_at_leagues()
    assert told(ann) == []


# -- my games


def test_my_games_are_in_the_order_of_their_deadlines(ann: User, bob: User) -> None:
    def slow(days: int) -> str:
        return open_for(ann, bob, clock=GameClock(days * 86_400, 0, per_move=True))

    three, one, two = slow(3), slow(1), slow(2)
    games = mine.of_user(ann.pk)
    assert {game.table.id for game in games} == {one, two, three}
    for mine_to_move in (True, False):
        own = [game.table.id for game in games if game.my_turn == mine_to_move]
        assert own == [table for table in (one, two, three) if table in own]


def pushes(user: User) -> int:
    return Outgoing.objects.filter(user=user, channel="push").count()


def test_who_asks_takes_it_back_and_asks_again_rings_once_a_day(ann: User, bob: User, clock: Clock) -> None:
    clock.now += DAY - clock.now % DAY
    browser(bob)
    for _again in range(8):
        friends.ask(user=ann, name="bob")
        friends.end(user=ann, name="bob")
        clock.now += HOUR
    assert pushes(bob) == 1
    friends.ask(user=ann, name="bob")
    assert (pushes(bob), badge.unread(bob.pk)) == (1, 1)
    friends.end(user=ann, name="bob")
    clock.now += DAY
    friends.ask(user=ann, name="bob")
    assert (pushes(bob), badge.unread(bob.pk)) == (2, 1)


def test_invitations_to_tables_that_come_and_go_ring_five_times_an_hour(ann: User, bob: User, follow: Follow) -> None:
    browser(bob)
    for _again in range(9):
        table = open_for(ann, None)
        invitations.invite(user=ann, table_id=table, name="bob")
        tables.abort(table_id=table, user_id=ann.pk)
        follow()
    assert told(bob) == ["table_invited"] * 9
    assert (pushes(bob), badge.unread(bob.pk)) == (5, 0)
