"""What happens in a club. People are user ids; what they write in their own words is the id of a text, not in here."""

from typing import Literal

from msgspec import UNSET, UnsetType

from engine.codec import Codec
from engine.events import Event, Public
from tournaments.clubs.choices import (
    CloseCause,
    Duty,
    Emblem,
    GivenRole,
    Language,
    LossCause,
    OwnerRule,
    Palette,
    Policy,
    RemovalCause,
    Visibility,
    Way,
)


class Founded(Public, frozen=True):
    kind = "club.founded"
    club: str
    owner: int
    slug: str
    name: str
    language: Language
    zone: str
    visibility: Visibility
    join: Policy
    palette: Palette
    emblem: Emblem
    description: str | None
    room_rated: bool = False
    """Whether tables that are played with real cards count in the club's own ratings."""


class Edited(Public, frozen=True):
    """What has been changed; the rest stays."""

    kind = "club.edited"
    slug: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    language: Language | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    join: Policy | UnsetType = UNSET
    palette: Palette | UnsetType = UNSET
    emblem: Emblem | UnsetType = UNSET
    description: str | UnsetType | None = UNSET
    room_rated: bool | UnsetType = UNSET


class NewsPosted(Public, frozen=True):
    kind = "club.news_posted"
    news: str
    title: str
    """A text's id, as is the text's own."""
    text: str | None


class NewsWithdrawn(Public, frozen=True):
    kind = "club.news_withdrawn"
    news: str


class Requested(Public, frozen=True):
    """Somebody would like to join; with an *invitation* that wants an organiser's consent."""

    kind = "club.requested"
    user: int
    text: str | None
    invitation: str | None = None


class RequestEnded(Public, frozen=True):
    kind = "club.request_ended"
    user: int
    outcome: Literal["withdrawn", "declined", "lapsed"]


class Invited(Public, frozen=True):
    """A link that lets people in: one of them, or as many as *uses* (``None``: any number) until it expires."""

    kind = "club.invited"
    invitation: str
    user: int | None
    expires_at: int
    uses: int | None
    approval: bool
    """Whether an organiser has to consent as well."""


class InvitationEnded(Public, frozen=True):
    kind = "club.invitation_ended"
    invitation: str
    outcome: Literal["revoked", "declined"]


class Joined(Public, frozen=True):
    kind = "club.joined"
    user: int
    way: Way
    invitation: str | None


class Left(Public, frozen=True):
    kind = "club.left"
    user: int
    cause: Literal["own", "erased"]


class Removed(Public, frozen=True):
    """Out, and for a time or for good (``ban_until`` far ahead) not in again. Of a non-member: banned."""

    kind = "club.removed"
    user: int
    cause: RemovalCause
    text: str | None
    ban_until: int | None


class BanLifted(Public, frozen=True):
    kind = "club.ban_lifted"
    user: int


class RoleSet(Public, frozen=True):
    kind = "club.role_set"
    user: int
    role: GivenRole
    duties: tuple[Duty, ...]


class HandoverOffered(Public, frozen=True):
    kind = "club.handover_offered"
    user: int
    expires_at: int


class HandoverEnded(Public, frozen=True):
    kind = "club.handover_ended"
    outcome: Literal["accepted", "declined", "withdrawn", "expired"]


class OwnerCalled(Public, frozen=True):
    """An organiser says that the owner has long been away; if they do not come by *due*, the club has none."""

    kind = "club.owner_called"
    due: int


class OwnerAnswered(Public, frozen=True):
    kind = "club.owner_answered"


class OwnerLost(Public, frozen=True):
    kind = "club.owner_lost"
    cause: LossCause


class OwnershipClaimed(Public, frozen=True):
    kind = "club.ownership_claimed"
    user: int


class OwnerSet(Public, frozen=True):
    kind = "club.owner_set"
    user: int
    rule: OwnerRule
    reason: str | None = None
    """The text in which staff say why, as in the next ones."""


class ClosingSet(Public, frozen=True):
    kind = "club.closing_set"
    at: int


class ClosingWithdrawn(Public, frozen=True):
    kind = "club.closing_withdrawn"


class Closed(Public, frozen=True):
    kind = "club.closed"
    cause: CloseCause
    reason: str | None = None


class Reopened(Public, frozen=True):
    kind = "club.reopened"
    reason: str | None = None


class LookedIn(Public, frozen=True):
    """Somebody of the staff looks into a private club; why is for its members to read."""

    kind = "club.looked_in"
    user: int
    reason: str


class TrustSet(Public, frozen=True):
    """The service's staff trust the club, or no longer: what its tournaments' rulings say moves the site's ratings."""

    kind = "club.trust_set"
    trusted: bool
    reason: str


CLUB_EVENTS: tuple[type[Event], ...] = (
    Founded,
    Edited,
    NewsPosted,
    NewsWithdrawn,
    Requested,
    RequestEnded,
    Invited,
    InvitationEnded,
    Joined,
    Left,
    Removed,
    BanLifted,
    RoleSet,
    HandoverOffered,
    HandoverEnded,
    OwnerCalled,
    OwnerAnswered,
    OwnerLost,
    OwnershipClaimed,
    OwnerSet,
    ClosingSet,
    ClosingWithdrawn,
    Closed,
    Reopened,
    LookedIn,
    TrustSet,
)
CODEC: Codec[Event] = Codec(CLUB_EVENTS)
