"""What Duck Soup is made of: options, the state, and what one seat knows of it."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from engine.cards import Card
from engine.cards.french import FrenchCode
from engine.events import Seat
from engine.game import Options, Outcome
from engine.pairs import SEATS, Pair
from engine.text import gettext_noop as _

Said: TypeAlias = Literal["", "quack", "quack-quack", "duck-soup", "silent"]
"""What was said with a card; ``silent``: a match of the rank led, played without a word."""


class DuckSoupOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    length: Annotated[
        Literal["250", "deal"],
        Meta(title=_("Length"), description=_("To 250 points, or a single deal.")),
    ] = "250"
    allow_silent_match: Annotated[
        bool,
        Meta(title=_("Silent matches"), description=_("A matching card may be played without saying Quack.")),
    ] = False
    duck_double: Annotated[
        bool,
        Meta(title=_("Ducked quacks count double"), description=_("A ducked quack is stored face up, for 2 points.")),
    ] = False
    max_rounds: Annotated[
        int,
        Meta(ge=1, le=200, title=_("Most deals"), description=_("The game ends after this many deals, won or not.")),
    ] = 60


_WORDS = (_("deal"),)
"""The lengths that are not numbers, as they are shown."""


# -- the state: what changes with every card, what changes with every trick, what changes with every course


class LastTrick(Struct, frozen=True, gc=False):
    """A trick that has just been taken, in cards or in codes."""

    cards: tuple[Card, ...]
    leader: Seat
    winner: Seat
    points: int


class Won(Struct, frozen=True, gc=False):
    """What the seats have won in this course. Tricks face down are points only: nobody looks at them again (Q10)."""

    points: Pair = (0, 0)
    face_up: tuple[tuple[tuple[Card, ...], ...], tuple[tuple[Card, ...], ...]] = ((), ())
    last: LastTrick | None = None


class Sheet(Struct, frozen=True, gc=False):
    """The score sheet."""

    options: DuckSoupOptions = DuckSoupOptions()
    deal: int = 0
    dealer: Seat = Seat(SEATS - 1)
    duck: Pair = (0, 0)
    """The noted points of this deal's first course, once it is over."""
    deals: tuple[Pair, ...] = ()
    """The scores of the deals played out."""
    totals: Pair = (0, 0)
    outcome: Outcome | None = None


class State(Struct, frozen=True, gc=False):
    hands: tuple[int, int] = (0, 0)
    """Sets of cards, as :data:`engine.cards.Hand` has them."""
    stock: bytes = b""
    """A card a byte (cheap to cut), the top one first; none left: the course is Soup."""
    trick: tuple[Card, ...] = ()
    """In play order. Two cards with no taker yet are a lead and its Quack."""
    turn: Seat | None = None
    won: Won = Won()
    sheet: Sheet = Sheet()


class SeenTrick(Struct, frozen=True, gc=False):
    cards: Annotated[tuple[FrenchCode, ...], Meta(description="The card led, then the one played to it.")]
    leader: Annotated[Seat, Meta(description="Who led.")]
    winner: Annotated[Seat, Meta(description="Who took it.")]
    points: Annotated[int, Meta(description="What it counts.")]


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand)."""

    seat: Annotated[Seat | None, Meta(description="The seat whose view it is; null: a spectator, who sees no hand.")]
    options: Annotated[DuckSoupOptions, Meta(description="The options in force.")]
    deal: Annotated[int, Meta(description="Which deal it is, from 0.")]
    dealer: Annotated[Seat, Meta(description="Who dealt.")]
    course: Annotated[Literal["duck", "soup"], Meta(description="The half of the deal that is played.")]
    turn: Annotated[Seat | None, Meta(description="Who is to act; null when the game is over.")]
    hand: Annotated[tuple[FrenchCode, ...], Meta(description="The viewer's cards; empty for a spectator.")]
    counts: Annotated[Pair, Meta(description="By seat: how many cards are in the hand.")]
    stock: Annotated[int, Meta(description="The cards left to draw.")]
    trick: Annotated[tuple[FrenchCode, ...], Meta(description="The cards on the table, in play order.")]
    played: Annotated[
        tuple[FrenchCode, ...],
        Meta(
            description="Every card played in this deal, those on the table too, in deck order: each was public "
            "when it was played."
        ),
    ]
    points: Annotated[Pair, Meta(description="By seat: points won in this course.")]
    face_up: Annotated[
        tuple[tuple[tuple[FrenchCode, ...], ...], tuple[tuple[FrenchCode, ...], ...]],
        Meta(description="By seat: its tricks of this course that lie face up; its other points are tricks face down."),
    ]
    last: Annotated[SeenTrick | None, Meta(description="The trick taken last; null before the first.")]
    duck: Annotated[Pair, Meta(description="By seat: points won in the first course of this deal, once it is over.")]
    deals: Annotated[tuple[Pair, ...], Meta(description="By deal played out: each seat's score.")]
    totals: Annotated[Pair, Meta(description="By seat: the score of the deals played out.")]
    outcome: Annotated[Outcome | None, Meta(description="The result; null while play goes on.")]
