"""The state after each event: facts only."""

from msgspec.structs import replace

from engine.cards import hand
from engine.game import Outcome
from engine.games.duck_soup.events import (
    CardDrawn,
    CardPlayed,
    DealBegun,
    DealScored,
    DuckScored,
    DuckSoupEvent,
    Finished,
    HandDealt,
    Opened,
    PackShuffled,
    TrickTaken,
)
from engine.games.duck_soup.model import LastTrick, State, Won
from engine.games.duck_soup.tricks import BIT, CARD
from engine.pairs import OTHER, SEAT
from engine.tuples import put


def evolve(state: State, event: DuckSoupEvent) -> State:
    if type(event) is CardPlayed:
        seat, card, bit = event.seat, event.card, BIT[event.card]
        first, second = state.hands
        hands = (first, second ^ bit) if seat else (first ^ bit, second)
        return State(hands, state.stock, (*state.trick, CARD[card]), OTHER[seat], state.won, state.sheet)
    if type(event) is CardDrawn:
        bit = BIT[event.card]
        first, second = state.hands
        hands = (first, second | bit) if event.seat else (first | bit, second)
        return State(hands, state.stock[1:], state.trick, state.turn, state.won, state.sheet)
    if type(event) is TrickTaken:
        return _store(state, event)
    return _keep_score(state, event)


def _store(state: State, event: TrickTaken) -> State:
    """After two or four cards, or a duck, it is the leader of the trick who would be next."""
    won, seat, trick = state.won, event.seat, state.trick
    (first, second), face_up = won.points, won.face_up
    points = (first, second + event.points) if seat else (first + event.points, second)
    if event.face_up:
        up, other = face_up
        face_up = (up, (*other, trick)) if seat else ((*up, trick), other)
    won = Won(points, face_up, LastTrick(trick, state.turn or SEAT[0], seat, event.points))
    return State(state.hands, state.stock, (), seat, won, state.sheet)


def _keep_score(state: State, event: DuckSoupEvent) -> State:
    """What happens once in a deal or once in a game."""
    sheet, won = state.sheet, state.won
    match event:
        case DuckScored(points=points):
            return replace(state, sheet=replace(sheet, duck=points), won=Won(last=won.last))
        case DealScored(scores=scores, totals=totals):
            return replace(state, sheet=replace(sheet, deals=(*sheet.deals, scores), totals=totals))
        case DealBegun(deal=deal, dealer=dealer, leader=leader):
            sheet = replace(sheet, deal=deal, dealer=dealer, duck=(0, 0))
            return replace(state, turn=leader, won=Won(last=won.last), sheet=sheet)
        case PackShuffled(order=order):
            return replace(state, stock=bytes([CARD[code] for code in order]))
        case HandDealt():
            return _take_up(state, event)
        case Finished(places=places, points=points, stake=stake):
            return replace(state, turn=None, sheet=replace(sheet, outcome=Outcome(places, points, stake)))
        case Opened(options=options):
            return replace(state, sheet=replace(sheet, options=options))
    return state


def _take_up(state: State, event: HandDealt) -> State:
    dealt = {CARD[code] for code in event.cards or ()}
    stock = bytes([card for card in state.stock if card not in dealt])
    return replace(state, hands=put(state.hands, event.seat, hand(dealt)), stock=stock)
