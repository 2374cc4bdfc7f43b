"""An exported record checked offline: nothing is believed but the rules and the seed that it reveals.

Digests chain every event to the head; every shuffle is made again from the revealed seed, which the opening committed
to; every event of the game must be what the rules answer to some legal move. A table that goes on from a position of
another one says so: its record gives the shuffles before that position and the moves, and the seed gives the rest.
"""

import hashlib
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from engine import digest
from engine.chance import Chance, SeedChance
from engine.codec import Codec, Unreadable
from engine.deals import Laid
from engine.events import Event, Seat, Shuffled, is_of_game
from engine.game import AnyGame, Rejected, parse_options, replay
from engine.notation import Turn
from engine.places import Outcome, final_places, staying
from engine.registry import rules_for

T = TypeVar("T")


class Row(Struct, frozen=True):
    """A stored event as the record gives it; salt and digest in hex."""

    seq: int
    kind: str
    version: int
    payload: dict[str, Any]
    actor: int | None
    command: str | None
    recorded_at: int
    salt: str
    digest: str


class Record(Struct, frozen=True):
    """A whole finished table, as the service exports it."""

    format: Literal["cardroom-record/1"]
    stream: str
    head: str
    events: tuple[Row, ...]
    site: str = ""
    names: tuple[str, ...] = ()
    key: str = ""
    signature: str = ""
    """Of head, site and names by the site's key: whose it is cannot be checked offline."""


class Fault(Exception):
    """The first event that is not what it should be."""

    def __init__(self, seq: int, kind: str, reason: str) -> None:
        super().__init__(f"event {seq} ({kind}): {reason}")
        self.seq = seq
        self.kind = kind
        self.reason = reason


class _Left(Struct, frozen=True):
    seat: Seat


class _Result(Struct, frozen=True):
    places: tuple[int, ...]
    points: tuple[int, ...]
    stake: int
    reason: str


class _Opened(Struct, frozen=True):
    game: str
    rules: int
    options: dict[str, Any]
    chairs: list[Any]
    commit: str
    rated: bool
    match: str | None


def read_record(text: bytes) -> Record:
    """Raises ``msgspec.DecodeError`` for data that is not a record at all."""
    return msgspec.json.decode(text, type=Record)


class Played(NamedTuple):
    """The game that a record holds, as it can be written down."""

    game: AnyGame
    options: Any
    seats: int
    log: list[Event]
    turns: list[Turn]
    outcome: Outcome | None
    laid: Laid | None
    """What it began with, of which the seed proves nothing: where it goes on from a position of another table."""


def verify(record: Record) -> Played:
    """What was played, if every event is as it must be; raises the first :class:`Fault`."""
    _check_chain(record)
    return _check_play(record)


def _check_chain(record: Record) -> None:
    before = digest.START
    for seq, row in enumerate(record.events, 1):
        if row.seq != seq:
            raise _fault(row, f"event {seq} is missing")
        before = digest.chain(before, _bytes(row, row.salt), _canonical(record.stream, row))
        if before != _bytes(row, row.digest):
            raise _fault(row, "its digest does not fit: this event or one before it was changed")
    if not record.events:
        raise Fault(1, "table.opened", "the record is empty")
    if before.hex() != record.head:
        raise _fault(record.events[-1], "the head is another: the tail was cut off or replaced")


def _canonical(stream: str, row: Row) -> bytes:
    return digest.canonical(
        stream, row.seq, row.kind, row.version, row.payload, row.actor, row.command, row.recorded_at
    )


def _check_play(record: Record) -> Played:
    rows = record.events
    if any(row.version > 1 for row in rows if row.kind == "table.opened"):
        raise _fault(rows[0], "the record was made before Cardroom 1.0 and is not read")
    opened = _fields(rows[0], "table.opened", _Opened)
    chance, laid = SeedChance(_seed(rows, opened)), _laid(rows, opened)
    stacked = _Stacked(*laid, chance) if laid else chance
    game, options = _rules(rows[0], opened)
    decoded = _decoded(game, rows)
    _check_shuffles(game, stacked, decoded)
    seats = len(opened.chairs)
    replay = _Replay(game, seats, options, stacked)
    replay.check(decoded)
    if laid and replay.begun and tuple(replay.turns[: len(laid[1].moves)]) != laid[1].moves:
        raise _fault(laid[0], "the game does not begin with these moves")
    log = [event for _, event in decoded if event is not None]
    return Played(game, options, seats, log, replay.turns, replay.outcome, laid[1] if laid else None)


