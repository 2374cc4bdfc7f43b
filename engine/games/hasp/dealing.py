"""The deal of a round, before and after the announcement. Rules sheet, "Seats, shuffles and deals"."""

from collections.abc import Sequence

from engine.cards.hasp import CODES, SUIT_OF, HaspCode
from engine.events import Seat
from engine.game import Chance
from engine.games.hasp.events import HandDealt, HaspEvent, PackShuffled, RoundStarted, TrumpTurned
from engine.games.hasp.moves import TRUMP_CODES
from engine.games.hasp.tricks import CARD, CLOCKWISE, PACKS

PILE = "pack"
FIRST = {4: 3, 3: 7, 2: 3}
"""By seats: the cards dealt to each at the start; three players are dealt all of theirs."""
SECOND = {4: 4, 3: 0, 2: 5}
"""By seats: those dealt after the announcement."""
HAND = {seats: FIRST[seats] + SECOND[seats] for seats in FIRST}
"""Also the number of tricks."""


def deal(seats: int, number: int, chance: Chance) -> tuple[HaspEvent, ...]:
    """Round *number* (from 0): the last seat deals the first, and the leader of a round deals the next."""
    leader = number % seats
    order = chance.shuffled(PILE, number, PACKS[seats])
    started = RoundStarted(number, Seat((leader - 1) % seats), Seat(leader))
    dealt = hands(order[: FIRST[seats] * seats], leader, seats)
    if seats != 3:
        return (started, PackShuffled(PILE, order), *dealt)
    turned = order[FIRST[seats] * seats]
    return (started, PackShuffled(PILE, order), *dealt, TrumpTurned(turned, TRUMP_CODES[turned_trump(CARD[turned])]))


def hands(cards: Sequence[HaspCode], leader: int, seats: int) -> tuple[HandDealt, ...]:
    """One card at a time, clockwise from the *leader*."""
    return tuple([HandDealt(Seat(seat), tuple(cards[i::seats])) for i, seat in enumerate(CLOCKWISE[seats][leader])])


def deal_rest(rest: Sequence[int], leader: int, seats: int) -> tuple[HandDealt, ...]:
    """What each is dealt after the announcement; at a table of two four cards are left over."""
    return hands([CODES[card] for card in rest[: SECOND[seats] * seats]], leader, seats)


def turned_trump(card: int) -> int:
    """Its suit; a village card names no trump, and the number of its suit says so."""
    return SUIT_OF[card]
