"""What the games of the family share: they differ in what is said with a card and in who wins a trick."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

from engine.cards.decktet import DECK
from engine.events import Seat
from engine.game import Chance, Game, Options, Outcome
from engine.games.gasp import views
from engine.games.gasp.dealing import TRICK
from engine.games.gasp.decisions import choices, given, onward, standing, with_suit
from engine.games.gasp.events import PLAYED, GaspEvent, RoundStarted, SuitChosen, TrickTaken
from engine.games.gasp.evolution import AFTER
from engine.games.gasp.menus import HALF, LOW, PLAINLY, Ways
from engine.games.gasp.model import SUIT_CODES, State, View
from engine.games.gasp.moves import MOST_SEATS, TEXT, Choose, Give, Move, Play
from engine.games.gasp.refusals import refusal
from engine.games.gasp.show import drawing, frames, telling
from engine.games.gasp.tricks import CARD, CARDS, FOLLOWS, MATES, PACK, packed
from engine.picture import Picture
from engine.refusals import named_move
from engine.text import Text
from engine.text import gettext_noop as _

_ACTS: tuple[tuple[Seat, ...], ...] = (*((Seat(seat),) for seat in range(MOST_SEATS)), ())
"""By ``State.turn``; the last, at -1, is nobody."""


Opts = TypeVar("Opts", bound=Options)


class GaspFamily(Game[Opts, State, Move, GaspEvent, View]):
    """A round, a card, a gift of a token: all but the trick itself, which a game of the family judges by ``_taken``."""

    deck = DECK
    parts = (RoundStarted,)
    initial = State()
    tally = _("tricks")
    tallied = {TrickTaken: lambda _state, event: (event.seat,)}
    moves: ClassVar[Mapping[str, Move]]
    """By notation."""
    ways: ClassVar[Ways]
    partners: ClassVar[bool] = False
    """Whether the sides are teams of two."""

    # -- the state machine

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[GaspEvent]:
        if seat != state.turn or state.won >= 0 or type(move) is not Play:
            return self._choose(state, seat, move, chance)
        held, trick, card = state.cards >> CARDS * seat & PACK, state.trick, move.card
        if trick:
            led = CARD[trick[0]]
            may, ways = held & FOLLOWS[led] or held, self.ways.replies[led]
        else:
            may, ways = held, self.ways.leads
        if not may >> card & 1 or move not in ways[card]:
            raise refusal(state, seat, move)
        played = PLAYED[seat][card][move.suit]
        if len(trick) + 1 < TRICK[state.sides]:
            return (played,)
        last = held & (held - 1) == 0 and not state.stock
        return (played, *self._taken(state, (*trick, packed(card, move.suit)), last, chance))

    @abstractmethod
    def _taken(self, state: State, trick: tuple[int, ...], last: bool, chance: Chance) -> Sequence[GaspEvent]:
        """*trick* is complete, and the *last* one of the round or not: who has won it, and what follows."""

    def _choose(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[GaspEvent]:
        """A token to hand on, or a suit to name."""
        if state.won < 0 or move not in self.legal(state, seat):
            raise refusal(state, seat, move)
        if isinstance(move, Choose):
            return (SuitChosen(seat, SUIT_CODES[move.suit]), *with_suit(state, move.suit, chance))
        if isinstance(move, Give):
            event = given(seat, state.won, move)
            return (event, *onward(state, event, seat, not state.hand(seat), chance))
        raise AssertionError("a card while a choice is due")

    def evolve(self, state: State, event: GaspEvent) -> State:
        return AFTER[type(event)](state, event)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return _ACTS[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.turn:
            return ()
        if state.won >= 0:
            return choices(state)
        held, trick, ways = state.cards >> CARDS * seat & PACK, state.trick, self.ways
        if not trick:
            return ways.leading.low[held & LOW] + ways.leading.high[held >> HALF]
        led = CARD[trick[0]]
        may = held & FOLLOWS[led] or held
        return ways.replying[led][may] if may & MATES[led] else PLAINLY[may]

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def points(self, state: State) -> tuple[int, ...]:
        return standing(state.tokens, state.seats, state.sides)[1]

    # -- hidden information

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)

    # -- for people

    def move_text(self, move: Move) -> str:
        return TEXT[move]

    def parse_move(self, text: str) -> Move:
        return named_move(self.moves, text)

    picture = staticmethod(drawing.picture)

    def tell(self, event: GaspEvent) -> Text | None:
        return telling.tell(event, partners=self.partners)

    pauses = staticmethod(frames.pauses)

    def frame(self, view: View, events: Sequence[GaspEvent | None]) -> Picture:
        return frames.frame(view, events, partners=self.partners)
