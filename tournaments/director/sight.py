"""Which tournaments somebody may know of, and which of a person's: lists, searches, titles, pages, files ask here."""

from django.db.models import Q, QuerySet

from accounts import privacy
from tournaments.clubs.selectors import visible_to
from tournaments.director.models import Entry, Invitation, TeamAsk, Tournament


def known_to(viewer: int | None, *, of: int | None = None, club: str | None = None) -> QuerySet[Tournament]:
    """The tournaments that *viewer* may find: those of no club, of public clubs, of their own, and what they have
    entered. Of private ones: what they direct, are asked to, or have ever entered.

    With *of* only those that this user has entered, and none if they do not show them. With *club* only those of that
    one; the caller has asked the gate whether *viewer* may know of it.
    """
    rows = Tournament.objects.all() if of is None else Tournament.objects.filter(pk__in=_entered(of))
    rows = rows if club is None else rows.filter(club=club)
    if of is not None and of == viewer:
        return rows
    if of is not None and not privacy.shows("games", of_user=of, to=viewer):
        return rows.none()
    return rows.filter(_private(viewer), *([] if club is not None else [_in_clubs(viewer)]))


def entries_of(user: int, *, viewer: int | None) -> QuerySet[Entry]:
    """The entries of *user* in tournaments of which *viewer* may know."""
    return _entries(user).filter(tournament__in=known_to(viewer, of=user))


def asked(user: int) -> QuerySet[Invitation, str]:
    """The tournaments to which *user* is asked, or into a team there; whatever they answered to the former."""
    rows = Invitation.objects.filter(user=user).values_list("tournament", flat=True)
    return rows.union(TeamAsk.objects.filter(user=user).values_list("tournament", flat=True))


def _in_clubs(viewer: int | None) -> Q:
    open_to = Q(club__isnull=True) | Q(club__in=visible_to(viewer))
    return open_to | Q(pk__in=_entered(viewer)) if viewer else open_to


def _private(viewer: int | None) -> Q:
    if not viewer:
        return Q(private=False)
    directs = Q(organiser=viewer) | Q(organisers__contains=[viewer]) | Q(asked__contains=[viewer])
    been = Entry.objects.filter(users__contains=[viewer]).values("tournament")
    return Q(private=False) | directs | Q(pk__in=been) | Q(pk__in=asked(viewer))


def _entries(user: int) -> QuerySet[Entry]:
    return Entry.objects.filter(users__contains=[user], withdrawn=False)


def _entered(user: int) -> QuerySet[Entry, str]:
    return _entries(user).values_list("tournament", flat=True)
