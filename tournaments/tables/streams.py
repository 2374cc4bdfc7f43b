"""Tables as streams: what their events come to, the rows that follow, who is told."""

from collections.abc import Sequence
from functools import lru_cache

from engine.codec import Codec, Unreadable
from engine.events import Event, is_of_game
from engine.game import AnyGame
from engine.registry import rules_for
from tournaments.log import selectors
from tournaments.log.events import NewEvent, Projected, Stored
from tournaments.log.folds import Folded
from tournaments.log.projections import Projection
from tournaments.log.streams import Streams
from tournaments.platform.counting import Counter
from tournaments.tables import projection, push
from tournaments.tables.errors import Stale, UnknownTable
from tournaments.tables.events import CODEC, TableOpened
from tournaments.tables.state import TableState, advance

_MOVES = Counter("cardroom_moves", "Moves that were made, by people and bots, by game.", ["game"])


class Tables(Streams[TableState]):
    prefix = "table:"
    capacity = 2_000

    def empty(self, stream_id: str) -> TableState:
        return TableState(stream_id)

    def decode(self, state: TableState, commit: Sequence[Stored]) -> list[Event]:
        """By the codec of the table's own rules, which its first event names."""
        game = state.game if state.opened is not None else None
        decoded: list[Event] = []
        for stored in commit:
            if not is_of_game(stored.kind):
                event = CODEC.decode(stored.kind, stored.version, stored.payload)
                game = _rules(event) if isinstance(event, TableOpened) else game
            elif game is None:
                raise LookupError(f"{stored.stream} holds {stored.kind} before it was opened")
            else:
                event = codec_of(game).decode(stored.kind, stored.version, stored.payload)
            decoded.append(event)
        return decoded

    def encode(self, state: TableState, event: Event) -> NewEvent:
        codec = codec_of(state.game) if is_of_game(event.kind) else CODEC
        return NewEvent(*codec.stored(event))

    def advance(self, state: TableState, events: Sequence[Event], *, at: int, seq: int) -> TableState:
        return advance(state, events, at=at, seq=seq)

    def unknown(self) -> UnknownTable:
        return UnknownTable()

    def stale(self, seq: int) -> Stale:
        return Stale(seq)

    def write(self, before: TableState, after: TableState) -> Sequence[Projected]:
        return projection.changes(before, after)

    def count(self, kind: str, state: TableState) -> None:
        """What begins with an event of the game is a move."""
        super().count(kind, state)
        if is_of_game(kind):
            _MOVES.labels(state.facts.game).inc()

    def announce(self, folded: Folded[TableState]) -> None:
        push.announce(folded.state)


def _rules(opened: TableOpened) -> AnyGame:
    try:
        return rules_for(opened.game, opened.rules)
    except KeyError as error:
        raise Unreadable(f"{opened.game}, rules {opened.rules}: not known here") from error


@lru_cache
def codec_of(game: AnyGame) -> Codec[Event]:
    return Codec(game.events, game.upcasts)


TABLES = Tables()


def _apply(stream: str, events: Sequence[Stored]) -> None:
    table = TABLES.fold(stream.removeprefix(Tables.prefix), events)
    projection.insert(table, archived=table.settled and bool(selectors.archived([stream])))


ROWS = Projection(
    name="tables",
    prefix=Tables.prefix,
    tables=("tables_table", "tables_seat"),
    clear=projection.clear,
    apply=_apply,
)
