"""The play-off's combinations: which there are in a hand, and which beat which.

Ranks in play lie on fourteen places: a low ace or a joker on 0, two to king on 1 to 12, a high ace on 13. Cards of one
rank are neighbours in deck order, so a hand with its aces set behind it once more is four bits a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations as subsets

from engine.cards import Card
from engine.cards.french import JOKERS, PACK, RANK_OF
from engine.games.galapagos.model import Combination, Move, Out, Pass
from engine.games.galapagos.rows import Row

PLACES = 14
PLACE = (*(rank or PLACES - 1 for rank in RANK_OF), 0, 0)
"""By card, aces high."""
PASS = Pass()
_PACK_BITS = (1 << len(PACK)) - 1
_EACH_RANK = sum(1 << 4 * rank for rank in range(13))
_EACH_PLACE = sum(1 << 4 * place for place in range(PLACES))
_REMEMBERED = 1 << 14
"""So many windows on hands are remembered with their runs."""

_CARDS = tuple(Card(card) for card in range(len(PACK) + len(JOKERS)))
SINGLES = Row(tuple(Out((card,)) for card in _CARDS))
_ABOVE = tuple(sum(1 << card for card in _CARDS if PLACE[card] > place) for place in range(PLACES))
"""By place: the cards of all higher ones."""


def is_run(cards: Sequence[Card]) -> bool:
    return len(cards) >= 3 and PLACE[cards[1]] != PLACE[cards[2]]


def beats(cards: Sequence[Card], other: Sequence[Card]) -> bool:
    """Whether *cards* is of the kind and size of *other*, and higher: by the top card (A11, A13)."""
    alike = len(cards) == len(other) and is_run(cards) == is_run(other)
    return alike and PLACE[cards[-1]] > PLACE[other[-1]]


def leads(hand: int) -> tuple[Out, ...]:
    """All that may be led: singles, sets, then runs, the short ones first."""
    return SINGLES[hand] + _sets(hand) + _runs(hand)


def answers(hand: int, top: Combination) -> tuple[Move, ...]:
    """All that beats *top*, and passing."""
    size, place = len(top), PLACE[top[-1]]
    if size == 1:
        return (*SINGLES[hand & _ABOVE[place]], PASS)
    placed = _placed(hand)
    found: list[Move] = []
    if is_run(top):
        window = (1 << 4 * size) - 1
        for start in range(place - size + 2, PLACES - size + 1):
            found += _runs_from(start, size, placed >> 4 * start & window)
    else:
        for above in range(place + 1, PLACES):
            found += _SETS[above % 13][placed >> 4 * above & 15][size]
    return (*found, PASS)


# -- sets


def _of_rank(rank: int, suits: int) -> tuple[tuple[Out, ...], ...]:
    """``[n]``: the sets of *n* of the cards of *rank* in *suits*, four bits."""
    held = [Card(4 * rank + suit) for suit in range(4) if suits >> suit & 1]
    return tuple(tuple(map(Out, subsets(held, n))) if n > 1 else () for n in range(5))


_SETS = tuple(tuple(_of_rank(rank, suits) for suits in range(16)) for rank in range(13))
"""``[rank][suits][n]``."""
_OF_ANY_SIZE = tuple(tuple(sets[2] + sets[3] + sets[4] for sets in of_rank) for of_rank in _SETS)


def _sets(hand: int) -> tuple[Out, ...]:
    hand &= _PACK_BITS
    low, high = hand | hand >> 1, hand >> 2 | hand >> 3
    several = (hand & hand >> 1 | hand >> 2 & hand >> 3 | low & high) & _EACH_RANK
    found: tuple[Out, ...] = ()
    while several:
        at = (several & -several).bit_length() - 1
        found += _OF_ANY_SIZE[at >> 2][hand >> at & 15]
        several &= several - 1
    return found


# -- runs


def _placed(hand: int) -> int:
    """*hand* without its jokers, four bits a place."""
    return hand & _PACK_BITS | (hand & 15) << 52


def _runs(hand: int) -> tuple[Out, ...]:
    placed, jokers = _placed(hand), hand >> len(PACK)
    there = placed | placed >> 1
    there = (there | there >> 2) & _EACH_PLACE | (jokers > 0)
    starts, size = there & there >> 4 & there >> 8, 3
    found: tuple[Out, ...] = ()
    while starts:
        window, left = (1 << 4 * size) - 1, starts
        while left:
            at = (left & -left).bit_length() - 1
            found += _runs_from(at >> 2, size, placed >> at & window, 0 if at else jokers)
            left &= left - 1
        starts &= there >> 4 * size
        size += 1
    return found


@lru_cache(_REMEMBERED)
def _runs_from(start: int, size: int, window: int, jokers: int = 0) -> tuple[Out, ...]:
    """The runs of *size* from place *start* on whose cards *window* holds; on place 0 also those of *jokers*."""
    lows = _low(start, window, jokers)
    rest = _chains(start + 1, size - 1, window >> 4)
    return tuple([Out((low, *chain)) for low in lows for chain in rest if chain[-1] != low])


@lru_cache(_REMEMBERED)
def _chains(start: int, size: int, window: int) -> tuple[Combination, ...]:
    lows = [(card,) for card in _low(start, window, 0)]
    if size == 1:
        return tuple(lows)
    rest = _chains(start + 1, size - 1, window >> 4)
    return tuple([low + chain for low in lows for chain in rest])


def _low(start: int, window: int, jokers: int) -> list[Card]:
    """The cards on the lowest place of *window*, jokers last."""
    first = start % 13 * 4
    held = [Card(first + suit) for suit in range(4) if window >> suit & 1]
    return held + [Card(len(PACK) + joker) for joker in range(len(JOKERS)) if jokers >> joker & 1]
