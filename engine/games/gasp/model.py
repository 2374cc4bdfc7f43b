"""What the family is made of: options, the whole table (:class:`State`) and one seat's part of it (:class:`View`)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from engine.cards.decktet import DecktetCode, Suit
from engine.events import Seat
from engine.game import Options, Outcome
from engine.games.gasp.moves import MOST_SEATS
from engine.games.gasp.tricks import CARDS, PACK
from engine.text import gettext_noop as _

NOBODY = -1
EITHER = 6
"""In ``State.won``: a trick won in both suits of its lead alike, until one is chosen."""
SuitCode: TypeAlias = Literal["M", "S", "W", "L", "Y", "K"]
SUIT_CODES: tuple[SuitCode, ...] = ("M", "S", "W", "L", "Y", "K")
MaxRounds: TypeAlias = Annotated[
    int, Meta(ge=1, le=200, title=_("Rounds at most"), description=_("After this many rounds the most tokens win."))
]


class GaspOptions(Options, frozen=True, kw_only=True):
    """Those of the standard game. States and views of the whole family carry them; what a game lacks is off there."""

    ace_raid: Annotated[
        bool,
        Meta(
            title=_("Ace raid"),
            description=_("An Ace that wins beside its crown takes the token from the player of the crown."),
        ),
    ] = False
    ace_raid_own_token: Annotated[
        bool,
        Meta(
            title=_("Ace raid: pay with your own token"),
            description=_("When a raid makes you hand a token over, it is one of your two, not one from the supply."),
        ),
    ] = False
    max_rounds: MaxRounds = 60


class PairsOptions(Options, frozen=True, kw_only=True):
    ace_raid: Annotated[
        bool,
        Meta(
            title=_("Ace raid"),
            description=_("A team that wins by an Ace takes the token from the other team, if that played its crown."),
        ),
    ] = False
    max_rounds: MaxRounds = 60


class DuelOptions(Options, frozen=True, kw_only=True):
    max_rounds: MaxRounds = 60


class Taken(Struct, frozen=True, gc=False):
    """The trick taken last: packed plays from the seat that led, who won it and leads next, and in which suit.

    No suit: it was won in both suits of the lead, and one of them is still to be chosen.
    """

    leader: Seat
    plays: tuple[int, ...]
    seat: Seat
    suit: Suit | None


class State(Struct, frozen=True, gc=False):
    """Small enough to change a field or two of it at every card.

    Where the cards are is one int: 36 bits for each seat's hand, and after those of five seats 36 for the cards played
    in this round. So are the voids, 6 bits a seat. Playing a card is one exclusive or.
    """

    seats: int = 0
    sides: int = 0
    """Who holds tokens: each seat, or two teams. The side of a seat is the seat modulo the sides."""
    turn: int = NOBODY
    """Who acts next: plays a card, hands on the token just won, or chooses the suit of a trick."""
    trick: tuple[int, ...] = ()
    """Packed plays, see :mod:`engine.games.gasp.tricks`."""
    won: int = NOBODY
    """The suit of a trick whose token is still to be settled, or :data:`EITHER`."""
    tokens: int = 0
    cards: int = 0
    voids: int = 0
    """The suits that each seat is known to hold none of: it did not follow, and has drawn nothing since."""
    stock: bytes = b""
    """A card a byte (cheap to cut), the next to be drawn first."""
    last: Taken | None = None
    round: int = 0
    dealer: Seat = Seat(NOBODY)
    options: GaspOptions = GaspOptions()
    outcome: Outcome | None = None

    def hand(self, seat: int) -> int:
        return self.cards >> CARDS * seat & PACK

    @property
    def seen(self) -> int:
        """The cards played in this round."""
        return self.cards >> CARDS * MOST_SEATS


class Played(Struct, frozen=True, gc=False, omit_defaults=True):
    seat: Annotated[Seat, Meta(description="Who played it.")]
    card: Annotated[DecktetCode, Meta(description="The card.")]
    suit: Annotated[SuitCode | None, Meta(description="With it, the suit that was named; null: none had to be.")] = None


class LastTrick(Struct, frozen=True, gc=False):
    cards: Annotated[tuple[Played, ...], Meta(description="What was played, from the lead on.")]
    seat: Annotated[Seat, Meta(description="Who took it.")]
    suit: Annotated[
        SuitCode | None,
        Meta(
            description="In which suit. Null: of the two suits of the card led, the seat in `turn` has to choose one."
        ),
    ]


class View(Struct, frozen=True):
    """All that one seat may know. Cards and suits in notation, in deck order; tokens as a row of six a side.

    A side is a seat; where there are two rows for more seats, it is a team: seats 0 and 2, 1 and 3.
    """

    seat: Annotated[Seat | None, Meta(description="The seat whose view it is; null: a spectator, who sees no hand.")]
    options: Annotated[GaspOptions, Meta(description="The options in force.")]
    round: Annotated[int, Meta(description="Which round it is, from 0.")]
    dealer: Annotated[Seat, Meta(description="Who dealt.")]
    turn: Annotated[Seat | None, Meta(description="Who is to act; null when the game is over.")]
    giving: Annotated[
        SuitCode | None,
        Meta(description="The suit of the token that the seat in `turn` has to hand on; null: it plays a card."),
    ]
    hand: Annotated[tuple[DecktetCode, ...], Meta(description="The viewer's cards; empty for a spectator.")]
    counts: Annotated[tuple[int, ...], Meta(description="By seat: how many cards are in the hand.")]
    tokens: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(
            description="By side: its tokens in each of the six suits. A side is a seat; where there are two rows for "
            "more seats, a team."
        ),
    ]
    trick: Annotated[tuple[Played, ...], Meta(description="The cards on the table, from the lead on.")]
    last: Annotated[LastTrick | None, Meta(description="The trick taken last; null before the first.")]
    stock: Annotated[int, Meta(description="The cards left to draw.")]
    seen: Annotated[tuple[DecktetCode, ...], Meta(description="Every card played in this round, in deck order.")]
    voids: Annotated[
        tuple[tuple[SuitCode, ...], ...],
        Meta(description="By seat: suits that it holds no card of, as its play has shown."),
    ]
    outcome: Annotated[Outcome | None, Meta(description="The result; null while play goes on.")]
