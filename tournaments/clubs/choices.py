"""What can be chosen for a club. Pure."""

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from engine.text import gettext_noop as _
from tournaments.platform.units import DAY

Visibility: TypeAlias = Literal["public", "unlisted", "private"]
Policy: TypeAlias = Literal["open", "request", "invitation", "closed"]
"""Who comes in: everybody, those whose request is granted, those who are invited, nobody."""
GivenRole: TypeAlias = Literal["organiser", "member"]
"""What the owner makes somebody, by giving them duties."""
Role: TypeAlias = Literal["owner", GivenRole]
Duty: TypeAlias = Literal["events", "members", "ladders", "texts"]
Language: TypeAlias = Literal["en", "es"]
Palette: TypeAlias = Literal[
    "felt", "harbour", "plum", "brick", "brass", "moss", "slate", "wine", "teal", "rust", "indigo", "graphite",
]  # fmt: skip
Emblem: TypeAlias = Literal[
    "lantern", "anchor", "bell", "boat", "book", "bridge", "candle", "clock", "crown", "cup", "door", "feather",
    "fish", "flag", "house", "key", "leaf", "moon", "mountain", "shield", "star", "sun", "tower", "wheel",
]  # fmt: skip
Way: TypeAlias = Literal["open", "request", "invitation", "staff"]
"""How somebody came in."""
RemovalCause: TypeAlias = Literal["conduct", "absence", "mistake", "other"]
LossCause: TypeAlias = Literal["erased", "suspended", "absent"]
OwnerRule: TypeAlias = Literal["handover", "seniority", "claim", "staff"]
CloseCause: TypeAlias = Literal["owner", "ownerless", "staff"]

DUTIES: Final[tuple[Duty, ...]] = get_args(Duty)
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
PALETTES: Final[tuple[Palette, ...]] = get_args(Palette)
EMBLEMS: Final[tuple[Emblem, ...]] = get_args(Emblem)
VISIBILITIES: Final[tuple[Visibility, ...]] = get_args(Visibility)
POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)
CAUSES: Final[tuple[RemovalCause, ...]] = get_args(RemovalCause)


class RoleTerms(NamedTuple):
    """A role: its rank, the duties that it may be given (or has, without their being named), and its words."""

    rank: int
    title: str
    own: str
    """To the one who has it, in a list of clubs."""
    required: tuple[str, str]
    """The code and the text of the refusal to somebody of a lower rank."""
    became: str = ""
    """In the history; ``{what}`` are the duties."""
    notice: str = ""
    duties: tuple[Duty, ...] = ()
    has_all: bool = False


ROLES: Final[dict[Role, RoleTerms]] = {
    "owner": RoleTerms(3, _("Owner"), _("yours"), ("not_owner", _("Only the club’s owner may do that.")), has_all=True),
    "organiser": RoleTerms(
        2,
        _("Organiser"),
        _("you organise"),
        ("not_organiser", _("Only the club’s organisers may do that.")),
        _("{name} became organiser, for {what}."),
        _("You are an organiser of {club} now"),
        DUTIES,
    ),
    "member": RoleTerms(
        1,
        _("Member"),
        "",
        ("not_member", _("Only members of the club can do that.")),
        _("{name} is no longer an organiser."),
        _("You are a member of {club} now"),
    ),
}


def role_with(duties: tuple[Duty, ...]) -> GivenRole:
    """The lowest role that the owner gives with these *duties*."""
    given: tuple[GivenRole, ...] = get_args(GivenRole)
    fitting = [role for role in given if set(duties) <= set(ROLES[role].duties)]
    return min(fitting, key=lambda role: ROLES[role].rank)


# Limits, and waits in milliseconds.
NAME: Final = (3, 60)
SLUG: Final = (3, 40)
MOST_SLUGS: Final = 20
"""Addresses that a club has or had: nobody else ever gets them."""
LONGEST_DESCRIPTION: Final = 4_000
LONGEST_ANSWER: Final = 500
LONGEST_NOTE: Final = 500
LONGEST_TITLE: Final = 120
LONGEST_NEWS: Final = 4_000
MOST_OWNED: Final = 3
MOST_JOINED: Final = 50
MOST_MEMBERS: Final = 2_000
MOST_ORGANISERS: Final = 20
MOST_OWN_REQUESTS: Final = 10
MOST_REQUESTS: Final = 200
REQUEST_LASTS: Final = 30 * DAY
WAIT_AFTER_DECLINE: Final = 30 * DAY
MOST_INVITATIONS: Final = 50
INVITATION_LASTS: Final = 90 * DAY
MOST_USES: Final = 500
MOST_PERSONAL_A_DAY: Final = 20
FOUNDER_AGE: Final = DAY
LOOK: Final = 3_600_000
"""For so long (ms) the staff see a private club after they have said why."""
HEIR_STANDING: Final = 7 * DAY
HANDOVER_LASTS: Final = 14 * DAY
CLAIMANT_STANDING: Final = 30 * DAY
CLAIMANT_SAT: Final = 90 * DAY
CLAIMS_LAST: Final = 7 * DAY
CLAIM_TABLES: Final = 365 * DAY
OWNERLESS_LASTS: Final = 90 * DAY
AWAY: Final = 180 * DAY
NOTICE_TO_OWNER: Final = 30 * DAY
CLOSING_WAIT: Final = 7 * DAY
REOPENING: Final = 30 * DAY
MOST_NEWS_SHOWN: Final = 20
