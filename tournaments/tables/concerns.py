"""What concerns a user at their tables: they have a seat there, it begins, it is their turn, it is over.

For one who follows all of them at once. Each such thing is a commit of a table; of several that are told together the
last counts, since what was before it is overtaken.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import structlog
from django.db.models import Q
from msgspec import Meta, Struct

from accounts.selectors import Called
from tournaments.log import positions
from tournaments.log.events import Stored
from tournaments.log.followers import Placed
from tournaments.platform.units import DAY, HOUR
from tournaments.tables.models import Seat, Table
from tournaments.tables.seen import ClockView, RematchView, SeatInfo, View, seat_view
from tournaments.tables.state import Result, Status, TableState
from tournaments.tables.streams import TABLES

_log = structlog.get_logger(__name__)

Why: TypeAlias = Literal["table", "turn", "result", "rematch"]
UNDERWAY: Final = ("open", "playing")
LONGEST: Final = 30 * DAY
"""For how long (ms) a table may have been open that was called off."""


class News(NamedTuple):
    """That a table concerns *user*, since the commit at *position*, and how it stands now."""

    position: int
    user: int
    why: Why
    table: TableState


class TableNow(Struct, frozen=True, kw_only=True):
    """A table of yours as you may see it now."""

    id: str
    seq: Annotated[int, Meta(description="The number of its last event: your move's `expected_seq`.")]
    game: str
    rules_version: int
    options: dict[str, Any]
    rated: bool
    match: Annotated[str | None, Meta(description="The match of a tournament, or the challenge, that it decides.")]
    status: Status
    me: Annotated[int | None, Meta(description="Your seat; of several the one that is to act.")]
    to_act: tuple[int, ...]
    legal: Annotated[tuple[str, ...], Meta(description="Every move that you may make now.")]
    view: Annotated[View | None, Meta(description="All you may know, by the game; null before the deal.")]
    clocks: Annotated[tuple[ClockView, ...], Meta(description="By seat; empty without a time limit.")]
    seats: tuple[SeatInfo, ...]
    outcome: Result | None
    rematch: RematchView | None


def why(before: TableState, after: TableState, user: int) -> Why | None:
    """In what way a commit that led from *before* to *after* concerns *user*."""
    if after.seat_of(user) is None:
        return None
    if after.is_over:
        offered = after.rematch != before.rematch
        return "result" if not before.is_over else "rematch" if offered else None
    if is_asked(after, user, since=before.seq):
        return "turn"
    return "table" if before.seat_of(user) is None or before.status != after.status else None


def is_asked(table: TableState, user: int, *, since: int = -1) -> bool:
    """Whether it is the turn of *user*, and became so after event *since*."""
    own = [seat for seat in table.seats_of(user) if seat in table.to_act and seat not in table.gone]
    return any(table.clocks[seat].changed > since for seat in own)


def described(table: TableState, user: int, names: Mapping[int, Called]) -> TableNow:
    """The table as *user* may see it; *names* is how its users are called."""
    facts, seen = table.facts, seat_view(table, table.seat_of(user), names=names, drawn=False)
    return TableNow(
        id=table.id,
        seq=table.seq,
        game=facts.game,
        rules_version=facts.rules,
        options=facts.options,
        rated=facts.rated,
        match=facts.match,
        status=table.status,
        me=seen.me,
        to_act=seen.to_act,
        legal=seen.legal,
        view=seen.view,
        clocks=seen.clocks,
        seats=seen.seats,
        outcome=seen.outcome,
        rematch=seen.rematch,
    )


# -- reading


def news(
    users: Mapping[str, Collection[int]], known: Mapping[str, TableState], *, after: int, until: int
) -> tuple[list[News], list[TableState]]:
    """What concerns the *users* of each table in its commits behind position *after*, up to *until*, in that order; and
    the tables as they stand at *until*. *known* are tables as they stood by *after*, or before."""
    found, tables = dict[tuple[str, int], News](), list[TableState]()
    for key, commits in _tails({key: known.get(key) for key in users}, until).items():
        tables.append(known.get(key) or TABLES.empty(key))
        for position, before, table in _steps(tables[-1], commits):
            tables[-1] = table
            for user in users[key] if position > after else ():
                if reason := why(before, table, user):
                    found[key, user] = News(position, user, reason, table)
    now = {table.id: table for table in tables}
    told = (_overtaken(each, now[each.table.id]) for each in found.values())
    return sorted(told, key=lambda each: each.position), tables


def standing(user: int, *, until: int) -> list[News]:
    """The tables that *user* plays at, as they stood at position *until*, in the order in which they were opened."""
    _found, tables = news(
        dict.fromkeys(_of_user(user, Q(table__status__in=UNDERWAY)), (user,)), {}, after=0, until=until
    )
    mine = [table for table in tables if not table.is_over and set(table.seats_of(user)) - table.gone]
    return [
        News(until, user, "turn" if is_asked(table, user) else "table", table)
        for table in sorted(mine, key=lambda table: (table.opened_at, table.id))
    ]


def missed(user: int, *, after: int, until: int, most: int) -> list[News] | None:
    """What concerns *user* in the commits behind position *after*, up to and with *until*; ``None`` if that may be at
    more than *most* tables."""
    since = positions.recorded_at(after) - HOUR
    lately = Q(table__status__in=UNDERWAY) | Q(ended_at__gte=since)
    tables = _of_user(user, lately) | set(_called_off(user, since))
    if len(tables) > most:
        return None
    return news(dict.fromkeys(tables, (user,)), {}, after=after, until=until)[0]


def seated(tables: Collection[str], users: Collection[int]) -> dict[str, set[int]]:
    """Who of *users* sits at which of *tables*."""
    found: dict[str, set[int]] = defaultdict(set)
    for table, user in Seat.objects.filter(table__in=tables, user__in=users).values_list("table_id", "user"):
        found[table].add(user)
    return found


def underway(users: Collection[int]) -> tuple[dict[str, set[int]], list[tuple[str, int]]]:
    """The tables at which any of *users* sit, with them, and whom of them a match's table waits for, maybe."""
    rows = Seat.objects.filter(user__in=users, table__status__in=UNDERWAY)
    found, awaited = defaultdict[str, set[int]](set), []
    for table, user, status, match, in_room in rows.values_list(
        "table_id", "user", "table__status", "table__match", "table__in_room"
    ):
        found[table].add(user)
        if status == "open" and match is not None and not in_room:
            awaited.append((table, user))
    return found, awaited


