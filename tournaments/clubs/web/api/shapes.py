"""What is asked and answered about clubs. Times are epoch milliseconds; people go by their names."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from accounts import selectors as accounts
from tournaments.clubs import selectors
from tournaments.clubs.choices import (
    DUTIES,
    LONGEST_ANSWER,
    LONGEST_DESCRIPTION,
    LONGEST_NEWS,
    LONGEST_NOTE,
    LONGEST_TITLE,
    MOST_USES,
    NAME,
    SLUG,
    Duty,
    Emblem,
    Language,
    Palette,
    Policy,
    RemovalCause,
    Role,
    Visibility,
)
from tournaments.clubs.events import Edited, Founded
from tournaments.clubs.state import Club as State
from tournaments.clubs.words import Category
from tournaments.kit.requests import Part
from tournaments.kit.words import plain

ClubName = Annotated[str, Meta(min_length=NAME[0], max_length=NAME[1])]
Slug = Annotated[str, Meta(min_length=SLUG[0], max_length=SLUG[1], pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
Zone = Annotated[str, Meta(min_length=1, max_length=64, examples=["Europe/Lisbon"])]
Description = Annotated[str, Meta(max_length=LONGEST_DESCRIPTION, description="Markdown.")]
Player = Annotated[str, Meta(min_length=1, max_length=150, description="The name of an account.")]
Instant = Annotated[int, Meta(ge=0, le=253_402_300_799_000, description="Epoch milliseconds.")]
Seq = Annotated[int, Meta(ge=1, le=2_000_000_000)]


RoomRated = Annotated[
    bool, Meta(description="Whether tables that are played with real cards count in the club's own ratings.")
]


class FoundClub(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A club to be founded; who founds it is its owner."""

    slug: Slug
    name: ClubName
    language: Language = "en"
    zone: Zone = "UTC"
    visibility: Visibility = "public"
    join: Policy = "request"
    palette: Palette = "felt"
    emblem: Emblem = "lantern"
    description: Description = ""
    room_rated: RoomRated = False

    def facts(self) -> Founded:
        return Founded(club="", owner=0, **asdict(self) | {"description": None})


