"""The rules of HASP as a state machine. Rules sheet, section 5."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Literal

from engine.cards.hasp import DECK, POINTS
from engine.events import Seat
from engine.game import Chance, Game, Outcome, Rng
from engine.games.hasp import dealing, predictions, scores, views
from engine.games.hasp.bots import advice, playout, rollout
from engine.games.hasp.evolution import AFTER
from engine.games.hasp.model import (
    EVENTS,
    MOST_SEATS,
    SEATS,
    UNNAMED,
    GameEnded,
    HaspEvent,
    HaspOptions,
    Opened,
    PredictionMade,
    RoundScored,
    State,
    TrumpAnnounced,
    View,
)
from engine.games.hasp.moves import ANNOUNCEMENTS, MOVE, TEXT, TRUMP_CODES, Announce, Move, Play, Predict, plays
from engine.games.hasp.refusals import refusal
from engine.games.hasp.show import drawing, frames, telling
from engine.games.hasp.tricks import CARDS, CLOCKWISE, DECK_MASK, FOLLOWS, PLAYED, TAKEN, TRUMPS, holder, worth
from engine.picture import Picture
from engine.refusals import unknown_move
from engine.text import Text
from engine.text import gettext_noop as _
from engine.tuples import put

_ACTS: tuple[tuple[Seat, ...], ...] = (*((Seat(seat),) for seat in range(MOST_SEATS)), ())
"""By ``State.turn``; the last, at -1, is nobody."""


class Hasp(Game[HaspOptions, State, Move, HaspEvent, View]):
    key = "hasp"
    name = "HASP"
    summary = _("Name the trump from three cards, predict what you will find, and win the tricks that count.")
    seats = SEATS
    minutes = 25
    deck = DECK
    options = HaspOptions
    events = EVENTS
    initial = State()

    # -- the state machine

    def opening(self, seats: int, options: HaspOptions, chance: Chance) -> Sequence[HaspEvent]:
        return (Opened(seats, options), *dealing.deal(seats, 0, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[HaspEvent]:
        trick = state.trick
        if seat != state.turn or type(move) is not Play or len(state.deal.said) == len(trick):
            return _say(state, seat, move)
        held, card = state.hands >> CARDS * seat & DECK_MASK, move.card
        may = (held & FOLLOWS[trick[0]] or held & TRUMPS[state.deal.trump] or held) if trick else held
        if not may >> card & 1:
            raise refusal(state, seat, move)
        if len(trick) + 1 < state.seats:
            return (PLAYED[seat][card],)
        return (PLAYED[seat][card], *_taken(state, (*trick, card), held & (held - 1) == 0, chance))

    def evolve(self, state: State, event: HaspEvent) -> State:
        return AFTER[type(event)](state, event)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return _ACTS[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.turn:
            return ()
        trick, deal = state.trick, state.deal
        if len(deal.said) == len(trick):
            return ANNOUNCEMENTS if deal.trump == UNNAMED else predictions.allowed(state, seat)
        held = state.hands >> CARDS * seat & DECK_MASK
        return plays((held & FOLLOWS[trick[0]] or held & TRUMPS[deal.trump] or held) if trick else held)

    def outcome(self, state: State) -> Outcome | None:
        return state.sheet.outcome

    def points(self, state: State) -> tuple[int, ...]:
        return scores.by_seat(state.sheet.totals, state.seats)

    def teams(self, seats: int, options: HaspOptions) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if seats == 4 else super().teams(seats, options)

    # -- hidden information

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def imagine(self, view: View, rng: Rng) -> State:
        return views.imagine(view, rng)

    # -- for people

    def move_text(self, move: Move) -> str:
        return TEXT[move]

    def parse_move(self, text: str) -> Move:
        move = MOVE.get(text)
        if move is None:
            raise unknown_move(text)
        return move

    def picture(self, view: View) -> Picture:
        return drawing.picture(view)

    def tell(self, event: HaspEvent) -> Text | None:
        return telling.tell(event)

    def pauses(self, events: Sequence[HaspEvent | None]) -> Sequence[int]:
        return frames.pauses(events)

    def held(self, view: View, events: Sequence[HaspEvent | None]) -> Picture:
        return frames.held(view, events)

    # -- bots and speed

    def appraise(self, view: View, move: Move) -> float:
        return advice.appraise(view, move)

    def playout(self, state: State, rng: Rng) -> Outcome:
        return playout.play_out(state, rng)

    def rollout(self, state: State, rng: Rng) -> Sequence[float]:
        return rollout.rollout(state, rng)


def _say(state: State, seat: Seat, move: Move) -> Sequence[HaspEvent]:
    """An announcement or a prediction; whatever else comes here is refused."""
    deal = state.deal
    if seat != state.turn or len(deal.said) != len(state.trick) or type(move) is Play:
        raise refusal(state, seat, move)
    if deal.trump == UNNAMED and type(move) is Announce:
        return (TrumpAnnounced(seat, TRUMP_CODES[move.trump]), *dealing.deal_rest(deal.rest, seat, state.seats))
    if deal.trump == UNNAMED or type(move) is not Predict or move not in predictions.allowed(state, seat):
        raise refusal(state, seat, move)
    shown, bonus = predictions.WORTH[move.finds]
    return (PredictionMade(seat, move.finds, shown, deal.pot + bonus),)


def _taken(state: State, trick: tuple[int, ...], last: bool, chance: Chance) -> Sequence[HaspEvent]:
    """The trick is complete: who has taken it, and whether the round ends with it (H8)."""
    deal, sides = state.deal, len(state.sheet.totals)
    winner = CLOCKWISE[state.seats][(state.turn + 1) % state.seats][holder(trick, deal.trump)]
    taken = TAKEN[winner][worth(trick, POINTS[state.sheet.options.values])]
    failed = deal.claim is not None and scores.broken(deal.claim[1], deal.claim[0] % sides, winner % sides)
    if not (failed or last):
        return (taken,)
    side = winner % sides
    points = put(state.won.points, side, state.won.points[side] + taken.points)
    return (taken, *_after_round(state, points, not failed, chance))


def _after_round(state: State, points: tuple[int, ...], held: bool, chance: Chance) -> Sequence[HaspEvent]:
    """The score, and then the end or the next deal; *held*: a Find All or No Find has come true, if there was one."""
    deal, sheet, seats = state.deal, state.sheet, state.seats
    if deal.claim is None:
        decided: Literal["points", "all", "none"] = "points"
        gained = scores.by_points(points, (deal.dealer + 1) % seats, deal.said, deal.pot)
    else:
        decided = deal.claim[1]
        gained = scores.by_claim(len(points), deal.claim[0] % len(points), deal.pot, held=held)
    totals = tuple(map(add, sheet.totals, gained))
    rows = (scores.by_seat(numbers, seats) for numbers in (points, gained, totals))
    scored = RoundScored(decided, held and decided != "points", deal.pot, *rows)
    if scores.over(totals, sheet.options, deal.round + 1):
        end = scores.outcome(totals, seats)
        return (scored, GameEnded(end.places, end.points))
    return (scored, *dealing.deal(seats, deal.round + 1, chance))
