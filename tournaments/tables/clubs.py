"""Tables of clubs: who may know of them, and who sat at them. What clubs need to be told, as they know no tables."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts import privacy
from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.clubs import access, services
from tournaments.clubs import selectors as clubs
from tournaments.clubs.choices import CLAIM_TABLES
from tournaments.clubs.errors import UnknownClub
from tournaments.log import sources
from tournaments.tables.errors import ArchiveAway, NotAllowed, UnknownTable
from tournaments.tables.models import Seat, Table
from tournaments.tables.streams import TABLES


def check_seen(table_id: str, user: User | AnonymousUser | None) -> None:
    """Raise ``UnknownTable`` for a table that is not there, and for one of a club that *user* may not know of; who sits
    there always may."""
    club = _club_of(table_id)
    if club is None:
        return
    if user is not None and user.pk is not None and _sits(table_id, user.pk):
        return
    if not access.can(user, "see", clubs.club(club)):
        raise UnknownTable()


def check_followed(table_id: str, user_id: int | None) -> None:
    """The same for a follower of the table's stream; no user is looked up for tables outside of clubs."""
    if _club_of(table_id) is not None:
        check_seen(table_id, User.objects.filter(pk=user_id).first() if user_id is not None else None)


def _club_of(table_id: str) -> str | None:
    """The club that a table belongs to; raises ``UnknownTable``. That its events cannot be reached is for those alone
    who may know of it, so its row is asked then."""
    try:
        return TABLES.recent(table_id).state.facts.club
    except ArchiveAway:
        return Table.objects.filter(pk=table_id).values_list("club", flat=True).first()


def _sits(table_id: str, user: int) -> bool:
    try:
        return bool(TABLES.recent(table_id).state.seats_of(user))
    except ArchiveAway:
        return Seat.objects.filter(table=table_id, user=user).exists()


def check_plays(club_id: str | None, user: User) -> None:
    """Raise what the gate refuses somebody who would sit down at a table of a club: it is for its members."""
    if club_id is not None and not user.house_level:
        access.check(user, "attend", clubs.club(club_id))


def check_seats(club_id: str | None, user: User) -> None:
    """The same of somebody whom another one seats: that they may not know of the club is nothing to tell the other."""
    try:
        check_plays(club_id, user)
    except UnknownClub:
        raise NotAllowed("not_member", _("Only members of the club can do that.")) from None


def check_opens(club_id: str, user: User) -> None:
    """The same of somebody who would open one."""
    access.check(user, "open_table", clubs.club(club_id))


def known_to(viewer: int | None, *, of: int | None = None, club: str | None = None) -> QuerySet[Table]:
    """The tables that *viewer* may find: those of no club, of public clubs and of their own.

    With *of* only those where that user sits, and none if that user does not show them. With *club* only those of that
    one; the caller has asked the gate whether *viewer* may know of it.
    """
    rows = (
        Table.objects.all() if of is None else Table.objects.filter(pk__in=Seat.objects.filter(user=of).values("table"))
    )
    rows = rows if club is None else rows.filter(club=club)
    if of is not None and of == viewer:
        return rows
    if of is not None and not privacy.shows("games", of_user=of, to=viewer):
        return rows.none()
    return rows if club is not None else rows.filter(Q(club__isnull=True) | Q(club__in=clubs.visible_to(viewer)))


def sat_with(user: int, others: Collection[int]) -> set[int]:
    """Those of *others* with whom *user* has ever sat at a table."""
    own = Seat.objects.filter(table=OuterRef("table"), user=user)
    return set(Seat.objects.filter(Exists(own), user__in=others).values_list("user", flat=True).distinct())


def where_sat(user: int) -> list[str]:
    """The clubs at whose tables *user* has sat."""
    rows = Table.objects.filter(pk__in=Seat.objects.filter(user=user).values("table"), club__isnull=False)
    return [club for club in rows.order_by("club").values_list("club", flat=True).distinct() if club is not None]


def seats_taken(club_id: str, users: list[int], since: int) -> dict[int, int]:
    """At how many of the club's tables that began after *since* (epoch ms) each of *users* sat; without those who sat
    at none."""
    rows = Seat.objects.filter(table__club=club_id, table__started_at__gte=since, user__in=users)
    rows = rows.filter(table__came_from__isnull=True)
    return dict(rows.values_list("user").annotate(tables=Count("table", distinct=True)))


def lapse(club_id: str) -> None:
    """Do what time has brought to a club."""
    claims = list(clubs.club(club_id).claims)
    tables = seats_taken(club_id, claims, sources.now_ms() - CLAIM_TABLES) if claims else {}
    services.lapse(club_id=club_id, tables=tables)
