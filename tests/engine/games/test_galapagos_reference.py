"""Galapagos against the plain reference, over random positions and whole games."""

import random

import pytest

from engine.cards.french import CODES, DECK, PACK, SUIT_OF
from engine.chance import FastRng, StackedChance
from engine.games.galapagos import GalapagosOptions
from engine.games.galapagos.auctions import WORTH
from engine.games.galapagos.combinations import answers, beats, leads
from engine.games.galapagos.melds import lacking, melds, points
from engine.games.galapagos.moves import text
from engine.games.galapagos.tricks import WINS, replies
from engine.table import Table
from tests.engine.games import galapagos_reference as reference
from tests.engine.games.galapagos_play import GAME, suit
from tests.engine.games.reference_size import POSITIONS

SUITS = "SHDC"


def test_auctions_go_as_in_the_reference() -> None:
    rng = random.Random(1)
    for _ in range(POSITIONS // 3):
        turned, one, two = rng.choice(PACK), *rng.sample(CODES, 2)
        if turned in (one, two):
            continue
        worth = WORTH[SUIT_OF[DECK.card[turned]]]
        best = max(one, two, key=lambda code: worth[DECK.card[code]])
        assert best == reference.winning_bid(turned, one, two)


def test_melds_score_as_in_the_reference() -> None:
    rng = random.Random(2)
    for _ in range(POSITIONS // 3):
        pool = rng.sample(CODES, rng.choice((16, 20, 30, 54)))
        cards = rng.sample(pool, 13)
        held = DECK.hand(cards)
        suits = {SUITS[n] for n in lacking(held)}
        assert suits == reference.announceable(cards)
        for trump in (None, *suits):
            number = None if trump is None else suit(trump)
            assert points(held, number) == reference.meld_points(cards, trump)
            shown = melds(held, number)
            assert sum(meld.points for meld in shown) == points(held, number)
            found = sorted(sorted(CODES[card] for card in meld.cards) for meld in shown)
            assert found == sorted(sorted(meld) for meld in (*reference.sets(cards), *reference.sequences(cards)))


def test_tricks_go_as_in_the_reference() -> None:
    rng = random.Random(3)
    for _ in range(POSITIONS // 3):
        leader, follower = rng.choice(SUITS), rng.choice(SUITS)
        led, *cards = rng.sample(CODES, rng.randint(2, 8))
        cards = [code for code in cards if code[0] != "Z" or led[0] != "Z"]
        if not cards or {"ZR", "ZB"} <= set(cards):
            continue
        own, other = suit(follower), suit(leader)
        may = replies(DECK.hand(cards), DECK.card[led], other, own)
        assert set(DECK.coded(may)) == set(reference.may_reply(cards, led, leader, follower))
        for code in cards:
            wins = bool(WINS[other][own][DECK.card[led]] >> DECK.card[code] & 1)
            assert wins == reference.follower_wins(led, code, leader, follower)


def test_joker_against_joker_goes_as_in_the_reference() -> None:
    for leader in SUITS:
        for follower in SUITS:
            wins = WINS[suit(leader)][suit(follower)][DECK.card["ZR"]] >> DECK.card["ZB"] & 1
            assert bool(wins) == reference.follower_wins("ZR", "ZB", leader, follower)
            assert not wins


def test_play_offs_go_as_in_the_reference() -> None:
    rng = random.Random(4)
    for _ in range(POSITIONS // 40):
        pool = rng.sample([*PACK, rng.choice(["ZR", "ZB"])], rng.choice((12, 20, 53)))
        cards = rng.sample(pool, rng.randint(1, 8))
        theirs = rng.sample(CODES[:52], 10)
        offered = [text(move) for move in leads(DECK.hand(cards))]
        expected = {"out-" + name for name in reference.combinations_in(cards)}
        assert sorted(offered) == sorted(expected)
        top = rng.choice(leads(DECK.hand(theirs))).cards
        names = [CODES[card] for card in top]
        answered = [text(move) for move in answers(DECK.hand(cards), top)]
        better = {"out-" + n for n in reference.combinations_in(cards) if reference.beats(n.split("-"), names)}
        assert sorted(answered) == sorted(better | {"pass"})
        for move in leads(DECK.hand(cards)):
            own = [CODES[card] for card in move.cards]
            assert beats(move.cards, top) == reference.beats(own, names)


@pytest.mark.parametrize("jokers", [False, True])
def test_whole_games_go_as_in_the_reference(jokers: bool) -> None:
    """Their play-offs are compared move by move once the hands are small: the reference tries every set of cards."""
    options = GalapagosOptions(jokers=jokers, max_rounds=2)
    for seed in range(max(1, POSITIONS // 5000)):
        rng = FastRng(seed)
        packs = [rng.shuffled("pack", n, PACK) for n in range(2)]
        table = Table(GAME, 2, options, StackedChance({"pack": packs}, rng))
        plain = reference.Reference(packs, jokers=jokers, max_rounds=2)
        while table.to_act:
            assert [*table.to_act] == plain.to_act()
            seat = table.to_act[int(rng.random() * len(table.to_act))]
            offered = [text(move) for move in GAME.legal(table.state, seat)]
            if plain.phase != "play-off" or len(plain.hands[seat]) < 9:
                assert set(offered) == plain.legal(seat)
            move = offered[int(rng.random() * len(offered))]
            table.make(seat, GAME.parse_move(move))
            plain.move(seat, move)
            assert [DECK.hand(cards) for cards in plain.hands] == [*table.state.hands] or plain.places
            assert [*GAME.points(table.state)] == [
                a + b * (plain.places is None) for a, b in zip(plain.totals, plain.scores, strict=True)
            ]
        outcome = table.outcome
        assert outcome is not None
        assert (plain.places, tuple(plain.totals), plain.stake) == (outcome.places, outcome.points, outcome.stake)


def test_a_sequence_cut_up_never_scores_more() -> None:
    """A7: each maximal run counts once."""
    for length in range(1, 14):
        assert reference.best_split(length) == reference.sequence_points(length)
