"""What a seat may ask for, each made once, and how it is written."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias, final

from msgspec import Struct

from engine.cards import Card, cards
from engine.cards.french import CODES, DECK, RANK_OF, FrenchCode
from engine.games.galapagos.model import PLACE, PLACES, SUIT_CODES, Combination


@final
class Bid(Struct, frozen=True, gc=False):
    card: Card


@final
class Take(Struct, frozen=True, gc=False):
    """The winner of the auction takes the card turned up."""


@final
class Cede(Struct, frozen=True, gc=False):
    """The winner of the auction lets the other have it, and draws the next card unseen."""


@final
class Swap(Struct, frozen=True, gc=False):
    """The joker held goes to the bid cards in place of *card*."""

    card: Card


@final
class Meld(Struct, frozen=True, gc=False):
    """Show everything that scores; *trump* is announced for sets of three that lack its card."""

    trump: int | None = None


@final
class Trump(Struct, frozen=True, gc=False):
    suit: int


@final
class Play(Struct, frozen=True, gc=False):
    """A card to a trick."""

    card: Card


@final
class Out(Struct, frozen=True, gc=False):
    """A combination put down in the play-off."""

    cards: Combination


@final
class Pass(Struct, frozen=True, gc=False):
    pass


Move: TypeAlias = Bid | Take | Cede | Swap | Meld | Trump | Play | Out | Pass
PASS = Pass()
CARD: dict[str | None, Card] = {code: DECK.card[code] for code in CODES}
SUIT: dict[str | None, int] = {code: suit for suit, code in enumerate(SUIT_CODES)}
BID = tuple(Bid(Card(card)) for card in range(len(CODES)))
PLAY = tuple(Play(Card(card)) for card in range(len(CODES)))
SWAP = tuple(Swap(Card(card)) for card in range(len(CODES)))
TRUMP = tuple(Trump(suit) for suit in range(4))
TAKE, CEDE, MELD = Take(), Cede(), Meld()
MELD_WITH = tuple(Meld(suit) for suit in range(4))
_OUT = "out-"
_MOVES: dict[str, Move] = {
    **{f"bid-{CODES[bid.card]}": bid for bid in BID},
    "take": TAKE,
    "cede": CEDE,
    **{f"swap-{CODES[swap.card]}": swap for swap in SWAP[:52]},
    "meld": MELD,
    **{f"meld-{SUIT_CODES[suit]}": meld for suit, meld in enumerate(MELD_WITH)},
    **{f"trump-{SUIT_CODES[suit]}": trump for suit, trump in enumerate(TRUMP)},
    **{CODES[play.card]: play for play in PLAY},
    "pass": PASS,
}
_NAMES = {move: name for name, move in _MOVES.items()}
FIXED = tuple(_MOVES)
"""How all moves are written but those of the play-off that put cards down."""


def codes(of: Sequence[Card]) -> tuple[FrenchCode, ...]:
    return tuple([CODES[card] for card in of])


def coded(hand: int) -> tuple[FrenchCode, ...]:
    """A set of cards, in deck order."""
    return codes(tuple(cards(hand)))


# -- notation


def text(move: Move) -> str:
    return _OUT + "-".join(codes(move.cards)) if type(move) is Out else _NAMES[move]


def named(name: str) -> Move | None:
    """The move that is written *name*, if there is one."""
    if not name.startswith(_OUT):
        return _MOVES.get(name)
    played = [CARD[code] for code in name.removeprefix(_OUT).split("-") if code in CARD]
    move = Out(tuple(played))
    return move if text(move) == name and (_is_set(played) or _is_run(played)) else None


def _is_set(played: Sequence[Card]) -> bool:
    """A single card is one, too."""
    ranks = {RANK_OF[card] if card < 52 else 13 + card for card in played}
    return len(ranks) == 1 and all(one < other for one, other in pairwise(played))


def _is_run(played: Sequence[Card]) -> bool:
    """Rising without a gap from a low ace, a joker or any other card on."""
    if len(played) < 3 or len(set(played)) < len(played):
        return False
    first = PLACE[played[0]] % (PLACES - 1)
    return all(PLACE[card] == first + n for n, card in enumerate(played) if n)
