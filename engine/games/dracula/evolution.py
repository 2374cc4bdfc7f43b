"""The state after each event: facts only, no rules."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.events import Event
from engine.game import Outcome
from engine.games.dracula.coffin import BIT, CARD, CELL, CENTRE, LAID
from engine.games.dracula.events import (
    CardPlaced,
    CentreTurned,
    DealBegun,
    DealScored,
    Finished,
    HandDealt,
    Opened,
    PackShuffled,
    SetScored,
    WayChosen,
)
from engine.games.dracula.model import Pack, Scored, State
from engine.pairs import OTHER, plus


def evolve(state: State, event: Event) -> State:
    return _EVOLVE[type(event)](state, event)


def card_placed(state: State, event: CardPlaced) -> State:
    seat, code, cell = event.seat, event.card, CELL[event.cell]
    first, second = state.hands
    hands = (first, second ^ BIT[code]) if seat else (first ^ BIT[code], second)
    return State(hands, state.coffin | LAID[cell][code], state.filled | 1 << cell, OTHER[seat], state.pack, state.sheet)


def _hand_dealt(state: State, event: HandDealt) -> State:
    dealt = 0
    for code in event.cards or ():
        dealt |= BIT[code]
    first, second = state.hands
    hands = (first, dealt) if event.seat else (dealt, second)
    return State(hands, state.coffin, state.filled, state.turn, state.pack, state.sheet)


def _centre_turned(state: State, event: CentreTurned) -> State:
    pack, code = state.pack, event.card
    dealt = pack.order.index(CARD[code]) + 1
    pack = Pack(pack.order, pack.buried, dealt, pack.last)
    return State(state.hands, LAID[CENTRE][code], 1 << CENTRE, state.turn, pack, state.sheet)


def _deal_begun(state: State, event: DealBegun) -> State:
    pack = state.pack
    sheet = replace(state.sheet, deal=event.deal, dealer=event.dealer)
    return State((0, 0), 0, 0, event.leader, Pack(pack.order, pack.dealt, pack.dealt, pack.last), sheet)


def _deal_scored(state: State, event: DealScored) -> State:
    pack, sheet = state.pack, state.sheet
    last = Scored(state.coffin, event.rows, event.columns, event.scores)
    sheet = replace(sheet, deals=(*sheet.deals, event.scores), totals=event.totals)
    return State(state.hands, state.coffin, state.filled, None, Pack(pack.order, pack.buried, pack.dealt, last), sheet)


def _pack_shuffled(state: State, event: PackShuffled) -> State:
    """Before the first set it is the first dealer's turn, who has a way to choose."""
    order = tuple([CARD[code] for code in event.order])
    sheet = replace(state.sheet, deals=())
    turn = sheet.dealer if sheet.rows is None else None
    return State(turn=turn, pack=Pack(order=order, last=state.pack.last), sheet=sheet)


def _opened(state: State, event: Opened) -> State:
    return replace(state, sheet=replace(state.sheet, options=event.options))


def _way_chosen(state: State, event: WayChosen) -> State:
    of_rows = event.seat if event.way == "queens" else OTHER[event.seat]
    return replace(state, turn=None, sheet=replace(state.sheet, rows=of_rows))


def _set_scored(state: State, event: SetScored) -> State:
    sets = (*state.sheet.sets, plus(event.scores, event.bonus))
    return replace(state, sheet=replace(state.sheet, sets=sets, totals=event.totals))


def _finished(state: State, event: Finished) -> State:
    return replace(state, sheet=replace(state.sheet, outcome=Outcome(event.places, event.points)))


_EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    CardPlaced: card_placed,
    HandDealt: _hand_dealt,
    CentreTurned: _centre_turned,
    DealBegun: _deal_begun,
    DealScored: _deal_scored,
    PackShuffled: _pack_shuffled,
    Opened: _opened,
    WayChosen: _way_chosen,
    SetScored: _set_scored,
    Finished: _finished,
}