def _seed(rows: Sequence[Row], opened: _Opened) -> bytes:
    """The revealed seed, once it is the one that was committed to and dealt from."""
    revealed = next((row for row in rows if row.kind == "table.seed_revealed"), None)
    if revealed is None:
        raise _fault(rows[-1], "the record ends without revealing its seed")
    seed = _bytes(revealed, str(revealed.payload.get("seed", "")))
    if hashlib.sha256(seed).hexdigest() != opened.commit:
        raise _fault(revealed, "this is not the seed that the opening committed to")
    for row in rows:
        if row.kind == "table.seed_drawn" and row.payload.get("seed") != revealed.payload.get("seed"):
            raise _fault(row, "another seed was drawn than revealed")
    return seed


def _laid(rows: Sequence[Row], opened: _Opened) -> tuple[Row, Laid] | None:
    """What was laid out before the game began; only where everybody is told so, and nothing counts."""
    begun = next((at for at, row in enumerate(rows) if row.kind == "table.started"), len(rows))
    found = [(at, row) for at, row in enumerate(rows) if row.kind == "table.position_laid"]
    for number, (at, row) in enumerate(found):
        told = at and rows[at - 1].kind == "table.played_on"
        if number or not told or at > begun or opened.rated or opened.match is not None:
            raise _fault(row, "no position may be laid here")
    return (found[0][1], _fields(found[0][1], found[0][1].kind, Laid)) if found else None


class _Stacked:
    """The shuffles that *row* has, then those of the seed."""

    def __init__(self, row: Row, laid: Laid, rest: Chance) -> None:
        self._row = row
        self._chance = laid.chance(rest)

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        try:
            return self._chance.shuffled(pile, n, cards)
        except ValueError as misfit:
            raise _fault(self._row, str(misfit)) from None


def _rules(row: Row, opened: _Opened) -> tuple[AnyGame, Any]:
    try:
        game = rules_for(opened.game, opened.rules)
        if len(opened.chairs) not in game.sizes:
            raise _fault(row, f"{opened.game} is not for {len(opened.chairs)}")
        return game, parse_options(game, opened.options)
    except KeyError:
        raise _fault(row, f"unknown rules: {opened.game} {opened.rules}") from None
    except Rejected as error:
        raise _fault(row, str(error.reason)) from None


def _decoded(game: AnyGame, rows: Sequence[Row]) -> list[tuple[Row, Event | None]]:
    """Each row with its event; none for the service's own (``table.*``)."""
    codec: Codec[Any] = Codec(game.events, game.upcasts)
    return [(row, _decode(codec, row) if is_of_game(row.kind) else None) for row in rows]


def _decode(codec: Codec[Any], row: Row) -> Event:
    try:
        event: Event = codec.decode(row.kind, row.version, msgspec.json.encode(row.payload))
    except Unreadable as error:
        raise _fault(row, str(error)) from None
    return event


def _check_shuffles(game: AnyGame, chance: Chance, decoded: Sequence[tuple[Row, Event | None]]) -> None:
    made: dict[str, int] = {}
    for row, event in decoded:
        if isinstance(event, Shuffled):
            n = made.get(event.pile, 0)
            made[event.pile] = n + 1
            if event.order != chance.shuffled(event.pile, n, sorted(event.order, key=game.deck.codes.index)):
                raise _fault(row, f"shuffle {n} of {event.pile} is not what the seed gives")


