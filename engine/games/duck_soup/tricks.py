"""Who takes a trick, what it counts, what a deal and a game are worth: tables and pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.cards import Card, cards, hand
from engine.cards.french import DECK, HIGH_RANK_OF, OF_RANK, PACK, RANK_OF, SUIT_OF
from engine.events import Seat
from engine.games.duck_soup.model import (
    CardDrawn,
    CardPlayed,
    Duck,
    DuckSoupOptions,
    Finished,
    Move,
    Pair,
    Play,
    Said,
    TrickTaken,
)

TARGET = 250
OUTRIGHT = 125
"""So much in one deal wins the game."""
SAFE = 125
"""A loser with a lower total pays double."""
FOUR_CARDS = 4
"""The points of a quack-quack: two tricks, face up."""

SEAT = (Seat(0), Seat(1))
OTHER = (Seat(1), Seat(0))
"""``[seat]``: its opponent, who is also the next to play."""


# -- tricks of two cards


def _worth(led: int, card: int, ranks: Sequence[int], sign: int) -> int:
    """The points of lead and reply: the leader's above 0, the follower's below; 0 is a match, which is no trick yet."""
    if RANK_OF[led] == RANK_OF[card]:
        return 0
    if SUIT_OF[led] != SUIT_OF[card]:
        return 2
    return -1 if sign * ranks[card] > sign * ranks[led] else 1


DUCK_WORTH = tuple(tuple(_worth(led, card, RANK_OF, -1) for card in range(52)) for led in range(52))
"""``[led][card]`` while stock lasts: the lowest card of the suit led wins, Ace low."""
SOUP_WORTH = tuple(tuple(_worth(led, card, HIGH_RANK_OF, 1) for card in range(52)) for led in range(52))
"""``[led][card]`` without a stock: the highest card of the suit led wins, Ace high."""
BEATEN_BY_IN_DUCK, BEATEN_BY_IN_SOUP = (
    tuple(hand(Card(card) for card in range(52) if row[card] < 0) for row in table)
    for table in (DUCK_WORTH, SOUP_WORTH)
)
"""The cards that win against the card led."""


# -- what is made over and over, made once

CARD: dict[str | None, Card] = {code: DECK.card[code] for code in PACK}
BIT: dict[str | None, int] = {code: 1 << card for code, card in CARD.items()}
DUCK = Duck()
PLAY = tuple(Play(Card(card)) for card in range(52))
SILENT = tuple(Play(Card(card), silent=True) for card in range(52))
MOVES: dict[str, Move] = {
    **{PACK[play.card]: play for play in PLAY},
    **{f"{PACK[play.card]}-silent": play for play in SILENT},
    "duck": DUCK,
}
NAMES = {move: name for name, move in MOVES.items()}


def _played(said: Said) -> tuple[tuple[CardPlayed, ...], ...]:
    return tuple(tuple(CardPlayed(seat, code, said) for code in PACK) for seat in SEAT)


PLAYED = _played("")
"""``[seat][card]``, as the next four and ``DRAWN``."""
SILENTLY_PLAYED = _played("silent")
QUACKED = _played("quack")
QUACKED_BACK = _played("quack-quack")
SOUPED = _played("duck-soup")
DRAWN = tuple(tuple(CardDrawn(seat, code) for code in PACK) for seat in SEAT)
TAKEN = tuple({points: TrickTaken(seat, points, face_up=points > 1) for points in (1, 2, 4)} for seat in SEAT)
"""``[seat][points]``. Storage: face down a trick is one point, face up two."""


def _quarter(first: int) -> tuple[tuple[Play, ...], ...]:
    """The plays of every set of 13 cards from *first* on: each card doubles the rows, with it and without."""
    rows: list[tuple[Play, ...]] = [()]
    for play in PLAY[first : first + 13]:
        rows += [(*row, play) for row in rows]
    return tuple(rows)


_Q0, _Q1, _Q2, _Q3 = (_quarter(first) for first in (0, 13, 26, 39))


def plays(hand: int) -> tuple[Play, ...]:
    """A play of each card of *hand*, in deck order: four look-ups, for it is asked before every move."""
    return _Q0[hand & 8191] + _Q1[hand >> 13 & 8191] + _Q2[hand >> 26 & 8191] + _Q3[hand >> 39]


def answers(hand: int, trick: Sequence[Card], options: DuckSoupOptions) -> tuple[Move, ...]:
    """What may follow the cards of *trick*: any card; to a Quack, a third of the rank or a duck.

    Matches in silence come last.
    """
    if len(trick) == 2:
        return (*plays(hand & OF_RANK[RANK_OF[trick[0]]]), DUCK)
    if options.allow_silent_match and len(trick) == 1:
        return plays(hand) + tuple(SILENT[card] for card in cards(hand & OF_RANK[RANK_OF[trick[0]]]))
    return plays(hand)


# -- scores


def deal_scores(duck: Pair, soup: Pair) -> Pair:
    """Products of the two courses: nothing in one of them is nothing in the deal (Q9)."""
    return duck[0] * soup[0], duck[1] * soup[1]


def finish(options: DuckSoupOptions, deals: int, scores: Pair, totals: Pair) -> Finished | None:
    """The end of the game after *deals* deals, the last worth *scores*; ``None``: another deal.

    Equal scores of 125 or more win nothing outright (Q7), equal totals of 250 or more do not end it (Q6).
    """
    if max(scores) >= OUTRIGHT and scores[0] != scores[1]:
        return _finished(scores, totals, "outright")
    if options.length == "deal":
        return _finished(totals, totals, "deal")
    if max(totals) >= TARGET and totals[0] != totals[1]:
        return _finished(totals, totals, "target")
    return _finished(totals, totals, "max_rounds") if deals == options.max_rounds else None


def _finished(ranked: Pair, totals: Pair, by: Literal["outright", "target", "deal", "max_rounds"]) -> Finished:
    if ranked[0] == ranked[1]:
        return Finished((1, 1), totals, 1, by)
    loser = int(ranked[1] < ranked[0])
    return Finished((2, 1) if loser == 0 else (1, 2), totals, 2 if totals[loser] < SAFE else 1, by)
