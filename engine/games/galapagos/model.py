"""What Galapagos is made of: options, the state, and what one seat knows of it."""

from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from engine.cards import Card
from engine.cards.french import RANK_OF, FrenchCode
from engine.events import Seat
from engine.game import Options, Outcome
from engine.pairs import SEATS, Pair
from engine.text import gettext_noop as _

SuitCode: TypeAlias = Literal["S", "H", "D", "C"]
SUIT_CODES: tuple[SuitCode, ...] = ("S", "H", "D", "C")
PLACES = 14
PLACE = (*(rank or PLACES - 1 for rank in RANK_OF), 0, 0)
"""By card, aces high: where it stands in the play-off."""
Scored: TypeAlias = Literal["melds", "tricks", "play-off"]
"""The three phases of a deal, as their points are noted."""
Phase: TypeAlias = Literal["auction", "choice", "melds", "trumps", "tricks", "play-off", "over"]
"""What is being done: bids, then the winner's choice, thirteen times; melds, trumps, tricks, the play-off."""
Combination: TypeAlias = tuple[Card, ...]
"""Cards put down together in the play-off, rising as they rank in it, equal ranks as S H D C."""

T = TypeVar("T")


class GalapagosOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    jokers: Annotated[
        bool,
        Meta(title=_("Jokers"), description=_("Each player begins with a joker and twelve cards.")),
    ] = False
    length: Annotated[
        Literal["1000", "deal"],
        Meta(title=_("Length"), description=_("To 1000 points, or a single deal.")),
    ] = "1000"
    max_rounds: Annotated[
        int,
        Meta(ge=1, le=200, title=_("Most deals"), description=_("The game ends after this many deals, won or not.")),
    ] = 60


_WORDS = (_("deal"),)
"""The lengths that are not numbers, as they are shown."""


# -- the state, in layers by how often they change


class Sale(Struct, frozen=True, gc=False):
    """An auction that is over."""

    turned: Card
    bids: tuple[Card, Card]
    winner: Seat
    taken: bool
    """Whether the winner took the card turned up; if not, the other has it."""


class Auction(Struct, frozen=True, gc=False):
    stock: tuple[Card, ...] = ()
    """Top card first, without the card turned up."""
    turned: Card | None = None
    sealed: tuple[Card | None, Card | None] = (None, None)
    """The bids for it, which have left the hands. They are secret as long as the phase is ``auction``."""
    bids: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    """The cards bid, in order: the hands of the play-off."""
    spent: tuple[Card, ...] = ()
    """Jokers that were bid: they are out of play."""
    shown: Pair = (0, 0)
    """Sets of cards: those that everybody has seen come into each hand. Some have left it since."""
    past: tuple[Sale, ...] = ()


class Meldable(Struct, frozen=True, gc=False):
    """A combination that scores, in cards or in codes."""

    cards: tuple[Card, ...]
    points: int


class Trick(Struct, frozen=True, gc=False):
    """A trick that has been taken."""

    leader: Seat
    winner: Seat
    cards: tuple[Card, ...]


class Court(Struct, frozen=True, gc=False):
    """Melds and tricks: what the second phase is played by."""

    leader: Seat = Seat(0)
    """Who took the last card of the stock: the first to meld and to lead."""
    melded: tuple[tuple[Meldable, ...] | None, tuple[Meldable, ...] | None] = (None, None)
    announced: tuple[int | None, int | None] = (None, None)
    """Suits announced with a set: binding, and known to both."""
    trumps: tuple[int | None, int | None] = (None, None)
    """Suits chosen; secret as long as the phase is ``trumps``, unless announced."""
    taken: tuple[Trick, ...] = ()


class PlayOff(Struct, frozen=True, gc=False):
    first: Seat = Seat(0)
    """Who leads the round."""
    table: tuple[Combination, ...] = ()
    """The round so far; its last combination must be beaten."""
    last_first: Seat = Seat(0)
    last: tuple[Combination, ...] = ()
    """The round before."""


class Score(Struct, frozen=True, gc=False):
    """What a phase of this deal came to."""

    phase: Annotated[Scored, Meta(description="The phase.")]
    points: Annotated[Pair, Meta(description="By seat: what it counted.")]
    bonus: Annotated[Pair, Meta(description="By seat: what was added to it.")]


class Sheet(Struct, frozen=True, gc=False):
    """The score sheet."""

    options: GalapagosOptions = GalapagosOptions()
    deal: int = 0
    dealer: Seat = Seat(SEATS - 1)
    phases: tuple[Score, ...] = ()
    """Of this deal."""
    scores: Pair = (0, 0)
    """This deal's so far, bonus and all."""
    deals: tuple[Pair, ...] = ()
    """The scores of the deals played out."""
    totals: Pair = (0, 0)
    """Of the deals played out."""
    outcome: Outcome | None = None