def _overtaken(told: News, table: TableState) -> News:
    """*told*, with the table as it stands now: a turn may be over by then."""
    is_over = told.why == "turn" and not is_asked(table, told.user)
    return told._replace(why="table" if is_over else told.why, table=table)


def _of_user(user: int, which: Q) -> set[str]:
    return set(Seat.objects.filter(which, user=user).values_list("table_id", flat=True))


def _called_off(user: int, since: int) -> Iterable[str]:
    rows = Table.objects.filter(status="aborted", opened_at__gte=since - LONGEST, finished_at__gte=since)
    return rows.filter(seat__user=user).values_list("pk", flat=True)


def _tails(known: Mapping[str, TableState | None], until: int) -> dict[str, list[Placed]]:
    """The commits of each table behind what is known of it, up to and with position *until*."""
    seqs = {TABLES.name(key): table.seq if table else 0 for key, table in known.items()}
    tails: dict[str, list[Placed]] = {key: [] for key in known}
    for commit in positions.tails(seqs, until=until) if seqs else ():
        tails[commit.events[0].stream.removeprefix(TABLES.prefix)].append(commit)
    return tails


def _steps(table: TableState, commits: Sequence[Placed]) -> Iterable[tuple[int, TableState, TableState]]:
    """Each commit's position, and the table before and after it. What cannot be read holds up no other table."""
    events: list[Stored] = [stored for commit in commits for stored in commit.events]
    at = {commit.events[-1].seq: commit.position for commit in commits}
    before = table
    try:
        for after, commit in TABLES.steps(table.id, events, table):
            yield at[commit[-1].seq], before, after
            before = after
    except Exception:
        _log.exception("stream_failed", table=table.id, seq=before.seq)
