"""The play-off's combinations: which there are in a hand, and which beat which.

Ranks in play lie on fourteen places: a low ace or a joker on 0, two to king on 1 to 12, a high ace on 13. Cards of one
rank are neighbours in deck order, so a hand with its aces set behind it again is four bits a place.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations as subsets
from itertools import product

from engine.cards import Card
from engine.cards.french import JOKERS, PACK
from engine.games.galapagos.model import PLACE, PLACES, Combination
from engine.games.galapagos.moves import PASS, Move, Out
from engine.rows import row_of

_PASSING: tuple[Move, ...] = (PASS,)
_PACK_BITS = (1 << len(PACK)) - 1
_EACH_PLACE = sum(1 << 4 * place for place in range(PLACES))
_REMEMBERED = 1 << 14
"""How many windows on hands are remembered with their runs: a search meets the same ones again and again."""

_CARDS = tuple(Card(card) for card in range(len(PACK) + len(JOKERS)))
SINGLES = row_of(tuple(Out((card,)) for card in _CARDS))
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
    return SINGLES(hand) + _sets(hand) + _runs(hand)


def answers(hand: int, top: Combination) -> tuple[Move, ...]:
    """All that beats *top*, and passing."""
    size, place = len(top), PLACE[top[-1]]
    if size == 1:
        return SINGLES(hand & _ABOVE[place]) + _PASSING
    return (_higher_runs if is_run(top) else _higher_sets)(hand, size, place) + _PASSING


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
    several = _several(hand)
    found: tuple[Out, ...] = ()
    while several:
        at = (several & -several).bit_length() - 1
        found += _OF_ANY_SIZE[at >> 2][hand >> at & 15]
        several &= several - 1
    return found


def _higher_sets(hand: int, size: int, place: int) -> tuple[Move, ...]:
    """The sets of *size* that lie above *place*."""
    placed = _placed(hand)
    several = _several(placed) >> 4 * (place + 1) << 4 * (place + 1)
    found: tuple[Move, ...] = ()
    while several:
        at = (several & -several).bit_length() - 1
        found += _SETS[(at >> 2) % 13][placed >> at & 15][size]
        several &= several - 1
    return found


def _several(hand: int) -> int:
    """The ranks, or places, of which *hand* holds more than one card: their lowest bits."""
    low, high = hand | hand >> 1, hand >> 2 | hand >> 3
    return (hand & hand >> 1 | hand >> 2 & hand >> 3 | low & high) & _EACH_PLACE


# -- runs


def _placed(hand: int) -> int:
    """*hand* without its jokers, four bits a place."""
    return hand & _PACK_BITS | (hand & 15) << 52


def _filled(placed: int) -> int:
    """The places where there is a card: their lowest bits."""
    there = placed | placed >> 1
    return (there | there >> 2) & _EACH_PLACE


def _runs(hand: int) -> tuple[Out, ...]:
    placed, jokers = _placed(hand), hand >> len(PACK)
    there = _filled(placed) | (jokers > 0)
    starts, size = there & there >> 4 & there >> 8, 3
    found: tuple[Out, ...] = ()
    while starts:
        left = starts
        while left:
            at = (left & -left).bit_length() - 1
            found += _runs_from(at >> 2, size, placed >> at & _WINDOW[size], 0 if at else jokers)
            left &= left - 1
        starts &= there >> 4 * size
        size += 1
    return found


def _higher_runs(hand: int, size: int, place: int) -> tuple[Move, ...]:
    """The runs of *size* whose top cards lie above *place*: no joker can be in one."""
    placed, lowest = _placed(hand), 4 * (place - size + 2)
    there = _filled(placed) >> lowest << lowest
    starts = there
    for step in range(4, 4 * size, 4):
        starts &= there >> step
    found: tuple[Move, ...] = ()
    while starts:
        at = (starts & -starts).bit_length() - 1
        found += _runs_from(at >> 2, size, placed >> at & _WINDOW[size])
        starts &= starts - 1
    return found


_WINDOW = tuple((1 << 4 * size) - 1 for size in range(PLACES + 1))
"""By size of a run: the bits of its places."""
_HELD = tuple(
    tuple(tuple(Card(place % 13 * 4 + suit) for suit in range(4) if suits >> suit & 1) for suits in range(16))
    for place in range(PLACES)
)
"""By place, then by suits as four bits: the cards."""
_JOKERS = tuple(tuple(Card(len(PACK) + joker) for joker in (0, 1) if held >> joker & 1) for held in range(4))


@lru_cache(_REMEMBERED)
def _runs_from(start: int, size: int, window: int, jokers: int = 0) -> tuple[Out, ...]:
    """The runs of *size* from place *start* on whose cards *window* holds; on place 0 also those of *jokers*."""
    held = [_HELD[start + n][window >> 4 * n & 15] for n in range(size)]
    held[0] += _JOKERS[jokers]
    return tuple([Out(cards) for cards in product(*held) if cards[0] != cards[-1]])
