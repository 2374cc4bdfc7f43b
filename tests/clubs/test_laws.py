"""What holds for every club, whatever is asked of it in whatever order. Pure: gate, decisions and fold alone."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Event
from tests.clubs.making import NOW, facts
from tournaments.clubs import gate
from tournaments.clubs.choices import DUTIES
from tournaments.clubs.decisions import invitations, lapses, membership, offices
from tournaments.clubs.decisions.lapses import Outside
from tournaments.clubs.errors import RoomError
from tournaments.clubs.events import CODEC, Edited, Invited
from tournaments.clubs.folding import advance, fold
from tournaments.clubs.gate import Action, Person
from tournaments.clubs.projection import next_due
from tournaments.clubs.state import Club
from tournaments.platform.units import DAY

Step: TypeAlias = tuple[Action | None, Callable[[Club, int, int, int], Sequence[Event]]]
"""Who asks, about whom, when."""


def _invite(club: Club, by: int, about: int, now: int) -> Sequence[Event]:
    made = Invited(f"inv{len(club.invitations):07}", None, now + 3 * DAY, about % 3 + 1, about % 2 == 0)
    return invitations.invite(club, made, now=now)


def _follow(club: Club, by: int, about: int, now: int) -> Sequence[Event]:
    if not club.invitations:
        return ()
    key = sorted(club.invitations)[about % len(club.invitations)]
    return membership.join(club, by, invitation=key, now=now)


def _edit(club: Club, by: int, about: int, now: int) -> Sequence[Event]:
    policies: list[Any] = ["open", "request", "invitation", "closed"]
    return (Edited(join=policies[about % 4]),)


def _time(club: Club, by: int, about: int, now: int) -> Sequence[Event]:
    return lapses.due(club, outside=Outside(owner_is_shut_out=about == 5 and by == 5), now=now)


def _remove(club: Club, by: int, about: int, now: int) -> Sequence[Event]:
    return membership.remove(club, about, "other", None, now + 5 * DAY if by % 2 else None, now=now)


STEPS: dict[str, Step] = {
    "join": ("join", lambda club, by, about, now: membership.join(club, by, now=now)),
    "follow": ("join", _follow),
    "request": ("request", lambda club, by, about, now: membership.request(club, by, None, now=now)),
    "accept": ("accept", lambda club, by, about, now: membership.accept(club, about, now=now)),
    "decline": ("decline", lambda club, by, about, now: membership.decline(club, about)),
    "leave": ("leave", lambda club, by, about, now: membership.leave(club, by)),
    "remove": ("remove", _remove),
    "lift": ("lift", lambda club, by, about, now: membership.lift(club, about)),
    "invite": ("invite", _invite),
    "promote": ("roles", lambda club, by, about, now: offices.set_role(club, about, duties=DUTIES)),
    "demote": ("roles", lambda club, by, about, now: offices.set_role(club, about, duties=())),
    "offer": ("hand_over", lambda club, by, about, now: offices.offer(club, about, now=now)),
    "accept_offer": ("answer_handover", lambda club, by, about, now: offices.answer(club, by, accepts=True, now=now)),
    "claim": ("claim", lambda club, by, about, now: offices.claim(club, by, sat_lately=True, now=now)),
    "call": ("call_owner", lambda club, by, about, now: offices.call_owner(club, seen_at=0, now=now)),
    "close": ("close", lambda club, by, about, now: lapses.close(club, now=now)),
    "reopen": ("reopen", lambda club, by, about, now: lapses.reopen(club, by_staff=False, reason=None, now=now)),
    "edit": ("join_policy", _edit),
    "time": (None, _time),
    "erase": (None, lambda club, by, about, now: offices.lose_owner(club, "erased") if by == 5 else ()),
}
PEOPLE = st.integers(1, 6)
WAYS = st.lists(st.tuples(st.sampled_from(sorted(STEPS)), PEOPLE, PEOPLE, st.integers(0, 12)), max_size=60)
Told: TypeAlias = list[tuple[Event, int]]


def live(way: list[tuple[str, int, int, int]]) -> tuple[Club, Told]:
    """A club after *way*, each step checked, and its events with their times."""
    told: Told = [(facts(club="0123456789", owner=1), NOW)]
    club, now = fold("0123456789", told), NOW
    for name, by, about, days in way:
        now += days * DAY
        action, decide = STEPS[name]
        try:
            if action is not None:
                gate.check(Person(by), action, club, about, now=now)
            events = decide(club, by, about, now)
        except RoomError:
            continue
        before, club = club, advance(club, events, at=now)
        told += [(event, now) for event in events]
        check(before, club, now, erased=name == "erase")
    return club, told


def check(before: Club, club: Club, now: int, *, erased: bool) -> None:
    owners = [member.user for member in club.members.values() if member.role == "owner"]
    assert owners == ([club.owner] if club.owner is not None else [])
    assert (club.owner is None) == (club.lost is not None), "one owner, or a loss that is open"
    assert not [user for user in club.members if club.is_banned(user, now)], "nobody is a member and banned"
    assert not set(club.members) & set(club.requests)
    assert all(each.uses is None or each.used <= each.uses for each in club.invitations.values())
    assert set(club.claims) <= set(club.members)
    assert club.handover is None or club.handover.user in club.members
    if before.closed and club.closed and not erased:
        assert (before.members, before.facts) == (club.members, club.facts), (
            "closed is read-only, but an account may end"
        )


@given(WAYS)
@settings(max_examples=300)
def test_the_laws_hold_on_every_way(way: list[tuple[str, int, int, int]]):
    live(way)


@given(WAYS)
@settings(max_examples=100)
def test_what_is_stored_folds_to_the_same_club(way: list[tuple[str, int, int, int]]):
    club, told = live(way)
    stored = [(CODEC.decode(event.kind, event.version, _json(event)), at) for event, at in told]
    assert fold(club.id, stored) == club


def _json(event: Event) -> bytes:
    return msgspec.json.encode(CODEC.fields(event))


@given(WAYS)
@settings(max_examples=200)
def test_time_brings_nothing_before_the_club_says_so_and_something_then(way: list[tuple[str, int, int, int]]):
    club, told = live(way)
    at, due = told[-1][1], next_due(club)
    if due is None:
        assert lapses.due(club, outside=Outside(), now=at + 1_000 * DAY) == ()
    else:
        assert lapses.due(club, outside=Outside(), now=due - 1) == ()
        assert lapses.due(club, outside=Outside(), now=max(due, at)) != ()


@given(WAYS, PEOPLE)
@settings(max_examples=100)
def test_rights_end_with_membership(way: list[tuple[str, int, int, int]], user: int):
    club, told = live(way)
    if user in club.members:
        return
    inside = [name for name, rule in gate.RULES.items() if rule.least not in ("anybody", "nobody")]
    assert not [name for name in inside if gate.can(Person(user), name, club, user + 1, now=told[-1][1])]
