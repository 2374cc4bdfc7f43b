"""The engine against the brute-force reference, over random bids, random scores and random games."""

import random
from collections.abc import Iterable

import pytest

from engine.cards.decktet import BASIC, CODES, DECK
from engine.chance import FastRng
from engine.events import Event
from engine.game import play, replay
from engine.games.noodling import Noodling, NoodlingOptions, State
from engine.games.noodling.bidding import choices
from engine.games.noodling.decisions import owned
from engine.games.noodling.events import PileShuffled
from engine.games.noodling.pips import LEAST, TRUMP, claim, codes, score, spelt
from tests.engine.games import noodling_reference as reference
from tests.engine.games.noodling_reference import Reference
from tests.engine.games.reference_size import POSITIONS

GAME = Noodling()


def test_the_reference_has_the_deck_in_its_order():
    assert tuple(reference.DECK_ORDER) == CODES


def test_bids_are_legal_as_in_the_reference():
    rng = random.Random(1)
    for _ in range(POSITIONS // 2):
        prize = rng.choice(BASIC)
        cards: list[str] = rng.sample([code for code in CODES if code != prize], 3)
        front, hand = cards[: rng.randrange(3)], cards[2 - rng.randrange(3) :]
        front = [card for card in front if card not in hand]
        earlier = [(rng.randint(3, 6), rng.randint(0, 4))] if front or rng.random() < 0.7 else []
        need = earlier[-1][0] + TRUMP * earlier[-1][1] if earlier else LEAST
        found = choices(DECK.hand(hand), DECK.hand(front), DECK.card[prize], need)
        expected = reference.legal_bids(hand, front, prize, earlier)
        assert {GAME.move_text(move) for move in found} == expected | {"pass"}, (prize, hand, front, earlier)
        assert spelt(claim(DECK.card[prize], DECK.hand(cards))) == reference.measure(cards, prize)


def test_cards_score_as_in_the_reference():
    rng = random.Random(2)
    for _ in range(POSITIONS // 4):
        pack: list[str] = list(CODES)
        rng.shuffle(pack)
        split, end = sorted(rng.sample(range(46), 2))
        mine, pool = pack[:split], [code for code in pack[split:end] if code in BASIC]
        found = score(DECK.hand(pool), DECK.hand(mine), excuse="X" in mine)
        assert found == reference.score(pool, mine), (pool, mine)


def agree(state: State, plain: Reference) -> None:
    """The whole table lies alike: who is to do what, all cards, the score."""
    for held, seat in zip(state.holdings, range(plain.seats), strict=True):
        assert codes(held.hand) == tuple(reference.in_deck_order(plain.hands[seat]))
        assert [CODES[card] for card in held.deck] == plain.decks[seat]
        assert codes(held.discards) == tuple(reference.in_deck_order(plain.discards[seat]))
        assert codes(held.front) == tuple(reference.in_deck_order(plain.fronts[seat]))
        assert codes(owned(held)) == tuple(reference.in_deck_order(plain.owned(seat)))
    assert [CODES[card] for card in state.market] == plain.market
    assert [CODES[card] for card in state.stock] == plain.stock
    assert codes(state.shared) == tuple(reference.in_deck_order(plain.shared))
    assert (state.stage, state.round) == (plain.stage, plain.rounds)
    if plain.points is None:
        assert state.outcome is None
        assert (state.turn, state.active) == (plain.turn, plain.active)
    else:
        assert state.outcome is not None
        assert (list(state.outcome.points), list(state.outcome.places)) == (plain.points, plain.places())


def game_agrees(seats: int, options: NoodlingOptions, seed: int) -> int:
    """Play a random game by both; how many positions that were."""
    rng, positions = FastRng(seed), 0
    state = replay(GAME, GAME.opening(seats, options, rng))
    orders = _shuffles(GAME.opening(seats, options, FastRng(seed)))

    def shuffled(pile: str, cards: list[str]) -> list[str]:
        name, order = orders.pop(0)
        assert (name, sorted(order)) == (pile, sorted(cards))
        return order

    plain = Reference(seats, shuffled, stages=options.stages, max_rounds=options.max_rounds)
    passing = rng.random()
    while actors := GAME.to_act(state):
        agree(state, plain)
        moves = GAME.legal(state, actors[0])
        texts = [GAME.move_text(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert set(texts) == plain.legal()
        choice = -1 if texts[-1] == "pass" and rng.random() < passing else int(rng.random() * len(moves))
        state, events = play(GAME, state, actors[0], moves[choice], rng)
        orders += _shuffles(events)
        plain.move(texts[choice])
        assert not orders, "a shuffle that the rules do not ask for"
        positions += 1
    agree(state, plain)
    return positions


def _shuffles(events: Iterable[Event]) -> list[tuple[str, list[str]]]:
    return [(event.pile, list(event.order)) for event in events if isinstance(event, PileShuffled)]


@pytest.mark.parametrize("seats", [2, 3])
def test_whole_games_go_as_in_the_reference(seats: int):
    seed = positions = 0
    while positions < POSITIONS // 8:
        stages, most = 4 + seed % 3, (60, 60, 60, 60, 7)[seed % 5]
        positions += game_agrees(seats, NoodlingOptions(stages=stages, max_rounds=most), 10 * seed + seats)
        seed += 1
