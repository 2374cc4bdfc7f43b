"""Gasp! for three to five players: deal, play, rounds and the end, row by row of the rules sheet's section 1."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.decktet import BASIC, OF_SUIT
from engine.chance import FastRng, SeedChance, StackedChance
from engine.events import Seat
from engine.game import Rejected, parse_options
from engine.games.gasp.dealing import FORMS
from engine.games.gasp.decisions import standing
from engine.games.gasp.events import (
    CardDrawn,
    CardPlayed,
    GameEnded,
    HandDealt,
    PackShuffled,
    RoundStarted,
    StockLaid,
    TrickTaken,
)
from engine.games.gasp.model import GaspOptions
from engine.games.gasp.tokens import packed
from engine.registry import GAMES
from tests.engine.games.gasp_play import (
    GASP,
    dealt,
    done,
    holding,
    log_of,
    made,
    opened,
    positions,
    refused,
    texts,
    tokens_of,
    with_tokens,
)

anywhere = given(seed=st.integers(0, 10_000), seats=st.sampled_from((3, 4, 5)), ace_raid=st.booleans())
few = settings(deadline=None, max_examples=25)


# -- the game and its options


def test_it_is_registered_for_three_to_five_players_four_as_a_rule():
    game = GAMES["gasp"]
    assert game.sizes[0] == 4
    assert sorted(game.sizes) == [3, 4, 5]


def test_ace_raid_is_off_and_rounds_are_at_most_sixty_unless_asked_for():
    assert parse_options(GASP, {}) == GaspOptions(ace_raid=False, ace_raid_own_token=False, max_rounds=60)


# -- the deal


@pytest.mark.parametrize(
    ("seats", "aside", "stock", "tricks", "replenishments"), [(3, 3, 18, 11, 6), (4, 4, 12, 8, 3), (5, 1, 10, 7, 2)]
)
def test_the_table_of_deals(seats, aside, stock, tricks, replenishments):
    form = FORMS[seats, seats]
    assert (form.aside, form.stock, form.tricks) == (aside, stock, tricks)
    state = opened(seats)
    assert [state.hand(seat).bit_count() for seat in range(seats)] == [5] * seats
    assert len(state.stock) == stock
    drawn_after, trick = set(), 0
    for before, *_, events in positions(0, seats, GaspOptions()):
        if before.round:
            break
        trick += sum(isinstance(event, TrickTaken) for event in events)
        if any(isinstance(event, CardDrawn) for event in events):
            drawn_after.add(trick)
    assert drawn_after == set(range(1, replenishments + 1))
    assert trick == tricks


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_hands_are_dealt_singly_clockwise_from_the_dealers_left_then_the_cards_set_aside_then_the_draw_pile(seats):
    state = opened(seats, chance=StackedChance({"pack": [BASIC]}, FastRng(0)))
    for seat in range(seats):
        assert holding(state, seat) == BASIC[seat : 5 * seats : seats]
    assert tuple(BASIC[card] for card in state.stock) == BASIC[5 * seats + FORMS[seats, seats].aside :]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_last_seat_deals_first_and_the_deal_moves_left_each_round(seats):
    started = [event for event in log_of(1, seats, GaspOptions(max_rounds=4)) if isinstance(event, RoundStarted)]
    for number, event in enumerate(started):
        assert event == RoundStarted(number, Seat((seats - 1 + number) % seats), Seat(number % seats))


def test_a_later_round_is_dealt_from_the_left_of_its_own_dealer():
    orders = [BASIC, BASIC[::-1]]
    state = opened(3, chance=StackedChance({"pack": orders}, FastRng(0)))
    while not state.round:
        state, _events = done(state, texts(state)[0], StackedChance({"pack": orders}, FastRng(0)))
    assert state.dealer == 0
    assert state.turn == 1
    assert set(holding(state, 1)) == set(BASIC[::-1][0:15:3])
    assert set(holding(state, 0)) == set(BASIC[::-1][2:15:3])


def test_shuffle_n_of_the_pack_is_that_of_round_n():
    chance = SeedChance.from_text("gasp")
    state, log = opened(chance=chance), list[PackShuffled]()
    while len(log) < 2:
        state, events = done(state, texts(state)[0], chance)
        log += [event for event in events if isinstance(event, PackShuffled)]
    assert [event.order for event in log] == [chance.shuffled("pack", n, BASIC) for n in (1, 2)]


def test_a_new_round_shuffles_all_36_cards_and_tokens_stay():
    for before, *_rest, events in positions(2, 4, GaspOptions(max_rounds=3)):
        shuffles = [event for event in events if isinstance(event, PackShuffled)]
        if shuffles:
            assert sorted(shuffles[0].order) == sorted(BASIC)
            assert sum(isinstance(event, HandDealt) for event in events) == 4
            assert StockLaid(4, 12) in events
            assert before.tokens


# -- playing a card


def test_the_first_leader_of_a_round_is_left_of_the_dealer_then_each_tricks_winner_leads():
    state = dealt("2WL", "CL", "4WL", "8WL")
    assert GASP.to_act(state) == (0,)
    state = made(state, "2WL-W", "CL", "4WL-L", "8WL-W")
    assert GASP.to_act(state) == (1,)


def test_any_card_may_be_led_and_a_two_suit_card_declares_one_of_its_suits():
    assert texts(dealt("AM 2MK 8WL CK 5SW", "", "")) == [
        "AM",
        "2MK-M",
        "2MK-K",
        "5SW-S",
        "5SW-W",
        "8WL-W",
        "8WL-L",
        "CK",
    ]


def test_g1_a_card_of_either_suit_of_the_lead_must_be_played_if_there_is_one():
    state = made(dealt("8WL", "AW 6LK AM CS 9MS", ""), "8WL-L")
    assert texts(state) == ["AW", "6LK"]
    assert refused(state, "CS", 1) == "must_follow"


def test_g1_without_a_card_of_the_led_suits_any_card_may_be_played():
    state = made(dealt("8WL", "AM AS 2MK 9MS CY", ""), "8WL-W")
    assert texts(state) == ["AM", "AS", "2MK", "9MS", "CY"]


def test_a_card_that_does_not_follow_cannot_win():
    state = made(dealt("2WL", "AM AS CK 9MS CY", "4WL"), "2WL-W", "CK", "4WL-W")
    assert state.last is not None
    assert state.last.seat == 2


@pytest.mark.parametrize("said", ["W", "L"])
def test_g2_the_declared_suit_does_not_restrict_the_others(said):
    state = made(dealt("8WL", "AW AL 2SY 9MS CY", ""), f"8WL-{said}")
    assert texts(state) == ["AW", "AL"]


@pytest.mark.parametrize("said", ["W", "L"])
def test_g2_the_declared_suit_is_the_one_its_leader_wins_in(said):
    state = made(dealt("9LK 8WL", "2WL", "4WL"), f"8WL-{said}", "2WL-W", "4WL-W")
    assert tokens_of(state, 0) == f"{said}1"


@pytest.mark.parametrize("said", ["M", "S"])
def test_g4_a_card_that_shares_both_suits_of_the_lead_is_declared_by_its_player(said):
    state = made(dealt("4MS", "8MS AK AY AW AL", "2MK"), "4MS-M")
    assert texts(state) == ["8MS-M", "8MS-S"]
    assert refused(state, "8MS", 1) == "suit_needed"
    assert tokens_of(made(state, f"8MS-{said}", "2MK"), 1) == f"{said}1"


def test_a_follower_that_shares_one_suit_says_nothing():
    state = made(dealt("8WL", "9LK", "4WL"), "8WL-L")
    assert refused(state, "9LK-L", 1) == "suit_not_asked"


def test_a_two_suit_card_that_does_not_follow_says_nothing():
    state = made(dealt("CW", "9MS 4MS AK AL AY", ""), "CW")
    assert texts(state) == ["AL", "AY", "AK", "4MS", "9MS"]


def test_g16_the_suit_is_said_when_the_card_is_played_and_is_public():
    _state, events = done(dealt("8WL", "", ""), "8WL-L")
    assert events == (CardPlayed(Seat(0), "8WL", "L"),)
    assert events[0].seen_by(None) == events[0]


def test_g16_the_suit_never_changes_who_wins():
    for lead in ("4MS-M", "4MS-S"):
        for reply in ("8MS-M", "8MS-S"):
            state = made(dealt("4MS", "8MS AK AY AW AL", "2MK"), lead, reply, "2MK")
            assert state.last is not None
            assert state.last.seat == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [("2WL", "not_in_hand"), ("8WL", "suit_needed"), ("AM-M", "unknown"), ("give-1-K", "no_token_to_give")],
)
def test_a_move_that_breaks_a_rule_is_refused_by_name(text, code):
    state = dealt("8WL AM", "2WL", "")
    if code == "unknown":
        with pytest.raises(Rejected) as caught:
            GASP.parse_move(text)
        assert caught.value.code == "unknown_move"
    else:
        assert refused(state, text, 0) == code


def test_nobody_plays_out_of_turn():
    assert refused(dealt("8WL", "2WL", ""), "2WL", 1) == "not_your_turn"


def test_nobody_plays_when_the_game_is_over():
    *_, (state, _, _, move, events) = positions(3, 3, GaspOptions(max_rounds=1))
    after = state
    for event in events:
        after = GASP.evolve(after, event)
    with pytest.raises(Rejected) as caught:
        GASP.decide(after, Seat(0), move, FastRng(0))
    assert caught.value.code == "game_over"
    assert not any(GASP.legal(after, Seat(seat)) for seat in range(3))


# -- drawing


def test_the_next_leader_draws_first_then_clockwise_one_card_each():
    state = dealt("2WL", "4WL", "CW", "8WL", stock="AM 9MS 9LK 3SK")
    state = made(state, "2WL-W", "4WL-W", "CW")
    _after, events = done(state, "8WL-W")
    drawn = [event for event in events if isinstance(event, CardDrawn)]
    assert drawn == [CardDrawn(Seat(s), c) for s, c in [(2, "AM"), (3, "9MS"), (0, "9LK"), (1, "3SK")]]  # type: ignore[arg-type]


def test_a_card_drawn_is_seen_by_its_drawer_alone():
    event = CardDrawn(Seat(1), "9MS")
    assert event.seen_by(Seat(1)) == event
    assert event.seen_by(Seat(0)) == event.seen_by(None) == CardDrawn(Seat(1), None)


@few
@anywhere
def test_the_draw_pile_empties_evenly_so_that_nobody_is_ever_short(seed, seats, ace_raid):
    for state, *_ in positions(seed, seats, GaspOptions(ace_raid=ace_raid, max_rounds=3)):
        if not state.trick and state.won < 0:
            assert len(state.stock) % seats == 0
            assert len({state.hand(seat) for seat in range(seats)}) == seats
            assert len({state.hand(seat).bit_count() for seat in range(seats)}) == 1


# -- tokens: the facts (vectors are in test_gasp_tokens)


@few
@anywhere
def test_g12_the_supply_of_ten_never_runs_out(seed, seats, ace_raid):
    for state, *_ in positions(seed, seats, GaspOptions(ace_raid=ace_raid)):
        view = GASP.view(state, None)
        assert all(sum(held[suit] for held in view.tokens) <= 10 for suit in range(6))
        assert all(0 <= n <= 2 for held in view.tokens for n in held)


@few
@anywhere
def test_g10_g13_under_the_english_rules_nobody_wins_by_being_handed_a_token(seed, seats, ace_raid):
    *_, (_state, seat, _, _, events) = positions(seed, seats, GaspOptions())
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    taken = [event for event in events if isinstance(event, TrickTaken)]
    winner = taken[0].seat if taken else seat
    assert ended.places[winner] == 1
    assert ended.points[winner] == 12


# -- the end


def test_two_of_each_suit_win_at_once_even_in_the_middle_of_a_round():
    state = with_tokens(dealt("CW", "2WL", "4WL"), "M2 S2 W1 L2 Y2 K2", "M1", "")
    state, events = done(made(state, "CW", "2WL"), "4WL")
    assert events[-1] == GameEnded((1, 2, 3), (12, 1, 0))
    assert GASP.to_act(state) == ()
    assert holding(state, 0)
    outcome = GASP.outcome(state)
    assert outcome is not None
    assert outcome.places == (1, 2, 3)


def test_places_are_the_winner_then_tokens_then_suits_at_two_then_equal():
    state = with_tokens(dealt("CW", "2WL", "4WL", "8WL"), "M2 S2 W1 L2 Y2 K2", "M1 S1 L1 Y1", "M2 S2", "K2 L2")
    _state, events = done(made(state, "CW", "2WL", "4WL"), "8WL")
    assert events[-1] == GameEnded((1, 4, 2, 2), (12, 4, 4, 4))


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_g15_after_the_last_round_the_most_tokens_win(rounds):
    *_, (state, *_rest, events) = positions(11, 4, GaspOptions(max_rounds=rounds))
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    if max(ended.points) < 12:
        assert state.round == rounds - 1
        assert not any(holding(state, seat) for seat in range(4) if seat != state.turn)
    best = max(range(4), key=lambda seat: ended.points[seat])
    assert ended.places[best] == 1


def test_g15_equal_tokens_and_pairs_share_a_place():
    rows = ((2, 1, 0, 0, 0, 0), (0, 0, 2, 0, 0, 1), (1, 1, 1, 0, 0, 0), (2, 2, 0, 0, 0, 0))
    assert standing(packed(rows), 4, 4) == ((2, 2, 4, 1), (3, 3, 3, 4))


# -- what is known


def test_hands_the_draw_pile_and_the_cards_set_aside_are_hidden():
    view = GASP.view(opened(4), Seat(2))
    assert view.hand == holding(opened(4), 2)
    assert view.counts == (5, 5, 5, 5)
    assert view.stock == 12
    assert GASP.view(opened(4), None).hand == ()


def test_played_cards_of_the_round_are_public_history():
    view = GASP.view(made(dealt("8WL", "2WL", "4WL"), "8WL-L", "2WL-W"), None)
    assert view.seen == ("2WL", "8WL")
    assert [(played.seat, played.card, played.suit) for played in view.trick] == [(0, "8WL", "L"), (1, "2WL", "W")]


def test_a_seat_that_did_not_follow_is_known_to_be_void_until_it_draws():
    state = made(dealt("8WL", "AM AS AY AK 9MS", "2WL"), "8WL-W", "AM")
    assert GASP.view(state, Seat(0)).voids == ((), ("W", "L"), ())
    for seed in range(20):
        imagined = GASP.imagine(GASP.view(state, Seat(0)), FastRng(seed))
        assert not imagined.hand(1) & (OF_SUIT[2] | OF_SUIT[3])
    assert GASP.view(made(state, "2WL-L"), Seat(0)).voids == ((), (), ())
