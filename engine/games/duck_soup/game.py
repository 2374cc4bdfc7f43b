"""The rules of Duck Soup as a state machine. Rules sheet, section 6."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.cards import Card, hand
from engine.cards.french import DECK, PACK, RANK_OF
from engine.events import Seat
from engine.game import Chance, Game, Outcome, Rejected, Rng, play
from engine.games.duck_soup import views
from engine.games.duck_soup.bots import advice
from engine.games.duck_soup.bots.playout import play_out
from engine.games.duck_soup.bots.rollout import roll_out
from engine.games.duck_soup.model import (
    EVENTS,
    SEATS,
    CardDrawn,
    CardPlayed,
    DealBegun,
    DealScored,
    Duck,
    Ducked,
    DuckScored,
    DuckSoupEvent,
    DuckSoupOptions,
    Finished,
    HandDealt,
    LastTrick,
    Move,
    Opened,
    PackShuffled,
    Pair,
    Play,
    Sheet,
    State,
    TrickTaken,
    View,
    Won,
)
from engine.games.duck_soup.show import drawing, frames, telling
from engine.games.duck_soup.tricks import (
    BIT,
    CARD,
    DRAWN,
    DUCK_WORTH,
    FOUR_CARDS,
    MOVES,
    NAMES,
    OTHER,
    PLAYED,
    QUACKED,
    QUACKED_BACK,
    SEAT,
    SILENTLY_PLAYED,
    SOUP_WORTH,
    SOUPED,
    TAKEN,
    answers,
    deal_scores,
    finish,
    plays,
)
from engine.picture import Picture
from engine.refusals import out_of_turn, unknown_move
from engine.text import Text
from engine.text import gettext_noop as _
from engine.tuples import put

_TO_ACT: dict[Seat | None, tuple[Seat, ...]] = {None: (), Seat(0): (Seat(0),), Seat(1): (Seat(1),)}
_NO_MATCH = Text(_("That card does not match the rank that was led."))


class DuckSoup(Game[DuckSoupOptions, State, Move, DuckSoupEvent, View]):
    key = "duck-soup"
    name = _("Duck Soup")
    summary = _("Win tricks low, then high, and quack in between: your two scores are multiplied.")
    seats = (SEATS,)
    minutes = 20
    deck = DECK
    options = DuckSoupOptions
    events = EVENTS
    initial = State()

    # -- the state machine

    def opening(self, seats: int, options: DuckSoupOptions, chance: Chance) -> Sequence[DuckSoupEvent]:
        return (Opened(seats, options), *_deal(0, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[DuckSoupEvent]:
        if seat != state.turn:
            raise out_of_turn(over=state.sheet.outcome is not None)
        trick = state.trick
        if type(move) is Duck:
            return _duck(state, seat, chance)
        card = move.card
        if not state.hands[seat] >> card & 1:
            raise Rejected("not_in_hand", Text(_("You do not hold that card.")))
        if len(trick) == 1:
            return _reply(state, seat, move, chance)
        if move.silent:
            raise Rejected("no_match", _NO_MATCH)
        if not trick:
            return (PLAYED[seat][card],)
        return _answer(state, seat, card, chance)

    def evolve(self, state: State, event: DuckSoupEvent) -> State:
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

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return _TO_ACT[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.turn:
            return ()
        held, trick = state.hands[seat], state.trick
        return answers(held, trick, state.sheet.options) if trick else plays(held)

    def outcome(self, state: State) -> Outcome | None:
        return state.sheet.outcome

    def points(self, state: State) -> tuple[int, ...]:
        return state.sheet.totals

    # -- hidden information

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def imagine(self, view: View, rng: Rng) -> State:
        return views.imagine(view, rng)

    # -- for people

    def move_text(self, move: Move) -> str:
        return NAMES[move]

    def parse_move(self, text: str) -> Move:
        if text not in MOVES:
            raise unknown_move(text)
        return MOVES[text]

    def picture(self, view: View) -> Picture:
        return drawing.picture(view)

    def tell(self, event: DuckSoupEvent) -> Text | None:
        return telling.tell(event)

    def pauses(self, events: Sequence[DuckSoupEvent | None]) -> Sequence[int]:
        return frames.pauses(events)

    def held(self, view: View, events: Sequence[DuckSoupEvent | None]) -> Picture:
        return frames.held(view, events)

    # -- bots and speed

    def appraise(self, view: View, move: Move) -> float:
        return advice.appraise(view, move)

    def playout(self, state: State, rng: Rng) -> Outcome:
        while state.trick and state.turn is not None:
            moves = self.legal(state, state.turn)
            state, _events = play(self, state, state.turn, moves[int(rng.random() * len(moves))], rng)
        return play_out(state, rng)

    def rollout(self, state: State, rng: Rng) -> Sequence[float]:
        return roll_out(state, rng)


# -- what follows from a move


def _deal(deal: int, chance: Chance) -> tuple[DuckSoupEvent, ...]:
    """A new pack, 13 cards to each hand in ones from the dealer's left; who did not deal leads."""
    leader = SEAT[deal % SEATS]
    order = chance.shuffled("pack", deal, PACK)
    return (
        DealBegun(deal, OTHER[leader], leader),
        PackShuffled("pack", order),
        HandDealt(leader, order[:26:2]),
        HandDealt(OTHER[leader], order[1:26:2]),
    )


