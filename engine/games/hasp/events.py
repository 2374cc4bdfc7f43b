"""What happens in HASP, as a round makes it."""

from typing import ClassVar, Literal, TypeAlias, get_args

from engine.cards.hasp import CODES, HaspCode
from engine.events import Event, Private, Public, Seat, Shuffled
from engine.games.hasp.model import MOST_SEATS, HaspOptions
from engine.games.hasp.moves import Find, TrumpCode


class Opened(Public, frozen=True, gc=False):
    kind = "hasp.opened"
    seats: int
    options: HaspOptions


class RoundStarted(Public, frozen=True, gc=False):
    kind = "hasp.round_started"
    round: int
    """Counted from 0."""
    dealer: Seat
    leader: Seat
    """Left of the dealer: announces the trump, except at a table of three, and leads."""


class PackShuffled(Shuffled, frozen=True, gc=False):
    kind = "hasp.pack_shuffled"
    order: tuple[HaspCode, ...]


class HandDealt(Private, frozen=True, gc=False):
    """A whole hand, or the part of it before or after the announcement."""

    kind = "hasp.hand_dealt"
    secret: ClassVar[tuple[str, ...]] = ("cards",)
    reveals: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[HaspCode, ...] | None


class TrumpAnnounced(Public, frozen=True, gc=False):
    kind = "hasp.trump_announced"
    seat: Seat
    trump: TrumpCode


class TrumpTurned(Public, frozen=True, gc=False):
    """At a table of three: the first of the spare cards, and the trump that follows from it."""

    kind = "hasp.trump_turned"
    reveals: ClassVar[tuple[str, ...]] = ("card",)
    card: HaspCode
    trump: TrumpCode


class PredictionMade(Public, frozen=True, gc=False):
    """``finds`` is empty for a pass; ``shown`` are the cards that prove them, ``pot`` what the round is now worth."""

    kind = "hasp.prediction_made"
    seat: Seat
    finds: tuple[Find, ...]
    shown: tuple[HaspCode, ...]
    pot: int


class CardPlayed(Public, frozen=True, gc=False):
    kind = "hasp.card_played"
    seat: Seat
    card: HaspCode


class TrickTaken(Public, frozen=True, gc=False):
    kind = "hasp.trick_taken"
    seat: Seat
    points: int
    """What the cards of the trick count."""


class RoundScored(Public, frozen=True, gc=False):
    """Numbers by seat; partners share theirs."""

    kind = "hasp.round_scored"
    decided: Literal["points", "all", "none"]
    """By what: the cards' points, a Find All, or a No Find."""
    held: bool
    """Whether that Find All or No Find came true."""
    pot: int
    points: tuple[int, ...]
    gained: tuple[int, ...]
    totals: tuple[int, ...]


class GameEnded(Public, frozen=True, gc=False):
    kind = "hasp.game_ended"
    places: tuple[int, ...]
    points: tuple[int, ...]


HaspEvent: TypeAlias = (
    Opened
    | RoundStarted
    | PackShuffled
    | HandDealt
    | TrumpAnnounced
    | TrumpTurned
    | PredictionMade
    | CardPlayed
    | TrickTaken
    | RoundScored
    | GameEnded
)
EVENTS: tuple[type[Event], ...] = get_args(HaspEvent)
_SEAT = tuple(Seat(seat) for seat in range(MOST_SEATS))
PLAYED = tuple(tuple(CardPlayed(seat, code) for code in CODES) for seat in _SEAT)
"""By seat, then by card."""
TAKEN = tuple(tuple(TrickTaken(seat, points) for points in range(MOST_SEATS * 4 + 1)) for seat in _SEAT)
"""By seat, then by points."""
