"""What happens in Noodling, as a game makes it."""

from typing import ClassVar, TypeAlias, get_args

from engine.cards.decktet import DecktetCode
from engine.events import Event, Private, Public, Seat, Shuffled
from engine.games.noodling.model import Codes, NoodlingOptions


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
EVENTS: tuple[type[Event], ...] = get_args(NoodlingEvent)
