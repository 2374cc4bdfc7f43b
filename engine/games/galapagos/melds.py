"""What a hand scores before the tricks: sequences of a suit, and sets of a rank. Jokers belong to neither."""

from collections.abc import Iterator
from re import finditer

from engine.cards import Card, cards
from engine.cards.french import HIGH_RANK_OF, OF_RANK, SUIT_OF
from engine.games.galapagos.model import Meldable

SET_OF_THREE = 15
WITH_TRUMP = 30
"""A set of three that lacks the card of the trump announced."""
SET_OF_FOUR = 40
_FOURS = {1: 80, 2: 60}
"""By rank: four twos, four threes."""


def run_points(length: int) -> int:
    return 10 * length if length >= 5 else {3: 10, 4: 20}.get(length, 0)


def _stretches(ranks: int) -> tuple[tuple[int, int], ...]:
    """Each maximal run (A7) in *ranks* of one suit, bit 0 the two, bit 12 the ace: its lowest rank and its length."""
    runs = finditer("111+", f"{ranks:013b}"[::-1])
    return tuple((run.start(), len(run.group())) for run in runs)


_STRETCHES = tuple(map(_stretches, range(1 << 13)))
RUNS = tuple(sum(run_points(length) for _, length in runs) for runs in _STRETCHES)
"""By the ranks held of a suit: what its runs come to."""


def _by_suit(first: int) -> tuple[int, ...]:
    """By 13 bits of a hand, from card *first* on: the same cards by suit."""
    rows = [0]
    for card in range(first, first + 13):
        rows += [row | 1 << 13 * SUIT_OF[card] + HIGH_RANK_OF[card] for row in rows]
    return tuple(rows)


_BY_SUIT = (_by_suit(0), _by_suit(13), _by_suit(26), _by_suit(39))


def melds(hand: int, trump: int | None = None) -> tuple[Meldable, ...]:
    """Everything that scores: sets in deck order, then runs by suit; *trump* is the suit announced."""
    return (*_sets(hand, trump), *_runs(hand))


def points(hand: int, trump: int | None = None) -> int:
    """What :func:`melds` come to, without making them."""
    suits = ranks_by_suit(hand)
    runs = RUNS[suits & 8191] + RUNS[suits >> 13 & 8191] + RUNS[suits >> 26 & 8191] + RUNS[suits >> 39]
    return runs + sum([set_points(rank, held, trump) for rank, held in sets(hand)])


def ranks_by_suit(hand: int) -> int:
    """The ranks held, 13 bits a suit from spades on: bit 0 of each the two, bit 12 the ace."""
    first, second, third, fourth = _BY_SUIT
    return first[hand & 8191] | second[hand >> 13 & 8191] | third[hand >> 26 & 8191] | fourth[hand >> 39 & 8191]


def lacking(hand: int) -> tuple[int, ...]:
    """The suits that sets of three in *hand* lack: those that may be announced."""
    return tuple(sorted({_missing(held) for _, held in sets(hand) if held != 15}))


def sets(hand: int) -> list[tuple[int, int]]:
    """The ranks of which *hand* holds three or four, with the suits held as four bits."""
    three = hand & hand >> 1 & (hand >> 2 | hand >> 3) | hand >> 2 & hand >> 3 & (hand | hand >> 1)
    three &= 0x1111111111111
    found = []
    while three:
        at = (three & -three).bit_length() - 1
        found.append((at >> 2, hand >> at & 15))
        three &= three - 1
    return found


def set_points(rank: int, held: int, trump: int | None) -> int:
    if held == 15:
        return _FOURS.get(rank, SET_OF_FOUR)
    return WITH_TRUMP if _missing(held) == trump else SET_OF_THREE


def _missing(held: int) -> int:
    return (15 ^ held).bit_length() - 1


def _sets(hand: int, trump: int | None) -> Iterator[Meldable]:
    for rank, held in sets(hand):
        yield Meldable(tuple(cards(hand & OF_RANK[rank])), set_points(rank, held, trump))


def _runs(hand: int) -> Iterator[Meldable]:
    suits = ranks_by_suit(hand)
    for suit in range(4):
        for first, length in _STRETCHES[suits >> 13 * suit & 8191]:
            run = tuple([Card((rank + 1) % 13 * 4 + suit) for rank in range(first, first + length)])
            yield Meldable(run, run_points(length))
