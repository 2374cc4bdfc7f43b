"""The course of a table: its positions, and what it was made of, trick by trick, deal by deal. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from engine.events import Event, Seat
from engine.frames import frames
from engine.picture import Picture, Zone
from engine.text import Ref, Text
from tournaments.tables.events import SeatFlagged, SeatResigned, TableStarted, TimeCredited, VacationTaken
from tournaments.tables.frames import Commit, Moment, lines, of_game, pauses
from tournaments.tables.seen import Happening
from tournaments.tables.state import TableState

Eyes: TypeAlias = Callable[[Seat], Seat | None]
"""Through whose eyes a move of a seat is looked at: a spectator's are ``None``."""
Form: TypeAlias = Literal["trick", "row", "grid", ""]
_BESIDE = (SeatResigned, SeatFlagged, TimeCredited, VacationTaken)
TROUBLE = 20
"""A player is in time trouble with less than this part of the clock left."""


@dataclass(frozen=True)
class Play:
    """A move of *seat*, as it lies at *position*. A card that these eyes may not see is ``None``."""

    position: int
    seat: Seat
    cards: tuple[str | None, ...]
    trouble: bool = False


@dataclass(frozen=True)
class Unit:
    """What was decided at once: a trick, an auction, a deal of few cards; the last one may be undecided.

    ``position`` is where it lies decided, ``won`` has the cards that won it, ``beside`` those that nobody played.
    """

    position: int
    plays: tuple[Play, ...]
    form: Form
    title: Text | None
    line: Text | None
    winner: int | None
    won: frozenset[str]
    beside: tuple[str, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """A deal, a round, a stage: its heading, the first of its positions, its units."""

    title: Text | None
    position: int
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class Position:
    """The table after event ``seq``, in the middle of a commit if ``held``; ``next`` is the move that was made then."""

    seq: int
    at: int
    told: tuple[Happening, ...]
    held: bool
    moment: Moment
    next: Play | None = None


@dataclass(frozen=True)
class Course:
    positions: tuple[Position, ...]
    parts: tuple[Part, ...]
    left: tuple[int, ...] = ()
    """The positions at which somebody resigned or ran out of time."""
    beside: tuple[int, ...] = ()
    """These, and the positions at which time was given."""

    @property
    def units(self) -> list[Unit]:
        return [unit for part in self.parts for unit in part.units]

    def number(self, seq: int) -> int:
        """Of the first position that shows event *seq*, else of the last."""
        found = (number for number, each in enumerate(self.positions) if each.seq >= seq)
        return next(found, len(self.positions) - 1)


def course(moments: Sequence[Moment], eyes: Eyes, reader: Seat | None) -> Course:
    """The course of the table of *moments*, told as *reader* may know it; without positions before the deal.

    If the cards were dealt before, it begins with the table after the first of them.
    """
    positions = _positions(moments, reader)
    walk = _Walk(positions, eyes, reader)
    for first, moment in _firsts(positions):
        if not (first == 0 and _dealt_before(moment)):
            walk.follow(first, moment)
    walk.close_part()
    nexts = {play.position: play for unit in walk.units for play in unit.plays}
    whole = tuple(replace(each, next=nexts.get(number)) for number, each in enumerate(positions, start=1))
    return Course(whole, tuple(walk.parts), tuple(walk.left), tuple(walk.beside))


def _positions(moments: Sequence[Moment], reader: Seat | None) -> list[Position]:
    """The deal and everything after it that there is something to say about, or that clears away what was held."""
    if moments and _dealt_before(moments[0]):
        _, after, at, _ = moments[0]
        first = Position(after.seq, at, (), held=False, moment=moments[0])
        return _with_something([first, *(step for moment in moments[1:] for step in steps_of(moment, reader))])
    found = [step for moment in moments for step in steps_of(moment, reader)]
    start = next((i for i, each in enumerate(found) if _deals(each.moment)), None)
    return [] if start is None else _with_something(found[start:])


def _with_something(found: Sequence[Position]) -> list[Position]:
    later = pairwise(found)
    return [found[0], *(each for before, each in later if each.told or each.held or before.held)]


def _dealt_before(moment: Moment) -> bool:
    return moment[0].state is not None


def _deals(moment: Moment) -> bool:
    return any(isinstance(event, TableStarted) for _, event in moment[3])


def steps_of(moment: Moment, reader: Seat | None) -> Iterator[Position]:
    """The frames of a commit, and its end if they have not shown it."""
    before, after, at, commit = moment
    told, shown = lines(after, commit, reader), commit[0][0] - 1
    for pause in pauses(before, commit):
        yield Position(pause, at, _between(told, shown, pause), held=True, moment=moment)
        shown = pause
    if shown < after.seq:
        yield Position(after.seq, at, _between(told, shown, after.seq), held=False, moment=moment)


def _between(told: Sequence[Happening], after: int, until: int) -> tuple[Happening, ...]:
    return tuple([line for line in told if after < line.seq <= until])


def _firsts(positions: Sequence[Position]) -> Iterator[tuple[int, Moment]]:
    """Each commit that has a position, with the number of its first one."""
    last = None
    for number, position in enumerate(positions):
        if position.moment is not last:
            yield number, position.moment
        last = position.moment


@dataclass
class _Walk:
    """The parts and units found so far."""

    positions: Sequence[Position]
    eyes: Eyes
    reader: Seat | None
    parts: list[Part] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    beside: list[int] = field(default_factory=list)
    _open: list[Play] = field(default_factory=list)
    _title: Text | None = None
    _since: int = 0
    _begun: int = 0

    def follow(self, first: int, moment: Moment) -> None:
        """One commit, whose first position is number *first*: a move, what it decides, and the part that it begins."""
        before, after, _, commit = moment
        if any(isinstance(event, (SeatResigned, SeatFlagged)) for _, event in commit):
            self.left.append(first)
        if any(isinstance(event, _BESIDE) for _, event in commit):
            self.beside.append(first)
        play = _play(first, after, commit, self.eyes)
        if play is not None:
            self._open.append(play)
        for number, picture in enumerate(pictures(before, commit, self.reader), start=first):
            self._close_unit(number, picture, after)
        for _, event in commit:
            if isinstance(event, after.game.parts):
                self.close_part(after.game.tell(event), first + len(pauses(before, commit)))

    def _close_unit(self, number: int, picture: Picture, after: TableState) -> None:
        middle = [zone for zone in picture.zones if zone.form in ("trick", "row", "grid")]
        spots = [spot for zone in middle for spot in zone.spots if spot.card]
        if middle and middle[0].form == "trick" and not any(spot.mark == "won" for spot in spots):
            return  # something was said, and the trick goes on
        plays = tuple(_opened(play, middle) for play in self._open)
        played = {card for play in plays for card in play.cards}
        if not played and self._goes_on(spot.card for spot in spots):
            self._go_on(number, plays, picture.prompt, after)
            return
        unit = Unit(
            position=number,
            plays=plays,
            form=middle[0].form if middle else "",  # type: ignore[arg-type]  # one of the three
            title=middle[0].title if middle else None,
            line=picture.prompt,
            winner=_seat_of(picture.prompt),
            won=frozenset(spot.card for spot in spots if spot.mark == "won" and spot.card),
            beside=tuple([spot.card for spot in spots if spot.card and spot.card not in played and spot.cell is None]),
            points=tuple(after.game.points(after.state)),
        )
        self._add(unit)

    def _goes_on(self, lying: Iterable[str | None]) -> bool:
        """Whether what lies there is the last unit still, about which something was chosen."""
        last = self.units[-1] if len(self.units) > self._since else None
        return last is not None and {card for play in last.plays for card in play.cards} == set(lying)

    def _go_on(self, number: int, plays: tuple[Play, ...], line: Text, after: TableState) -> None:
        last, points = self.units.pop(), tuple(after.game.points(after.state))
        self._add(replace(last, position=number, plays=last.plays + plays, line=line, points=points))

    def _add(self, unit: Unit) -> None:
        self.units.append(unit)
        self._open = []

    def close_part(self, title: Text | None = None, begins: int = 0) -> None:
        """What follows is a new part, *title*, from position number *begins* on."""
        if self._open:
            self._add(_undecided(self._open, self.positions[-1].moment[1]))
        if len(self.units) > self._since:
            self.parts.append(Part(self._title, self._begun, tuple(self.units[self._since :])))
        self._since, self._title, self._begun = len(self.units), title, begins


def _undecided(plays: Sequence[Play], after: TableState) -> Unit:
    points = tuple(after.game.points(after.state))
    return Unit(plays[-1].position, tuple(plays), "", None, None, None, frozenset(), (), points)


def pictures(before: TableState, commit: Commit, reader: Seat | None) -> list[Picture]:
    """The frames of a commit, as *reader* saw them."""
    events = [event for _, event in of_game(commit)]
    if before.state is None or not events:
        return []
    return [frame.picture for frame in frames(before.game, before.state, events, reader)]


def _play(position: int, after: TableState, commit: Commit, eyes: Eyes) -> Play | None:
    """The move of *commit*: its first event of the game names the mover."""
    event = next((event for _, event in of_game(commit)), None)
    seat = getattr(event, "seat", None)
    if event is None or seat is None:
        return None
    seen = event.seen_by(eyes(seat))
    return Play(position, seat, _cards(seen), trouble=_in_trouble(after, seat))


def _cards(event: Event | None) -> tuple[str | None, ...]:
    if event is None:
        return ()
    if hasattr(event, "melds"):
        return tuple(card for meld in event.melds for card in meld.cards)
    if hasattr(event, "cards"):
        return tuple(event.cards or (None,))
    return (event.card,) if hasattr(event, "card") else ()


def _in_trouble(after: TableState, seat: Seat) -> bool:
    clock = after.facts.clock
    if clock is None or clock.per_move or seat >= len(after.clocks):
        return False
    return after.clocks[seat].left * TROUBLE < clock.base * 1000


def _opened(play: Play, middle: Sequence[Zone]) -> Play:
    """*play* with the card that was laid down sealed, if it is open by now."""
    if None not in play.cards:
        return play
    cards = [spot.card for zone in middle for spot in zone.spots if spot.seat == play.seat and spot.card]
    return Play(play.position, play.seat, tuple(cards) or play.cards, play.trouble)


def _seat_of(line: Text) -> int | None:
    """Who won: the seat that *line* names."""
    winner = line.args.get("seat")
    return int(winner.value) if isinstance(winner, Ref) and winner.to == "seat" else None