class State(Struct, frozen=True, gc=False):
    phase: Phase = "over"
    acting: tuple[Seat, ...] = ()
    hands: tuple[int, int] = (0, 0)
    """Sets of cards, as :data:`engine.cards.Hand` has them; in the play-off the bid cards not yet played."""
    trick: tuple[Card, ...] = ()
    """The card led, while it waits for its reply."""
    auction: Auction = Auction()
    court: Court = Court()
    play_off: PlayOff = PlayOff()
    sheet: Sheet = Sheet()


# -- what one seat knows


class SeenMeld(Struct, frozen=True, gc=False):
    cards: Annotated[tuple[FrenchCode, ...], Meta(description="The cards of the meld.")]
    points: Annotated[int, Meta(description="What it counts.")]


class SeenTrick(Struct, frozen=True, gc=False):
    leader: Annotated[Seat, Meta(description="Who led.")]
    winner: Annotated[Seat, Meta(description="Who took it.")]
    cards: Annotated[tuple[FrenchCode, ...], Meta(description="The card led, then the one played to it.")]


class SeenSale(Struct, frozen=True, gc=False):
    turned: Annotated[FrenchCode, Meta(description="The card that was turned up.")]
    bids: Annotated[tuple[FrenchCode, FrenchCode], Meta(description="By seat: what it bid.")]
    winner: Annotated[Seat, Meta(description="Who bid more.")]
    taken: Annotated[bool, Meta(description="Whether the winner took the card turned up; if not, the other has it.")]


Codes: TypeAlias = tuple[FrenchCode, ...]


class View(Struct, frozen=True, gc=False):
    """What ``seat`` knows (``None``: a spectator, who sees no hand)."""

    seat: Annotated[Seat | None, Meta(description="The seat whose view it is; null: a spectator, who sees no hand.")]
    options: Annotated[GalapagosOptions, Meta(description="The options in force.")]
    deal: Annotated[int, Meta(description="Which deal it is, from 0.")]
    dealer: Annotated[Seat, Meta(description="Who dealt.")]
    phase: Annotated[Phase, Meta(description="The part of the deal that is played.")]
    to_act: Annotated[tuple[Seat, ...], Meta(description="The seats that may act now; none when the game is over.")]
    hand: Annotated[Codes, Meta(description="The viewer's cards; empty for a spectator.")]
    counts: Annotated[Pair, Meta(description="By seat: how many cards are in the hand.")]
    stock: Annotated[int, Meta(description="The cards that lie face down.")]
    turned: Annotated[FrenchCode | None, Meta(description="The card turned up to be bid for; null after the last.")]
    sealed: Annotated[tuple[bool, bool], Meta(description="By seat: whether it has bid for the card turned up.")]
    bid: Annotated[FrenchCode | None, Meta(description="The viewer's own bid for the card turned up.")]
    offers: Annotated[
        tuple[FrenchCode, FrenchCode] | None, Meta(description="Both bids for the card turned up, once they are open.")
    ]
    bids: Annotated[tuple[Codes, Codes], Meta(description="By seat: the cards that it has bid with so far.")]
    spent: Annotated[Codes, Meta(description="Jokers that were bid: they are out of play.")]
    past: Annotated[tuple[SeenSale, ...], Meta(description="The sales of this deal, the first one first.")]
    known: Annotated[
        tuple[Codes, Codes],
        Meta(
            description="By seat: the cards that everybody knows it to hold (or to have just bid, sealed): cards taken "
            "face up, jokers, melds; in the play-off all."
        ),
    ]
    leader: Annotated[Seat, Meta(description="Who took the last card of the stock: the first to meld and to lead.")]
    melded: Annotated[
        tuple[tuple[SeenMeld, ...] | None, tuple[SeenMeld, ...] | None],
        Meta(description="By seat: its melds; null before it has melded."),
    ]
    announced: Annotated[
        tuple[SuitCode | None, SuitCode | None], Meta(description="By seat: the suit announced with a set.")
    ]
    trumps: Annotated[
        tuple[SuitCode | None, SuitCode | None], Meta(description="By seat: its trump as far as the viewer knows it.")
    ]
    trick: Annotated[Codes, Meta(description="The cards on the table, in play order.")]
    tricks: Annotated[tuple[SeenTrick, ...], Meta(description="The tricks taken in this deal.")]
    first: Annotated[Seat, Meta(description="Who leads the round of the play-off.")]
    table: Annotated[
        tuple[Codes, ...], Meta(description="The round of the play-off so far; its last combination must be beaten.")
    ]
    last_first: Annotated[Seat, Meta(description="Who led the round before.")]
    last_round: Annotated[tuple[Codes, ...], Meta(description="The round before.")]
    phases: Annotated[tuple[Score, ...], Meta(description="What the phases of this deal came to.")]
    scores: Annotated[Pair, Meta(description="By seat: this deal's score so far.")]
    deals: Annotated[tuple[Pair, ...], Meta(description="By deal played out: each seat's score.")]
    totals: Annotated[Pair, Meta(description="By seat: the score of the deals played out.")]
    outcome: Annotated[Outcome | None, Meta(description="The result; null while play goes on.")]
