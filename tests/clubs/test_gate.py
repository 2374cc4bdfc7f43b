"""The permission table, cell by cell. The rows are the rules' own; the columns are those who ask."""

from typing import Any, get_args

import pytest

from tests.clubs.making import MEMBER, NOW, ORGANISER, OWNER, STAFF, STRANGER, club, person
from tournaments.clubs import gate
from tournaments.clubs.choices import DUTIES, LOOK
from tournaments.clubs.events import Closed, LookedIn, OwnerLost, Removed, RoleSet
from tournaments.clubs.gate import RULES, Action
from tournaments.clubs.state import FOREVER
from tournaments.platform.units import DAY

# A row: who may. O owner, E M L T an organiser with that duty alone, P a plain member, V signed in, S staff.
TABLE: dict[str, str] = {
    "see": "O E M L T P V S",
    "found": "O E M L T P V S",
    "request": "O E M L T P V S",
    "join": "O E M L T P V S",
    "history": "O E M L T P",
    "attend": "O E M L T P",
    "be_here": "O E M L T P",
    "open_table": "O E M L T P",
    "challenge": "O E M L T P",
    "leave": "E M L T P",
    **dict.fromkeys(("invite", "revoke", "accept", "decline", "remove", "ban", "lift"), "O M"),
    **dict.fromkeys(("news", "description", "emblem"), "O T"),
    **dict.fromkeys(("schedules", "presets", "nights", "marks", "tournaments"), "O E"),
    **dict.fromkeys(("seasons", "ladders", "ladder_rulings"), "O L"),
    **dict.fromkeys(("roles", "name", "slug", "zone", "visibility", "join_policy", "webhooks"), "O"),
    **dict.fromkeys(("hand_over", "close"), "O S"),
    "correct_pool": "O",
    "correct_site_pool": "S",
    "read_note": "O M",
    "claim": "O E M L T P",
    "call_owner": "O E M L T",
    "answer_handover": "O E M L T P",
    "look": "S",
    "trust": "S",
}
WHO = {
    "O": OWNER,
    "E": ORGANISER,
    "M": ORGANISER,
    "L": ORGANISER,
    "T": ORGANISER,
    "P": MEMBER,
    "V": STRANGER,
    "S": STAFF,
}
LETTERS = dict(zip("EMLT", ("events", "members", "ladders", "texts"), strict=True))


def with_duty(who: str) -> Any:
    duty = LETTERS.get(who)
    return [RoleSet(ORGANISER, "organiser", (duty,))] if duty else []  # type: ignore[arg-type]


def test_every_action_has_its_row():
    assert set(TABLE) | {"reopen"} == set(get_args(Action)) == set(RULES)
    assert set(LETTERS.values()) == set(DUTIES)


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("action", TABLE)
def test_the_permission_table(action: Any, who: str):
    """On a member who is below all that may act on somebody."""
    subject = 5 if who == "P" else MEMBER
    where = None if action == "found" else club(*with_duty(who))
    allowed = gate.can(person(WHO[who]), action, where, subject, now=NOW)
    assert allowed == (who in TABLE[action].split())


@pytest.mark.parametrize("action", [action for action in TABLE if action not in ("see", "found")])
def test_nobody_who_is_not_logged_in_does_anything(action: Any):
    assert not gate.can(person(None), action, club(), now=NOW)
    guest = person(STRANGER, is_member_of_the_public=False)
    assert not gate.can(guest, action, club(), now=NOW)


@pytest.mark.parametrize("action", [action for action in TABLE if action != "found"])
def test_of_a_private_club_others_know_nothing(action: Any):
    refused = gate.refusal(person(STRANGER), action, club(visibility="private"), MEMBER, now=NOW)
    assert refused is not None
    assert (refused.status, refused.code) == (404, "unknown_club")
    assert gate.can(person(MEMBER), "see", club(visibility="private"), now=NOW)


def test_the_staff_see_a_private_club_for_an_hour_after_they_have_said_why():
    unseen = gate.refusal(person(STAFF), "see", club(visibility="private"), now=NOW)
    assert unseen is not None
    assert (unseen.status, unseen.code) == (404, "unknown_club")
    looking = club(LookedIn(STAFF, "reasonreas"), visibility="private")
    for action in ("see", "close", "hand_over"):
        assert not gate.can(person(STAFF), action, club(visibility="private"), now=NOW)
        assert gate.can(person(STAFF), action, looking, now=NOW + LOOK - 1)
        assert not gate.can(person(STAFF), action, looking, now=NOW + LOOK)
    assert not gate.can(person(STRANGER), "see", looking, now=NOW)
    assert not gate.can(person(STAFF, is_staff=False), "see", looking, now=NOW)


@pytest.mark.parametrize("action", ["remove", "ban", "roles"])
def test_nobody_acts_on_an_equal_or_on_their_own_role(action: Any):
    both = club(RoleSet(MEMBER, "organiser", ("members",)))
    for user, subject in ((ORGANISER, MEMBER), (ORGANISER, ORGANISER), (ORGANISER, OWNER), (OWNER, OWNER)):
        assert not gate.can(person(user), action, both, subject, now=NOW)
    assert gate.can(person(OWNER), action, both, ORGANISER, now=NOW)


def test_who_is_banned_neither_asks_nor_joins_until_it_is_over():
    banned = club(Removed(MEMBER, "conduct", None, NOW + DAY))
    actions: tuple[Action, ...] = ("join", "request")
    for action in actions:
        assert not gate.can(person(MEMBER), action, banned, now=NOW)
        assert gate.can(person(MEMBER), action, banned, now=NOW + DAY)
    assert not gate.can(person(MEMBER), "join", club(Removed(MEMBER, "other", None, FOREVER)), now=NOW + 9_999 * DAY)


def test_an_owner_neither_leaves_nor_is_removed():
    refused = gate.refusal(person(OWNER), "leave", club(), now=NOW)
    assert refused is not None
    assert refused.code == "owner_stays"


def test_a_closed_club_is_read_only_and_its_owner_or_staff_open_it():
    closed = club(Closed("owner"))
    for action in set(TABLE) - {"see", "history", "read_note", "correct_site_pool", "found", "look", "trust"}:
        assert not gate.can(person(OWNER), action, closed, MEMBER, now=NOW), action  # type: ignore[arg-type]
    for action in ("see", "history", "read_note", "reopen"):
        assert gate.can(person(OWNER), action, closed, now=NOW)  # type: ignore[arg-type]
    assert gate.can(person(STAFF), "reopen", closed, now=NOW)
    assert not gate.can(person(ORGANISER), "reopen", closed, now=NOW)
    assert not gate.can(person(OWNER), "reopen", club(), now=NOW)


@pytest.mark.parametrize(
    "action", ["schedules", "presets", "nights", "tournaments", "seasons", "ladders", "open_table"]
)
def test_without_an_owner_nothing_new_begins(action: Any):
    lost = club(OwnerLost("suspended"))
    refused = gate.refusal(person(ORGANISER), action, lost, now=NOW)
    assert refused is not None
    assert refused.code == "ownerless"


def test_the_one_who_was_removed_reads_the_note_also_of_a_private_club():
    out = club(Removed(MEMBER, "conduct", "notenoteno", None), visibility="private")
    assert gate.can(person(MEMBER), "read_note", out, MEMBER, now=NOW)
    assert not gate.can(person(MEMBER), "read_note", out, ORGANISER, now=NOW)
    assert not gate.can(person(STRANGER), "read_note", out, MEMBER, now=NOW)
