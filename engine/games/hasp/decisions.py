"""What follows from a move."""

from collections.abc import Sequence
from operator import add
from typing import Literal

from engine.cards.hasp import POINTS
from engine.events import Seat
from engine.game import Chance
from engine.games.hasp import dealing, predictions, scores
from engine.games.hasp.events import TAKEN, GameEnded, HaspEvent, PredictionMade, RoundScored, TrumpAnnounced
from engine.games.hasp.model import UNNAMED, State
from engine.games.hasp.moves import TRUMP_CODES, Announce, Move, Play, Predict
from engine.games.hasp.refusals import refusal
from engine.games.hasp.tricks import CLOCKWISE, holder, worth
from engine.tuples import put


def announced(state: State, seat: Seat, move: Move) -> Sequence[HaspEvent]:
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


def taken_by(state: State, trick: tuple[int, ...], last: bool, chance: Chance) -> Sequence[HaspEvent]:
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