class _Replay:
    """The game played again: at each decision some legal move must give exactly the events that are recorded."""

    def __init__(self, game: AnyGame, seats: int, options: Any, chance: Chance) -> None:
        self._game = game
        self._seats = seats
        self._chance = chance
        self._opening = list(game.opening(seats, options, chance))
        self._state: Any = None
        self._teams = game.teams(seats, options)
        self._gone: list[Seat] = []
        self._over = False
        self.turns: list[Turn] = []
        self.outcome: Outcome | None = None

    @property
    def begun(self) -> bool:
        return self._state is not None

    def check(self, decoded: Sequence[tuple[Row, Event | None]]) -> None:
        at = 0
        while at < len(decoded):
            row, event = decoded[at]
            if event is None:
                self._follow(row)
                at += 1
            else:
                at += self._step(decoded[at:])

    def _step(self, ahead: Sequence[tuple[Row, Event | None]]) -> int:
        """Take the opening or the next decision from *ahead*; how many events it made."""
        self._check_goes_on(ahead[0][0])
        recorded = [event for _, event in takewhile(lambda pair: pair[1] is not None, ahead)]
        answers = self._answers(ahead[0][0])
        fits = [(turn, answer) for turn, answer in answers if recorded[: len(answer)] == answer]
        if not fits:
            agreed = max(_agreement(recorded, answer) for _, answer in answers)
            raise _fault(ahead[min(agreed, len(ahead) - 1)][0], "no legal move leads to it")
        turn, taken = max(fits, key=lambda fit: len(fit[1]))
        self.turns += [turn] if turn else []
        self._state = replay(self._game, taken, self._state)
        return len(taken)

    def _answers(self, row: Row) -> Sequence[tuple[Turn | None, list[Event]]]:
        """All that the rules allow to happen next, each with its move; the opening has none."""
        game, state = self._game, self._state
        if state is None:
            return [(None, self._opening)]
        answers = [
            (Turn(seat, game.move_text(move)), list(game.decide(state, seat, move, self._chance)))
            for seat in game.to_act(state)
            for move in game.legal(state, seat)
        ]
        if not answers:
            raise _fault(row, "nobody could decide anything")
        return answers

    def _check_goes_on(self, row: Row) -> None:
        """Nothing is played and nobody leaves once the result stands: by the game's outcome, or for who is left."""
        left_alone = bool(self._gone) and len(staying(self._teams, self._gone)) <= 1
        decided = self._state is not None and self._game.outcome(self._state) is not None
        if self._over or left_alone or decided:
            raise _fault(row, "the game was over")

    def _follow(self, row: Row) -> None:
        """What the service did around the game: who left, and the result that followed."""
        match row.kind:
            case "table.resigned" | "table.flagged":
                self._check_goes_on(row)
                seat = _fields(row, row.kind, _Left).seat
                if seat in self._gone or not (self.begun and 0 <= seat < self._seats):
                    raise _fault(row, f"seat {seat} has nobody who could leave")
                self._gone.append(seat)
                self.turns.append(Turn(seat, "resigns" if row.kind == "table.resigned" else "flags"))
            case "table.finished":
                result = _fields(row, row.kind, _Result)
                if self._over or result != self._result(result.reason):
                    raise _fault(row, "the game came out otherwise")
                self._over = True
                self.outcome = Outcome(result.places, result.points, result.stake)
            case "table.aborted":
                if self._over or self._state is not None:
                    raise _fault(row, "the game had begun")
                self._over = True
            case "table.seed_revealed" if not self._over:
                raise _fault(row, "the seed was revealed before the end")

    def _result(self, reason: str) -> _Result | None:
        """What the game came to: its outcome, or what is left to the last who stayed. Those who left are last."""
        if self._state is None:
            return None
        outcome = self._game.outcome(self._state)
        if outcome is not None:
            places = final_places(outcome.places, self._gone, self._teams)
            return _Result(places, outcome.points, outcome.stake, "played")
        if reason == "played" or len(staying(self._teams, self._gone)) != 1:
            return None
        places = final_places((1,) * self._seats, self._gone, self._teams)
        return _Result(places, self._game.points(self._state), 1, reason)


def _agreement(recorded: Sequence[Event | None], answer: Sequence[Event]) -> int:
    """How many events *recorded* and *answer* have in common before they part."""
    pairs = zip(recorded, answer, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _fields(row: Row, kind: str, fields: type[T]) -> T:
    if row.kind != kind:
        raise _fault(row, f"{kind} was to come")
    try:
        return msgspec.convert(row.payload, fields)
    except msgspec.ValidationError as error:
        raise _fault(row, str(error)) from None


def _bytes(row: Row, text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise _fault(row, f"not hex: {text!r}") from None


def _fault(row: Row, reason: str) -> Fault:
    return Fault(row.seq, row.kind, reason)
