"""What the game is made of: options, events, the state, and what one seat knows of it."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct

from engine.cards import Card
from engine.cards.decktet import DecktetCode
from engine.events import Private, Public, Seat, Shuffled
from engine.game import Options, Outcome
from engine.games.noodling.pips import LEAST
from engine.text import gettext_noop as _

SEATS = (3, 2)
NOBODY = -1
Codes: TypeAlias = tuple[DecktetCode, ...]


class NoodlingOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    stages: Annotated[
        int,
        Meta(ge=4, le=6, title=_("Stages"), description=_("Four, or up to two more trips through what is left.")),
    ] = 4
    max_rounds: Annotated[
        int,
        Meta(ge=1, le=200, title=_("Most auctions"), description=_("The game ends after so many auctions.")),
    ] = 60


# -- events, as a game makes them


class Opened(Public, frozen=True, gc=False):
    kind = "noodling.opened"
    seats: int
    options: NoodlingOptions


class PileShuffled(Shuffled, frozen=True, gc=False):
    """``side``, ``stage-1`` to ``stage-6``, or the discards of seat N, which become ``deck-N``."""

    kind = "noodling.pile_shuffled"
    order: Codes


class HandDealt(Private, frozen=True, gc=False):
    """The first hand, from the pawns, courts and the Excuse."""

    kind = "noodling.hand_dealt"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    reveals: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Codes | None


class StageBegun(Public, frozen=True, gc=False):
    kind = "noodling.stage_begun"
    stage: int
    """Counted from 1."""


class MarketRevealed(Public, frozen=True, gc=False):
    """``seat`` is the active player, who chooses the prize."""

    kind = "noodling.market_revealed"
    reveals: ClassVar[tuple[str, ...]] = ("cards",)
    seat: Seat
    cards: Codes


class PrizeChosen(Public, frozen=True, gc=False):
    kind = "noodling.prize_chosen"
    seat: Seat
    card: DecktetCode


class BidMade(Public, frozen=True, gc=False):
    """``cards`` were added; ``pips`` and ``trumps`` are those of all that lies in front of the seat."""

    kind = "noodling.bid_made"
    seat: Seat
    cards: Codes
    pips: int
    trumps: int


class Passed(Public, frozen=True, gc=False):
    """``cards``: the hand, now in the seat's discards."""

    kind = "noodling.passed"
    seat: Seat
    cards: Codes


class CardsDrawn(Private, frozen=True, gc=False):
    """From the seat's own deck, in the order in which they lay."""

    kind = "noodling.cards_drawn"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    reveals: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Codes | None


class PrizeTaken(Public, frozen=True, gc=False):
    """The prize goes to the seat's discards, the rest of the market to the shared ones, all bids to their owners'."""

    kind = "noodling.prize_taken"
    seat: Seat
    card: DecktetCode


class MarketDiscarded(Public, frozen=True, gc=False):
    """Nobody bid."""

    kind = "noodling.market_discarded"
    cards: Codes


class HandDiscarded(Public, frozen=True, gc=False):
    """At the end of a stage."""

    kind = "noodling.hand_discarded"
    shows: ClassVar[tuple[str, ...]] = ("cards",)
    seat: Seat
    cards: Codes


class ExcuseShown(Public, frozen=True, gc=False):
    """For the scoring, by a seat that nobody knew to own it."""

    kind = "noodling.excuse_shown"
    shows: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: DecktetCode


class Finished(Public, frozen=True, gc=False):
    kind = "noodling.finished"
    places: tuple[int, ...]
    points: tuple[int, ...]


NoodlingEvent: TypeAlias = (
    Opened
    | PileShuffled
    | HandDealt
    | StageBegun
    | MarketRevealed
    | PrizeChosen
    | BidMade
    | Passed
    | CardsDrawn
    | PrizeTaken
    | MarketDiscarded
    | HandDiscarded
    | ExcuseShown
    | Finished
)
EVENTS: tuple[type[NoodlingEvent], ...] = (
    Opened,
    PileShuffled,
    HandDealt,
    StageBegun,
    MarketRevealed,
    PrizeChosen,
    BidMade,
    Passed,
    CardsDrawn,
    PrizeTaken,
    MarketDiscarded,
    HandDiscarded,
    ExcuseShown,
    Finished,
)


# -- the state


class Holding(Struct, frozen=True, gc=False):
    """All that a seat owns. Sets of cards are as :data:`engine.cards.Hand` has them."""

    hand: int = 0
    deck: tuple[Card, ...] = ()
    """Top card first."""
    discards: int = 0
    front: int = 0
    """The bid in this auction."""
    known: int = 0
    """Of the hand: what everybody knows to be there, as it was all that the deck still held."""
    shuffles: int = 0
    """How often the deck was made; never yet: the hand is the first, or empty."""


class Auction(Struct, frozen=True, gc=False):
    """One that is over. *winner* and *prize* are ``NOBODY`` if nobody bid."""

    market: tuple[Card, ...]
    winner: int
    prize: int
    bids: tuple[int, ...]
    """What lay in front of each seat."""


class State(Struct, frozen=True, gc=False):
    seats: int = 0
    turn: int = NOBODY
    holdings: tuple[Holding, ...] = ()
    market: tuple[Card, ...] = ()
    prize: int = NOBODY
    """``NOBODY`` until it is chosen."""
    bidder: int = NOBODY
    """Whose bid stands."""
    need: int = LEAST
    """What the next bid has to equal, as a claim of :mod:`engine.games.noodling.pips`."""
    out: int = 0
    """Who has passed, a bit a seat."""
    active: int = 0
    round: int = 0
    """Auctions that are over."""
    stage: int = 0
    stock: tuple[Card, ...] = ()
    """What is left of the stage's deck, top card first."""
    shared: int = 0
    later: tuple[tuple[Card, ...], ...] = ()
    """The decks of stages to come."""
    last: Auction | None = None
    options: NoodlingOptions = NoodlingOptions()
    outcome: Outcome | None = None


# -- the view


class SeatCards(Struct, frozen=True, gc=False):
    """What is known of a seat's cards."""

    hand: int
    deck: int
    shuffles: int
    front: Codes
    discards: Codes
    known: Codes
    """In the hand for certain: all that the deck still held when they were drawn."""
    unseen: Codes
    """In the hand or in the deck, and no telling where; of the viewer's own cards, those in the deck. A first hand is
    not among them: it holds any of the pawns, courts and the Excuse that were not seen yet."""


class SeenAuction(Struct, frozen=True, gc=False):
    market: Codes
    winner: Seat | None
    prize: DecktetCode | None
    bids: tuple[Codes, ...]


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand). Sets of cards stand in deck order."""

    seat: Seat | None
    options: NoodlingOptions
    stage: int
    round: int
    active: Seat
    turn: Seat | None
    hand: Codes
    market: Codes
    prize: DecktetCode | None
    bidder: Seat | None
    pips: int
    """What the next bid needs at least."""
    trumps: int
    out: tuple[Seat, ...]
    seats: tuple[SeatCards, ...]
    stock: Codes
    """What is left of the stage's deck, its order unknown."""
    shared: Codes
    last: SeenAuction | None
    outcome: Outcome | None
