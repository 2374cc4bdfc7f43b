"""What Dracula is made of: options, the state, and what one seat knows of it."""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from engine.cards import Card
from engine.cards.french import FrenchCode
from engine.events import Seat
from engine.game import Options, Outcome
from engine.pairs import SEATS, Pair
from engine.text import gettext_noop as _

Three: TypeAlias = tuple[int, int, int]
"""A score for each row from the top, or for each column from the left."""
Way: TypeAlias = Literal["queens", "kings"]
"""Queen's way is across, in rows; King's way is down, in columns."""
CellCode: TypeAlias = Literal["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
CELLS: tuple[CellCode, ...] = get_args(CellCode)
"""In reading order."""


class DraculaOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    length: Annotated[
        Literal["1000", "set"],
        Meta(title=_("Length"), description=_("To 1000 points, or a single set of six deals.")),
    ] = "1000"
    max_rounds: Annotated[
        int,
        Meta(ge=1, le=60, title=_("Most sets"), description=_("The game ends after this many sets, won or not.")),
    ] = 20


_WORDS = (_("set"),)
"""The lengths that are not numbers, as they are shown."""


# -- the state: what changes with every card, with every deal, with every score


class Scored(Struct, frozen=True, gc=False):
    """A deal that has been played out: its coffin, and what the lines were worth."""

    coffin: int
    rows: Three
    columns: Three
    scores: Pair


class Pack(Struct, frozen=True, gc=False):
    """The cards of this set in the order of their shuffle, top card first."""

    order: tuple[Card, ...] = ()
    buried: int = 0
    """How many from the front were in the deals before this one, each of them once open in the coffin."""
    dealt: int = 0
    """How many from the front have been dealt; the others are the stock."""
    last: Scored | None = None


class Sheet(Struct, frozen=True, gc=False):
    """The score sheet."""

    options: DraculaOptions = DraculaOptions()
    deal: int = 0
    dealer: Seat = Seat(SEATS - 1)
    rows: Seat | None = None
    """Who scores rows; ``None``: the first dealer has not chosen yet."""
    deals: tuple[Pair, ...] = ()
    """What the deals of this set brought."""
    sets: tuple[Pair, ...] = ()
    """What each set played out brought, its bonus too."""
    totals: Pair = (0, 0)
    outcome: Outcome | None = None


class State(Struct, frozen=True, gc=False):
    hands: tuple[int, int] = (0, 0)
    """Sets of cards, as :data:`engine.cards.Hand` has them."""
    coffin: int = 0
    """Six bits a cell in reading order: 0 for an empty one, else the card and 1."""
    filled: int = 0
    """Which cells are: bit *n* for cell *n*. None is filled only as long as the first dealer has not chosen."""
    turn: Seat | None = None
    pack: Pack = Pack()
    sheet: Sheet = Sheet()


class SeenDeal(Struct, frozen=True, gc=False):
    coffin: Annotated[tuple[FrenchCode | None, ...], Meta(description="The nine cells in reading order.")]
    rows: Annotated[Three, Meta(description="What each row made, from the top.")]
    columns: Annotated[Three, Meta(description="What each column made, from the left.")]
    scores: Annotated[Pair, Meta(description="By seat: what the deal brought.")]


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand)."""

    seat: Annotated[Seat | None, Meta(description="The seat whose view it is; null: a spectator, who sees no hand.")]
    options: Annotated[DraculaOptions, Meta(description="The options in force.")]
    deal: Annotated[int, Meta(description="Which deal of the game it is, from 0.")]
    dealer: Annotated[Seat, Meta(description="Who dealt.")]
    rows: Annotated[
        Seat | None, Meta(description="Who scores rows; the other seat scores columns. Null: not yet chosen.")
    ]
    turn: Annotated[Seat | None, Meta(description="Who is to act; null when the game is over.")]
    hand: Annotated[tuple[FrenchCode, ...], Meta(description="The viewer's cards; empty for a spectator.")]
    counts: Annotated[Pair, Meta(description="By seat: how many cards are in the hand.")]
    stock: Annotated[int, Meta(description="The cards of the pack that are not yet dealt.")]
    coffin: Annotated[tuple[FrenchCode | None, ...], Meta(description="The nine cells in reading order; null: empty.")]
    buried: Annotated[
        tuple[FrenchCode, ...],
        Meta(description="The cards of this set's earlier deals, in deck order: each lay open in the coffin."),
    ]
    last: Annotated[SeenDeal | None, Meta(description="The deal played out last; null before the first.")]
    deals: Annotated[tuple[Pair, ...], Meta(description="By deal of this set played out: each seat's score.")]
    sets: Annotated[tuple[Pair, ...], Meta(description="By set played out: each seat's score.")]
    totals: Annotated[Pair, Meta(description="By seat: the score so far.")]
    outcome: Annotated[Outcome | None, Meta(description="The result; null while play goes on.")]
