"""What lies on the board: each part of it as the template asks for it, with every text in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.picture import Choice, Plate, Spot, Tally, Zone
from tournaments.kit import faces
from tournaments.kit.words import Reader
from tournaments.tables.seen import Happening, SeatInfo

if TYPE_CHECKING:
    from tournaments.tables.web.board import Board

At: TypeAlias = Literal["me", "left", "top", "right", "topleft", "topright"]
PLACES: dict[int, tuple[At, ...]] = {
    1: ("me",),
    2: ("me", "top"),
    3: ("me", "left", "right"),
    4: ("me", "left", "top", "right"),
    5: ("me", "left", "topleft", "topright", "right"),
}
"""Where the seats stand, clockwise from the viewer's own: play goes round from the viewer's left."""
TONES = ("b", "", "c", "d", "e")
"""The avatar's colour, by seat."""


class Advice(NamedTuple):
    """The ``n``-th hint of ``of``."""

    n: int
    of: int
    text: SafeString


class Ahead(NamedTuple):
    """The move that was made next, in a replay: whose, with which cards, and which could have been played."""

    seat: int
    cards: frozenset[str]
    may: frozenset[str]

    def css(self, seat: int, code: str) -> str:
        """How a card of that seat's hand is drawn: lifted, dimmed, or as always."""
        if seat != self.seat:
            return ""
        if code in self.cards:
            return "next"
        return "illegal" if self.may and code not in self.may else ""


class Brings(NamedTuple):
    """What each card of the seat to act would bring, were all cards known: *gains* says of what, or the place in
    which it would end."""

    seat: int
    cards: Mapping[str, int]
    gains: str = ""
    """Empty: places."""

    def of(self, seat: int, code: str) -> str:
        return str(self.cards[code]) if seat == self.seat and code in self.cards else ""


class Seat:
    """A seat's plate."""

    def __init__(self, board: Board, info: SeatInfo, plate: Plate | None, at: At) -> None:
        self.info = info
        self.at = at
        self.number = info.seat
        self.name = board.reader.seat(info.seat)
        self.initial = (info.name or "?")[0].upper()
        self.tone = TONES[info.seat % len(TONES)]
        self.mine = info.seat == board.me
        self.turn = info.seat in board.view.to_act
        self.to_play = self.mine and board.my_turn
        self.cards = plate.cards if plate else 0
        self.tokens = [tally for tally in (plate.tallies if plate else ()) if tally.suit]
        self.counts = [Count(board.reader, tally) for tally in (plate.tallies if plate else ()) if not tally.suit]
        self.facts = [board.reader.html(fact) for fact in (plate.facts if plate else ())]
        self.team = plate.team if plate else None
        self.clock = board.clock(info.seat)
        self.hand = board.open_hand(info.seat)
        self.known = None if self.hand else board.known_of(info.seat)
        self.piles = board.piles_of(info.seat)
        self.pointed = f"seat-{info.seat + 1}" in board.pointed


class Count:
    """Something counted at a seat that is not a suit's tokens: points, tricks."""

    def __init__(self, reader: Reader, tally: Tally) -> None:
        self.label = reader.html(tally.label)
        self.n = tally.n
        self.of = tally.of


class HandCard:
    """A card of the viewer's hand with what may be done with it."""

    def __init__(self, board: Board, code: str, moves: Sequence[Choice], *, waiting: bool) -> None:
        reader = board.reader
        self.code = code
        self.key = board.key(code)
        self.css = board.ahead.css(board.front, code) if board.ahead else ""
        self.moves = [Action(reader, choice) for choice in moves if choice.cell is None]
        self.advised = board.advised is not None and any(choice.move == board.advised for choice in moves)
        self.onto = any(choice.cell is not None for choice in moves)
        """Whether it goes to a cell, which is chosen after the card."""
        self.legal = bool(moves)
        self.waiting = waiting
        """No card can be used now: none is dimmed."""
        self.name = faces.full_name(reader.deck, code)
        css = "pointed" if code in board.pointed else ""
        self.face = board.drawn(board.front, code, css=css, key=self.key, hidden=not self.waiting)
        self.note = next((action.note for action in self.moves if action.note), "")
        refusal = board.picture.refusal
        self.refusal = reader.html(refusal) if refusal and not moves else ""


