"""Reads about clubs. A club itself can be asked as of an event's seq; what a viewer may see the gate says."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from msgspec import Struct

from accounts import privacy
from accounts.models import User
from tournaments.clubs import access, tokens, written
from tournaments.clubs.choices import ROLES, Duty, Emblem, Palette, Policy, Role, Visibility
from tournaments.clubs.decisions.invitations import found_for
from tournaments.clubs.errors import UnknownClub, UnknownInvitation
from tournaments.clubs.history import History, Line, history
from tournaments.clubs.models import Club as ClubRow
from tournaments.clubs.models import Invitation as InvitationRow
from tournaments.clubs.models import Member as MemberRow
from tournaments.clubs.models import Request as RequestRow
from tournaments.clubs.models import Slug
from tournaments.clubs.state import Club, Invitation, News
from tournaments.clubs.streams import CLUBS
from tournaments.clubs.tokens import token
from tournaments.log import sources
from tournaments.platform import places

__all__ = ["History", "Line", "history", "token"]


class Listed(Struct, frozen=True):
    """A club in a list."""

    id: str
    slug: str
    name: str
    language: str
    visibility: Visibility
    join: Policy
    palette: Palette
    emblem: Emblem
    owner: int | None
    members: int
    founded_at: int
    closed_at: int | None
    role: Role | None = None
    """Of the user who was asked for."""


# -- lists


def trusted() -> list[Listed]:
    """The clubs that the service's staff trust, by name."""
    rows = ClubRow.objects.filter(trusted=True, closed_at__isnull=True).order_by("name")
    return [_listed(row) for row in rows]


def is_trusted(club_id: str | None) -> bool:
    """Whether the service's staff trust that club."""
    return club_id is not None and ClubRow.objects.filter(pk=club_id, trusted=True).exists()


def directory(*, name: str = "", language: str = "", limit: int = 50, offset: int = 0) -> list[Listed]:
    """The open public clubs with *name* in theirs, those where something happened last first."""
    rows = ClubRow.objects.filter(visibility="public", closed_at__isnull=True).order_by("-changed_at", "id")
    if name:
        rows = rows.filter(name__icontains=name)
    if language:
        rows = rows.filter(language=language)
    return [_listed(row) for row in places.part(rows, limit, offset)]


def of_user(user: int, *, viewer: User | AnonymousUser | None) -> list[Listed]:
    """The clubs that *user* is in, as far as *viewer* may know, by name. Of others' only public ones are told, and none
    of users who keep theirs to themselves."""
    if not privacy.shows("clubs", of_user=user, to=viewer.pk if viewer else None):
        return []
    rows = MemberRow.objects.filter(user=user).select_related("club").order_by("club__name", "club")
    if viewer is None or viewer.pk != user:
        rows = rows.filter(club__in=visible_to(viewer.pk if viewer else None))
    return [_listed(row.club, row.role) for row in rows]  # type: ignore[arg-type]


def asked_of(user: int) -> list[Listed]:
    """The clubs whose answer *user* waits for."""
    rows = RequestRow.objects.filter(user=user, club__closed_at__isnull=True).select_related("club").order_by("at")
    return [_listed(row.club) for row in rows]


def invited(user: int) -> list[tuple[Listed, str]]:
    """The clubs that *user* is invited to by name, each with the invitation's token."""
    rows = InvitationRow.objects.filter(user=user, is_open=True, expires_at__gt=sources.now_ms())
    rows = rows.filter(club__closed_at__isnull=True).select_related("club").order_by("expires_at", "id")
    return [(_listed(row.club), token(row.club_id, row.id)) for row in rows]


def by_ids(ids: Iterable[str]) -> dict[str, Listed]:
    return {row.id: _listed(row) for row in ClubRow.objects.filter(pk__in=set(ids))}


def zones(ids: Iterable[str]) -> dict[str, str]:
    """The time zones of those clubs that are open and have an owner."""
    rows = ClubRow.objects.filter(pk__in=set(ids), closed_at__isnull=True, owner__isnull=False)
    return dict(rows.values_list("pk", "zone"))


def visible_to(user: int | None) -> QuerySet[ClubRow, str]:
    """The ids of the clubs whose tables and tournaments may stand in lists that *user* reads: public ones and their
    own."""
    rows = ClubRow.objects.filter(visibility="public")
    if user is not None:
        rows = ClubRow.objects.filter(Q(visibility="public") | Q(pk__in=_own(user)))
    return rows.values_list("pk", flat=True)


def named(name: str, user: int | None) -> list[Listed]:
    """Those of :func:`visible_to` that are called *name*, whatever its capitals."""
    return [_listed(row) for row in ClubRow.objects.filter(pk__in=visible_to(user), name__iexact=name).order_by("id")]


def suggested(user: int | None, *, limit: int) -> list[str]:
    """Names of clubs of which *user* may know: their own, then public ones where something happened last."""
    own = ClubRow.objects.filter(pk__in=_own(user)) if user is not None else ClubRow.objects.none()
    public = ClubRow.objects.filter(visibility="public").order_by("-changed_at", "id")
    names = (rows.values_list("name", flat=True)[:limit] for rows in (own.order_by("name"), public))
    return list(dict.fromkeys(chain.from_iterable(names)))[:limit]


Asked = Collection[tuple[str, int | None]]
"""Clubs by their ids, each with somebody who would know something of it."""


