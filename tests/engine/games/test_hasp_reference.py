"""HASP against the brute-force reference, over random hands, random tricks and random games."""

import random
from typing import Any

import pytest

from engine.cards.hasp import DECK, POINTS
from engine.chance import StackedChance
from engine.game import Outcome, replay
from engine.games.hasp import HaspOptions, State
from engine.games.hasp.moves import TRUMP_CODES
from engine.games.hasp.scores import by_seat
from engine.games.hasp.tricks import holder, playable, worth
from tests.engine.games import hasp_reference as reference
from tests.engine.games.hasp_play import CHANCE, GAME, after, held, legal
from tests.engine.games.reference_size import POSITIONS

COUNT = POSITIONS // 6
"""Single tricks and positions of whole games, for each of three numbers of seats."""
seat_counts = pytest.mark.parametrize("seats", [2, 3, 4])


@seat_counts
def test_cards_may_be_played_and_tricks_are_won_as_in_the_reference(seats):
    rng = random.Random(seats)
    pack = reference.pack_for(seats)
    for _ in range(COUNT):
        drawn = rng.sample(pack, rng.randint(2, 12))
        trump, values = rng.choice(TRUMP_CODES), rng.choice([*POINTS])
        trick, hand = drawn[:seats], drawn[seats:] or drawn[:1]
        numbers = [DECK.card[code] for code in trick]
        may = playable(DECK.hand(hand), numbers, TRUMP_CODES.index(trump))
        assert set(DECK.coded(may)) == set(reference.may_play(hand, trick, trump)), (hand, trick, trump)
        assert trick[holder(numbers, TRUMP_CODES.index(trump))] == reference.won_by(trick, trump), (trick, trump)
        assert worth(numbers, POINTS[values]) == sum(reference.value(code, values) for code in trick)


@seat_counts
def test_whole_games_go_as_in_the_reference(seats):
    """Every other game is played by seats that predict seldom, so that rounds are played to their end."""
    positions = seed = 0
    while positions < COUNT:
        rng = random.Random(seed)
        options: dict[str, Any] = {
            "values": rng.choice(["h1", "h2", "h3"]),
            "multi_predictions": rng.random() < 0.5,
            "target": rng.choice([3, 12, 12]),
            "max_rounds": rng.choice([1, 4, 60, 60]),
        }
        packs = [rng.sample(reference.pack_for(seats), len(reference.pack_for(seats))) for _ in range(60)]
        chance = StackedChance({"pack": packs}, CHANCE)
        state = replay(GAME, GAME.opening(seats, HaspOptions(**options), chance))
        plain = reference.Reference(seats, packs, **options)
        while moves := legal(state):
            _compare(state, plain, moves)
            quiet = seed % 2 and "predict-pass" in moves and rng.random() < 0.9
            move = "predict-pass" if quiet else rng.choice(moves)
            state, _ = after(state, move, chance)
            plain.move(move)
            positions += 1
        assert plain.legal() == set()
        assert plain.places
        assert GAME.outcome(state) == Outcome(tuple(plain.places), tuple(plain.totals))
        seed += 1


def _compare(state: State, plain: reference.Reference, moves: list[str]) -> None:
    seats = plain.seats
    assert plain.turn == state.turn
    assert plain.legal() == set(moves)
    assert [set(hand) for hand in plain.hands] == [set(held(state, seat)) for seat in range(seats)]
    assert plain.trick == [DECK.codes[card] for card in state.trick]
    assert tuple(plain.points) == by_seat(state.won.points, seats)
    assert tuple(plain.tricks_taken) == by_seat(state.won.tricks, seats)
    assert tuple(plain.totals) == by_seat(state.sheet.totals, seats)
    assert plain.pot == state.deal.pot
    assert plain.dealer == state.deal.dealer
    view = GAME.view(state, None)
    assert (view.trump or "") == plain.trump
    for seat in range(seats):
        still = [code for code in plain.shown.get(seat, ()) if code in plain.hands[seat]]
        assert set(view.shown[seat]) == set(still)
