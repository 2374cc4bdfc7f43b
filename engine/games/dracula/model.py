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
    coffin: tuple[FrenchCode | None, ...]
    rows: Three
    columns: Three
    scores: Pair


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand)."""

    seat: Seat | None
    options: DraculaOptions
    deal: int
    dealer: Seat
    rows: Seat | None
    """Who scores rows; the other seat scores columns."""
    turn: Seat | None
    hand: tuple[FrenchCode, ...]
    counts: Pair
    stock: int
    coffin: tuple[FrenchCode | None, ...]
    """The nine cells in reading order."""
    buried: tuple[FrenchCode, ...]
    """The cards of this set's earlier deals, in deck order: each lay open in the coffin."""
    last: SeenDeal | None
    deals: tuple[Pair, ...]
    sets: tuple[Pair, ...]
    totals: Pair
    outcome: Outcome | None
