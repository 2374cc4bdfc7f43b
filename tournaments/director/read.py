"""What pages of tables show of the tournament that a match belongs to."""

from collections.abc import Iterable
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from tournaments.director import sight
from tournaments.director.display.ruling_shapes import RulingInfo
from tournaments.director.display.shapes import Contest, MatchInfo
from tournaments.director.models import BEGAN
from tournaments.director.models import Match as MatchRow
from tournaments.director.models import Round as RoundRow
from tournaments.director.selectors import at, detail, listed, may_direct, summarised
from tournaments.director.state.sides import by_seat
from tournaments.director.streams import TOURNAMENTS

__all__ = [
    "Contest",
    "Decided",
    "InRoom",
    "MatchInfo",
    "Paired",
    "contest",
    "decided",
    "directs",
    "knows",
    "match",
    "matches_near",
    "matches_of",
    "named",
    "rounds_of",
    "ruling",
    "set_by_ruling",
    "tables_in_room",
]

CALLED = 50
"""Tournaments of one name: an evening that comes every week has a year of them."""


def contest(match_id: str) -> Contest | None:
    """What a match belongs to."""
    row = MatchRow.objects.select_related("tournament__title").filter(pk=match_id).first()
    if row is None:
        return None
    paired = RoundRow.objects.filter(tournament=row.tournament_id, number=row.round)
    grace, deadline = paired.values_list("grace", "deadline").first() or (None, None)
    return Contest(
        tournament=summarised(row.tournament),
        round=row.round,
        awaited_until=row.grace or grace,
        until=None if row.places is not None else row.deadline or deadline,
        private=row.tournament.private,
        ruling=row.ruling,
    )


def knows(contest: Contest, user: User | AnonymousUser) -> bool:
    """Whether *user* may be told which tournament that is: of a private one who directs it, is asked to it or has been
    in it."""
    if not contest.private or user.is_staff:
        return True
    if user.pk is None:
        return False
    return sight.known_to(user.pk).filter(pk=contest.tournament.id).exists()


def directs(contest: Contest, user: User | AnonymousUser) -> bool:
    """Whether *user* may sit at the desk of that tournament."""
    return user.is_authenticated and may_direct(detail(contest.tournament.id), user)


def match(contest: Contest, match_id: str) -> MatchInfo | None:
    """A match as it stands now."""
    return detail(contest.tournament.id).matches.get(match_id)


def ruling(contest: Contest, viewer: User | AnonymousUser) -> RulingInfo | None:
    """The ruling that set the result of the match; why is for those whom it concerns."""
    if contest.ruling is None or not knows(contest, viewer):
        return None
    found = (each for each in at(contest.tournament.id).rulings(viewer) if each.number == contest.ruling)
    return next(found, None)


def set_by_ruling(match_ids: Iterable[str], viewer: int | None) -> frozenset[str]:
    """Those of the matches whose result a ruling set, as far as *viewer* may know of their tournaments."""
    rows = MatchRow.objects.filter(pk__in=list(match_ids), ruling__isnull=False)
    return frozenset(rows.filter(tournament__in=sight.known_to(viewer)).values_list("pk", flat=True))


class Decided(NamedTuple):
    """What a ruling gave at a match's last table."""

    table: str
    places: tuple[int | None, ...]
    """By seat; none of who missed it."""


def decided(match_ids: Iterable[str], viewer: int | None) -> dict[str, Decided]:
    """The same of :func:`set_by_ruling`, by match."""
    found = {}
    for row in MatchRow.objects.filter(pk__in=set_by_ruling(match_ids, viewer), table__isnull=False):
        tournament = TOURNAMENTS.current(row.tournament_id).state
        paired = tournament.round_of(row.id)
        if paired is not None and (marks := paired.played.results.get(row.id)):
            places = by_seat(tournament.settings, [None if mark.code == "-" else mark.place for mark in marks])
            found[row.id] = Decided(str(row.table), places)
    return found


class Paired(NamedTuple):
    """The tournament and the round of a match, and its deadline (epoch ms), if it has one."""

    tournament: str
    round: int
    until: int | None


def rounds_of(match_ids: Iterable[str]) -> dict[str, Paired]:
    """What each match was paired in."""
    paired = RoundRow.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("round")).values("deadline")
    rows = MatchRow.objects.filter(pk__in=list(match_ids)).annotate(until=Coalesce("deadline", Subquery(paired)))
    return {
        row.id: Paired(str(row.tournament), row.round, row.until) for row in rows.select_related("tournament__title")
    }


class InRoom(NamedTuple):
    """A table in the room: its number, as slips and the screen in the room have it, and whether the organisers are
    called to it."""

    number: int
    called: bool


def tables_in_room(match_ids: Iterable[str]) -> dict[str, InRoom]:
    """Where each match is played."""
    found = {}
    for row in MatchRow.objects.filter(pk__in=list(match_ids)):
        tournament = TOURNAMENTS.current(row.tournament_id).state
        if (paired := tournament.round_of(row.id)) is not None:
            found[row.id] = InRoom(paired.number_of(row.id), row.id in tournament.calls)
    return found


def matches_near(user: int) -> frozenset[str]:
    """The matches without a result in the running tournaments that *user* has entered or directs."""
    running = [each.id for each in listed("running", mine=user, viewer=user)]
    return frozenset(MatchRow.objects.filter(tournament__in=running, places=None).values_list("pk", flat=True))


class Named(NamedTuple):
    """A tournament, to link to."""

    id: str
    name: str


def matches_of(tournament: str, viewer: int | None) -> tuple[str, ...] | None:
    """The matches of a tournament; ``None`` if there is none, or none that *viewer* may know of."""
    if not sight.known_to(viewer).filter(pk=tournament).exists():
        return None
    return _matches([tournament])


def called(name: str, viewer: int | None) -> list[Named]:
    """The tournament with the id *name*, or the last :data:`CALLED` that are called so, as far as *viewer* may know."""
    known = sight.known_to(viewer).select_related("title")
    found = known.filter(pk=name) or known.filter(title__body__iexact=name).order_by("-starts_at", "id")[:CALLED]
    return [Named(row.id, str(row)) for row in found]


def matches_in(tournaments: Iterable[Named]) -> tuple[str, ...]:
    """Of all of them; the caller has asked who may know of them."""
    return _matches([each.id for each in tournaments])


def suggested(viewer: int | None, *, limit: int) -> list[str]:
    """The names of the tournaments that began last, of those of which *viewer* may know."""
    rows = sight.known_to(viewer).filter(started_at__isnull=False, title__body__gt="").order_by(BEGAN.desc(), "id")
    return list(dict.fromkeys(rows.values_list("title__body", flat=True)[:limit]))


def _matches(tournaments: list[str]) -> tuple[str, ...]:
    rows = MatchRow.objects.filter(tournament__in=tournaments).order_by("id")
    return tuple(rows.values_list("pk", flat=True))


def named(match_ids: Iterable[str], viewer: int | None) -> dict[str, Named]:
    """The tournament of each match, as far as *viewer* may know of it."""
    rows = MatchRow.objects.filter(pk__in=list(match_ids), tournament__in=sight.known_to(viewer))
    found = rows.select_related("tournament__title")
    return {row.id: Named(row.tournament_id, str(row.tournament)) for row in found}
