"""What happens in Galapagos, in the order in which a deal makes it."""

from typing import ClassVar, Literal, TypeAlias, get_args

from engine.cards.french import CODES, FrenchCode
from engine.events import Event, Private, Public, Seat, Shuffled
from engine.games.galapagos.model import SUIT_CODES, GalapagosOptions, Scored, SeenMeld, SuitCode
from engine.pairs import SEAT, Pair


class Opened(Public, frozen=True, gc=False):
    kind = "galapagos.opened"
    seats: int
    options: GalapagosOptions


class DealBegun(Public, frozen=True, gc=False):
    kind = "galapagos.deal_begun"
    deal: int
    """Counted from 0."""
    dealer: Seat
    jokers: tuple[FrenchCode, FrenchCode] | None
    """The joker that each seat begins with; nobody shuffles them."""


class PackShuffled(Shuffled, frozen=True, gc=False):
    kind = "galapagos.pack_shuffled"
    order: tuple[FrenchCode, ...]


class HandDealt(Private, frozen=True, gc=False):
    kind = "galapagos.hand_dealt"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    reveals: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[FrenchCode, ...] | None


class CardTurned(Public, frozen=True, gc=False):
    """The top card of the stock is faced, to be bid for."""

    kind = "galapagos.card_turned"
    reveals: ClassVar[tuple[str, ...]] = ("card",)
    card: FrenchCode


class BidSealed(Private, frozen=True, gc=False):
    kind = "galapagos.bid_sealed"
    secret: ClassVar[tuple[str, ...]] = ("card",)
    card: FrenchCode | None


class BidsRevealed(Public, frozen=True, gc=False):
    kind = "galapagos.bids_revealed"
    opens: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[FrenchCode, FrenchCode]
    """Each seat's."""
    winner: Seat
    tied: bool
    """Equal ranks: the suit of the card turned up decided."""


class CardTaken(Public, frozen=True, gc=False):
    """The winner of the auction takes the card turned up."""

    kind = "galapagos.card_taken"
    seat: Seat
    card: FrenchCode


class CardCeded(Public, frozen=True, gc=False):
    """``seat``, the winner of the auction, lets the other have the card turned up."""

    kind = "galapagos.card_ceded"
    seat: Seat
    card: FrenchCode


class CardDrawn(Private, frozen=True, gc=False):
    """The player who did not get the card turned up takes the next one unseen."""

    kind = "galapagos.card_drawn"
    secret: ClassVar[tuple[str, ...]] = ("card",)
    reveals: ClassVar[tuple[str, ...]] = ("card",)
    card: FrenchCode | None


class StockEmptied(Public, frozen=True, gc=False):
    """``last`` took the last card of the stock, and is the first to meld and to lead."""

    kind = "galapagos.stock_emptied"
    last: Seat


class JokerSwapped(Public, frozen=True, gc=False):
    """The joker goes to the bid cards, and ``card`` from there into the hand."""

    kind = "galapagos.joker_swapped"
    seat: Seat
    joker: FrenchCode
    card: FrenchCode


class Melded(Public, frozen=True, gc=False):
    kind = "galapagos.melded"
    seat: Seat
    melds: tuple[SeenMeld, ...]
    trump: SuitCode | None
    """The suit announced, which is binding (A4)."""
    points: int


class TrumpSealed(Private, frozen=True, gc=False):
    kind = "galapagos.trump_sealed"
    secret: ClassVar[tuple[str, ...]] = ("suit",)
    suit: SuitCode | None


class TrumpsRevealed(Public, frozen=True, gc=False):
    kind = "galapagos.trumps_revealed"
    suits: tuple[SuitCode, SuitCode]


class CardPlayed(Public, frozen=True, gc=False):
    kind = "galapagos.card_played"
    seat: Seat
    card: FrenchCode


class TrickTaken(Public, frozen=True, gc=False):
    kind = "galapagos.trick_taken"
    seat: Seat


class BidsPickedUp(Public, frozen=True, gc=False):
    """The play-off begins: each player picks up the cards they bid, and ``leader`` leads."""

    kind = "galapagos.bids_picked_up"
    leader: Seat


class CombinationPlayed(Public, frozen=True, gc=False):
    kind = "galapagos.combination_played"
    seat: Seat
    cards: tuple[FrenchCode, ...]


class Passed(Public, frozen=True, gc=False):
    kind = "galapagos.passed"
    seat: Seat


class RoundTaken(Public, frozen=True, gc=False):
    kind = "galapagos.round_taken"
    seat: Seat


class PhaseScored(Public, frozen=True, gc=False):
    kind = "galapagos.phase_scored"
    phase: Scored
    points: Pair
    bonus: Pair
    """The hundred bonus."""
    scores: Pair
    """What each has in this deal now."""


class DealScored(Public, frozen=True, gc=False):
    kind = "galapagos.deal_scored"
    scores: Pair
    totals: Pair


class Finished(Public, frozen=True, gc=False):
    kind = "galapagos.finished"
    places: Pair
    points: Pair
    stake: int
    by: Literal["target", "deal", "max_rounds"]


GalapagosEvent: TypeAlias = (
    Opened
    | DealBegun
    | PackShuffled
    | HandDealt
    | CardTurned
    | BidSealed
    | BidsRevealed
    | CardTaken
    | CardCeded
    | CardDrawn
    | StockEmptied
    | JokerSwapped
    | Melded
    | TrumpSealed
    | TrumpsRevealed
    | CardPlayed
    | TrickTaken
    | BidsPickedUp
    | CombinationPlayed
    | Passed
    | RoundTaken
    | PhaseScored
    | DealScored
    | Finished
)
EVENTS: tuple[type[Event], ...] = get_args(GalapagosEvent)
BID_SEALED = tuple(tuple(BidSealed(seat, code) for code in CODES) for seat in SEAT)
"""``[seat][card]``, as the next; then ``[seat][suit]``."""
CARD_PLAYED = tuple(tuple(CardPlayed(seat, code) for code in CODES) for seat in SEAT)
TRUMP_SEALED = tuple(tuple(TrumpSealed(seat, code) for code in SUIT_CODES) for seat in SEAT)