class Action:
    """A button that makes a move."""

    def __init__(self, reader: Reader, choice: Choice) -> None:
        self.move = choice.move
        self.label = reader.html(choice.label)
        self.note = reader.html(choice.note) if choice.note else ""
        self.symbol = faces.suit(choice.suit) if choice.suit else ""
        self.cards = [faces.card(reader.deck, code, hidden=True) for code in choice.cards]
        self.codes = " ".join(choice.cards or filter(None, [choice.card]))
        """The cards that may be tapped in place of the button."""


class Put(Action):
    """A button on a cell that brings a card of the hand there: the ``n``-th, counted from 1."""

    def __init__(self, reader: Reader, choice: Choice, n: int) -> None:
        super().__init__(reader, choice)
        self.n = n


class Place:
    """A card, a face-down card or an empty place in a zone."""

    def __init__(self, board: Board, spot: Spot, order: int, reader: Reader) -> None:
        self.at: At | None = board.at.get(spot.seat) if spot.seat is not None else None
        self.by = reader.seat(spot.seat) if spot.seat is not None else ""
        self.order = order
        self.empty = spot.empty
        self.cell = spot.cell or ""
        self.puts = board.puts.get(self.cell, ()) if spot.empty else ()
        self.won = spot.mark == "won"
        self.said = reader.html(spot.said) if spot.said else ""
        if spot.mark == "winning" and not self.said:
            self.said = gettext("winning")
        self.face = self._face(board, spot)

    def _face(self, board: Board, spot: Spot) -> SafeString:
        if spot.empty:
            return faces.slot(self._awaited(board, spot))
        if spot.card is None:
            return faces.back(label=gettext("Face-down card"))
        marks = {"winning": spot.mark in ("winning", "won"), "pointed": spot.card in board.pointed}
        css = " ".join(mark for mark, set_ in marks.items() if set_)
        return faces.card(board.reader.deck, spot.card, css=css, key=board.key(spot.card))

    def _awaited(self, board: Board, spot: Spot) -> str:
        if spot.seat is None:
            return gettext("Empty place")
        if spot.seat == board.me:
            return gettext("Your card comes here")
        return gettext("The card of {name} comes here").format(name=self.by)


class Area:
    """A zone of the picture, as *reader* reads it, or who reads the board."""

    def __init__(self, board: Board, zone: Zone, reader: Reader | None = None) -> None:
        reader = reader or board.reader
        self.key = zone.key
        self.form = zone.form
        self.at: At | None = board.at.get(zone.seat) if zone.seat is not None else None
        self.title = reader.html(zone.title)
        self.note = reader.html(zone.note) if zone.note else ""
        self.count = zone.count
        self.across = zone.across
        self.pointed = zone.key in board.pointed
        self.beside = [reader.html(text) for text in zone.beside]
        self.below = [reader.html(text) for text in zone.below]
        played = 0
        self.places: list[Place] = []
        for spot in zone.spots:
            played += not spot.empty
            self.places.append(Place(board, spot, played, reader))

    @property
    def lapped(self) -> bool:
        return len(self.places) > 5

    @property
    def bare(self) -> bool:
        """A pile that shows its back."""
        return self.form == "pile" and not self.places and bool(self.count)


class Line:
    """A line of the table's story."""

    def __init__(self, reader: Reader, told: Happening, link: str = "") -> None:
        self.seq = told.seq
        self.who = reader.seat(told.seat) if told.seat is not None else ""
        self.text = reader.html(told.text)
        self.link = link


class Rank:
    """A line of the result."""

    def __init__(self, board: Board, info: SeatInfo, place: int, points: int) -> None:
        self.place = place
        self.points = points
        self.seat = next(seat for seat in board.seats if seat.number == info.seat)
        self.name = self.seat.name
        self.user = info.user
        self.first = place == 1
        self.team = board.teams.get(info.seat)


class Again:
    """Playing again, and what everybody says to it."""

    def __init__(self, board: Board) -> None:
        offer = board.view.rematch
        seat = board.reader.seat
        mine = offer.answers[board.me] if offer and board.me is not None else ""
        self.alone = all(info.is_house or info.seat == board.me for info in board.view.seats)
        """Whether the viewer played against bots only: a rematch needs nobody's answer."""
        self.asker = seat(offer.by) if offer else ""
        """The player who offers a rematch."""
        self.own = offer is not None and offer.by == board.me
        self.answers = [(seat(number), answer) for number, answer in enumerate(offer.answers)] if offer else []
        """Everybody's answer to the offer, by name."""
        self.may_accept = mine == "waiting"
        self.offers = mine == "offered"
