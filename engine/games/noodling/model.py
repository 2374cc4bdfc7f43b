"""What the game is made of: options, the state, and what one seat knows of it."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from engine.cards import Card
from engine.cards.decktet import DecktetCode
from engine.events import Seat
from engine.game import Options, Outcome
from engine.games.noodling.pips import LEAST
from engine.text import gettext_noop as _

SIZES = (3, 2)
NOBODY = -1
Codes: TypeAlias = tuple[DecktetCode, ...]


class NoodlingOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    stages: Annotated[
        int,
        Meta(ge=4, le=6, title=_("Stages"), description=_("Four, or up to two more trips through what is left.")),
    ] = 4
    max_rounds: Annotated[
        int,
        Meta(ge=1, le=200, title=_("Most auctions"), description=_("The game ends after this many auctions.")),
    ] = 60


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

    hand: Annotated[int, Meta(description="How many cards are in the hand.")]
    deck: Annotated[int, Meta(description="How many cards are in the deck.")]
    shuffles: Annotated[int, Meta(description="How often the deck was made.")]
    front: Annotated[Codes, Meta(description="The bid in this auction.")]
    discards: Annotated[Codes, Meta(description="Its discards.")]
    known: Annotated[
        Codes, Meta(description="In the hand for certain: all that the deck still held when they were drawn.")
    ]
    unseen: Annotated[
        Codes,
        Meta(
            description="In the hand or in the deck, and no telling where; of the viewer's own cards, those in the "
            "deck. A first hand is not among them: it holds any of the pawns, courts and the Excuse that were not "
            "seen yet."
        ),
    ]


class SeenAuction(Struct, frozen=True, gc=False):
    market: Annotated[Codes, Meta(description="The cards that it was about.")]
    winner: Annotated[Seat | None, Meta(description="Who won it; null: nobody bid.")]
    prize: Annotated[DecktetCode | None, Meta(description="The card that the winner chose; null: nobody bid.")]
    bids: Annotated[tuple[Codes, ...], Meta(description="By seat: what lay in front of it.")]


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand). Sets of cards stand in deck order."""

    seat: Annotated[Seat | None, Meta(description="The seat whose view it is; null: a spectator, who sees no hand.")]
    options: Annotated[NoodlingOptions, Meta(description="The options in force.")]
    stage: Annotated[int, Meta(description="Which stage it is, from 1.")]
    round: Annotated[int, Meta(description="How many auctions are over.")]
    active: Annotated[Seat, Meta(description="Who turns the market up and chooses the prize.")]
    turn: Annotated[Seat | None, Meta(description="Who is to act; null when the game is over.")]
    hand: Annotated[Codes, Meta(description="The viewer's cards; empty for a spectator.")]
    market: Annotated[Codes, Meta(description="The cards that can be chosen.")]
    prize: Annotated[DecktetCode | None, Meta(description="The card that is bid for; null: not yet chosen.")]
    bidder: Annotated[Seat | None, Meta(description="Who has bid most; null: nobody has bid.")]
    pips: Annotated[int, Meta(description="What the next bid needs at least.")]
    trumps: Annotated[int, Meta(description="How many trumps the next bid needs at least.")]
    out: Annotated[tuple[Seat, ...], Meta(description="The seats that have passed in this auction.")]
    seats: Annotated[tuple[SeatCards, ...], Meta(description="By seat: what is known of its cards.")]
    stock: Annotated[Codes, Meta(description="What is left of the stage's deck, its order unknown.")]
    shared: Annotated[Codes, Meta(description="The shared discard.")]
    last: Annotated[SeenAuction | None, Meta(description="The auction before; null in the first.")]
    outcome: Annotated[Outcome | None, Meta(description="The result; null while play goes on.")]
