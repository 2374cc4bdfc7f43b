"""What each commit of a table decided, as one viewer sees it before it is cleared away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from accounts.models import User
from engine.events import Event, Seat
from engine.frames import frames
from tournaments.log import selectors as log
from tournaments.tables import folds
from tournaments.tables.errors import UnknownTable
from tournaments.tables.folds import stream_of
from tournaments.tables.playing import Playing
from tournaments.tables.views import Happening, SeatView, clock_views, happening, seat_view, users_of

Commit = Sequence[tuple[int, Event]]
"""Its events, each with its seq."""
TOLD = 40
"""Events looked back on for the story beside a table."""


def commits(table_id: str, *, after: int = 0) -> Iterator[tuple[Playing, Playing, int, Commit]]:
    """Each commit that ends behind event *after*: the table before it and after it, when it was, its events."""
    before = Playing(table_id)
    for table, stored in folds.steps(table_id, log.load(stream_of(table_id))):
        if table.seq > after:
            events = zip((row.seq for row in stored), folds.decode(table, stored), strict=True)
            yield before, table, stored[0].recorded_at, list(events)
        before = table


def held(
    before: Playing, after: Playing, commit: Commit, seat: Seat | None, names: Mapping[int, User]
) -> list[SeatView]:
    """The frames of *commit*, each numbered by the event that it follows. Clocks are those after it: they run on."""
    cards = [(seq, event) for seq, event in commit if not event.kind.startswith("table.")]
    if before.state is None or not cards:
        return []
    found = frames(before.game, before.state, [event for _, event in cards], seat)
    if not found:
        return []
    table = replace(seat_view(before, seat, names=names), to_act=(), legal=(), view=None, clocks=clock_views(after))
    return [replace(table, seq=cards[frame.events - 1][0], picture=frame.picture) for frame in found]


def lines(table: Playing, commit: Commit, seat: Seat | None) -> list[Happening]:
    """*commit* in words, as *seat* may read it."""
    told = (happening(table.game, event, seq, seat) for seq, event in commit)
    return [line for line in told if line is not None]


def since(*, table_id: str, user_id: int | None, seq: int, most: int) -> list[SeatView]:
    """What was decided behind event *seq*, the latest *most* of it, as that user may see it."""
    now = folds.current(table_id).table
    if seq >= now.seq:
        return []
    seat, names = now.seat_of(user_id), users_of(now)
    found: list[SeatView] = []
    for before, after, _, commit in commits(table_id, after=seq):
        found += held(before, after, commit, seat, names)
    return [_told(frame, seat) for frame in found[-most:]]


def at(*, table_id: str, seat: Seat | None, seq: int) -> SeatView:
    """The frame that follows event *seq*; raises :class:`UnknownTable` if there is none."""
    names = users_of(folds.current(table_id).table)
    before, after, _, commit = next(commits(table_id, after=seq - 1))
    for frame in held(before, after, commit, seat, names):
        if frame.seq == seq:
            return _told(frame, seat)
    raise UnknownTable()


def _told(frame: SeatView, seat: Seat | None) -> SeatView:
    """*frame* with the story up to it."""
    told: list[Happening] = []
    for _, after, _, commit in commits(frame.table, after=max(0, frame.seq - TOLD)):
        told += lines(after, [(seq, event) for seq, event in commit if seq <= frame.seq], seat)
    return replace(frame, told=tuple(told))
