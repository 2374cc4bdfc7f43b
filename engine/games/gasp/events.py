"""What can happen in Gasp!, as it is stored. Cards and suits stand in notation; a later change is a new version."""

from typing import TypeAlias

from engine.cards.decktet import BASIC, DecktetCode
from engine.events import Private, Public, Seat, Shuffled
from engine.games.gasp.model import SUIT_CODES, DuelOptions, GaspOptions, PairsOptions, SuitCode
from engine.games.gasp.moves import MOST_SEATS


class Opened(Public, frozen=True, gc=False):
    kind = "gasp.opened"
    seats: int
    options: GaspOptions


class PairsOpened(Public, frozen=True, gc=False):
    kind = "gasp.pairs_opened"
    seats: int
    options: PairsOptions


class DuelOpened(Public, frozen=True, gc=False):
    kind = "gasp.duel_opened"
    seats: int
    options: DuelOptions


class RoundStarted(Public, frozen=True, gc=False):
    kind = "gasp.round_started"
    round: int
    """Counted from 0."""
    dealer: Seat
    leader: Seat


class PackShuffled(Shuffled, frozen=True, gc=False):
    kind = "gasp.pack_shuffled"
    order: tuple[DecktetCode, ...]


class HandDealt(Private, frozen=True, gc=False):
    kind = "gasp.hand_dealt"
    secret = ("cards",)
    reveals = ("cards",)
    cards: tuple[DecktetCode, ...] | None


class StockLaid(Public, frozen=True, gc=False):
    """The last *stock* cards of the pack are the draw pile; *aside* cards before them are out of this round."""

    kind = "gasp.stock_laid"
    aside: int
    stock: int


class CardPlayed(Public, frozen=True, gc=False):
    kind = "gasp.card_played"
    seat: Seat
    card: DecktetCode
    suit: SuitCode | None = None
    """What it was said to stand for."""


class TrickTaken(Public, frozen=True, gc=False):
    """*seat* leads next; its side has won the trick."""

    kind = "gasp.trick_taken"
    seat: Seat
    suit: SuitCode


class SuitsTied(Public, frozen=True, gc=False):
    """As :class:`TrickTaken`, but in both suits of the lead alike: *chooser* is to say which one counts."""

    kind = "gasp.suits_tied"
    seat: Seat
    chooser: Seat


class SuitChosen(Public, frozen=True, gc=False):
    kind = "gasp.suit_chosen"
    seat: Seat
    suit: SuitCode


# In pairs a team holds the tokens: where its member *seat* takes or gives one it is the team's, and the other team is
# named by its lower seat.


class TokenTaken(Public, frozen=True, gc=False):
    """From the supply, or in a raid from another side."""

    kind = "gasp.token_taken"
    seat: Seat
    suit: SuitCode
    source: Seat | None = None


class TokenGiven(Public, frozen=True, gc=False):
    """*seat* handed *to* a token of *suit*: from the supply, or one of its *own*. It took one of *taken* in return."""

    kind = "gasp.token_given"
    seat: Seat
    to: Seat
    suit: SuitCode
    taken: SuitCode | None = None
    own: bool = False


class TokenReturned(Public, frozen=True, gc=False):
    """One of the seat's own went back to the supply."""

    kind = "gasp.token_returned"
    seat: Seat
    suit: SuitCode


class CardDrawn(Private, frozen=True, gc=False):
    kind = "gasp.card_drawn"
    secret = ("card",)
    reveals = ("card",)
    card: DecktetCode | None


class GameEnded(Public, frozen=True, gc=False):
    kind = "gasp.game_ended"
    places: tuple[int, ...]
    points: tuple[int, ...]


GaspEvent: TypeAlias = (
    Opened
    | PairsOpened
    | DuelOpened
    | RoundStarted
    | PackShuffled
    | HandDealt
    | StockLaid
    | CardPlayed
    | TrickTaken
    | SuitsTied
    | SuitChosen
    | TokenTaken
    | TokenGiven
    | TokenReturned
    | CardDrawn
    | GameEnded
)

_OF_A_ROUND: tuple[type[GaspEvent], ...] = (RoundStarted, PackShuffled, HandDealt, StockLaid, CardPlayed, TrickTaken)
_OF_TOKENS: tuple[type[GaspEvent], ...] = (TokenTaken, TokenGiven, TokenReturned, CardDrawn, GameEnded)

EVENTS: tuple[type[GaspEvent], ...] = (Opened, *_OF_A_ROUND, *_OF_TOKENS)
PAIRS_EVENTS: tuple[type[GaspEvent], ...] = (PairsOpened, *_OF_A_ROUND, SuitsTied, SuitChosen, *_OF_TOKENS)
DUEL_EVENTS: tuple[type[GaspEvent], ...] = (DuelOpened, *_OF_A_ROUND, SuitsTied, SuitChosen, *_OF_TOKENS)

# Events of which there are few are made once; a game then looks them up.

_SEATS = tuple(Seat(seat) for seat in range(MOST_SEATS))


_SAID: tuple[SuitCode | None, ...] = (None, *SUIT_CODES)

PLAYED: tuple[tuple[dict[int | None, CardPlayed], ...], ...] = tuple(
    tuple(
        {None if suit is None else SUIT_CODES.index(suit): CardPlayed(seat, card, suit) for suit in _SAID}
        for card in BASIC
    )
    for seat in _SEATS
)
"""By seat, then by card, then by the suit said."""
TAKEN: tuple[tuple[TrickTaken, ...], ...] = tuple(tuple(TrickTaken(s, suit) for suit in SUIT_CODES) for s in _SEATS)
TOOK: tuple[tuple[TokenTaken, ...], ...] = tuple(tuple(TokenTaken(s, suit) for suit in SUIT_CODES) for s in _SEATS)
"""From the supply."""
RETURNED: tuple[tuple[TokenReturned, ...], ...] = tuple(
    tuple(TokenReturned(s, suit) for suit in SUIT_CODES) for s in _SEATS
)
DREW: tuple[tuple[CardDrawn, ...], ...] = tuple(tuple(CardDrawn(s, card) for card in BASIC) for s in _SEATS)
