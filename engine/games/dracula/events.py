"""What happens in Dracula, as a set makes it."""

from typing import ClassVar, Literal, TypeAlias, get_args

from engine.cards.french import CODES, FrenchCode
from engine.events import Event, Private, Public, Seat, Shuffled
from engine.games.dracula.model import CELLS, CellCode, DraculaOptions, Three, Way
from engine.games.dracula.moves import WAYS
from engine.pairs import SEAT, Pair


class Opened(Public, frozen=True, gc=False):
    kind = "dracula.opened"
    seats: int
    options: DraculaOptions


class PackShuffled(Shuffled, frozen=True, gc=False):
    """A set of six deals begins: they use up the pack exactly."""

    kind = "dracula.pack_shuffled"
    order: tuple[FrenchCode, ...]


class WayChosen(Public, frozen=True, gc=False):
    kind = "dracula.way_chosen"
    seat: Seat
    way: Way


class DealBegun(Public, frozen=True, gc=False):
    """The coffin is cleared away."""

    kind = "dracula.deal_begun"
    deal: int
    """Counted from 0, through all sets."""
    dealer: Seat
    leader: Seat


class HandDealt(Private, frozen=True, gc=False):
    kind = "dracula.hand_dealt"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    reveals: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[FrenchCode, ...] | None


class CentreTurned(Public, frozen=True, gc=False):
    """The card behind the hands lies face up in the middle of the coffin."""

    kind = "dracula.centre_turned"
    reveals: ClassVar[tuple[str, ...]] = ("card",)
    card: FrenchCode


class CardPlaced(Public, frozen=True, gc=False):
    kind = "dracula.card_placed"
    seat: Seat
    card: FrenchCode
    cell: CellCode


class DealScored(Public, frozen=True, gc=False):
    kind = "dracula.deal_scored"
    rows: Three
    columns: Three
    scores: Pair
    totals: Pair


class SetScored(Public, frozen=True, gc=False):
    """Six deals have been played; the seat ahead in them adds the difference."""

    kind = "dracula.set_scored"
    scores: Pair
    """What the six deals brought."""
    bonus: Pair
    totals: Pair


class Finished(Public, frozen=True, gc=False):
    kind = "dracula.finished"
    places: Pair
    points: Pair
    by: Literal["target", "set", "max_rounds"]


DraculaEvent: TypeAlias = (
    Opened
    | PackShuffled
    | WayChosen
    | DealBegun
    | HandDealt
    | CentreTurned
    | CardPlaced
    | DealScored
    | SetScored
    | Finished
)
EVENTS: tuple[type[Event], ...] = get_args(DraculaEvent)
CHOSEN = tuple({choose.way: WayChosen(seat, choose.way) for choose in WAYS} for seat in SEAT)
"""``[seat][way]``."""
PLACED = tuple(tuple(tuple(CardPlaced(seat, code, cell) for cell in CELLS) for code in CODES) for seat in SEAT)
"""``[seat][card][cell]``."""
