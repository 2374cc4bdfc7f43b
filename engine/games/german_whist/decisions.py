"""What follows from a move."""

from collections.abc import Sequence

from engine.cards.french import PACK
from engine.events import Seat
from engine.game import Chance
from engine.games.german_whist.events import (
    DREW,
    EMPTIED,
    PLAYED,
    TAKEN,
    TOOK,
    TURNED,
    DealBegun,
    DealScored,
    Finished,
    GermanWhistEvent,
    HandDealt,
    PackShuffled,
    TrumpTurned,
)
from engine.games.german_whist.model import HAND, Sheet, State
from engine.games.german_whist.moves import BEATEN_BY
from engine.pairs import OTHER, SEAT, SEATS, Pair, added, places, plus

PILE = "pack"


def deal_out(deal: int, chance: Chance) -> tuple[GermanWhistEvent, ...]:
    """A new pack, 13 cards to each hand in ones from the dealer's left, and the next one face up; non-dealer leads."""
    leader = SEAT[deal % SEATS]
    order = chance.shuffled(PILE, deal, PACK)
    return (
        DealBegun(deal, OTHER[leader], leader),
        PackShuffled(PILE, order),
        HandDealt(leader, order[: 2 * HAND : 2]),
        HandDealt(OTHER[leader], order[1 : 2 * HAND : 2]),
        TrumpTurned(order[2 * HAND]),
    )


def second_card(state: State, seat: Seat, card: int, chance: Chance) -> Sequence[GermanWhistEvent]:
    """*seat* completes the trick with *card*."""
    beaten = BEATEN_BY[state.sheet.trump][state.trick[0]] >> card & 1
    winner = seat if beaten else OTHER[seat]
    played, taken = PLAYED[seat][card], TAKEN[winner]
    if state.turned is not None:
        stock = state.stock
        follows = TURNED[stock[1]] if len(stock) > 1 else EMPTIED[winner]
        return (played, taken, TOOK[winner][state.turned], DREW[OTHER[winner]][stock[0]], follows)
    if state.hands[seat] != 1 << card:
        return (played, taken)
    return (played, taken, *_after_deal(state.sheet, added(state.won.tricks, winner, 1), chance))


def _after_deal(sheet: Sheet, tricks: Pair, chance: Chance) -> tuple[GermanWhistEvent, ...]:
    totals, deals = plus(sheet.totals, tricks), sheet.deal + 1
    scored = DealScored(tricks, totals)
    if deals < sheet.options.deals:
        return (scored, *deal_out(deals, chance))
    return (scored, Finished(places(totals), totals))
