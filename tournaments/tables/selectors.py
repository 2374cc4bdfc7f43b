"""Reads about tables: summaries for lists, one viewer's view, replays."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from django.db import models
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from msgspec.structs import replace

from engine.events import Seat
from engine.text import gettext_noop as _
from tournaments.clubs import selectors as club_selectors
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.platform import replica
from tournaments.platform.places import Place, beyond, part
from tournaments.platform.units import MINUTE
from tournaments.tables import clubs, frames, reports
from tournaments.tables.errors import NotAllowed, UnknownTable
from tournaments.tables.events import AbortReason, Chair, Clock, PlayedOn, TableAborted
from tournaments.tables.models import Seat as SeatRow
from tournaments.tables.models import Table, Tick
from tournaments.tables.seen import SeatView, seat_view, users_of
from tournaments.tables.state import Report, Result, Status, TableState, deal_is_over, own_seat
from tournaments.tables.streams import TABLES

IDLE = 10 * MINUTE
"""After so long without a move a player who is alone with bots has gone."""
CASUAL = 36
"""Of casual tables this number more than are shown is looked at."""


class Summary(msgspec.Struct, frozen=True):
    """A table's facts, from its row. Seats are user ids, in order; times epoch ms."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seats: tuple[int | None, ...]
    bots: tuple[str, ...]
    clock: Clock | None
    rated: bool
    status: Status
    match: str | None
    opener: int | None
    club: str | None
    outcome: Result | None
    to_act: tuple[int, ...]
    seq: int
    opened_at: int
    started_at: int | None
    finished_at: int | None
    settled: bool
    in_room: bool
    """Whether it is played with real cards."""
    people_only: bool
    """Whether no program may play there."""
    origin: PlayedOn | None
    """Where it goes on from, if it does not begin with a deal of its own."""
    due: int | None = None
    """When the first of those to act runs out of time."""

    def seat_of(self, user: int | None) -> Seat | None:
        """The seat that *user* plays, ``None`` for a spectator."""
        return own_seat(user, self.seats, self.to_act)


class Near(NamedTuple):
    """Whose tables are somebody's to watch: those of their clubs, of their tournaments, of their friends."""

    clubs: Collection[str]
    matches: Collection[str]
    friends: Collection[int]


def summary(table_id: str) -> Summary:
    """Raises :class:`UnknownTable`."""
    row = Table.objects.filter(pk=table_id).first()
    if row is None:
        raise UnknownTable()
    return summarised(row)


def of_ids(table_ids: Iterable[str]) -> list[Summary]:
    """Those of the tables that there are."""
    return [summarised(row) for row in Table.objects.filter(pk__in=list(table_ids))]


def unseen(asked: Collection[tuple[str, int | None]]) -> set[tuple[str, int | None]]:
    """Those of *asked*, tables and users, where the user may not know of the table: a few questions for all."""
    found = {table.id: table for table in of_ids({table for table, _user in asked})}
    outside = {one for one in asked if one[0] not in found}
    of_clubs = {}
    for key, user in set(asked) - outside:
        table = found[key]
        if table.club is not None and user not in table.seats:  # who sat there always may
            of_clubs[key, user] = table.club, user
    hidden = club_selectors.unseen(set(of_clubs.values()))
    return outside | {one for one, about in of_clubs.items() if about in hidden}


def sat_at(user: int) -> Iterator[Summary]:
    """All tables at which *user* has sat, the newest first, hidden ones too: for their own export."""
    rows = Table.objects.filter(pk__in=SeatRow.objects.filter(user=user).values("table")).order_by("-opened_at", "id")
    return map(summarised, rows.iterator(200))


def of_matches(match_ids: Iterable[str]) -> list[Summary]:
    return [summarised(row) for row in Table.objects.filter(match__in=list(match_ids)).order_by("opened_at", "id")]


