"""What a seat may ask for, and its notation. Few hands are ever held twice, so bids are made as they are met."""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias, final

from msgspec import Struct

from engine.cards import Card, Hand
from engine.cards.decktet import BASIC, DECK
from engine.games.noodling.rows import row

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
    verb, *codes = name.split("-")
    if verb != "bid" or not codes or not all(code in DECK.card for code in codes):
        return _NAMED.get(name)
    bid = Bid(DECK.hand(codes))
    return bid if text(bid) == name else None


_Found: TypeAlias = tuple[tuple[Card, ...], tuple[Bid, ...]]


class Menu(dict[int, _Found]):
    """From a hand to its cards in deck order and all bids with them: one card, two, three. Looked up, not made."""

    def __missing__(self, hand: int) -> _Found:
        held = row(hand)
        bits = [1 << card for card in held]
        sets = (*bits, *map(sum, combinations(bits, 2)), hand) if len(bits) == HAND else (*bits, hand)[: len(bits) + 1]
        self[hand] = found = held, tuple([Bid(Hand(chosen)) for chosen in sets[: (1 << len(bits)) - 1]])
        return found


MENU = Menu()
"""There are 15,226 hands of up to three cards: all that are met stay in memory."""
