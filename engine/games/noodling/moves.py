"""What a seat may ask for, and its notation. Few hands are ever held twice, so bids are made as they are met."""

from __future__ import annotations

from typing import TypeAlias, final

from msgspec import Struct

from engine.cards import Card, Hand, cards
from engine.cards.decktet import BASIC, DECK

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


class Menu(dict[int, tuple[tuple[Card, ...], tuple[Bid, ...]]]):
    """From a hand to its cards in deck order and all bids with them: one card, two, three. Looked up, not made."""

    def __missing__(self, hand: int) -> tuple[tuple[Card, ...], tuple[Bid, ...]]:
        held = tuple(cards(hand))
        sets = sorted(range(1, 1 << len(held)), key=lambda chosen: (chosen.bit_count(), _places(chosen)))
        found = held, tuple(Bid(Hand(sum(1 << held[i] for i in _places(chosen)))) for chosen in sets)
        if len(self) < _REMEMBERED:
            self[hand] = found
        return found


def _places(chosen: int) -> tuple[Card, ...]:
    return tuple(cards(chosen))


_REMEMBERED = 16_000
"""More than the 15,226 hands of up to three cards."""
MENU = Menu()
