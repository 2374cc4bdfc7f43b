"""Reads about tournaments: lists, and one of them as of any event (:class:`At`)."""

from collections.abc import Collection, Iterable
from typing import Any, Literal

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Abs

from accounts.models import User
from accounts.selectors import by_ids, called
from tournaments.director import sight
from tournaments.director.commands import callers, clubs
from tournaments.director.commands.clubs import check_seen
from tournaments.director.display.at import At, at
from tournaments.director.display.bracket_shapes import BracketInfo
from tournaments.director.display.shapes import (
    JOINED,
    ByeInfo,
    Crosstable,
    Detail,
    EntryInfo,
    ItemInfo,
    LineInfo,
    MatchInfo,
    RoundInfo,
    Summary,
)
from tournaments.director.models import BEGAN
from tournaments.director.models import Entry as EntryRow
from tournaments.director.models import Match as MatchRow
from tournaments.director.models import Round as RoundRow
from tournaments.director.models import Tournament as TournamentRow
from tournaments.director.policy.drafts import is_due
from tournaments.director.policy.roll_call import opens_at
from tournaments.director.state.tournament import Entry, Status, Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.platform.database import Row, asked_often
from tournaments.platform.places import Place, beyond, part
from tournaments.platform.units import DAY, MINUTE
from tournaments.tables import selectors as table_selectors

_OPEN = MatchRow.objects.filter(tournament=OuterRef("pk"), places__isnull=True)

LARGE = 8
"""The number of people from which a tournament is large for ratings."""

__all__ = [
    "At",
    "BracketInfo",
    "ByeInfo",
    "Crosstable",
    "Detail",
    "EntryInfo",
    "ItemInfo",
    "LineInfo",
    "MatchInfo",
    "RoundInfo",
    "Summary",
    "at",
    "check_seen",
    "detail",
    "due",
    "ended_before",
    "is_large",
    "is_unrated",
    "left_behind",
    "listed",
    "may_direct",
    "owns",
    "summary",
    "winners",
]


# -- lists


def summary(tournament_id: str) -> Summary | None:
    row = _rows().filter(pk=tournament_id).first()
    return None if row is None else summarised(row)


def waits_for_directors(tournament_id: str) -> bool:
    """Whether somebody calls or claims a place there, a round waits for them, or check-in is open."""
    tournament = TOURNAMENTS.recent(tournament_id).state
    claimed = (tournament.entries[number] for number, each in tournament.walk_ins.items() if each.claim)
    if tournament.calls or any(_is_claimed(tournament, entry) for entry in claimed):
        return True
    if tournament.status == "announced":
        return _check_in_is_open(tournament)
    return tournament.settings.draws == "by_hand" and is_due(tournament)


def round_to_draw(tournament_id: str) -> int | None:
    """The number of the round that is drawn next, if none is played."""
    tournament = TOURNAMENTS.recent(tournament_id).state
    return None if tournament.round_open else tournament.reached + 1


def has_checked_in(tournament_id: str, user: int) -> bool | None:
    """Whether *user* has checked in; ``None`` while check-in is not open."""
    tournament = TOURNAMENTS.recent(tournament_id).state
    entry = tournament.entry_of(user)
    return entry is not None and entry.checked_in if _check_in_is_open(tournament) else None


def _check_in_is_open(tournament: Tournament) -> bool:
    opens = opens_at(tournament.settings)
    return tournament.status == "announced" and opens is not None and opens <= sources.now_ms()


def _is_claimed(tournament: Tournament, entry: Entry) -> bool:
    """Whether somebody who used the link of a walk-in's *entry* waits for an organiser's yes."""
    return not entry.withdrawn and tournament.walk_ins[entry.number].standing(entry.users) == "open"


