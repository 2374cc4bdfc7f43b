"""What happens in German Whist, in the order in which a deal makes it; and the common events, each made once."""

from typing import ClassVar, TypeAlias, get_args

from engine.cards.french import PACK, FrenchCode
from engine.events import Event, Private, Public, Seat, Shuffled
from engine.games.german_whist.model import Codes, GermanWhistOptions
from engine.pairs import SEAT, Pair


class Opened(Public, frozen=True, gc=False):
    kind = "german_whist.opened"
    seats: int
    options: GermanWhistOptions


class DealBegun(Public, frozen=True, gc=False):
    kind = "german_whist.deal_begun"
    deal: int
    """Counted from 0."""
    dealer: Seat
    leader: Seat


class PackShuffled(Shuffled, frozen=True, gc=False):
    kind = "german_whist.pack_shuffled"
    order: Codes


class HandDealt(Private, frozen=True, gc=False):
    kind = "german_whist.hand_dealt"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    reveals: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Codes | None


class TrumpTurned(Public, frozen=True, gc=False):
    """The top card of the stock: its suit is trump for the deal, and it is what the first trick is played for."""

    kind = "german_whist.trump_turned"
    reveals: ClassVar[tuple[str, ...]] = ("card",)
    card: FrenchCode


class CardPlayed(Public, frozen=True, gc=False):
    kind = "german_whist.card_played"
    seat: Seat
    card: FrenchCode


class TrickTaken(Public, frozen=True, gc=False):
    kind = "german_whist.trick_taken"
    seat: Seat


class CardTaken(Public, frozen=True, gc=False):
    """The winner of a trick for the stock takes the card that lay face up."""

    kind = "german_whist.card_taken"
    seat: Seat
    card: FrenchCode


class CardDrawn(Private, frozen=True, gc=False):
    """The loser takes the next one, and shows it to nobody."""

    kind = "german_whist.card_drawn"
    secret: ClassVar[tuple[str, ...]] = ("card",)
    reveals: ClassVar[tuple[str, ...]] = ("card",)
    card: FrenchCode | None


class CardTurned(Public, frozen=True, gc=False):
    kind = "german_whist.card_turned"
    reveals: ClassVar[tuple[str, ...]] = ("card",)
    card: FrenchCode


class StockEmptied(Public, frozen=True, gc=False):
    """From now on every trick counts; ``leader`` won the last one that did not."""

    kind = "german_whist.stock_emptied"
    leader: Seat


class DealScored(Public, frozen=True, gc=False):
    kind = "german_whist.deal_scored"
    tricks: Pair
    totals: Pair


class Finished(Public, frozen=True, gc=False):
    kind = "german_whist.finished"
    places: Pair
    points: Pair


GermanWhistEvent: TypeAlias = (
    Opened
    | DealBegun
    | PackShuffled
    | HandDealt
    | TrumpTurned
    | CardPlayed
    | TrickTaken
    | CardTaken
    | CardDrawn
    | CardTurned
    | StockEmptied
    | DealScored
    | Finished
)
EVENTS: tuple[type[Event], ...] = get_args(GermanWhistEvent)

PLAYED = tuple(tuple(CardPlayed(seat, code) for code in PACK) for seat in SEAT)
"""``[seat][card]``, as the next two."""
TOOK = tuple(tuple(CardTaken(seat, code) for code in PACK) for seat in SEAT)
DREW = tuple(tuple(CardDrawn(seat, code) for code in PACK) for seat in SEAT)
TAKEN = tuple(TrickTaken(seat) for seat in SEAT)
EMPTIED = tuple(StockEmptied(seat) for seat in SEAT)
TURNED = tuple(CardTurned(code) for code in PACK)
