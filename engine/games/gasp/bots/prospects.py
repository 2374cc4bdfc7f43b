"""How a game of the family stands: what tokens are worth, and what each side may hope for with them."""

from collections.abc import Sequence
from math import exp, sqrt

from engine.games.gasp.decisions import TOTAL
from engine.games.gasp.tokens import ONE, PER_SIDE, SIDE, row
from engine.games.gasp.tricks import CARDS, FIRST_CROWN, VALUE
from engine.places import hopes_by_seat

VICTORY = 100.0
_WORTH = (0.0, 1.0, 2.2)
"""Of none, one and two tokens of a suit: pairs are what wins."""


def worth(tokens: int, side: int) -> float:
    held = row(tokens, side)
    return VICTORY if min(held) == 2 else sum(_WORTH[n] for n in held)


def danger(wealth: float) -> float:
    """What a rival's tokens cost the others: more with each of them."""
    return wealth**2 / 60


SUITS = ACES = 6
_ROWS = [bits for bits in range(SIDE + 1) if not bits & bits >> 1 & 0x555]
"""All that one side can hold: no suit three times."""
WEALTH: dict[int, float] = {bits: worth(bits, 0) for bits in _ROWS}
"""By what a side holds, as the next two."""
GAIN: dict[int, tuple[float, ...]] = {}
"""What one more token of each suit is worth; of a suit held twice, what handing it on brings on average."""
LOSS: dict[int, tuple[float, ...]] = {}
"""What that costs a rival."""
_HANDING_ON = 0.9
"""Nearly always a token is got for it."""


def _fill() -> None:
    for bits in _ROWS:
        after = [WEALTH.get(bits + ONE[0][suit]) if not bits >> 2 * suit & 2 else None for suit in range(SUITS)]
        more = [WEALTH[bits] + _HANDING_ON if wealth is None else wealth for wealth in after]
        GAIN[bits] = tuple(wealth - WEALTH[bits] for wealth in more)
        LOSS[bits] = tuple(danger(wealth) - danger(WEALTH[bits]) for wealth in more)


_fill()

_RANKS: dict[tuple[int, int], tuple[float, ...]] = {
    (3, 3): (0.6, 0.0, 0.0, 0.0, 0.05, 0.15, 0.4, 0.55, 0.7, 0.75),
    (4, 4): (0.55, 0.0, 0.0, 0.0, 0.0, 0.05, 0.15, 0.35, 0.55, 0.6),
    (5, 5): (0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.2, 0.4, 0.5),
    (4, 2): (0.45, 0.0, 0.05, 0.1, 0.2, 0.35, 0.45, 0.55, 0.65, 0.5),
    (2, 2): (0.8, 0.0, 0.0, 0.2, 0.2, 0.3, 0.55, 0.65, 0.85, 0.65),
}
"""By seats and sides: the tokens that a card brings by the end of the round, more than the poorest one.

For an Ace whose crown may still come, for 2 to 9, for a crown: least squares on 500 games of greedy play (300 of duel),
one move in ten at random.
"""
BY_CARD = {form: ranks[:1] * 6 + tuple([ranks[value - 1] for value in VALUE[6:]]) for form, ranks in _RANKS.items()}
_PART = 12
"""Cards: a hand's worth is looked up in three parts."""


def _parts(worth: Sequence[float]) -> list[list[float]]:
    """By part of the deck, then by the cards held of it: their worth together. Aces aside."""
    parts = []
    for first in range(0, CARDS, _PART):
        sums = [0.0]
        for card in range(first, first + _PART):
            sums += [before + (0.0 if card < ACES else worth[card]) for before in sums]
        parts.append(sums)
    return parts


_PARTS = {form: _parts(worth) for form, worth in BY_CARD.items()}
_LOW = (1 << _PART) - 1


def _in_hands(hands: Sequence[int], stock: int, sides: int) -> list[float]:
    """The tokens that the cards of each side still bring it."""
    form = len(hands), sides
    (low, middle, high), ace = _PARTS[form], BY_CARD[form][0]
    pack, brought = sum(hands) + stock, [0.0] * sides
    for seat, hand in enumerate(hands):
        crowned = ((pack ^ hand) >> FIRST_CROWN & hand).bit_count()
        worth = low[hand & _LOW] + middle[hand >> _PART & _LOW] + high[hand >> 2 * _PART]
        brought[seat % sides] += worth + ace * crowned
    return brought


_STEEPNESS = {2: 0.8, 3: 1.0, 4: 1.1, 5: 1.1}
"""By sides: what a token is worth when the richest lacks one. Logistic regression on the same games: what counts is the
difference in tokens over the root of what is still to go; suits, pairs and who leads add nothing to that (R2 by 0.001).
"""


def hopes(tokens: int, sides: int, hands: Sequence[int], stock: int) -> Sequence[float]:
    """For each seat the share of the others that it may hope to beat."""
    held = [TOTAL[tokens >> PER_SIDE * side & SIDE] for side in range(sides)]
    to_go = 2 * SUITS - max(held)
    steep = _STEEPNESS[sides] / sqrt(max(1, to_go))
    brought = _in_hands(hands, stock, sides) if to_go else [0.0] * sides
    strength = [steep * (mine + more) for mine, more in zip(held, brought, strict=True)]
    return hopes_by_seat([_hope(mine, strength) for mine in strength], len(hands))


def _hope(mine: float, strength: Sequence[float]) -> float:
    ahead = sum([1 / (1 + exp(other - mine)) for other in strength])
    return (ahead - 0.5) / (len(strength) - 1)
