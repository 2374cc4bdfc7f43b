"""The rules of Duck Soup as a state machine. Rules sheet, section 6."""

from collections.abc import Sequence

from engine.cards.french import DECK
from engine.events import Seat
from engine.game import Chance, Game, Outcome, Rejected
from engine.games.duck_soup import views
from engine.games.duck_soup.bots import advice
from engine.games.duck_soup.bots.rollout import roll_out
from engine.games.duck_soup.decisions import NO_MATCH, answer, deal_out, ducked, reply
from engine.games.duck_soup.encoding import ENCODING
from engine.games.duck_soup.events import EVENTS, PLAYED, DealBegun, DealScored, DuckSoupEvent, Opened, TrickTaken
from engine.games.duck_soup.evolution import evolve
from engine.games.duck_soup.model import DuckSoupOptions, State, View
from engine.games.duck_soup.moves import MOVES, NAMES, Duck, Move, answers, plays
from engine.games.duck_soup.show import drawing, frames, telling
from engine.games.duck_soup.solved import SoupEnding
from engine.games.duck_soup.tricks import FOUR_CARDS
from engine.pairs import ACTING, SEATS
from engine.refusals import named_move, out_of_turn
from engine.text import Text
from engine.text import gettext_noop as _


class DuckSoup(Game[DuckSoupOptions, State, Move, DuckSoupEvent, View]):
    key = "duck-soup"
    name = _("Duck Soup")
    summary = _("Win tricks low, then high, and quack in between: your two scores are multiplied.")
    sizes = (SEATS,)
    minutes = 20
    ending = SoupEnding()
    deck = DECK
    options = DuckSoupOptions
    events = EVENTS
    parts = (DealBegun,)
    noted = {DealScored: _("Deal {n}")}
    encoding = ENCODING
    initial = State()
    judges = False
    tally = _("tricks")
    tallied = {TrickTaken: lambda _state, event: (event.seat,) * (2 if event.points == FOUR_CARDS else 1)}

    # -- the state machine

    def opening(self, seats: int, options: DuckSoupOptions, chance: Chance) -> Sequence[DuckSoupEvent]:
        return (Opened(seats, options), *deal_out(0, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[DuckSoupEvent]:
        if seat != state.turn:
            raise out_of_turn(over=state.sheet.outcome is not None)
        trick = state.trick
        if type(move) is Duck:
            return ducked(state, seat, chance)
        card = move.card
        if not state.hands[seat] >> card & 1:
            raise Rejected("not_in_hand", Text(_("You do not hold that card.")))
        if len(trick) == 1:
            return reply(state, seat, move, chance)
        if move.silent:
            raise Rejected("no_match", NO_MATCH)
        if not trick:
            return (PLAYED[seat][card],)
        return answer(state, seat, card, chance)

    evolve = staticmethod(evolve)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return ACTING[state.turn]

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

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)

    # -- for people

    def move_text(self, move: Move) -> str:
        return NAMES[move]

    def parse_move(self, text: str) -> Move:
        return named_move(MOVES, text)

    picture = staticmethod(drawing.picture)
    tell = staticmethod(telling.tell)
    pauses = staticmethod(frames.pauses)
    frame = staticmethod(frames.frame)

    # -- bots and speed

    appraise = staticmethod(advice.appraise)
    rollout = staticmethod(roll_out)
