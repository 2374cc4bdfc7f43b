"""The rules of Dracula as a state machine. Rules sheet, section 8."""

from collections.abc import Sequence

from engine.cards.french import CODES, DECK, VAMPIRES
from engine.events import Seat
from engine.game import Chance, Game, Outcome, Rejected
from engine.games.dracula import counted, views
from engine.games.dracula.bots import advice
from engine.games.dracula.bots.rollout import rollout
from engine.games.dracula.coffin import FULL, OPEN
from engine.games.dracula.decisions import after_deal, chosen, shut
from engine.games.dracula.encoding import ENCODING
from engine.games.dracula.events import (
    EVENTS,
    PLACED,
    CardPlaced,
    DealBegun,
    DealScored,
    DraculaEvent,
    Opened,
    PackShuffled,
    SetScored,
)
from engine.games.dracula.evolution import card_placed, evolve
from engine.games.dracula.model import DraculaOptions, State, View
from engine.games.dracula.moves import MOVES, NAMES, PLACES, WAYS, Choose, Move, Place
from engine.games.dracula.show import drawing, frames, telling
from engine.pairs import ACTING, SEATS, ahead
from engine.refusals import named_move, out_of_turn
from engine.text import Text
from engine.text import gettext_noop as _


class Dracula(Game[DraculaOptions, State, Move, DraculaEvent, View]):
    key = "dracula"
    name = _("Dracula")
    summary = _("Fill a coffin of nine cards: one scores its rows, the other its columns, and vampires drain both.")
    sizes = (SEATS,)
    minutes = 20
    deck = DECK
    edition = VAMPIRES.key
    options = DraculaOptions
    events = EVENTS
    parts = (DealBegun,)
    noted = {DealScored: _("Deal {n}"), SetScored: _("Bonus of set {n}")}
    encoding = ENCODING
    initial = State()
    tally = _("deals won")
    tallied = {DealScored: lambda _state, event: ahead(event.scores)}
    bids = counted.BIDS

    # -- the state machine

    def opening(self, seats: int, options: DraculaOptions, chance: Chance) -> Sequence[DraculaEvent]:
        return (Opened(seats, options), PackShuffled("pack", chance.shuffled("pack", 0, CODES)))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[DraculaEvent]:
        if seat != state.turn:
            raise out_of_turn(over=state.sheet.outcome is not None)
        filled = state.filled
        if isinstance(move, Choose):
            return chosen(state, seat, move)
        card, cell = move.card, move.cell
        if not filled:
            raise Rejected("way_not_chosen", Text(_("First choose between Queen's way and King's way.")))
        if not state.hands[seat] >> card & 1:
            raise Rejected("not_in_hand", Text(_("You do not hold that card.")))
        if cell not in OPEN[filled]:
            raise shut(filled, cell)
        if filled | 1 << cell == FULL:
            return (PLACED[seat][card][cell], *after_deal(state, card, cell, chance))
        return (PLACED[seat][card][cell],)

    def evolve(self, state: State, event: DraculaEvent) -> State:
        return card_placed(state, event) if type(event) is CardPlaced else evolve(state, event)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return ACTING[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Each card of the hand in deck order, on each open cell in reading order."""
        if seat != state.turn:
            return ()
        held, filled = state.hands[seat], state.filled
        if not filled:
            return WAYS
        places = PLACES[filled]
        moves: tuple[Place, ...] = ()
        while held:
            low = held & -held
            moves += places[low]
            held ^= low
        return moves

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
    rollout = staticmethod(rollout)