def listed(
    status: Status | None = None,
    *,
    game: str | None = None,
    user: int | None = None,
    club: str | None = None,
    viewer: int | None = None,
    behind: Place | None = None,
    limit: int = 50,
    offset: int = 0,
) -> list[Summary]:
    """The newest tables first, of all, of those where *user* sits, of those of a *club*, as far as *viewer* may know.

    Open ones are those that anybody may join: a match's table is for its own players.
    """
    rows = clubs.known_to(viewer, of=user, club=club).order_by("-opened_at", "id")
    if status is not None:
        rows = rows.filter(status=status)
    if status == "open" and user is None:
        rows = rows.filter(match=None)
    if game is not None:
        rows = rows.filter(game=game)
    further = behind and beyond(behind, "opened_at", "id")
    certain = club is not None or (user is not None and user == viewer)  # whatever clubs say of it
    return replica.ask(
        lambda using: [summarised(row) for row in part(rows.using(using), limit, offset, further)],
        holds=lambda found: certain or not hidden_from(viewer, [table.id for table in found if table.club]),
    )


def live(*, limit: int) -> list[Summary]:
    """Tables that are being played and worth watching: contests first, then those with the most people, the newest
    first; none whose only player has been gone for a while, and none that goes on from another one."""
    rows = clubs.known_to(None).filter(status="playing", came_from__isnull=True).order_by("-opened_at", "id")
    contest = Q(match__isnull=False) | Q(rated=True)
    found = [summarised(row) for row in (*rows.filter(contest)[:limit], *rows.exclude(contest)[: limit + CASUAL])]
    moved = log.latest([TABLES.name(each.id) for each in found])
    since = sources.now_ms() - IDLE
    awake = [each for each in found if not (_alone(each) and moved.get(TABLES.name(each.id), since) < since)]
    return sorted(awake, key=lambda each: (each.match is None, not each.rated, each.bots.count("") * -1))[:limit]


def played_near(viewer: int, near: Near, *, limit: int) -> list[Summary]:
    """Tables that are being played by those *near* the viewer, the newest first, as far as the viewer may find them;
    not their own."""
    own, theirs = (SeatRow.objects.filter(user__in=users).values("table") for users in ([viewer], near.friends))
    among = Q(club__in=near.clubs) | Q(match__in=near.matches) | Q(pk__in=theirs)
    rows = clubs.known_to(viewer).filter(among, status="playing", in_room=False).exclude(pk__in=own)
    return [summarised(row) for row in rows.order_by("-opened_at", "id")[:limit]]


def just_finished(*, limit: int) -> list[Summary]:
    """The tables that everybody may know of and that ended last; none that went on from another one."""
    rows = clubs.known_to(None).filter(status="finished", in_room=False, came_from__isnull=True)
    return [summarised(row) for row in rows.order_by("-finished_at", "id")[:limit]]


def of_matches_lately(since: int, *, most: int) -> list[str]:
    """The ids of tables of matches that were finished after *since* (epoch ms), the last first."""
    rows = Table.objects.filter(status="finished", finished_at__gt=since, match__isnull=False, in_room=False)
    return list(rows.order_by("-finished_at", "id").values_list("pk", flat=True)[:most])


def _alone(table: Summary) -> bool:
    """Whether one person plays there with bots, and nothing counts."""
    return table.match is None and not table.rated and table.bots.count("") <= 1


def hidden_from(viewer: int | None, table_ids: Collection[str]) -> set[str]:
    """Those of the tables that *viewer* may not find."""
    of_clubs = Table.objects.filter(pk__in=table_ids, club__isnull=False).values_list("pk", "club") if table_ids else ()
    found = dict(of_clubs)
    seen = set(club_selectors.visible_to(viewer).filter(pk__in=found.values())) if found else set()
    return {table for table, club in found.items() if club not in seen}


# -- what the tick looks for. Times are epoch ms. Every one of these begins with the status, which is what is indexed.


def timed() -> QuerySet[Table]:
    """Where somebody's time is running, the least time left first."""
    return Table.objects.filter(status="playing", due__isnull=False).order_by("due")


def overdue(now: int) -> QuerySet[Table]:
    """Where somebody has run out of time, the longest ago first."""
    return timed().filter(due__lte=now)


def waiting_for_bots(since: int) -> QuerySet[Table]:
    """Where a bot has been to act since then or longer, the longest first."""
    return Table.objects.filter(status="playing", bot_since__lte=since).order_by("bot_since")


