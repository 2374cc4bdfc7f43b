"""What each commit of a table decided, as one viewer sees it before it is cleared away."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeAlias

from django.core.cache import cache
from msgspec.structs import replace

from accounts.selectors import Called
from engine import sheet
from engine.analysis import finish
from engine.events import Event, Seat, is_of_game
from engine.frames import frames
from engine.game import AnyGame
from tournaments.log import selectors as log
from tournaments.log.events import Head, Stored
from tournaments.log.folds import Folded, Kept
from tournaments.tables.errors import UnknownTable
from tournaments.tables.seen import Happening, SeatView, clock_views, happening, seat_view, users_of
from tournaments.tables.state import TableState, deal_is_over
from tournaments.tables.streams import TABLES

Commit = Sequence[tuple[int, Event]]
"""Its events, each with its seq."""
Moment: TypeAlias = tuple[TableState, TableState, int, Commit]
KEPT = 8
"""Tables whose commits a process keeps folded, the last ones looked back on: a replay steps through without a fold, and
what is new is folded onto what was there."""
SOLVED = 24 * 60 * 60
"""Seconds for which the solution of an ending is kept: a replay is drawn again for each reader and language."""
ENDS = 512
"""Last decisions whose places a process keeps, which take less."""
TOLD = 40
"""Events looked back on for the story beside a table."""
_kept: Kept[Sequence[Moment]] = Kept(KEPT)


def of_game(commit: Commit) -> list[tuple[int, Event]]:
    """The game's own events of a commit."""
    return [numbered for numbered in commit if is_of_game(numbered[1].kind)]


def commits(table_id: str) -> Sequence[Moment]:
    """Each commit up to now: the table before it and after it, when it was, its events."""
    head = TABLES.current(table_id).head
    known = _kept.get(table_id)
    return known.state if known is not None and known.head == head else _up_to(table_id, head)


def past(table_id: str, at: int) -> Sequence[Moment]:
    """Each commit up to *at* (epoch ms); none before the table was opened.

    What was done later is not read. A later fold that this process has in memory is cut off at *at*.
    """
    head = log.head_at(TABLES.name(table_id), at)
    if not head.seq and not TABLES.exists(table_id):
        raise UnknownTable()
    return _up_to(table_id, head) if head.seq else ()


def mark(moments: Sequence[Moment]) -> str:
    """What names the game of a table's *moments*: what follows from the same one is the same.

    The commit that ended it, or the last one, which no other has at that time; what comes behind the end, such as a
    rematch, does not belong to the game.
    """
    _, after, at, _ = next((moment for moment in moments if moment[1].is_over), moments[-1])
    return f"{after.id}/{after.seq}/{at}"


def _up_to(table_id: str, head: Head) -> Sequence[Moment]:
    """What is kept is built on if its end still stands in the log, by its digest, which no other log has: an append
    that was rolled back may have left it."""
    known, name = _kept.get(table_id), TABLES.name(table_id)
    if known is not None and log.digests([(name, known.head.seq)]).get((name, known.head.seq)) != known.head.digest:
        known = None
    moments = known.state if known is not None else ()
    if known is None or known.head.seq < head.seq:
        before = moments[-1][1] if moments else TableState(table_id)
        behind = log.load(name, after=before.seq, until=head.seq)
        moments = (*moments, *_folded(before, behind))
        _kept.put(table_id, Folded(head, moments))
    return moments[: bisect_right(moments, head.seq, key=lambda moment: moment[1].seq)]


def folded(table_id: str, rows: Sequence[Stored]) -> Sequence[Moment]:
    """Each commit of a table whose stored events are *rows*."""
    return tuple(_folded(TableState(table_id), rows))


def _folded(before: TableState, rows: Sequence[Stored]) -> Iterator[Moment]:
    """The commits of *rows*, which stand behind *before*."""
    for table, stored in TABLES.steps(before.id, rows, before):
        events = zip((row.seq for row in stored), TABLES.decode(table, stored), strict=True)
        yield before, table, stored[0].recorded_at, tuple(events)
        before = table


def as_of(table_id: str, seq: int) -> TableState:
    """The table after the commit that ends with (or holds) event *seq*."""
    for _, after, _, _ in commits(table_id):
        if after.seq >= seq:
            return after
    raise UnknownTable()


def frames_of(
    before: TableState, after: TableState, commit: Commit, seat: Seat | None, names: Mapping[int, Called]
) -> list[SeatView]:
    """The frames of *commit*, each numbered by the event that it follows. Clocks are those after it: they run on."""
    cards = of_game(commit)
    if before.state is None or not cards:
        return []
    found = frames(before.game, before.state, [event for _, event in cards], seat)
    if not found:
        return []
    table = replace(seat_view(before, seat, names=names), to_act=(), legal=(), view=None, clocks=clock_views(after))
    return [replace(table, seq=cards[frame.events - 1][0], picture=frame.picture) for frame in found]


def look(moment: Moment, seq: int, seat: Seat | None, names: Mapping[int, Called], *, held: bool) -> SeatView:
    """The table as *seat* saw it after *moment*, or *held* as it lay there after its event *seq*; without its story."""
    before, after, _, commit = moment
    if not held:
        return seat_view(after, seat, names=names)
    return next(frame for frame in frames_of(before, after, commit, seat, names) if frame.seq == seq)


