"""What happens in Duck Soup, as a deal makes it."""

from typing import ClassVar, Literal, TypeAlias, get_args

from engine.cards.french import PACK, FrenchCode
from engine.events import Event, Private, Public, Seat, Shuffled
from engine.games.duck_soup.model import DuckSoupOptions, Said
from engine.pairs import SEAT, Pair


class Opened(Public, frozen=True, gc=False):
    kind = "duck_soup.opened"
    seats: int
    options: DuckSoupOptions


class DealBegun(Public, frozen=True, gc=False):
    kind = "duck_soup.deal_begun"
    deal: int
    """Counted from 0."""
    dealer: Seat
    leader: Seat


class PackShuffled(Shuffled, frozen=True, gc=False):
    kind = "duck_soup.pack_shuffled"
    order: tuple[FrenchCode, ...]


class HandDealt(Private, frozen=True, gc=False):
    kind = "duck_soup.hand_dealt"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    reveals: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[FrenchCode, ...] | None


class CardPlayed(Public, frozen=True, gc=False):
    kind = "duck_soup.card_played"
    seat: Seat
    card: FrenchCode
    said: Said = ""


class Ducked(Public, frozen=True, gc=False):
    kind = "duck_soup.ducked"
    seat: Seat


class TrickTaken(Public, frozen=True, gc=False):
    """The cards on the table go to ``seat``; four cards are two tricks and count as both."""

    kind = "duck_soup.trick_taken"
    seat: Seat
    points: int
    face_up: bool


class CardDrawn(Private, frozen=True, gc=False):
    kind = "duck_soup.card_drawn"
    secret: ClassVar[tuple[str, ...]] = ("card",)
    reveals: ClassVar[tuple[str, ...]] = ("card",)
    card: FrenchCode | None


class DuckScored(Public, frozen=True, gc=False):
    """The stock is used up: the points of the first course are noted and the tricks put aside."""

    kind = "duck_soup.duck_scored"
    points: Pair


class DealScored(Public, frozen=True, gc=False):
    kind = "duck_soup.deal_scored"
    duck: Pair
    soup: Pair
    scores: Pair
    totals: Pair


class Finished(Public, frozen=True, gc=False):
    kind = "duck_soup.finished"
    places: Pair
    points: Pair
    stake: int
    by: Literal["outright", "target", "deal", "max_rounds"]


DuckSoupEvent: TypeAlias = (
    Opened
    | DealBegun
    | PackShuffled
    | HandDealt
    | CardPlayed
    | Ducked
    | TrickTaken
    | CardDrawn
    | DuckScored
    | DealScored
    | Finished
)
EVENTS: tuple[type[Event], ...] = get_args(DuckSoupEvent)


def _played(said: Said) -> tuple[tuple[CardPlayed, ...], ...]:
    return tuple(tuple(CardPlayed(seat, code, said) for code in PACK) for seat in SEAT)


PLAYED = _played("")
"""``[seat][card]``, as the next four and ``DRAWN``."""
SILENTLY_PLAYED = _played("silent")
QUACKED = _played("quack")
QUACKED_BACK = _played("quack-quack")
SOUPED = _played("duck-soup")
DRAWN = tuple(tuple(CardDrawn(seat, code) for code in PACK) for seat in SEAT)
TAKEN = tuple({points: TrickTaken(seat, points, face_up=points > 1) for points in (1, 2, 4)} for seat in SEAT)
"""``[seat][points]``. Storage: face down a trick is one point, face up two."""