def unfilled(now: int, *, after: int) -> QuerySet[Table]:
    """Tables that nobody has filled for *after* ms; where a move has longer, for the time of one. The longest ago
    first."""
    one_move = Cast(KeyTextTransform("base", "clock"), models.BigIntegerField()) * 1_000
    waited = Q(clock__isnull=True) | Q(clock__per_move=False) | Q(opened_at__lte=now - one_move)
    rows = Table.objects.filter(waited, status="open", match=None, opened_at__lte=now - after)
    return rows.order_by("opened_at")


def gathering_for(match_ids: Iterable[str]) -> list[str]:
    """Those of the matches whose table waits for players."""
    rows = Table.objects.filter(match__in=list(match_ids), status="open", in_room=False)
    return [match for match in rows.order_by("match").values_list("match", flat=True) if match]


def dealt_for(match_ids: Iterable[str]) -> list[str]:
    """Those of the matches of which a table was dealt here."""
    rows = Table.objects.filter(match__in=list(match_ids), started_at__isnull=False, in_room=False)
    return [match for match in rows.order_by("match").values_list("match", flat=True) if match]


def underway_for(match_ids: Iterable[str]) -> list[str]:
    """The tables of the matches that wait or are being played."""
    rows = Table.objects.filter(match__in=list(match_ids), status__in=("open", "playing"))
    return list(rows.order_by("match").values_list("pk", flat=True))


def awaiting_people(match_ids: Iterable[str]) -> list[tuple[str, str]]:
    """The tables of the matches where somebody other than a bot is to act, each with its match."""
    rows = Table.objects.filter(match__in=list(match_ids), status="playing", to_act__len__gt=0)
    rows = rows.exclude(to_act__len=1, bot_since__isnull=False).order_by("match")
    return [(row.pk, row.match or "") for row in rows.only("match")]


def unsettled(finished_until: int) -> QuerySet[Table]:
    return Table.objects.filter(status="finished", settled=False, finished_at__lte=finished_until)


def long_over(finished_until: int, *, after: Summary | None, most: int) -> list[Summary]:
    """Settled tables that ended by then (epoch ms) and whose events are here, in the order in which they were opened,
    behind *after*."""
    rows = Table.objects.filter(status="finished", settled=True, archived=None, finished_at__lte=finished_until)
    rows = rows.filter(opened_at__lte=finished_until).order_by("opened_at", "id")
    if after is not None:
        rows = rows.filter(Q(opened_at__gt=after.opened_at) | Q(opened_at=after.opened_at, id__gt=after.id))
        rows = rows.filter(opened_at__gte=after.opened_at)
    return [summarised(row) for row in rows[:most]]


def last_tick() -> int | None:
    """When the tick ran last, in epoch ms."""
    return Tick.objects.values_list("at", flat=True).first()


# -- one table


def has_finished(user_id: int, game: str) -> bool:
    """Whether a user has ever played a table of *game* to its end."""
    # asked of each seat of theirs: a join is planned as a search through all tables now and then
    whole = Table.objects.filter(pk=OuterRef("table"), game=game, status="finished", came_from__isnull=True)
    ended = whole.values("game")[:1]
    return SeatRow.objects.filter(user=user_id).alias(ended=Subquery(ended)).filter(ended=game).exists()


def has_sat(user_id: int) -> bool:
    """Whether a user has ever had a seat."""
    return SeatRow.objects.filter(user=user_id).exists()


def gathering(table_id: str) -> frozenset[int] | None:
    """The users who have come to a match's table that has not begun; ``None`` of any other. Players of a table in the
    room are there."""
    return _gathering(TABLES.current(table_id).state)


def _gathering(table: TableState) -> frozenset[int] | None:
    if table.in_room and table.status == "open" and table.report is None:
        return frozenset(chair.user for chair in table.chairs if chair.user is not None)  # nobody is awaited there
    if not table.gathering:
        return None
    return frozenset(user for seat in table.joined if (user := table.chairs[seat].user) is not None)


