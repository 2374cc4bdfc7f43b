"""Friends, blocks, invitations by name: asked, answered, and what a choice of privacy stops."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts import privacy, services
from accounts.models import Reach, Session, User
from tests.factories import client_of, concede, open_for
from tests.meeting import at_once
from tournaments.people import friends, invitations
from tournaments.people.errors import NotOpen, Refused, RoomError, UnknownPerson, WrongStatus

pytestmark = pytest.mark.django_db


@pytest.fixture
def met(ann: User, bob: User) -> None:
    """Ann and Bob have sat at a table."""
    concede(open_for(ann, bob))


def names(listed: Any) -> list[str]:
    return [friend.name for friend in listed]


def befriend(one: User, two: User) -> None:
    for user in (one, two):
        privacy.choose(user=user, choices={"invitations": "anyone"})
    friends.ask(user=one, name=two.username)
    friends.ask(user=two, name=one.username)


@given(st.sampled_from(Reach.values), st.booleans(), st.booleans())
def test_nobody_reaches_who_blocks_or_wants_nobody(reach: str, acquainted: bool, blocked: bool) -> None:
    may = privacy.may_address(reach, acquainted=acquainted, blocked=blocked)
    assert may == (not blocked and (reach == "anyone" or (reach == "people" and acquainted)))


@pytest.mark.django_db(transaction=True)
def test_who_asks_blocks_and_ends_at_the_same_moment_is_done_as_if_one_after_the_other(ann: User, bob: User) -> None:
    for user in (ann, bob):
        privacy.choose(user=user, choices={"invitations": "anyone"})

    def take_turns(*acts: Callable[[], None]) -> None:
        for act in acts * 40:
            with suppress(RoomError):
                act()

    pairs = ((ann, "bob"), (bob, "ann"))
    asks = [
        partial(take_turns, *(partial(act, user=user, name=name) for act in (friends.ask, friends.end)))
        for user, name in pairs
    ]
    blocks = partial(
        take_turns, partial(friends.block, user=ann, name="bob"), partial(privacy.unblock, user=ann, other=bob)
    )
    assert at_once(*asks, *asks, blocks, blocks) == [None] * 6


@pytest.mark.usefixtures("met")
def test_two_who_ask_each_other_are_friends(ann: User, bob: User) -> None:
    for _ in range(2):
        friends.ask(user=ann, name="bob")
    assert names(friends.circle(ann.pk).asked) == names(friends.circle(ann.pk).asked) == ["bob"]
    assert names(friends.circle(bob.pk).asking) == ["ann"]
    assert not friends.among(ann.pk, [bob.pk])
    friends.ask(user=bob, name="ANN")
    assert friends.among(bob.pk, [ann.pk])
    assert names(friends.circle(ann.pk).friends) == ["bob"]
    friends.end(user=bob, name="ann")
    friends.end(user=bob, name="ann")
    assert friends.circle(ann.pk) == friends.Friends((), (), ())


@pytest.mark.usefixtures("met")
def test_a_block_and_a_choice_get_the_same_answer(ann: User, bob: User, cleo: User) -> None:
    concede(open_for(ann, cleo))
    friends.block(user=bob, name="ann")
    privacy.choose(user=cleo, choices={"invitations": "nobody"})
    told = []
    for name in ("bob", "cleo"):
        with pytest.raises(NotOpen) as refused:
            friends.ask(user=ann, name=name)
        told.append(str(refused.value))
    assert told[0] == told[1]
    with pytest.raises(NotOpen):
        friends.ask(user=bob, name="ann")


@pytest.mark.usefixtures("met")
def test_a_block_ends_a_friendship(ann: User, bob: User) -> None:
    befriend(ann, bob)
    friends.block(user=ann, name="bob")
    friends.block(user=ann, name="bob")
    assert friends.circle(bob.pk).friends == ()
    with pytest.raises(Refused):
        friends.block(user=ann, name="ann")


@pytest.mark.parametrize("name", ["nobody", "", "a\x00b", "Robot", "Former player 1"])
def test_there_is_nobody_of_that_name(ann: User, robot: User, name: str) -> None:
    for act in (friends.ask, friends.end, friends.block):
        with pytest.raises(UnknownPerson):
            act(user=ann, name=name)


def test_guests_and_oneself_are_nobodys_friends(ann: User) -> None:
    with pytest.raises(Refused, match="yourself"):
        friends.ask(user=ann, name="ann")
    with pytest.raises(Refused, match="guest"):
        friends.ask(user=services.create_guest(), name="ann")


def test_friends_see_who_is_here_unless_it_is_hidden(ann: User, bob: User) -> None:
    befriend(ann, bob)
    assert friends.circle(ann.pk).friends[0].here is False
    client = client_of(bob)
    client.get("/")
    assert friends.circle(ann.pk).friends[0].here is True
    privacy.choose(user=bob, choices={"show_presence": False})
    assert friends.circle(ann.pk).friends[0].here is None
    privacy.choose(user=bob, choices={"show_presence": True})
    Session.objects.update(last_used_at="2026-01-01T00:00:00Z")
    assert friends.circle(ann.pk).friends[0].here is False


# -- invitations


def test_somebody_is_invited_to_a_table_by_name(ann: User, bob: User) -> None:
    privacy.choose(user=bob, choices={"invitations": "anyone"})
    table = open_for(ann, None)
    for _ in range(2):
        invitations.invite(user=ann, table_id=table, name="Bob")
    (waiting,) = invitations.waiting(bob)
    assert (waiting.table.id, waiting.by) == (table, "ann")
    invitations.decline(user=bob, table_id=table)
    assert invitations.waiting(bob) == []


def test_an_invitation_ends_with_the_open_table(ann: User, bob: User) -> None:
    befriend(ann, bob)
    table = open_for(ann, None)
    invitations.invite(user=ann, table_id=table, name="bob")
    client = client_of(bob)
    assert f"/tables/{table}" in client.get("/friends").content.decode()
    client.post(f"/tables/{table}/join")
    assert invitations.waiting(bob) == []
    with pytest.raises(WrongStatus):
        invitations.invite(user=ann, table_id=table, name="bob")


@pytest.mark.parametrize(
    ("reach", "known", "friendly", "open_to"),
    [
        ("anyone", False, False, True),
        ("people", False, False, False),
        ("people", True, False, True),
        ("people", False, True, True),
        ("nobody", True, True, False),
    ],
)
def test_whom_one_may_invite_is_theirs_to_say(
    ann: User, bob: User, reach: str, known: bool, friendly: bool, open_to: bool
) -> None:
    if known:
        concede(open_for(ann, bob))
    if friendly:
        befriend(ann, bob)
    privacy.choose(user=bob, choices={"invitations": reach})
    table = open_for(ann, None)
    try:
        invitations.invite(user=ann, table_id=table, name="bob")
    except NotOpen:
        assert not open_to
    else:
        assert open_to


def test_a_blocked_person_is_neither_invited_nor_invites(ann: User, bob: User) -> None:
    befriend(ann, bob)
    table, other = open_for(ann, None), open_for(bob, None)
    invitations.invite(user=ann, table_id=table, name="bob")
    friends.block(user=bob, name="ann")
    assert invitations.waiting(bob) == []
    for user, where, name in ((ann, table, "bob"), (bob, other, "ann")):
        with pytest.raises(RoomError):
            invitations.invite(user=user, table_id=where, name=name)


def test_only_those_who_sit_there_invite(ann: User, bob: User, cleo: User) -> None:
    privacy.choose(user=bob, choices={"invitations": "anyone"})
    table = open_for(ann, None)
    with pytest.raises(RoomError, match="not_seated"):
        invitations.invite(user=cleo, table_id=table, name="bob")
    with pytest.raises(Refused, match="seated"):
        invitations.invite(user=ann, table_id=table, name="ann")


def test_pages_say_what_is_wrong_beside_the_field(ann: User, bob: User) -> None:
    client = client_of(ann)
    for name, status in (("nobody", 404), ("bob", 403), ("ann", 422)):
        answer = client.post("/friends/ask", {"player": name})
        assert (answer.status_code, 'id="friend-error"' in answer.content.decode()) == (status, True)
    table = open_for(ann, None)
    client.post(f"/tables/{table}/invite", {"player": "nobody"})
    assert "There is no such player" in client.get(f"/tables/{table}").content.decode()
    assert client.post("/tables/nothere000/invite", {"player": "bob"}).status_code == 404


def test_forms_want_the_token_of_the_page(ann: User, bob: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    for path in ("/friends/block", "/settings/privacy", "/settings/erasure", "/settings/sessions/end"):
        assert client.post(path, {"player": "bob", "name": "ann"}).status_code == 403
    assert privacy.blocked(ann) == []
    assert User.objects.get(pk=ann.pk).erasure_at is None
