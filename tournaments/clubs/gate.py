"""The one gate: who may do what in a club. Pure. Pages, the API and tasks all ask it, through the services.

``can`` answers, ``check`` raises the refusal. What may not be known is refused as if it were not there.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from engine.text import gettext_noop as _
from tournaments.clubs.choices import FOUNDER_AGE, LOOK, ROLES, Duty, Role
from tournaments.clubs.errors import NotAllowed, RoomError, UnknownClub, WrongStatus
from tournaments.clubs.state import Club

Action: TypeAlias = Literal[
    "see", "found", "request", "join",
    "history", "attend", "be_here", "open_table", "challenge", "leave",
    "invite", "revoke", "accept", "decline", "remove", "ban", "lift",
    "news", "description", "emblem",
    "schedules", "presets", "nights", "marks", "tournaments",
    "seasons", "ladders", "ladder_rulings",
    "roles", "name", "slug", "zone", "visibility", "join_policy", "webhooks",
    "hand_over", "close", "reopen",
    "correct_pool", "correct_site_pool", "read_note",
    "claim", "call_owner", "answer_handover", "look", "trust",
]  # fmt: skip


class Person(Struct, frozen=True):
    """Somebody who asks; ``id`` is ``None`` for a stranger."""

    id: int | None = None
    joined_at: int = 0
    """When the account was made (epoch ms)."""
    is_staff: bool = False
    is_member_of_the_public: bool = True
    """A person with an account: no guest, no bot, not shut out."""


NOBODY: Final = Person(None, is_member_of_the_public=False)


class Rule(NamedTuple):
    """Who may: everybody who is signed in, or the least role with the duty that an organiser needs; and staff."""

    least: Role | Literal["anybody", "nobody"]
    duty: Duty | None = None
    staff: bool = False


RULES: Final[dict[Action, Rule]] = {
    "see": Rule("anybody", staff=True),
    "found": Rule("anybody"),
    "request": Rule("anybody"),
    "join": Rule("anybody"),
    **dict.fromkeys(("history", "attend", "be_here", "open_table", "challenge", "leave"), Rule("member")),
    **dict.fromkeys(("invite", "revoke", "accept", "decline", "remove", "ban", "lift"), Rule("organiser", "members")),
    **dict.fromkeys(("news", "description", "emblem"), Rule("organiser", "texts")),
    **dict.fromkeys(("schedules", "presets", "nights", "marks", "tournaments"), Rule("organiser", "events")),
    **dict.fromkeys(("seasons", "ladders", "ladder_rulings"), Rule("organiser", "ladders")),
    **dict.fromkeys(("roles", "name", "slug", "zone", "visibility", "join_policy", "webhooks"), Rule("owner")),
    **dict.fromkeys(("hand_over", "close", "reopen"), Rule("owner", staff=True)),
    "correct_pool": Rule("owner"),
    "correct_site_pool": Rule("nobody", staff=True),
    "read_note": Rule("organiser", "members"),
    "claim": Rule("member"),
    "call_owner": Rule("organiser"),
    "answer_handover": Rule("member"),
    "look": Rule("nobody", staff=True),
    "trust": Rule("nobody", staff=True),
}
_READS: Final = frozenset(("see", "history", "read_note", "correct_site_pool", "look", "trust"))
"""What a closed club still allows."""
_NEW: Final = frozenset(("schedules", "presets", "nights", "tournaments", "seasons", "ladders", "open_table"))
"""What nobody begins while the club has no owner."""
_PERSONAL: Final = frozenset(("remove", "ban", "roles"))
"""What is done to somebody: never to an equal, nor to oneself."""


def can(person: Person, action: Action, club: Club | None, subject: int | None = None, *, now: int) -> bool:
    """Whether *person* may do *action* in *club* (to the user *subject*) at *now* (epoch ms)."""
    return refusal(person, action, club, subject, now=now) is None


def check(person: Person, action: Action, club: Club | None, subject: int | None = None, *, now: int) -> None:
    """Raise what :func:`refusal` finds."""
    refused = refusal(person, action, club, subject, now=now)
    if refused is not None:
        raise refused


def refusal(
    person: Person, action: Action, club: Club | None, subject: int | None = None, *, now: int, invited: bool = False
) -> RoomError | None:
    """Why *person* may not, or ``None``. With *invited* they hold an invitation, and so know of the club."""
    if club is None:
        return _founding(person, now) if action == "found" else UnknownClub()
    if action == "read_note" and person.id is not None and person.id == subject:
        return None  # also when they are out, and may not see the club any more
    if not invited and not sees(person, club, now) and not (action == "look" and person.is_staff):
        return UnknownClub()
    if action == "see":
        return None
    return _by_role(person, action, club, subject, now) or _by_state(action, club)


def sees(person: Person, club: Club, now: int) -> bool:
    """Whether *person* may know that there is *club*. A private one is not there for the staff either, until they have
    said why they look; then for an hour."""
    if club.founded.visibility != "private" or person.id in club.members:
        return True
    looked_at = club.looks.get(person.id) if person.id is not None else None
    return person.is_staff and looked_at is not None and now < looked_at + LOOK


def _founding(person: Person, now: int) -> RoomError | None:
    if not person.is_member_of_the_public:
        return _account_needed()
    if now - person.joined_at < FOUNDER_AGE:
        return NotAllowed("account_too_new", _("An account must be a day old before it can found a club."))
    return None


def _by_role(person: Person, action: Action, club: Club, subject: int | None, now: int) -> RoomError | None:
    rule = RULES[action]
    if rule.staff and person.is_staff:
        return None
    if rule.least == "anybody":
        return _outside(person, club, now)
    role = club.role_of(person.id)
    if rule.least == "nobody":
        return NotAllowed("not_staff", _("Only the service’s staff may do that."))
    if _rank(role) < ROLES[rule.least].rank:
        return NotAllowed(*ROLES[rule.least].required)
    if rule.duty is not None and not club.has_duty(person.id, rule.duty):
        return NotAllowed("not_your_duty", _("Only other organisers of the club can do that."))
    if action == "leave" and role == "owner":
        return NotAllowed("owner_stays", _("An owner cannot leave: hand the club over first, or close it."))
    if action in _PERSONAL and _rank(club.role_of(subject)) >= _rank(role):
        return NotAllowed("not_above", _("You cannot act on a member of your own rank, or on your own role."))
    return None


def _by_state(action: Action, club: Club) -> RoomError | None:
    if action == "reopen":
        return None if club.closed else WrongStatus("not_closed", _("The club is open."))
    if club.closed is not None and action not in _READS:
        return WrongStatus("closed", _("This club has closed. Everything in it can still be read."))
    if action in _NEW and club.owner is None:
        return WrongStatus("ownerless", _("The club has no owner: nothing new can begin until it has one."))
    return None


def _outside(person: Person, club: Club, now: int) -> RoomError | None:
    if not person.is_member_of_the_public:
        return _account_needed()
    if club.is_banned(person.id, now):
        return NotAllowed("banned", _("You may not join this club."))
    return None


def _account_needed() -> NotAllowed:
    return NotAllowed("account_needed", _("You need an account for that. Sign up first."))


def _rank(role: Role | None) -> int:
    return ROLES[role].rank if role else 0
