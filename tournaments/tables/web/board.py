"""A table as one viewer sees it, arranged for the template: who stands where, which card may be played and why not.

Any game goes through here: it knows pictures, not games.
"""

from collections.abc import Callable, Collection

from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.picture import Picture, Plate, Zone
from engine.text import Text, seat
from engine.text import gettext_noop as _
from tournaments.kit import faces
from tournaments.kit.words import Reader
from tournaments.tables.seen import ClockView, Happening, SeatView
from tournaments.tables.web.pieces import (
    PLACES,
    Action,
    Advice,
    Again,
    Ahead,
    Area,
    At,
    Brings,
    HandCard,
    Line,
    Put,
    Rank,
    Seat,
)


class Board:
    """What the template draws. *perspective* turns the table for a viewer without a seat."""

    def __init__(
        self,
        view: SeatView,
        *,
        perspective: int | None = None,
        still: bool = False,
        held: bool = False,
        advised: str | None = None,
        ahead: Ahead | None = None,
        brings: Callable[[], Brings | None] = lambda: None,
        pointed: Collection[str] = (),
    ) -> None:
        self.view = view
        self.still = still
        """A position of a replay: cards are looked at, not played."""
        self.held = held
        """A frame: what has just been decided, before it is cleared away."""
        self.advised = advised
        """The move that a bot would make, for a viewer who has asked."""
        self.ahead = ahead
        self._brings = brings
        self.pointed = pointed
        """What a coach points at: codes of cards, keys of zones, seats (``seat-1``, the first)."""
        self.me = view.me
        turned = view.me is None or (still and perspective is not None)
        self.front: int = (perspective or 0) if turned else view.me  # type: ignore[assignment]  # it is a seat there
        names = {info.seat: info.name for info in view.seats}
        deck = (view.picture.edition or view.picture.deck) if view.picture else "french"
        self.reader = Reader(deck, names, None if still else view.me)
        self._keys: set[str] = set()

    @cached_property
    def brings(self) -> Brings | None:
        return self._brings()

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
    def waits(self) -> bool:
        """Whether the viewer holds cards and others are to move: one may be chosen ahead."""
        return self.playing and self.me is not None and not (self.my_turn or self.held or self.left)

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
        """Of a replay, whose hand it is: nobody who looks at it holds it now."""
        title = self._zones("hand")[0].title
        return self.reader.html(Text(_("{seat}: hand"), {"seat": seat(self.front)}) if self.still else title)

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
        return [Area(self, zone) for zone in self._zones("pile") if zone.seat == seat]

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
        reader = self.past if self.view.before else self.reader
        return [Area(self, zone, reader) for zone in self._zones("history")]

    def open_hand(self, seat: int) -> list[SafeString]:
        """The cards of another seat that the viewer may see; marked, those that everybody knew."""
        known = {spot.card for zone in self._zones("known") if zone.seat == seat for spot in zone.spots}
        return [
            self.drawn(seat, spot.card, css=self._css(seat, spot.card, known))
            for zone in self._zones("hand")
            if zone.seat == seat != self.front
            for spot in zone.spots
            if spot.card
        ]

    def drawn(self, seat: int, code: str, *, css: str = "", key: str = "", hidden: bool = False) -> SafeString:
        """A card in the hand of *seat*, with what it would bring where that is shown."""
        deck, mark = self.reader.deck, self.brings.of(seat, code) if self.brings else ""
        name = faces.full_name(deck, code)
        says = gettext("{card}: would bring place {n}") if self.ends else gettext("{card}: would bring {n}")
        label = says.format(card=name, n=mark) if mark else ""
        return faces.card(deck, code, css=css, key=key, label=label, hidden=hidden, mark=mark)

    @property
    def ends(self) -> bool:
        """Whether the mark of a card is the place in which it would let its player end."""
        return self.brings is not None and not self.brings.gains

    def _css(self, seat: int, code: str, known: Collection[str | None]) -> str:
        ahead = self.ahead.css(seat, code) if self.ahead else ""
        return f"{ahead} known".strip() if code in known else ahead

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
        for choice in self.picture.choices:
            if choice.move == self.advised:
                return self.reader.html(Text(_("A strong bot’s advice: {move}."), {"move": choice.label}))
        why = self.reader.html(self.picture.why) if self.picture.why else ""
        clock = self.clock(self.front) if self.my_turn else None
        if clock is None or not clock.first:
            return why
        first = self.reader.html(Text(_("You have a minute for your first decision: your clock starts after it.")))
        return format_html("{} {}", why, first)

    @cached_property
    def facts(self) -> list[tuple[SafeString, SafeString]]:
        if not self.dealt:
            return []
        return [(self.reader.html(fact.label), self.reader.html(fact.value)) for fact in self.picture.facts]

    @cached_property
    def latest_lines(self) -> list[Line]:
        """The latest lines, newest first."""
        return [Line(self._reader_of(line), line) for line in reversed(self.view.told)]

    def say(self, line: Happening) -> str:
        """A line of the story, for titles and labels."""
        return self._reader_of(line).plain(line.text)

    def _reader_of(self, line: Happening) -> Reader:
        return self.past if line.before else self.reader

    @cached_property
    def past(self) -> Reader:
        """Of what others did in the game that this one goes on from: their seats are named, and nobody is "you"."""
        names = {at: gettext("{name}’s seat").format(name=name) for at, name in self.reader.names.items() if name}
        return Reader(self.reader.deck, names, None)

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

    @cached_property
    def again(self) -> Again:
        return Again(self)

    def clock(self, seat: int) -> ClockView | None:
        info = self.view.seats[seat]
        if not self.view.clocks or info.is_house or info.user is None:
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
