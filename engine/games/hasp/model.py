"""What HASP is made of: options, the state, and what one seat knows of it.

A *side* is who scores together: a team of two at a table of four, else a seat. A seat's side is its number modulo the
number of sides. States count by side, events and views by seat.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from engine.cards import Card
from engine.cards.hasp import HaspCode, Printing
from engine.events import Seat
from engine.game import Options, Outcome
from engine.games.hasp.moves import Find, TrumpCode
from engine.text import gettext_noop as _

SIZES = (4, 2, 3)
MOST_SEATS = 4
SIDES = {2: 2, 3: 3, 4: 2}
"""By seats."""
NOBODY = -1
UNNAMED = -1
"""The trump before it is known."""

SuitCode: TypeAlias = Literal["F", "G", "R", "C", "V"]
Claim: TypeAlias = Literal["all", "none"]


class HaspOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    values: Annotated[
        Printing,
        Meta(
            title=_("Points of the village cards"),
            description=_("7, 8, 9 and 10 count: h1: 2, 2, 2 and 1; h2: 1, 1, 1 and 4; h3: 1, 1, 2 and 3."),
        ),
    ] = "h1"
    multi_predictions: Annotated[
        bool,
        Meta(title=_("Several predictions"), description=_("A player may make more than one prediction in a round.")),
    ] = False
    target: Annotated[
        int,
        Meta(ge=1, le=50, title=_("Victory points to win"), description=_("The first side to reach it wins.")),
    ] = 12
    max_rounds: Annotated[
        int,
        Meta(
            ge=1, le=200, title=_("Rounds at most"), description=_("The game ends after this many rounds, won or not.")
        ),
    ] = 60


# -- the state: what changes with every card, with every trick, with every round, with the game


class Taken(Struct, frozen=True, gc=False):
    """The trick taken last, its cards from the seat that led."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    points: int


class Won(Struct, frozen=True, gc=False):
    """What the sides have taken in this round."""

    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()
    last: Taken | None = None


class Deal(Struct, frozen=True, gc=False):
    """What is settled before the second trick."""

    round: int = 0
    dealer: int = NOBODY
    trump: int = UNNAMED
    turned: Card | None = None
    pack: tuple[Card, ...] = ()
    """Top card first."""
    dealt: int = 0
    """How many cards of it there are; the rest are still to be dealt, or set aside."""
    said: tuple[tuple[Find, ...], ...] = ()
    """The predictions, from the leader on. As many as cards on the table: the next is due."""
    claim: tuple[int, Claim] | None = None
    """The seat that said Find All or No Find, and which."""
    shown: int = 0
    """Cards that have been shown to all."""
    pot: int = 1

    @property
    def rest(self) -> tuple[Card, ...]:
        return self.pack[self.dealt :]


class Scored(Struct, frozen=True, gc=False):
    """What a round brought, as :class:`~engine.games.hasp.events.RoundScored` says it."""

    decided: Annotated[
        Literal["points", "all", "none"], Meta(description="Whether points, Find All or No Find decided the round.")
    ]
    held: Annotated[bool, Meta(description="Whether what was said came true.")]
    pot: Annotated[int, Meta(description="What the round was played for.")]
    points: Annotated[tuple[int, ...], Meta(description="By seat: the points of its side's tricks.")]
    gained: Annotated[tuple[int, ...], Meta(description="By seat: what its side gained.")]
    totals: Annotated[tuple[int, ...], Meta(description="By seat: the score of its side after the round.")]


class Sheet(Struct, frozen=True, gc=False):
    options: HaspOptions = HaspOptions()
    totals: tuple[int, ...] = ()
    """By side; as many as there are sides."""
    scored: Scored | None = None
    """The last round."""
    outcome: Outcome | None = None


class State(Struct, frozen=True, gc=False):
    seats: int = 0
    turn: int = NOBODY
    trick: tuple[Card, ...] = ()
    hands: int = 0
    """All hands in one int, 28 bits a seat."""
    voids: int = 0
    """The suits that each seat is known to hold none of, 5 bits a seat."""
    won: Won = Won()
    deal: Deal = Deal()
    sheet: Sheet = Sheet()


# -- what one seat knows


class Played(Struct, frozen=True, gc=False):
    seat: Annotated[Seat, Meta(description="Who played it.")]
    card: Annotated[HaspCode, Meta(description="The card.")]


class LastTrick(Struct, frozen=True, gc=False):
    cards: Annotated[tuple[Played, ...], Meta(description="What was played, from the lead on.")]
    winner: Annotated[Seat, Meta(description="Who took it.")]
    points: Annotated[int, Meta(description="What it counts.")]


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand). Cards in notation, in deck order."""

    seat: Annotated[Seat | None, Meta(description="The seat whose view it is; null: a spectator, who sees no hand.")]
    options: Annotated[HaspOptions, Meta(description="The options in force.")]
    round: Annotated[int, Meta(description="Which round it is, from 0.")]
    dealer: Annotated[Seat, Meta(description="Who dealt.")]
    turn: Annotated[Seat | None, Meta(description="Who is to act; null when the game is over.")]
    due: Annotated[
        Literal["trump", "prediction", "card"] | None, Meta(description="What the seat in `turn` has to do.")
    ]
    trump: Annotated[TrumpCode | None, Meta(description="The trump; null: not yet named.")]
    turned: Annotated[HaspCode | None, Meta(description="The card that named the trump at a table of three.")]
    hand: Annotated[tuple[HaspCode, ...], Meta(description="The viewer's cards; empty for a spectator.")]
    counts: Annotated[tuple[int, ...], Meta(description="By seat: how many cards are in the hand.")]
    rest: Annotated[int, Meta(description="Cards still to be dealt, or set aside.")]
    predictions: Annotated[
        tuple[tuple[Find, ...] | None, ...],
        Meta(description="By seat: what it predicted. Null: not yet; empty: passed."),
    ]
    shown: Annotated[tuple[tuple[HaspCode, ...], ...], Meta(description="By seat: cards in hand that all have seen.")]
    pot: Annotated[int, Meta(description="What the round is played for.")]
    trick: Annotated[tuple[Played, ...], Meta(description="The cards on the table, from the lead on.")]
    last: Annotated[LastTrick | None, Meta(description="The trick taken last; null before the first.")]
    seen: Annotated[tuple[HaspCode, ...], Meta(description="Every card played in this round, those on the table too.")]
    voids: Annotated[
        tuple[tuple[SuitCode, ...], ...],
        Meta(description="By seat: suits that it holds no card of, as its play has shown."),
    ]
    tricks: Annotated[tuple[int, ...], Meta(description="By seat: the tricks of its side in this round.")]
    points: Annotated[tuple[int, ...], Meta(description="By seat: what its side's tricks of this round count.")]
    totals: Annotated[tuple[int, ...], Meta(description="By seat: the score of its side.")]
    scored: Annotated[Scored | None, Meta(description="What the last round brought; null in the first.")]
    outcome: Annotated[Outcome | None, Meta(description="The result; null while play goes on.")]
