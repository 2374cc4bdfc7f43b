"""A table as one viewer sees it, arranged for the template: who stands where, which card may be played and why not.

Any game goes through here: it knows pictures, not games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.picture import Choice, Picture, Plate, Spot, Tally, Zone
from tournaments.pages import faces
from tournaments.pages.words import Reader
from tournaments.tables.seen import ClockView, Happening, SeatInfo, SeatView

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
        self.known = board.known_of(info.seat)
        self.piles = board.piles_of(info.seat)

    @property
    def token_count(self) -> int:
        return sum(tally.n for tally in self.tokens)


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
        self.moves = [Action(reader, choice) for choice in moves if choice.cell is None]
        self.onto = any(choice.cell is not None for choice in moves)
        """Whether it goes to a cell, which is chosen after the card."""
        self.legal = bool(moves)
        self.waiting = waiting
        """Nothing is to be done with any card now: none is dimmed."""
        self.name = faces.full_name(reader.deck, code)
        self.face = faces.card(reader.deck, code, key=self.key, hidden=not self.waiting)
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


class Put(Action):
    """A button on a cell that brings a card of the hand there: the ``n``-th, counted from 1."""

    def __init__(self, reader: Reader, choice: Choice, n: int) -> None:
        super().__init__(reader, choice)
        self.n = n


class Place:
    """A card, a face-down card or an empty place in a zone."""

    def __init__(self, board: Board, spot: Spot, order: int) -> None:
        reader = board.reader
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
        css = "winning" if spot.mark in ("winning", "won") else ""
        return faces.card(board.reader.deck, spot.card, css=css, key=board.key(spot.card))

    def _awaited(self, board: Board, spot: Spot) -> str:
        if spot.seat is None:
            return gettext("Empty place")
        if spot.seat == board.me:
            return gettext("Your card comes here")
        return gettext("The card of {name} comes here").format(name=self.by)


class Area:
    """A zone of the picture."""

    def __init__(self, board: Board, zone: Zone) -> None:
        self.key = zone.key
        self.form = zone.form
        self.title = board.reader.html(zone.title)
        self.note = board.reader.html(zone.note) if zone.note else ""
        self.count = zone.count
        self.across = zone.across
        self.beside = [board.reader.html(text) for text in zone.beside]
        self.below = [board.reader.html(text) for text in zone.below]
        played = 0
        self.places: list[Place] = []
        for spot in zone.spots:
            played += not spot.empty
            self.places.append(Place(board, spot, played))

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


class Board:
    """What the template draws. *perspective* turns the table for a viewer without a seat."""

    def __init__(
        self, view: SeatView, *, perspective: int | None = None, still: bool = False, held: bool = False
    ) -> None:
        self.view = view
        self.still = still
        """A position of a replay: cards are looked at, not played."""
        self.held = held
        """A frame: what has just been decided, before it is cleared away."""
        self.me = view.me
        self.front = view.me if view.me is not None else (perspective or 0)
        names = {info.seat: info.name for info in view.seats}
        deck = (view.picture.edition or view.picture.deck) if view.picture else "french"
        self.reader = Reader(deck, names, None if still else view.me)
        self._keys: set[str] = set()

    @property
    def picture(self) -> Picture:
        if self.view.picture is None:
            raise AttributeError("the cards have not been dealt")
        return self.view.picture

    @property
    def dealt(self) -> bool:
        return self.view.picture is not None

    @property
    def playing(self) -> bool:
        return self.view.status == "playing" and not self.still

    @property
    def my_turn(self) -> bool:
        """Whether the viewer may move now; a seat that was given up may not, though its turn comes."""
        return self.playing and bool(self.view.legal)

    @property
    def over(self) -> bool:
        """Whether there is a result to be shown in place of the table."""
        return self.view.outcome is not None and not self.still

    @property
    def left(self) -> bool:
        """Whether the viewer has resigned or run out of time while the table goes on."""
        return self.playing and self.me is not None and self.view.seats[self.me].presence in ("resigned", "flagged")

    @cached_property
    def at(self) -> dict[int, At]:
        count = len(self.view.seats)
        places = PLACES.get(count, PLACES[5])
        return {info.seat: places[(info.seat - self.front) % count] for info in self.view.seats}

    @cached_property
    def seats(self) -> list[Seat]:
        """In the order of play from the viewer's left; the viewer's own seat is the last."""
        count = len(self.view.seats)
        plates: dict[int, Plate] = {plate.seat: plate for plate in self.picture.plates} if self.dealt else {}
        order = [(self.front + 1 + i) % count for i in range(count)]
        return [Seat(self, self.view.seats[i], plates.get(self.view.seats[i].seat), self.at[i]) for i in order]

    @property
    def others(self) -> list[Seat]:
        return self.seats[:-1]

    @property
    def mine(self) -> Seat:
        return self.seats[-1]

    # -- zones

    @cached_property
    def hand(self) -> list[HandCard] | None:
        """The viewer's cards; ``None`` for somebody without a hand."""
        zone = next((zone for zone in self._zones("hand") if zone.seat in (None, self.front)), None)
        if zone is None:
            return None
        cards = [spot.card for spot in zone.spots if spot.card]
        moves = {code: [choice for choice in self.picture.choices if choice.card == code] for code in cards}
        waiting = not (self.my_turn and any(moves.values()))
        return [HandCard(self, code, moves[code], waiting=waiting) for code in cards]

    @cached_property
    def hand_title(self) -> SafeString:
        zone = self._zones("hand")[0]
        return self.reader.html(zone.title)

    @cached_property
    def actions(self) -> list[Action]:
        """Moves that belong to no card of the hand."""
        held = {card.code for card in self.hand or ()}
        loose = [choice for choice in self.picture.choices if choice.card not in held]
        return [Action(self.reader, choice) for choice in loose] if self.my_turn else []

    @cached_property
    def puts(self) -> dict[str, list[Put]]:
        """The moves that bring a card to a cell, by cell."""
        found: dict[str, list[Put]] = {}
        numbers = {card.code: n for n, card in enumerate(self.hand or (), start=1)} if self.my_turn else {}
        for choice in self.picture.choices:
            if choice.cell is not None and choice.card in numbers:
                found.setdefault(choice.cell, []).append(Put(self.reader, choice, numbers[choice.card]))
        return found

    @cached_property
    def trick(self) -> Area | None:
        return next((Area(self, zone) for zone in self._zones("trick")), None)

    @cached_property
    def piles(self) -> list[Area]:
        """Piles that belong to the table."""
        return [Area(self, zone) for zone in self._zones("pile") if zone.seat is None]

    def piles_of(self, seat: int) -> list[Area]:
        """Piles that belong to a seat: tricks won."""
        return [Area(self, zone) for zone in self._zones("pile") if zone.seat == seat and (zone.count or zone.spots)]

    @cached_property
    def rows(self) -> list[Area]:
        return [Area(self, zone) for zone in self._zones("row", "grid")]

    @cached_property
    def winner(self) -> int | None:
        """The seat that won what is held: where its cards go."""
        spots = (spot for zone in self._zones("trick", "row") for spot in zone.spots if spot.mark == "won")
        return next((spot.seat for spot in spots if spot.seat is not None), None) if self.held else None

    @property
    def grid(self) -> bool:
        return bool(self._zones("grid"))

    @cached_property
    def history(self) -> list[Area]:
        self._keys.update(self._shown_elsewhere())
        return [Area(self, zone) for zone in self._zones("history")]

    def open_hand(self, seat: int) -> list[SafeString]:
        """The cards of another seat that the viewer may see."""
        return [
            faces.card(self.reader.deck, spot.card)
            for zone in self._zones("hand")
            if zone.seat == seat != self.front
            for spot in zone.spots
            if spot.card
        ]

    def known_of(self, seat: int) -> Area | None:
        """Those cards of a seat's hand that everybody knows: not to be taken for the hand."""
        return next((Area(self, zone) for zone in self._zones("known") if zone.seat == seat), None)

    # -- words

    @cached_property
    def prompt(self) -> SafeString:
        return self.reader.html(self.picture.prompt)

    @cached_property
    def goal(self) -> SafeString:
        return self.reader.html(self.picture.goal)

    @cached_property
    def hint(self) -> Advice | None:
        """For a reader who is to act at a first table."""
        hint = self.picture.hint
        return Advice(hint.n, hint.of, self.reader.html(hint.text)) if hint and not self.still else None

    @cached_property
    def why(self) -> SafeString | str:
        return self.reader.html(self.picture.why) if self.picture.why else ""

    @cached_property
    def facts(self) -> list[tuple[SafeString, SafeString]]:
        if not self.dealt:
            return []
        return [(self.reader.html(fact.label), self.reader.html(fact.value)) for fact in self.picture.facts]

    @cached_property
    def told(self) -> list[Line]:
        """The latest lines, newest first."""
        return [Line(self.reader, line) for line in reversed(self.view.told)]

    @cached_property
    def teams(self) -> dict[int, int]:
        """The number of each seat's team, where there are teams."""
        plates = self.picture.plates if self.dealt else ()
        return {plate.seat: plate.team for plate in plates if plate.team is not None}

    @cached_property
    def ranking(self) -> list[Rank]:
        """The result, best first."""
        result = self.view.outcome
        if result is None:
            return []
        lines = zip(self.view.seats, result.places, result.points, strict=True)
        return sorted((Rank(self, *line) for line in lines), key=lambda rank: rank.place)

    def clock(self, seat: int) -> ClockView | None:
        info = self.view.seats[seat]
        if not self.view.clocks or info.is_bot or info.user is None:
            return None
        return self.view.clocks[seat]

    def key(self, code: str) -> str:
        """The id of a card on the page, once: a card seen a second time has none."""
        if self.still or code in self._keys:
            return ""
        self._keys.add(code)
        return f"c-{code}"

    def _zones(self, *forms: str) -> list[Zone]:
        return [zone for zone in self.picture.zones if zone.form in forms] if self.dealt else []

    def _shown_elsewhere(self) -> set[str]:
        """Cards of the past take no id away from those on the table."""
        return {spot.card for zone in self._zones("history") for spot in zone.spots if spot.card}

    # -- playing again

    @property
    def alone(self) -> bool:
        """Whether the viewer played against bots only: a rematch needs nobody's answer."""
        return all(info.is_bot or info.seat == self.me for info in self.view.seats)

    @property
    def asker(self) -> str:
        """The player who offers a rematch."""
        return self.reader.seat(self.view.rematch.by) if self.view.rematch else ""

    @property
    def answers(self) -> list[tuple[str, str]]:
        """Everybody's answer to the offer, by name."""
        if self.view.rematch is None:
            return []
        return [(self.reader.seat(seat), answer) for seat, answer in enumerate(self.view.rematch.answers)]

    @property
    def may_accept(self) -> bool:
        return self._answer == "waiting"

    @property
    def offers(self) -> bool:
        return self._answer == "offered"

    @property
    def _answer(self) -> str:
        """The viewer's own."""
        return self.view.rematch.answers[self.me] if self.view.rematch and self.me is not None else ""
