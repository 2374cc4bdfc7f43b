"""The engine against the brute-force reference, over random tricks, random tokens and random games.

``GASP_POSITIONS`` in the environment asks for more positions than the few thousand of every run.
"""

from __future__ import annotations

import os
import random
from itertools import product

import pytest

from engine.cards.decktet import BASIC, DECK
from engine.events import Seat
from engine.games.gasp.events import CardPlayed, GameEnded, GaspOptions, TrickTaken
from engine.games.gasp.evolution import moved
from engine.games.gasp.settlement import given, raid, settle, standing
from engine.games.gasp.tokens import gifts, packed, row
from engine.games.gasp.tricks import holder, playable, won_in
from engine.games.gasp.tricks import packed as packed_play
from tests.engine.games import gasp_reference as reference
from tests.engine.games.gasp_play import GASP, positions

COUNT = int(os.environ.get("GASP_POSITIONS", "3000"))
SUITS = reference.SUITS


def random_trick(rng: random.Random, size: int) -> list[reference.Play]:
    """Cards of one pack in any order; as often as not an Ace and its crown among them."""
    pack: list[str] = rng.sample(BASIC, size)
    if rng.random() < 0.5:
        suit = rng.choice(SUITS)
        pair = [f"A{suit}", f"C{suit}"]
        pack = [*pair, *(code for code in pack if code not in pair)][:size]
        rng.shuffle(pack)
    trick: list[reference.Play] = []
    for player, card in enumerate(pack):
        ways = reference.may_play([card], trick)
        _, *said = rng.choice(ways).split("-")
        trick.append((player, card, said[0] if said else None))
    return trick


def in_ints(trick: list[reference.Play]) -> list[int]:
    return [packed_play(DECK.card[card], SUITS.index(said) if said else None) for _, card, said in trick]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tricks_are_won_as_in_the_reference(seats):
    rng = random.Random(seats)
    for _ in range(COUNT):
        trick = random_trick(rng, seats)
        plays = in_ints(trick)
        at = holder(plays)
        assert (at, SUITS[won_in(plays, at)]) == reference.won(trick), trick


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_cards_may_be_played_as_in_the_reference(seats):
    rng = random.Random(seats)
    for _ in range(COUNT):
        trick = random_trick(rng, rng.randrange(seats))
        hand: list[str] = rng.sample([code for code in BASIC if code not in [card for _, card, _ in trick]], 5)
        may = playable(DECK.hand(hand), in_ints(trick))
        assert {*DECK.coded(may)} == {move.split("-")[0] for move in reference.may_play(hand, trick)}


def random_tokens(rng: random.Random, seats: int) -> reference.Tokens:
    """Mostly late in a game, where choices are; nobody has won yet."""
    while True:
        weights = rng.choice([(1, 1, 1), (1, 2, 4), (1, 1, 8), (0, 1, 12)])
        tokens = {(p, s): rng.choices((0, 1, 2), weights)[0] for p, s in product(range(seats), SUITS)}
        if not any(reference.complete(tokens, player) for player in range(seats)):
            return tokens


def in_one(tokens: reference.Tokens, seats: int) -> int:
    return packed(tuple(tuple(tokens[player, suit] for suit in SUITS) for player in range(seats)))


def spread(tokens: int, seats: int) -> reference.Tokens:
    return {(p, s): n for p in range(seats) for s, n in zip(SUITS, row(tokens, p), strict=True)}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tokens_move_as_in_the_reference(seats):
    rng = random.Random(seats)
    for _ in range(COUNT):
        before, winner, suit = random_tokens(rng, seats), rng.randrange(seats), rng.choice(SUITS)
        tokens, number = in_one(before, seats), SUITS.index(suit)
        choices = reference.gifts(before, seats, winner, suit)
        event = settle(tokens, seats, winner, number)
        if event is not None:
            assert not choices
            assert spread(moved(tokens, seats, event), seats) == reference.after_no_choice(before, winner, suit)
            continue
        offered = gifts(tokens, seats, winner, number)
        assert sorted(map(GASP.move_text, offered)) == sorted(choices)
        for gift in offered:
            after = moved(tokens, seats, given(winner, number, gift))
            assert spread(after, seats) == reference.after_choice(before, winner, suit, GASP.move_text(gift))


@pytest.mark.parametrize("own_token", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_raids_move_tokens_as_in_the_reference(seats, own_token):
    rng = random.Random(seats)
    for _ in range(COUNT // 2):
        before, suit = random_tokens(rng, seats), rng.choice(SUITS)
        winner, owner = rng.sample(range(seats), 2)
        event = raid(in_one(before, seats), seats, winner, owner, SUITS.index(suit), own_token=own_token)
        expected = reference.after_raid(before, winner, owner, suit, own_token=own_token)
        assert spread(moved(in_one(before, seats), seats, event), seats) == expected


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_places_are_those_of_the_reference(seats):
    rng = random.Random(seats)
    for _ in range(COUNT):
        tokens = random_tokens(rng, seats)
        places, points = standing(in_one(tokens, seats), seats, seats)
        assert list(places) == reference.places(tokens, seats)
        assert list(points) == [sum(tokens[player, suit] for suit in SUITS) for player in range(seats)]


@pytest.mark.parametrize(("seats", "ace_raid", "own_token"), [*product((3, 4, 5), (False, True), (False, True))])
def test_whole_games_go_as_in_the_reference(seats, ace_raid, own_token):
    options = GaspOptions(ace_raid=ace_raid, ace_raid_own_token=own_token, max_rounds=6)
    for seed in range(max(1, COUNT // 1000)):
        trick: list[reference.Play] = []
        tokens: reference.Tokens = dict.fromkeys(product(range(seats), SUITS), 0)
        for state, seat, moves, move, events in positions(seed, seats, options):
            offered = [GASP.move_text(m) for m in moves]
            assert spread(state.tokens, seats) == tokens
            if state.won >= 0:
                winner, suit = int(state.turn), SUITS[state.won]
                assert sorted(offered) == sorted(reference.gifts(tokens, seats, winner, suit))
                tokens = reference.after_choice(tokens, winner, suit, GASP.move_text(move))
            else:
                assert sorted(offered) == sorted(reference.may_play([*DECK.coded(state.held(seat))], trick))
                played = events[0]
                assert isinstance(played, CardPlayed)
                trick.append((seat, played.card, played.suit))
            if len(trick) == seats:
                winner, suit = reference.won(trick)
                assert events[1] == TrickTaken(Seat(winner), suit)  # type: ignore[arg-type]
                owner = reference.owner_of_the_crown(trick, winner) if ace_raid else None
                if owner is not None:
                    tokens = reference.after_raid(tokens, winner, owner, suit, own_token=own_token)
                elif not reference.gifts(tokens, seats, winner, suit):
                    tokens = reference.after_no_choice(tokens, winner, suit)
                trick = []
            ended = events[-1] if isinstance(events[-1], GameEnded) else None
            won = any(reference.complete(tokens, player) for player in range(seats))
            assert not won or ended
            if ended:
                assert list(ended.places) == reference.places(tokens, seats)