def listed(
    *statuses: Status,
    game: str | None = None,
    user: int | None = None,
    invited: int | None = None,
    directs: int | None = None,
    mine: int | None = None,
    club: str | None = None,
    name: str = "",
    viewer: int | None = None,
    soonest: bool = False,
    near: int | None = None,
    since: int | None = None,
    until: int | None = None,
    behind: Place | None = None,
    limit: int = 50,
    offset: int = 0,
) -> list[Summary]:
    """Those of *statuses* (all if none is given), the latest start first, or the *soonest*; or those whose start is
    *near* a moment (epoch ms), of what is over the last day's alone.

    The start is the real one once there is one. Narrowed to a game, to those that *user* has entered, to those that
    *invited* is asked to enter and has not, to those that *directs* directs, to those that *mine* has entered or
    directs, to those with *name* in their names, to those that begin from *since* to *until* (epoch ms); as far as
    *viewer* may know of them (:mod:`~tournaments.director.sight`).
    """
    rows = sight.known_to(viewer or invited, of=user, club=club).select_related("title")
    rows = rows.order_by(BEGAN.asc() if soonest else BEGAN.desc(), "id")
    if statuses:
        rows = rows.filter(status__in=statuses)
    if near is not None:
        rows = rows.exclude(status="finished", started_at__lt=near - DAY).order_by(Abs(BEGAN - near), "id")
    if since is not None and until is not None:
        rows = rows.alias(began=BEGAN).filter(began__gte=since, began__lt=until)
    if game is not None:
        rows = rows.filter(game=game)
    if invited is not None:
        entered = sight.entries_of(invited, viewer=invited).values("tournament")
        rows = rows.filter(pk__in=sight.asked(invited)).exclude(pk__in=entered)
    if directs is not None:
        rows = rows.filter(Q(organiser=directs) | Q(organisers__contains=[directs]))
    if mine is not None:
        directed = Q(organiser=mine) | Q(organisers__contains=[mine])
        rows = rows.filter(directed | Q(pk__in=sight.entries_of(mine, viewer=mine).values("tournament")))
    if name:
        # One row at a time, as deep as the list is read: a join would read all texts that there are.
        own = TournamentRow.objects.filter(pk=OuterRef("pk")).values("title__body")
        rows = rows.annotate(words=Subquery(own)).filter(words__icontains=name)
    further = beyond(behind, "began", "id") if behind else None
    return [summarised(row) for row in part(rows.alias(began=BEGAN), limit, offset, further)]


def winners(tournament_ids: Collection[str]) -> dict[str, str]:
    """The names of those who won, by tournament; nothing where nobody has, or whose account is gone."""
    rows = EntryRow.objects.filter(tournament__in=tournament_ids, place=1).order_by("tournament", "number")
    won = list(rows.values_list("tournament", "users"))
    names = called({user for _tournament, users in won for user in users}) if won else {}
    found: dict[str, list[str]] = {}
    for tournament, users in won:
        sides = [names[user].name for user in users if user in names]
        found.setdefault(tournament, []).extend([JOINED.join(sides)] if sides else [])
    return {tournament: ", ".join(sides) for tournament, sides in found.items() if sides}


def left_behind(now: int) -> list[str]:
    """The tournaments cancelled within a day of *now* (epoch ms) that have tables still."""
    tables = {table: (match, tournament) for match, table, tournament in _of_cancelled(now)}
    left = table_selectors.underway_for(match for match, _tournament in tables.values()) if tables else []
    return sorted({tables[table][1] for table in left})


@asked_often
def _of_cancelled(now: int) -> QuerySet[MatchRow, Row]:
    undecided = MatchRow.objects.filter(places__isnull=True, table__isnull=False)
    rows = undecided.filter(tournament__status="cancelled", tournament__ended_at__gte=now - DAY)
    return rows.values_list("pk", "table", "tournament")


def to_pair(now: int) -> QuerySet[TournamentRow]:
    """Those that run without an open match, and whose next round nothing holds at *now* (epoch ms). One whose rounds
    wait for its organiser goes on by what they do, and by results, alone."""
    rows = TournamentRow.objects.filter(~Exists(_OPEN), status="running", pause__isnull=False)
    return rows.filter(Q(last_result_at__isnull=True) | Q(last_result_at__lte=now - F("pause") * MINUTE))


