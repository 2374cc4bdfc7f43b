"""The rules of German Whist as a state machine."""

from collections.abc import Sequence

from engine.cards.french import DECK
from engine.events import Seat
from engine.game import Chance, Game, Outcome
from engine.games.german_whist import views
from engine.games.german_whist.bots import advice
from engine.games.german_whist.bots.rollout import roll_out
from engine.games.german_whist.decisions import deal_out, second_card
from engine.games.german_whist.encoding import ENCODING
from engine.games.german_whist.events import EVENTS, PLAYED, CardTaken, DealBegun, DealScored, GermanWhistEvent, Opened
from engine.games.german_whist.evolution import AFTER
from engine.games.german_whist.model import HAND, GermanWhistOptions, State, View
from engine.games.german_whist.moves import MOVES, NAMES, Play, playable, plays
from engine.games.german_whist.refusals import refusal
from engine.games.german_whist.show import drawing, frames, telling
from engine.games.german_whist.solved import WhistEnding
from engine.pairs import ACTING, SEATS, plus
from engine.refusals import named_move
from engine.text import gettext_noop as _


class GermanWhist(Game[GermanWhistOptions, State, Play, GermanWhistEvent, View]):
    key = "german-whist"
    name = _("German Whist")
    summary = _("Thirteen tricks for the better cards, then thirteen that count: win most of those.")
    sizes = (SEATS,)
    minutes = 10
    counts = _("tricks")
    ending = WhistEnding()
    deck = DECK
    options = GermanWhistOptions
    events = EVENTS
    parts = (DealBegun,)
    noted = {DealScored: _("Deal {n}")}
    encoding = ENCODING
    initial = State()
    luck = 0.28
    tally = _("cards of the stock")
    tallied = {CardTaken: lambda _state, event: (event.seat,)}

    # -- the state machine

    def opening(self, seats: int, options: GermanWhistOptions, chance: Chance) -> Sequence[GermanWhistEvent]:
        return (Opened(seats, options), *deal_out(0, chance))

    def decide(self, state: State, seat: Seat, move: Play, chance: Chance) -> Sequence[GermanWhistEvent]:
        card, trick = move.card, state.trick
        if seat != state.turn or not playable(state.hands[seat], trick) >> card & 1:
            raise refusal(state, seat, move)
        return second_card(state, seat, card, chance) if trick else (PLAYED[seat][card],)

    def evolve(self, state: State, event: GermanWhistEvent) -> State:
        return AFTER[type(event)](state, event)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return ACTING[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Play]:
        return plays(playable(state.hands[seat], state.trick)) if seat == state.turn else ()

    def outcome(self, state: State) -> Outcome | None:
        return state.sheet.outcome

    def points(self, state: State) -> tuple[int, ...]:
        """A deal that is scored stands in the totals already."""
        sheet = state.sheet
        return plus(sheet.totals, state.won.tricks) if len(sheet.deals) == sheet.deal else sheet.totals

    # -- hidden information

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)

    # -- for people

    def move_text(self, move: Play) -> str:
        return NAMES[move]

    def parse_move(self, text: str) -> Play:
        return named_move(MOVES, text)

    picture = staticmethod(drawing.picture)
    tell = staticmethod(telling.tell)
    pauses = staticmethod(frames.pauses)
    frame = staticmethod(frames.frame)

    def settled(self, state: State) -> bool:
        """The other cannot make up the lead with all the tricks that are left."""
        sheet = state.sheet
        first, second = self.points(state)
        left = HAND * (sheet.options.deals - len(sheet.deals))
        if len(sheet.deals) == sheet.deal:
            left -= sum(state.won.tricks)
        return abs(first - second) > left

    # -- bots and speed

    appraise = staticmethod(advice.appraise)
    rollout = staticmethod(roll_out)
