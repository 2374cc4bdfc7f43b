"""Gasp! for two: two cards each to a trick, row by row of the rules sheet's section 3."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.decktet import BASIC, OF_SUIT
from engine.chance import FastRng, StackedChance
from engine.events import Seat
from engine.game import Rejected, parse_options, replay
from engine.games.gasp.dealing import DUEL
from engine.games.gasp.events import (
    CardDrawn,
    CardPlayed,
    DuelOpened,
    GameEnded,
    GaspEvent,
    RoundStarted,
    SuitChosen,
    SuitsTied,
    TokenGiven,
    TokenReturned,
    TokenTaken,
    TrickTaken,
)
from engine.games.gasp.model import DuelOptions, State
from engine.registry import GAMES
from tests.engine.games.gasp_play import (
    FOR_TWO,
    dealt_for_two,
    done,
    held,
    holding,
    log_of,
    made,
    opened,
    played_out,
    positions,
    refused,
    texts,
)

anywhere = given(seed=st.integers(0, 10_000))
few = settings(deadline=None, max_examples=15)


def played(trick: str, *held: str) -> tuple[State, Sequence[GaspEvent]]:
    return played_out(FOR_TWO, trick, *held)


# -- the game and its options


def test_it_is_for_two_each_for_themselves():
    game = GAMES["gasp-duel"]
    assert game.sizes == (2,)
    assert game.teams(2, game.options()) == ((0,), (1,))


def test_there_is_no_ace_raid_for_two():
    assert parse_options(FOR_TWO, {}) == DuelOptions(max_rounds=60)
    with pytest.raises(Rejected, match="bad_option"):
        parse_options(FOR_TWO, {"ace_raid": True})
    assert not FOR_TWO.view(opened(2, game=FOR_TWO), None).options.ace_raid


def test_the_opening_names_its_options():
    assert log_of(1, 2, DuelOptions(max_rounds=1), FOR_TWO)[0] == DuelOpened(2, DuelOptions(max_rounds=1))


# -- the deal


def test_ten_cards_each_four_set_aside_and_twelve_to_draw():
    assert (DUEL.hand, DUEL.aside, DUEL.stock, DUEL.tricks) == (10, 4, 12, 8)
    state = opened(2, chance=StackedChance({"pack": [BASIC]}, FastRng(0)), game=FOR_TWO)
    assert [holding(state, seat) for seat in range(2)] == [BASIC[0:20:2], BASIC[1:20:2]]
    assert tuple(BASIC[card] for card in state.stock) == BASIC[24:]


def test_the_other_than_the_dealer_leads_and_the_deal_alternates():
    started = [e for e in log_of(1, 2, DuelOptions(max_rounds=4), FOR_TWO) if isinstance(e, RoundStarted)]
    assert len(started) > 2
    for number, event in enumerate(started):
        assert event == RoundStarted(number, Seat((number + 1) % 2), Seat(number % 2))


# -- a trick


def test_cards_are_played_a_b_a_b_and_the_winner_leads_next():
    state = dealt_for_two("2MK 8YK", "9MS 7SK")
    actors: list[Seat] = []
    for text in ("2MK", "9MS", "8YK", "7SK"):
        actors += FOR_TWO.to_act(state)
        state, events = done(state, text)
    assert actors == [0, 1, 0, 1]
    assert events[1] == TrickTaken(Seat(0), "K")
    assert FOR_TWO.to_act(state) == (0,)


def test_vector_author_pact_betrayal_castle():
    state, events = played("2MK 9MS 8YK 7SK")
    assert events[1:3] == (TrickTaken(Seat(0), "K"), TokenTaken(Seat(0), "K"))
    assert held(state) == ["K1", ""]


def test_vector_windfall_castle_ace_of_knots_merchant_goes_to_b_in_knots():
    state, events = played("CK 7SK AK 9LK")
    assert events[1:3] == (TrickTaken(Seat(1), "K"), TokenTaken(Seat(1), "K"))
    assert FOR_TWO.to_act(state) == (1,)


def test_an_ace_beside_the_opponents_crown_is_11():
    state, _ = played("AW CW 2WL 2MK")
    assert held(state) == ["W1", ""]


def test_nobody_declares_a_suit():
    assert texts(dealt_for_two("2MK 3MW 4MS 5ML 6MW 7ML 8MS 9MS CM CS", "")) == [
        *("2MK", "3MW", "4MS", "5ML", "6MW", "7ML", "8MS", "9MS", "CM", "CS")
    ]
    with pytest.raises(Rejected, match="unknown_move"):
        FOR_TWO.parse_move("2MK-M")


def test_t5_the_leaders_second_card_must_follow_his_first():
    state = dealt_for_two("8WL 2WL 9MS AM AS AY AK 2MK CM CS", "9WY")
    state = made(state, "8WL", "9WY")
    assert FOR_TWO.to_act(state) == (0,)
    assert texts(state) == ["2WL"]
    assert refused(state, "9MS") == "must_follow"


def test_t5_without_a_card_to_follow_the_leaders_second_is_any():
    state = dealt_for_two("8WL 9MS AM AS AY AK 2MK CM CS 8MS", "9WY")
    state = made(state, "8WL", "9WY")
    assert len(texts(state)) == 9


# -- two equal suits


def test_the_one_who_led_chooses_between_two_suits_of_two_cards():
    state, events = played("4MS 2MK 8MS 7ML")
    assert events == (CardPlayed(Seat(1), "7ML"), SuitsTied(Seat(0), Seat(0)))
    assert texts(state) == ["suit-M", "suit-S"]
    state, events = done(state, "suit-S")
    assert events[:2] == (SuitChosen(Seat(0), "S"), TokenTaken(Seat(0), "S"))


def test_the_one_who_led_chooses_when_his_lead_counts_alone():
    _state, events = played("8WL 3MW CM AS")
    assert events[-1] == SuitsTied(Seat(0), Seat(0))


def test_the_other_player_chooses_if_he_wins():
    state, events = played("2WL 8WL AM 4WL")
    assert events[-1] == SuitsTied(Seat(1), Seat(1))
    assert held(made(state, "suit-L")) == ["", "L1"]


# -- tokens and drawing


def test_the_winner_draws_first_and_each_draws_one():
    state = dealt_for_two("CK AK", "7SK 9LK", stock="AM AS")
    _state, events = done(made(state, "CK", "7SK", "AK"), "9LK")
    assert tuple(events[3:]) == (CardDrawn(Seat(1), "AM"), CardDrawn(Seat(0), "AS"))


def test_one_card_each_is_drawn_after_tricks_1_to_6():
    drawn, trick = {}, 0
    for state, *_, events in positions(0, 2, DuelOptions(), FOR_TWO):
        if state.round:
            break
        trick += sum(isinstance(event, TrickTaken | SuitsTied) for event in events)
        if cards := sum(isinstance(event, CardDrawn) for event in events):
            drawn[trick] = cards
    assert drawn == dict.fromkeys(range(1, 7), 2)
    assert trick == 8


def test_at_two_the_opponent_receives():
    state, _ = played("2MK 9MS 8YK 7SK", "K2 M2", "M1 S1")
    assert texts(state) == ["give-1-S"]
    state, events = done(state, "give-1-S")
    assert events[0] == TokenGiven(Seat(0), Seat(1), "K", "S")
    assert held(state) == ["M2 S1 K2", "M1 K1"]


def test_at_two_all_round_the_winner_loses_one():
    state, events = played("2MK 9MS 8YK 7SK", "K2", "K2")
    assert TokenReturned(Seat(0), "K") in events
    assert held(state) == ["K1", "K2"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("give-0-M", "no_such_receiver"), ("give-1", "token_to_take"), ("give-1-W", "no_such_token")],
)
def test_a_wrong_gift_is_refused_by_name(text, code):
    state, _ = played("2MK 9MS 8YK 7SK", "K2 M2", "M1 S1")
    assert refused(state, text) == code


# -- the end


def test_two_of_each_suit_win_at_once():
    _state, events = played("2MK 9MS 8YK 7SK", "M2 S2 W2 L2 Y2 K1", "M1")
    assert events[-1] == GameEnded((1, 2), (12, 1))


@few
@anywhere
def test_only_the_winner_of_the_trick_wins_the_game(seed):
    *_, (state, *_rest, events) = positions(seed, 2, DuelOptions(), FOR_TWO)
    after = replay(FOR_TWO, events, state)
    assert after.outcome is not None
    assert after.last is not None
    if max(after.outcome.points) == 12:
        assert after.outcome.places[after.last.seat] == 1


# -- what is known, and facts


def test_a_player_who_did_not_follow_is_known_to_be_void():
    state = made(dealt_for_two("8WL", "AM AS AY AK 9MS 2MK 3SK 4MS 4YK 8MS"), "8WL", "AM")
    view = FOR_TWO.view(state, Seat(0))
    assert view.voids == ((), ("W", "L"))
    for seed in range(20):
        assert not FOR_TWO.imagine(view, FastRng(seed)).hand(1) & (OF_SUIT[2] | OF_SUIT[3])