@asked_often
def due(now: int, time: Literal["grace", "deadline"]) -> QuerySet[Any, Row]:
    """The rounds (number and tournament) of which an undecided match has reached that time by *now* (epoch ms)."""
    undecided = MatchRow.objects.filter(tournament__status="running", places__isnull=True)
    own = undecided.filter(**{f"{time}__lte": now}).values_list("round", "tournament")
    left = undecided.filter(tournament=OuterRef("tournament"), round=OuterRef("number"), **{f"{time}__isnull": True})
    rounds = RoundRow.objects.filter(Exists(left), tournament__status="running", **{f"{time}__lte": now})
    return rounds.values_list("number", "tournament").union(own).order_by("number", "tournament")


def ended_before(match_id: str, at: int) -> bool:
    """Whether the tournament of a match had been cancelled by *at* (epoch ms)."""
    off = TournamentRow.objects.filter(status="cancelled", ended_at__lte=at)
    return MatchRow.objects.filter(pk=match_id, tournament__in=off).exists()


def over_since(match_ids: Iterable[str], at: int) -> set[str]:
    """Those of the matches whose tournament had been over by *at* (epoch ms)."""
    over = MatchRow.objects.filter(tournament__status__in=("finished", "cancelled"), tournament__ended_at__lte=at)
    return set(over.filter(pk__in=list(match_ids)).values_list("pk", flat=True))


def is_unrated(match_id: str, taken_out_by: int | None = None) -> bool:
    """Whether a table of the match does not count in the site's ratings: its tournament has been taken out of them, or
    it ended because an organiser took a player out of it whose rulings do not move them."""
    row = MatchRow.objects.filter(pk=match_id).first()
    if row is None:
        return False
    tournament = TOURNAMENTS.current(row.tournament_id).state
    return tournament.unrated or (taken_out_by is not None and not callers.moves_site(tournament, taken_out_by))


def is_large(match_id: str) -> bool:
    """Whether the tournament of a match began with at least :data:`LARGE` people who have an account: anybody can enter
    names."""
    row = MatchRow.objects.filter(pk=match_id).first()
    if row is None:
        return False
    tournament = TOURNAMENTS.current(row.tournament_id).state
    users = {user for number in tournament.seeds for user in tournament.entries[number].users}
    return sum(not (user.is_bot or user.is_guest) for user in by_ids(users).values()) >= LARGE


# -- one tournament


def detail(tournament_id: str, *, as_of: int | None = None) -> Detail:
    """The tournament now, or after event *as_of*; raises ``UnknownTournament``."""
    return at(tournament_id, as_of=as_of).detail


def may_direct(tournament: Detail | Summary, user: User) -> bool:
    """Whether *user* may start, edit and cancel."""
    if user.pk is not None and isinstance(tournament, Detail) and tournament.settings.club is not None:
        return user.is_staff or clubs.directs(tournament.settings.club, user.pk)
    named = tournament.organisers if isinstance(tournament, Detail) else ()
    return user.pk is not None and (user.pk in (tournament.organiser, *named) or user.is_staff)


def owns(tournament: Detail, user: User) -> bool:
    """Whether *user* may name organisers."""
    return user.pk is not None and (user.pk == tournament.organiser or user.is_staff)


# -- putting together


def _rows() -> QuerySet[TournamentRow]:
    return TournamentRow.objects.select_related("title")


def summarised(row: TournamentRow) -> Summary:
    return Summary(
        id=row.id,
        name=str(row),
        game=row.game,
        format=row.format,  # type: ignore[arg-type]
        status=row.status,  # type: ignore[arg-type]
        organiser=row.organiser,
        starts_at=row.starts_at,
        started_at=row.started_at,
        entries=row.entries,
        round=row.round,
        rounds=row.rounds,
        seq=row.seq,
        ended_at=row.ended_at,
        club=row.club,
    )
