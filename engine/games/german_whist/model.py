"""What German Whist is made of: options, the state, and what one seat knows of it."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from engine.cards import Card
from engine.cards.french import FrenchCode
from engine.events import Seat
from engine.game import Options, Outcome
from engine.pairs import SEATS, Pair
from engine.text import gettext_noop as _

Codes: TypeAlias = tuple[FrenchCode, ...]
SuitCode: TypeAlias = Literal["S", "H", "D", "C"]
SUIT_CODES: tuple[SuitCode, ...] = ("S", "H", "D", "C")
HAND = 13
"""Cards in a hand; also the tricks for the stock, and those that count."""
NO_TRUMP = -1
"""Before the first card is turned up."""


class GermanWhistOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    deals: Annotated[
        int,
        Meta(ge=1, le=12, title=_("Deals"), description=_("Over several deals the tricks that count are added up.")),
    ] = 1


class LastTrick(Struct, frozen=True, gc=False):
    """The trick taken last: what was led, and what was played to it."""

    cards: tuple[Card, ...]
    leader: Seat
    winner: Seat


class Won(Struct, frozen=True, gc=False):
    """The tricks of this deal."""

    stock: Pair = (0, 0)
    """Those played for the stock: they count nothing."""
    tricks: Pair = (0, 0)
    """Those that count."""
    last: LastTrick | None = None


class Sheet(Struct, frozen=True, gc=False):
    """The score sheet."""

    options: GermanWhistOptions = GermanWhistOptions()
    deal: int = 0
    dealer: Seat = Seat(SEATS - 1)
    trump: int = NO_TRUMP
    deals: tuple[Pair, ...] = ()
    """The tricks that counted in the deals played out."""
    totals: Pair = (0, 0)
    outcome: Outcome | None = None


class State(Struct, frozen=True, gc=False):
    hands: Pair = (0, 0)
    """Sets of cards, as :data:`engine.cards.Hand` has them."""
    stock: bytes = b""
    """The face-down cards, one a byte, the next first."""
    turned: Card | None = None
    """The card that lies face up on the stock: the winner of the trick takes it."""
    trick: tuple[Card, ...] = ()
    turn: Seat | None = None
    known: Pair = (0, 0)
    """Of each hand the cards that everybody has seen come into it."""
    voids: Pair = (0, 0)
    """By seat, a bit a suit: all else that it holds is of others. It did not follow, and has drawn nothing since."""
    won: Won = Won()
    sheet: Sheet = Sheet()


class SeenTrick(Struct, frozen=True, gc=False):
    cards: Annotated[Codes, Meta(description="The card led, then the one played to it.")]
    leader: Annotated[Seat, Meta(description="Who led.")]
    winner: Annotated[Seat, Meta(description="Who took it.")]


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand). Cards in notation, in deck order."""

    seat: Annotated[Seat | None, Meta(description="The seat whose view it is; null: a spectator, who sees no hand.")]
    options: Annotated[GermanWhistOptions, Meta(description="The options in force.")]
    deal: Annotated[int, Meta(description="Which deal it is, from 0.")]
    dealer: Annotated[Seat, Meta(description="Who dealt.")]
    turn: Annotated[Seat | None, Meta(description="Who is to act; null when the game is over.")]
    trump: Annotated[SuitCode | None, Meta(description="The trump suit; null before the deal.")]
    hand: Annotated[Codes, Meta(description="The viewer's cards; empty for a spectator.")]
    counts: Annotated[Pair, Meta(description="By seat: how many cards are in the hand.")]
    stock: Annotated[int, Meta(description="The cards that lie face down.")]
    turned: Annotated[
        FrenchCode | None, Meta(description="The card turned up beside the stock; null once the stock is gone.")
    ]
    trick: Annotated[Codes, Meta(description="The cards on the table, in play order.")]
    played: Annotated[
        Codes,
        Meta(description="Every card played in this deal, those on the table too: each was public when it was played."),
    ]
    known: Annotated[
        tuple[Codes, Codes], Meta(description="By seat: cards in its hand that everybody has seen it take.")
    ]
    voids: Annotated[
        tuple[tuple[SuitCode, ...], tuple[SuitCode, ...]],
        Meta(description="By seat: suits of which it holds nothing but what is known."),
    ]
    for_stock: Annotated[Pair, Meta(description="By seat: the tricks won for the stock, which count nothing.")]
    tricks: Annotated[Pair, Meta(description="By seat: the tricks won since, those that count.")]
    last: Annotated[SeenTrick | None, Meta(description="The trick taken last; null before the first.")]
    deals: Annotated[tuple[Pair, ...], Meta(description="By deal played out: each seat's tricks that count.")]
    totals: Annotated[Pair, Meta(description="By seat: the score of the deals played out.")]
    outcome: Annotated[Outcome | None, Meta(description="The result; null while play goes on.")]