def outside(asked: Asked) -> set[tuple[str, int | None]]:
    """Those of *asked* who are neither members of the club nor staff that may see it."""
    users = {user for _club, user in asked if user is not None}
    rows = MemberRow.objects.filter(club__in={club for club, _user in asked}, user__in=users)
    inside = set(rows.values_list("club", "user"))
    staff = {user.pk: user for user in User.objects.filter(pk__in=users, is_staff=True, is_active=True)}
    rest = {each for each in asked if each not in inside}
    return {each for each in rest if each[1] not in staff or not access.can(staff[each[1]], "see", club(each[0]))}


def unseen(asked: Asked) -> set[tuple[str, int | None]]:
    """Those of *asked* who may not know of the club: strangers to a private one. Three queries at most."""
    named = ClubRow.objects.filter(pk__in={club for club, _user in asked}, visibility="private")
    private = set(named.values_list("pk", flat=True))
    doubted = {each for each in asked if each[0] in private}
    return outside(doubted) if doubted else set()


def with_duty(user: int, duty: Duty) -> list[str]:
    """The clubs in which *user* has *duty*."""
    all_duties = [role for role, terms in ROLES.items() if terms.has_all]
    rows = MemberRow.objects.filter(Q(role__in=all_duties) | Q(duties__contains=[duty]), user=user)
    return list(rows.order_by("club").values_list("club", flat=True))


def _own(user: int) -> QuerySet[MemberRow, str]:
    return MemberRow.objects.filter(user=user).values_list("club", flat=True)


def mates(users: Collection[int]) -> list[tuple[int, ...]]:
    """Those of *users* who are in a public club together, club by club: who is in another is not for everybody."""
    groups: dict[str, list[int]] = {}
    open_ones = {"club__closed_at__isnull": True, "club__visibility": "public"}
    rows = MemberRow.objects.filter(user__in=users, **open_ones).order_by("club", "user")
    for club, user in rows.values_list("club", "user"):
        groups.setdefault(club, []).append(user)
    return sorted({tuple(group) for group in groups.values() if len(group) > 1})


# -- one club


def address(text: str) -> tuple[str, str]:
    """The id and today's slug of the club that *text* (an id, a slug, an old slug) leads to; ``UnknownClub``."""
    row = ClubRow.objects.filter(pk=text).first()
    if row is None:
        known = Slug.objects.filter(pk=text).values("club")[:1]
        row = ClubRow.objects.filter(pk__in=known).first()
    if row is None:
        raise UnknownClub()
    return row.id, row.slug


def check_address(text: str, user: User | AnonymousUser | None) -> None:
    """Raise ``UnknownClub`` for an address that leads to no club that *user* may see."""
    access.seen(user, address(text)[0])


def club(club_id: str, *, as_of: int | None = None) -> Club:
    """The club now, or after event *as_of*; callers ask the gate before they show it."""
    return CLUBS.current(club_id).state if as_of is None else CLUBS.as_of(club_id, as_of)


def description(club: Club) -> str:
    return written.read([club.founded.description]).get(club.founded.description or "", "")


class Told(Struct, frozen=True):
    """News with its words; an erased title is empty."""

    id: str
    title: str
    text: str
    at: int


def news(club: Club, *, limit: int = 20) -> list[Told]:
    """The newest first."""
    shown: Sequence[News] = club.news[:limit]
    bodies = written.read(text for each in shown for text in (each.title, each.text))
    return [Told(each.id, bodies.get(each.title, ""), bodies.get(each.text or "", ""), each.at) for each in shown]


def answers(club: Club) -> dict[int, str]:
    """What people who ask to join wrote; for the organisers who may accept them."""
    bodies = written.read(request.text for request in club.requests.values())
    return {user: bodies.get(request.text or "", "") for user, request in club.requests.items()}


def open_invitations(club: Club) -> list[Invitation]:
    """The latest to expire first."""
    now = sources.now_ms()
    found = [each for each in club.invitations.values() if each.is_open(now)]
    return sorted(found, key=lambda each: (-each.expires_at, each.id))


def note(club: Club, subject: int, *, viewer: User) -> str:
    """What was written about *subject*'s removal; raises what the gate refuses."""
    access.check(viewer, "read_note", club, subject)
    kept = club.notes.get(subject)
    return written.read([kept.text]).get(kept.text, "") if kept else ""


def id_of_token(text: str) -> str:
    """The invitation that a token is of."""
    return text[: tokens.ID]


class Held(Struct, frozen=True):
    """An invitation as the holder of its token sees it: of the club only what a stranger may know."""

    club: Listed
    invitation: Invitation
    is_open: bool


def held(text: str, *, viewer: int | None) -> Held:
    """What the token *text* opens; raises ``UnknownInvitation``, also for somebody else's, and once it is over for one
    to a private club: it tells of that no more."""
    row = tokens.read(text)
    state = CLUBS.current(row.club_id).state
    invitation = found_for(state, row.id, viewer) if viewer is not None else state.invitations[row.id]
    is_open = invitation.is_open(sources.now_ms())
    if not is_open and unseen({(row.club_id, viewer)}):
        raise UnknownInvitation()
    return Held(_listed(row.club), invitation, is_open)


def _listed(row: ClubRow, role: Role | None = None) -> Listed:
    return Listed(
        id=row.id,
        slug=row.slug,
        name=row.name,
        language=row.language,
        visibility=row.visibility,  # type: ignore[arg-type]
        join=row.join,  # type: ignore[arg-type]
        palette=row.palette,  # type: ignore[arg-type]
        emblem=row.emblem,  # type: ignore[arg-type]
        owner=row.owner,
        members=row.members,
        founded_at=row.founded_at,
        closed_at=row.closed_at,
        role=role,
    )
