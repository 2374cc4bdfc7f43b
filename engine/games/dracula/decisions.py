"""What follows from a move."""

from collections.abc import Sequence

from engine.cards import Card
from engine.cards.french import CODES, FrenchCode
from engine.events import Seat
from engine.game import Chance, Rejected
from engine.games.dracula.coffin import DEALT, HAND, best, lines, slots
from engine.games.dracula.events import (
    CHOSEN,
    CentreTurned,
    DealBegun,
    DealScored,
    DraculaEvent,
    HandDealt,
    PackShuffled,
    SetScored,
)
from engine.games.dracula.model import State
from engine.games.dracula.moves import Choose
from engine.games.dracula.scores import DEALS, bonus, finish
from engine.pairs import OTHER, SEAT, SEATS, plus
from engine.text import Text
from engine.text import gettext_noop as _


def chosen(state: State, seat: Seat, move: Choose) -> tuple[DraculaEvent, ...]:
    if state.filled:
        raise Rejected("way_chosen", Text(_("The ways have been chosen, for the whole game.")))
    return (CHOSEN[seat][move.way], *deal_out(0, [CODES[card] for card in state.pack.order[:DEALT]]))


def shut(filled: int, cell: int) -> Rejected:
    if filled >> cell & 1:
        return Rejected("cell_taken", Text(_("There is already a card there.")))
    return Rejected("cell_apart", Text(_("Place the card next to one that is already there, not diagonally.")))


def deal_out(deal: int, stock: Sequence[FrenchCode]) -> tuple[DraculaEvent, ...]:
    """From the front of the *stock* four cards to each hand in ones from the dealer's left, and one to the centre."""
    leader = SEAT[deal % SEATS]
    return (
        DealBegun(deal, OTHER[leader], leader),
        HandDealt(leader, tuple(stock[: 2 * HAND : 2])),
        HandDealt(OTHER[leader], tuple(stock[1 : 2 * HAND : 2])),
        CentreTurned(stock[2 * HAND]),
    )


def after_deal(state: State, card: Card, cell: int, chance: Chance) -> tuple[DraculaEvent, ...]:
    """*card* on *cell* has filled the coffin."""
    pack, sheet = state.pack, state.sheet
    rows, columns = lines(slots(state.coffin | card + 1 << 6 * cell))
    by_rows, by_columns = best(rows, columns)
    scores = (by_columns, by_rows) if sheet.rows else (by_rows, by_columns)
    totals = plus(sheet.totals, scores)
    scored = DealScored(rows, columns, scores, totals)
    deal = sheet.deal + 1
    if deal % DEALS:
        return (scored, *deal_out(deal, [CODES[card] for card in pack.order[pack.dealt : pack.dealt + DEALT]]))
    of_set = sum(s for s, _ in (*sheet.deals, scores)), sum(s for _, s in (*sheet.deals, scores))
    extra = bonus(of_set)
    totals = plus(totals, extra)
    ended = SetScored(of_set, extra, totals)
    if end := finish(sheet.options, deal // DEALS, totals):
        return (scored, ended, end)
    order = chance.shuffled("pack", deal // DEALS, CODES)
    return (scored, ended, PackShuffled("pack", order), *deal_out(deal, order))