def _reply(state: State, seat: Seat, move: Play, chance: Chance) -> Sequence[DuckSoupEvent]:
    led, card = state.trick[0], move.card
    won = (DUCK_WORTH if state.stock else SOUP_WORTH)[led][card]
    if move.silent:
        return _match_silently(state, seat, card, won, chance)
    if not won:
        return (QUACKED[seat][card],)
    taken = TAKEN[OTHER[seat]][won] if won > 0 else TAKEN[seat][-won]
    return _after_trick(state, PLAYED[seat][card], taken, state.hands[seat] == 1 << card, chance)


def _match_silently(state: State, seat: Seat, card: Card, won: int, chance: Chance) -> Sequence[DuckSoupEvent]:
    """A match without the Quack is a reply off suit: the leader's, face up."""
    if won:
        raise Rejected("no_match", _NO_MATCH)
    if not state.sheet.options.allow_silent_match:
        raise Rejected("must_quack", Text(_("At this table a match is always a Quack.")))
    leader = OTHER[seat]
    played = SILENTLY_PLAYED[seat][card]
    return _after_trick(state, played, TAKEN[leader][2], state.hands[seat] == 1 << card, chance)


def _duck(state: State, seat: Seat, chance: Chance) -> Sequence[DuckSoupEvent]:
    if len(state.trick) != 2:
        raise Rejected("no_quack", Text(_("There is no Quack to duck.")))
    points = 2 if state.sheet.options.duck_double else 1
    return _after_trick(state, Ducked(seat), TAKEN[OTHER[seat]][points], not state.hands[seat], chance)


def _answer(state: State, seat: Seat, card: Card, chance: Chance) -> Sequence[DuckSoupEvent]:
    """The third card, which must match, or the fourth, which need not (Q4)."""
    matches = RANK_OF[card] == RANK_OF[state.trick[0]]
    if len(state.trick) == 3:
        winner = seat if matches else OTHER[seat]
        played = (SOUPED if matches else PLAYED)[seat][card]
        return _after_trick(state, played, TAKEN[winner][FOUR_CARDS], state.hands[seat] == 1 << card, chance)
    if not matches:
        raise Rejected("no_match", Text(_("Duck, or play a third card of the rank that was led.")))
    return (QUACKED_BACK[seat][card],)


def _after_trick(
    state: State, last: DuckSoupEvent, taken: TrickTaken, hands_empty: bool, chance: Chance
) -> Sequence[DuckSoupEvent]:
    """*last* ends a trick: the winner draws first; without a stock play goes on until the hands are empty."""
    stock = state.stock
    if stock:
        winner = taken.seat
        drawn = (last, taken, DRAWN[winner][stock[0]], DRAWN[OTHER[winner]][stock[1]])
        return drawn if len(stock) > 2 else (*drawn, DuckScored(_plus(state.won.points, taken.seat, taken.points)))
    if not hands_empty:
        return (last, taken)
    return (last, taken, *_after_deal(state.sheet, _plus(state.won.points, taken.seat, taken.points), chance))


def _after_deal(sheet: Sheet, soup: Pair, chance: Chance) -> tuple[DuckSoupEvent, ...]:
    scores = deal_scores(sheet.duck, soup)
    totals = sheet.totals[0] + scores[0], sheet.totals[1] + scores[1]
    scored = DealScored(sheet.duck, soup, scores, totals)
    end = finish(sheet.options, sheet.deal + 1, scores, totals)
    return (scored, end) if end else (scored, *_deal(sheet.deal + 1, chance))


# -- what events do


def _plus(points: Pair, seat: Seat, more: int) -> Pair:
    first, second = points
    return (first, second + more) if seat else (first + more, second)


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
