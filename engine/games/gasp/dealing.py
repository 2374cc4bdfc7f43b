"""The deal of a round, and the draw after a trick. Rules sheet, section 1, "Deal"."""

from __future__ import annotations

from engine.cards.decktet import BASIC
from engine.events import Seat
from engine.game import Chance
from engine.games.gasp.events import DREW, CardDrawn, GaspEvent, HandDealt, PackShuffled, RoundStarted, StockLaid
from engine.games.gasp.moves import MOST_SEATS
from engine.games.gasp.state import State

HAND = 5
ASIDE = {3: 3, 4: 4, 5: 1}
"""By seats: the cards set aside unseen for the whole round."""
STOCK = {seats: len(BASIC) - HAND * seats - aside for seats, aside in ASIDE.items()}
TRICKS = {seats: HAND + stock // seats for seats, stock in STOCK.items()}
PILE = "pack"

CLOCKWISE: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple((first + i) % seats for i in range(seats)) for first in range(seats)) for seats in range(MOST_SEATS + 1)
)
"""By seats, then by the first of them."""


def deal(seats: int, number: int, chance: Chance) -> tuple[GaspEvent, ...]:
    """Round *number* (from 0): the last seat deals the first, and the deal moves on by one."""
    leader = number % seats
    pack = chance.shuffled(PILE, number, BASIC)
    dealt = pack[: HAND * seats]
    return (
        RoundStarted(number, Seat((leader - 1) % seats), Seat(leader)),
        PackShuffled(PILE, pack),
        *(HandDealt(Seat(seat), dealt[i::seats]) for i, seat in enumerate(CLOCKWISE[seats][leader])),
        StockLaid(ASIDE[seats], STOCK[seats]),
    )


def draw(state: State, first: int) -> list[CardDrawn]:
    """One card each, clockwise from *first*; the pile never ends in between (fact)."""
    return [DREW[seat][card] for seat, card in zip(CLOCKWISE[state.seats][first], state.stock)]  # noqa: B905
