"""Games that nobody played at a table here: lines tried from a position, and games written down as text. Pure.

Both are moments like those of a log, so whatever shows a table shows them.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast
from urllib.parse import quote

import msgspec

from engine.chance import Chance
from engine.events import Event, Seat
from engine.notation import LEAVES, LONGEST, BadNotation, Notation, Turn, read, turn_of, write
from engine.places import Outcome
from engine.text import Hole, Text, shortened
from engine.text import gettext_noop as _
from tournaments.kit.numbers import number_in
from tournaments.log.errors import Refused, RoomError
from tournaments.tables.decisions import leaving_events, move_events
from tournaments.tables.events import Chair, SeatFlagged, SeatResigned, TableOpened, TableStarted
from tournaments.tables.frames import Moment, of_game
from tournaments.tables.state import TableState, advance

MOST = 200
"""Moves of a line."""
KEPT = 8
"""Games that came as text and were played by the rules: a process keeps the last ones."""


@dataclass(frozen=True)
class Line:
    """Moves that are tried from the position after event ``after``."""

    after: int
    turns: tuple[Turn, ...]

    @property
    def text(self) -> str:
        return ".".join(f"{turn.seat + 1}:{turn.text}" for turn in self.turns)

    @property
    def query(self) -> str:
        """What an address has to say of it."""
        return f"after={self.after}&line={quote(self.text, safe=':')}"

    @classmethod
    def of(cls, after: str, text: str) -> "Line":
        """Raises :class:`~tournaments.log.errors.Refused`."""
        begins = number_in(after)
        if begins is None:
            raise Refused("bad_line", _("This line begins nowhere."))
        turns = [word.partition(":") for word in text.split(".") if word]
        if len(turns) > MOST:
            raise Refused("too_long", Text(_("A line has at most {n} moves."), {"n": MOST}))
        if any(not re.fullmatch("[1-9]", seat) for seat, _sign, _move in turns):
            raise Refused("bad_line", _("A line is written as seats and moves, such as 1:KS.2:3S."))
        return cls(begins, tuple(Turn(Seat(int(seat) - 1), move) for seat, _sign, move in turns))

    def beside(self, moments: Sequence[Moment], chance: Chance | None = None) -> list[Moment]:
        """The course of the line beside the game of *moments*, as :func:`tried` makes it.

        Raises :class:`~tournaments.log.errors.Refused`, also where no cards are dealt yet.
        """
        try:
            return tried(moments, self.after, self.turns, chance)
        except LookupError:
            raise Refused("bad_line", _("This line begins nowhere.")) from None
        except BadNotation as bad:  # a deal that the line has come to
            raise Refused(bad.code, bad.reason) from bad


class Broken(Refused):
    """Move *number* (from 1) of a line, *turn*, is refused by *error*."""

    def __init__(self, number: int, turn: Turn, error: RoomError) -> None:
        written = f"{turn.seat + 1}:{shortened(turn.text)}"
        holes: dict[str, Hole] = {"n": number, "text": written, "reason": error.reason}
        super().__init__(error.code, Text(_("Move {n}, “{text}”: {reason}"), holes))


def opened(notation: Notation) -> list[Moment]:
    """The game that *notation* writes down. Its players are the users 1, 2, ... of nobody.

    Raises :class:`Broken`, and :class:`~engine.notation.BadNotation` where a deal does not fit.
    """
    game, seats = notation.game, len(notation.names)
    opening = TableOpened(
        game=game.key,
        rules=game.version,
        options=msgspec.to_builtins(notation.options),
        chairs=tuple(Chair(seat + 1) for seat in range(seats)),
        clock=None,
        rated=False,
        match=None,
        opener=None,
        commit="",
        club=None,
    )
    events = [opening, TableStarted(), *game.opening(seats, notation.options, notation.chance)]
    first = _moment(TableState(""), events, at=0)
    return [first, *_played(first[1], notation.turns, notation.chance, at=0)]


@lru_cache(maxsize=KEPT)
def of_text(text: str) -> tuple[Notation, Sequence[Moment]]:
    """The game that *text* writes down, read and played by the rules. Raises as :func:`opened` does."""
    notation = read(text)
    return notation, tuple(opened(notation))


def tried(moments: Sequence[Moment], after: int, turns: Sequence[Turn], chance: Chance | None = None) -> list[Moment]:
    """The one of *moments* that holds event *after*, then *turns*: a course that begins in the middle.

    Shuffles are those of the table's seed, or of *chance*. Raises :class:`Broken`, and ``LookupError`` where no cards
    are dealt yet.
    """
    root = next((moment for moment in moments if moment[1].seq >= after and moment[1].state is not None), None)
    if root is None:
        raise LookupError(f"no cards after event {after}")
    return [root, *_played(root[1], turns, chance, at=root[2])]


def _played(base: TableState, turns: Sequence[Turn], chance: Chance | None, *, at: int) -> Iterator[Moment]:
    for number, turn in enumerate(turns, start=1):
        try:
            events = _followed(base, turn, chance)
        except RoomError as error:
            raise Broken(number, turn, error) from error
        moment = _moment(base, events, at=at)
        yield moment
        base = moment[1]


def _followed(table: TableState, turn: Turn, chance: Chance | None) -> list[Event]:
    if turn.text in LEAVES:
        return leaving_events(table, turn.seat, cast(Literal["resigned", "flagged"], LEAVES[turn.text]))
    return move_events(table, turn.seat, turn.text, chance)


def _moment(before: TableState, events: Sequence[Event], *, at: int) -> Moment:
    after = advance(before, events, at=at, seq=before.seq + len(events))
    return before, after, at, tuple(enumerate(events, start=before.seq + 1))


def turns_of(moments: Sequence[Moment]) -> list[Turn]:
    """The moves of a table, those that it began with too, and who went before the end."""
    return [turn for moment in moments for turn in _turns(moment)]


def _turns(moment: Moment) -> list[Turn]:
    before, after, _, _ = moment
    if before.state is None and after.state is not None and after.laid is not None:
        return [Turn(seat, text) for seat, text in after.laid.moves]
    turn = _turn(moment)
    return [] if turn is None else [turn]


def log_of(moments: Sequence[Moment]) -> list[Event]:
    """The events of the game alone."""
    return [event for moment in moments for _, event in of_game(moment[3])]


def _turn(moment: Moment) -> Turn | None:
    before, _, _, commit = moment
    left = next((event for _, event in commit if isinstance(event, (SeatResigned, SeatFlagged))), None)
    if left is not None:
        return Turn(left.seat, "resigns" if isinstance(left, SeatResigned) else "flags")
    events = [event for _, event in of_game(commit)]
    if before.state is None or not events:
        return None
    return turn_of(before.game, before.state, events, before.chance())


def written(moments: Sequence[Moment], names: Sequence[str], tags: dict[str, str]) -> str:
    """The table of *moments* as text; *names* by seat."""
    last = moments[-1][1]
    result = last.result
    log = log_of(moments)
    outcome = Outcome(result.places, result.points, result.stake) if result else None
    options = msgspec.convert(last.facts.options, last.game.options)
    return write(last.game, options, names, log, turns_of(moments), outcome=outcome, tags=tags)


# -- in an address


def packed(text: str) -> str:
    """*text* as a part of an address."""
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(code: str) -> str:
    """What was :func:`packed`, as far as a notation may be long; raises ``ValueError`` for anything else."""
    try:
        raw = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        whole = zlib.decompressobj()
        text = whole.decompress(raw, LONGEST + 1)
    except zlib.error as error:
        raise ValueError("not compressed") from error
    if len(text) <= LONGEST and (not whole.eof or whole.unused_data):
        raise ValueError("cut off, or with something behind it")
    return text.decode()