def solved(table: TableState, pay: Callable[[], None] = lambda: None) -> tuple[Seat | None, Mapping[str, int]]:
    """Whose turn it is, and what each card would bring (``gains`` of the ending), all cards known; nobody and nothing
    where that cannot be solved. Of a table that is over, or a line beside it: until then nobody may be told.

    *pay* is called before what nobody has asked for yet is solved, which may take a second, and may refuse it.
    """
    if table.state is None or not table.to_act or not table.game.ending.solves(table.state):
        return None, {}
    return table.to_act[0], _gains(table.game, table.state, pay)


def _gains(game: AnyGame, state: Any, pay: Callable[[], None]) -> Mapping[str, int]:
    key = f"solved/{sha256(repr((game.key, game.version, state)).encode()).hexdigest()}"
    kept: Mapping[str, int] | None = cache.get(key)
    if kept is None:
        pay()
        kept = {game.move_text(move): own.gain for move, own in (game.ending.solve(state) or {}).items()}
        cache.set(key, kept, SOLVED)
    return kept


def ends(table: TableState) -> tuple[Seat | None, Mapping[str, int]]:
    """Whose turn it is, and the place in which each card of the hand would let them end, all cards known; nobody and
    nothing where that takes more than a few decisions, or is solved otherwise. Of a table that is over, as above."""
    if table.state is None or len(table.to_act) != 1 or not table.game.judges:
        return None, {}
    found = _places(table.game, table.state)
    return (table.to_act[0], found) if found else (None, {})


@lru_cache(maxsize=ENDS)
def _places(game: AnyGame, state: Any) -> Mapping[str, int]:
    """By card, the best that one of its moves leads to."""
    by_move = {game.move_text(move): place for move, place in finish.places(game, state).items()}
    found: dict[str, int] = {}
    for choice in game.picture(game.view(state, game.to_act(state)[0])).choices if by_move else ():
        if choice.card and choice.move in by_move:
            place = by_move[choice.move]
            found[choice.card] = min(place, found.get(choice.card, place))
    return found


def lines(table: TableState, commit: Commit, seat: Seat | None) -> list[Happening]:
    """*commit* in words, as *seat* may read it."""
    told = (happening(table.game, event, seq, seat) for seq, event in commit)
    found = [line for line in told if line is not None]
    return [replace(each, before=each.seq <= table.went_on and is_of_game(each.kind)) for each in found]


def is_undecided(table: TableState) -> bool:
    """Whether a table that goes on from another game shows what was taken in that one alone."""
    return table.laid is not None and not any(
        pauses(before, commit) for before, after, _, commit in commits(table.id) if after.seq <= table.seq
    )


def since(*, table_id: str, user_id: int | None, seq: int, most: int) -> list[SeatView]:
    """What was decided behind event *seq*, the latest *most* of it, as that user may see it."""
    now = TABLES.current(table_id).state
    if seq >= now.seq:
        return []
    seat, names = now.seat_of(user_id), users_of(now)
    found: list[SeatView] = []
    for before, after, _, commit in reversed(commits(table_id)):
        if after.seq <= seq or len(found) >= most:
            break
        found = frames_of(before, after, commit, seat, names) + found
    return [_told(frame, seat) for frame in found[-most:]]


def settled(moments: Sequence[Moment], seat: Seat | None, names: Mapping[int, Called]) -> SeatView | None:
    """What decided who won a game that is over, as *seat* may see it; ``None`` where the game cannot tell."""
    if not deal_is_over(moments[-1][1]):  # the state knows more than a player may
        return None
    for before, after, _, commit in moments:
        if after.state is not None and after.game.settled(after.state):
            seen = frames_of(before, after, commit, seat, names)
            return seen[-1] if seen else None
    return None


def latest(moments: Sequence[Moment], seat: Seat | None, names: Mapping[int, Called]) -> SeatView | None:
    """The last thing that was decided, as *seat* may see it."""
    found = (frames_of(before, after, commit, seat, names) for before, after, _, commit in reversed(moments))
    return next((seen[-1] for seen in found if seen), None)


def score_sheet(moments: Sequence[Moment]) -> list[sheet.Line]:
    """What each deal or round has brought; everybody may know it."""
    game = moments[-1][1].game
    seen = (event.seen_by(None) for _, _, _, commit in moments for _, event in commit)
    return list(sheet.lines(game, filter(None, seen)))


def first(*, table_id: str, seq: int, most: int) -> int | None:
    """Where the commits begin that hold the latest *most* frames behind event *seq*; ``None`` if there are no frames.

    The same for every viewer, as all see the same frames; :func:`since` finds the same from there as from *seq*.
    """
    found, start = 0, None
    for before, after, _, commit in reversed(commits(table_id)):
        if after.seq <= seq or found >= most:
            break
        if seqs := pauses(before, commit):
            found, start = found + len(seqs), before.seq
    return start


def pauses(before: TableState, commit: Commit) -> list[int]:
    """The events that the frames of *commit* follow: the same for every viewer."""
    cards = [(seq, event.seen_by(None)) for seq, event in of_game(commit)]
    if before.state is None or not cards:
        return []
    return [cards[count - 1][0] for count in before.game.pauses([event for _, event in cards])]


def _told(frame: SeatView, seat: Seat | None) -> SeatView:
    """*frame* with the story up to it."""
    told: list[Happening] = []
    latest = [one for one in commits(frame.table) if one[1].seq > frame.seq - TOLD and one[0].seq < frame.seq]
    for _, after, _, commit in latest:
        told += lines(after, [(seq, event) for seq, event in commit if seq <= frame.seq], seat)
    return replace(frame, told=tuple(told))
