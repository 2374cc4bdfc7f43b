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
    cards: Codes
    leader: Seat
    winner: Seat


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand). Cards in notation, in deck order."""

    seat: Seat | None
    options: GermanWhistOptions
    deal: int
    dealer: Seat
    turn: Seat | None
    trump: SuitCode | None
    hand: Codes
    counts: Pair
    stock: int
    """The cards that lie face down."""
    turned: FrenchCode | None
    trick: Codes
    """In play order."""
    played: Codes
    """Every card played in this deal, those on the table too: each was public when it was played."""
    known: tuple[Codes, Codes]
    """By seat: cards in its hand that everybody has seen it take."""
    voids: tuple[tuple[SuitCode, ...], tuple[SuitCode, ...]]
    """By seat: suits of which it holds nothing but what is known."""
    for_stock: Pair
    """The tricks won for the stock, which count nothing."""
    tricks: Pair
    """The tricks won since: those that count."""
    last: SeenTrick | None
    deals: tuple[Pair, ...]
    totals: Pair
    outcome: Outcome | None