def begun(match_ids: Iterable[str]) -> bool:
    """Whether anything that counts has happened at a table of the matches: a decision, a report, somebody who left."""
    found = [table for table in of_matches(match_ids) if table.status != "aborted" and table.started_at is not None]
    last = log.latest([TABLES.name(table.id) for table in found])
    return any(
        table.status != "playing"
        or (last[TABLES.name(table.id)] > (table.started_at or 0) and TABLES.current(table.id).state.begun)
        for table in found
    )


class Reported(msgspec.Struct, frozen=True):
    """How a table in the room has ended, as a player says; and the users who play against that player."""

    seq: int
    """The table's last event, which answers name."""
    report: Report
    against: frozenset[int]


def reported(table_id: str) -> Reported | None:
    """What is reported of a table in the room, until it is over."""
    return _reported(TABLES.current(table_id).state)


def _reported(table: TableState) -> Reported | None:
    if table.report is None or table.status != "open":
        return None
    return Reported(table.seq, table.report, reports.against(table))


def needs_points(table_id: str) -> bool:
    """Whether a report of a table in the room has to tell the game's points."""
    return TABLES.current(table_id).state.needs_points


def waiting(table_ids: Collection[str]) -> dict[str, tuple[frozenset[int] | None, Reported | None]]:
    """The same two of several tables: who has come, and what is reported."""
    found = TABLES.all_current(table_ids)
    return {table_id: (_gathering(table), _reported(table)) for table_id, table in found.items()}


def why_aborted(table_id: str) -> AbortReason | None:
    """Why a table was called off."""
    for stored in log.of_kinds([TABLES.name(table_id)], [TableAborted.kind]):
        return msgspec.json.decode(stored.payload, type=TableAborted).reason
    return None


def view(*, table_id: str, user_id: int | None) -> SeatView:
    """The table as that user may see it now: from their seat, or as a spectator."""
    table = TABLES.current(table_id).state
    return _seen(table, table.seat_of(user_id))


def view_at(*, table_id: str, user_id: int | None, seq: int, seat: int | None) -> SeatView:
    """The table as *seat* saw it after event *seq*; others' seats only once the table is finished."""
    now = TABLES.current(table_id).state
    _check_may_see(now, user_id, seat)
    viewer = None if seat is None else Seat(seat)
    return _seen(frames.as_of(table_id, min(seq, now.seq)), viewer)


def _seen(table: TableState, seat: Seat | None) -> SeatView:
    stored = log.load(TABLES.name(table.id), after=max(0, table.seq - frames.TOLD), until=table.seq)
    latest = [(row.seq, event) for row, event in zip(stored, TABLES.decode(table, stored), strict=True)]
    view = seat_view(table, seat, names=users_of(table), told=frames.lines(table, latest, seat))
    return replace(view, before=frames.is_undecided(table))


def _check_may_see(table: TableState, user_id: int | None, seat: int | None) -> None:
    if seat is None or deal_is_over(table) or seat in table.seats_of(user_id):
        return
    raise NotAllowed("seat_hidden", _("What another seat sees is shown once the table is finished."))


def summarised(row: Table) -> Summary:
    """A table's facts."""
    chairs = msgspec.convert(row.chairs, tuple[Chair, ...])
    outcome = None
    if row.places is not None:
        outcome = Result(tuple(row.places), tuple(row.points or ()), row.stake or 1, row.reason)  # type: ignore[arg-type]
    return Summary(
        id=row.id,
        game=row.game,
        version=row.rules,
        options=row.options,
        seats=tuple(chair.user for chair in chairs),
        bots=tuple(chair.bot for chair in chairs),
        clock=msgspec.convert(row.clock, Clock | None),
        rated=row.rated,
        status=row.status,  # type: ignore[arg-type]
        match=row.match,
        opener=row.opener if row.match is None else None,
        club=row.club,
        outcome=outcome,
        to_act=tuple(row.to_act),
        seq=row.seq,
        opened_at=row.opened_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        settled=row.settled,
        in_room=row.in_room,
        people_only=bool(row.people_only),
        origin=msgspec.convert(row.came_from, PlayedOn | None),
        due=row.due,
    )
