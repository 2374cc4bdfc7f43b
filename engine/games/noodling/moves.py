"""What a seat may ask for, and its notation. Few hands are ever held twice, so bids are made as they are met."""

from typing import TypeAlias, final

from msgspec import Struct

from engine.cards import Card, Hand
from engine.cards.decktet import BASIC, CODES, DECK, DecktetCode
from engine.games.noodling.pips import row

HAND = 3
"""Cards drawn; nobody ever holds more."""


class Prize(Struct, frozen=True, gc=False):
    """The card of the market that is bid for."""

    card: Card


class Bid(Struct, frozen=True, gc=False):
    """The cards added to those that lie in front of the bidder already, as a set."""

    cards: Hand


@final
class Pass(Struct, frozen=True, gc=False):
    """Out of this auction, for a new hand."""


Move: TypeAlias = Prize | Bid | Pass

PASS = Pass()
PRIZES = tuple(Prize(Card(card)) for card in range(len(BASIC)))
_NAMED: dict[str, Move] = {"pass": PASS, **{f"prize-{BASIC[prize.card]}": prize for prize in PRIZES}}
_NAMES = {move: name for name, move in _NAMED.items()}


def text(move: Move) -> str:
    return "-".join(("bid", *DECK.coded(move.cards))) if isinstance(move, Bid) else _NAMES[move]


def parse(name: str) -> Move | None:
    """The move of that name; the cards of a bid stand in deck order, each once."""
    verb, *named = name.split("-")
    if verb != "bid" or not named or not all(code in DECK.card for code in named):
        return _NAMED.get(name)
    bid = Bid(DECK.hand(named))
    return bid if text(bid) == name else None


WAYS: tuple[tuple[tuple[int, ...], ...], ...] = (
    (),
    ((0,),),
    ((0,), (1,), (0, 1)),
    ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)),
)
"""By size of the hand: the places of the cards of each bid, in the order of legal moves."""


class Held(Struct, frozen=True, gc=False):
    """A hand, or any other set of up to three cards, in deck order."""

    cards: tuple[Card, ...]
    codes: tuple[DecktetCode, ...]
    moves: tuple[Move, ...]
    """All bids with it, as in :data:`WAYS`, and last the pass."""


class Menu(dict[int, Held]):
    """From a set of up to three cards to what goes with it. Looked up, not made."""

    def __missing__(self, hand: int) -> Held:
        cards = row(hand)
        self[hand] = held = Held(cards, tuple([CODES[card] for card in cards]), (*_bids(cards), PASS))
        return held


_ONE = tuple(Bid(Hand(1 << card)) for card in range(len(CODES)))
_TWO = tuple(tuple(Bid(Hand(1 << one | 1 << two)) for two in range(len(CODES))) for one in range(len(CODES)))


def _bids(cards: tuple[Card, ...]) -> tuple[Bid, ...]:
    if len(cards) < 2:
        return (_ONE[cards[0]],) if cards else ()
    a, b = cards[:2]
    if len(cards) == 2:
        return _ONE[a], _ONE[b], _TWO[a][b]
    c = cards[2]
    return _ONE[a], _ONE[b], _ONE[c], _TWO[a][b], _TWO[a][c], _TWO[b][c], Bid(Hand(1 << a | 1 << b | 1 << c))


MENU = Menu()
"""There are 15,226 sets of up to three cards: all that are met stay in memory."""