class EditClub(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What to change; fields left out stay."""

    slug: Slug | UnsetType = UNSET
    name: ClubName | UnsetType = UNSET
    language: Language | UnsetType = UNSET
    zone: Zone | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    join: Policy | UnsetType = UNSET
    palette: Palette | UnsetType = UNSET
    emblem: Emblem | UnsetType = UNSET
    description: Description | UnsetType = UNSET
    room_rated: RoomRated | UnsetType = UNSET

    def wanted(self) -> Edited:
        given = {name: value for name, value in asdict(self).items() if name != "description"}
        return Edited(**given)


class JoinClub(Struct, frozen=True, forbid_unknown_fields=True):
    answer: Annotated[str, Meta(max_length=LONGEST_ANSWER, description="Where consent is needed: what you say.")] = ""


class OfPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    player: Player


class SetRole(OfPlayer, frozen=True, forbid_unknown_fields=True):
    """No duties: a plain member."""

    duties: Annotated[tuple[Duty, ...], Meta(max_length=len(DUTIES))] = ()


class RemoveMember(OfPlayer, frozen=True, forbid_unknown_fields=True):
    """With `ban_until` they cannot come back before; for somebody who is not a member it is required."""

    cause: RemovalCause = "other"
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    ban_until: Instant | None = None


class InviteToClub(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A link for anybody who has it; with `player`, for one person only."""

    expires_at: Instant
    player: Player | None = None
    uses: Annotated[int, Meta(ge=1, le=MOST_USES)] | None = None
    approval: bool = False


class RevokeInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    invitation: Annotated[str, Meta(pattern="^[A-Za-z0-9]{10}$")]


class PostNews(Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
    text: Annotated[str, Meta(max_length=LONGEST_NEWS, description="Markdown.")] = ""


class WithdrawNews(Struct, frozen=True, forbid_unknown_fields=True):
    news: Annotated[str, Meta(pattern="^[A-Za-z0-9]{10}$")]


class StaffReason(Struct, frozen=True, forbid_unknown_fields=True):
    """Staff say why."""

    reason: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""


class Trust(Struct, frozen=True, forbid_unknown_fields=True):
    trusted: bool
    reason: Annotated[str, Meta(max_length=LONGEST_NOTE, description="For the club's members to read.")]


class HandOver(OfPlayer, frozen=True, forbid_unknown_fields=True):
    reason: Annotated[str, Meta(max_length=LONGEST_NOTE, description="Staff say why.")] = ""


class AnswerOffer(Struct, frozen=True, forbid_unknown_fields=True):
    accepts: bool


class ClubQuery(Part, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=60, description="Only those with this in their names.")] = ""
    language: Language | UnsetType = UNSET
    player: Annotated[Player | UnsetType, Meta(description="Those that this player is in, as far as you may know.")] = (
        UNSET
    )


class ClubAsOf(Struct, frozen=True, forbid_unknown_fields=True):
    as_of: Annotated[Seq | UnsetType, Meta(description="As it stood after this event; for members.")] = UNSET


class HistoryQuery(ClubAsOf, frozen=True, forbid_unknown_fields=True):
    category: Annotated[Category | UnsetType, Meta(description="Only events of this kind.")] = UNSET
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0


class ClubFacts(Struct, frozen=True, kw_only=True):
    """A club in a list."""

    id: str
    slug: str
    name: str
    language: str
    visibility: Visibility
    join: Policy
    palette: Palette
    emblem: Emblem
    members: int
    founded_at: int
    closed_at: int | None


class Clubs(Struct, frozen=True):
    """Clubs, those where something happened last first."""

    clubs: tuple[ClubFacts, ...]


class Club(ClubFacts, frozen=True, kw_only=True):
    """A club, now or as of an event."""

    seq: Annotated[int, Meta(description="The number of its last event.")]
    zone: str
    room_rated: bool
    description: Annotated[str, Meta(description="Markdown, as it was written.")]
    owner: Annotated[str | None, Meta(description="Null while it has none.")]
    organisers: tuple[str, ...]
    slugs: Annotated[tuple[str, ...], Meta(description="All addresses that lead here, today's last.")]
    role: Annotated[Role | None, Meta(description="Yours; null if you are not a member.")]
    offered_to: Annotated[str | None, Meta(description="Who may accept the club; for members.")]
    closing_at: int | None
    ownerless_since: int | None
    owner_called_until: Annotated[int | None, Meta(description="Until when an absent owner may still come.")]


class ClubMember(Struct, frozen=True):
    name: str
    role: Role
    duties: tuple[Duty, ...]
    since: int


class ClubMembers(Struct, frozen=True):
    """Members, the owner first, then organisers, then by name."""

    members: tuple[ClubMember, ...]


class ClubRequest(Struct, frozen=True):
    name: str
    at: int
    answer: str


class ClubRequests(Struct, frozen=True):
    """Who would like to join, the longest waiting first."""

    requests: tuple[ClubRequest, ...]


class ClubInvitation(Struct, frozen=True, kw_only=True):
    """An invitation; anybody who has its token can follow it."""

    id: str
    token: str
    player: str | None
    expires_at: int
    uses: int | None
    used: int
    approval: bool


class ClubInvitations(Struct, frozen=True):
    """Those that are open."""

    invitations: tuple[ClubInvitation, ...]


class InvitationSeen(Struct, frozen=True, kw_only=True):
    """What an invitation leads to."""

    name: str
    palette: Palette
    emblem: Emblem
    members: int
    is_open: bool
    approval: Annotated[bool, Meta(description="Whether somebody of the club has to consent.")]
    expires_at: int


class News(Struct, frozen=True):
    id: str
    at: int
    title: str
    text: Annotated[str, Meta(description="Markdown, as it was written.")]


class AllNews(Struct, frozen=True):
    """News, the newest first."""

    news: tuple[News, ...]


class HistoryLine(Struct, frozen=True, kw_only=True):
    seq: int
    at: int
    kind: str
    category: Category
    text: str
    quote: Annotated[str, Meta(description="What somebody wrote, where you may read it and it is not erased.")]


class ClubHistory(Struct, frozen=True, kw_only=True):
    """What happened, the latest first."""

    seq: Annotated[int, Meta(description="The number of the club's last event.")]
    total: int
    history: tuple[HistoryLine, ...]


class RemovalNote(Struct, frozen=True):
    """What was written when you were removed; empty if nothing was, or it is erased."""

    text: str


def listed(club: selectors.Listed) -> ClubFacts:
    return ClubFacts(**{name: getattr(club, name) for name in ClubFacts.__struct_fields__})


def shown(club: State, viewer: int | None) -> Club:
    """*club* as *viewer*, who may see it, knows it."""
    facts, inside = club.founded, viewer in club.members
    offered = club.handover.user if club.handover and inside else None
    users = {user for user in (club.owner, offered, *(each.user for each in club.organisers)) if user is not None}
    called = accounts.called(users)
    names = {user: each.name for user, each in called.items()}
    same = ("slug", "name", "language", "visibility", "join", "palette", "emblem", "zone", "room_rated")
    return Club(
        **{name: getattr(facts, name) for name in same},
        id=club.id,
        seq=club.seq,
        members=len(club.members),
        founded_at=club.founded_at,
        closed_at=club.closed.at if club.closed else None,
        description=selectors.description(club),
        owner=names.get(club.owner or 0),
        organisers=tuple(names[each.user] for each in club.organisers if each.user in names),
        slugs=club.slugs,
        role=club.role_of(viewer),
        offered_to=names.get(offered or 0),
        closing_at=club.closing_at,
        ownerless_since=club.lost.at if club.lost else None,
        owner_called_until=club.called,
    )


def line(found: selectors.Line) -> HistoryLine:
    same = {name: getattr(found, name) for name in ("seq", "at", "kind", "category", "quote")}
    return HistoryLine(**same, text=plain(found.text))
