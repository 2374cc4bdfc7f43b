"""What a trick of Gasp! is worth: the token vectors, rows G9 to G14 and the option ``ace_raid``."""

from collections.abc import Sequence

import pytest

from engine.events import Seat
from engine.games.gasp.events import GameEnded, GaspEvent, TokenGiven, TokenReturned, TokenTaken
from engine.games.gasp.model import GaspOptions, State
from tests.engine.games.gasp_play import GASP, dealt, done, held, made, refused, texts, tokens_of, with_tokens

ON = GaspOptions(ace_raid=True)
OWN = GaspOptions(ace_raid=True, ace_raid_own_token=True)


def a_wins_in_waves(*held: str) -> tuple[State, Sequence[GaspEvent]]:
    """Seat 0 leads the Sea and wins; the last card of the trick: state after it, and its events."""
    hands = ("CW", "2WL", "4WL", "8WL")[: len(held)]
    state = with_tokens(dealt(*hands), *held)
    state = made(state, *hands[:-1])
    return done(state, hands[-1])


def a_raids_c(*held: str, options: GaspOptions = ON) -> tuple[State, Sequence[GaspEvent]]:
    """Seat 0 leads the Ace of Waves, seat 2 plays the Sea."""
    state = with_tokens(dealt("AW", "2WL", "CW", "4WL", options=options), *held)
    return done(made(state, "AW", "2WL", "CW"), "4WL")


# -- vectors


def test_vector_1_a_second_token_is_taken_from_the_supply():
    state, events = a_wins_in_waves("W1", "", "", "")
    assert held(state) == ["W2", "", "", ""]
    assert TokenTaken(Seat(0), "W") in events


def test_step_1_a_first_token_is_taken_from_the_supply():
    state, _ = a_wins_in_waves("", "W2", "W2", "W2")
    assert held(state) == ["W1", "W2", "W2", "W2"]


def test_vector_2_only_an_opponent_below_two_is_eligible_and_gives_one_back():
    state, events = a_wins_in_waves("W2 M1", "K2", "W2")
    assert not any(isinstance(event, TokenTaken | TokenGiven) for event in events)
    assert texts(state) == ["give-1-K"]
    state, events = done(state, "give-1-K")
    assert events[0] == TokenGiven(Seat(0), Seat(1), "W", "K")
    assert held(state) == ["M1 W2 K1", "W1 K1", "W2"]


def test_vector_3_an_opponent_with_nothing_that_the_giver_lacks_gives_nothing_back():
    state, _ = a_wins_in_waves("W2 M2", "W2", "W2", "M1")
    assert texts(state) == ["give-3"]
    assert held(made(state, "give-3")) == ["M2 W2", "W2", "W2", "M1 W1"]


def test_vector_4_when_everybody_has_two_the_winner_returns_one():
    state, events = a_wins_in_waves("W2", "W2", "W2")
    assert TokenReturned(Seat(0), "W") in events
    assert held(state) == ["W1", "W2", "W2"]


def test_vector_5_the_token_taken_in_return_may_complete_the_set():
    state, _ = a_wins_in_waves("M2 S2 W2 L2 Y2 K1", "W1 K1", "")
    assert texts(state) == ["give-1-K", "give-2"]
    state, events = done(state, "give-1-K")
    assert events[-1] == GameEnded((1, 2, 3), (12, 2, 0))
    assert held(state) == ["M2 S2 W2 L2 Y2 K2", "W2", ""]


# -- rows


def test_g9_the_winner_picks_whom_and_which_even_if_another_is_richer():
    state, _ = a_wins_in_waves("W2 M1", "M1 K1", "L2", "W2 Y1")
    assert texts(state) == ["give-1-M", "give-1-K", "give-2-L"]


def test_g9_taking_one_is_mandatory_if_possible():
    state, _ = a_wins_in_waves("W2", "K1", "", "")
    assert refused(state, "give-1") == "token_to_take"
    assert texts(state) == ["give-1-K", "give-2", "give-3"]


def test_players_that_hold_two_are_immune():
    state, _ = a_wins_in_waves("W2", "W2 K1", "", "")
    assert refused(state, "give-1-K") == "receiver_is_full"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("give-0", "no_such_receiver"),
        ("give-4", "no_such_receiver"),
        ("give-1-L", "no_such_token"),
        ("give-1-M", "you_are_full"),
        ("AM", "give_first"),
    ],
)
def test_a_wrong_gift_is_refused_by_name(text, code):
    state, _ = a_wins_in_waves("W2 M2", "M1 K1", "", "")
    assert refused(state, text) == code


def test_the_next_cards_are_drawn_once_the_token_is_settled():
    state, events = a_wins_in_waves("W2", "K1", "", "")
    assert [event.kind for event in events] == ["gasp.card_played", "gasp.trick_taken"]
    assert GASP.to_act(state) == (0,)
    state, events = done(state, "give-1-K")
    assert [event.kind for event in events] == ["gasp.token_given", *["gasp.card_drawn"] * 4]
    assert GASP.to_act(state) == (0,)


def test_g10_the_exchange_is_one_event_so_that_the_receiver_cannot_win_in_between():
    state, _ = a_wins_in_waves("W2", "M2 S2 W1 L2 Y2 K2", "", "")
    assert "give-1" not in texts(state)
    for choice in [text for text in texts(state) if text.startswith("give-1")]:
        assert GASP.outcome(made(state, choice)) is None


def test_g11_at_two_all_round_no_token_is_awarded_first():
    state, events = a_wins_in_waves("W2", "W2", "W2", "W2")
    assert sum(isinstance(event, TokenTaken | TokenGiven | TokenReturned) for event in events) == 1
    assert tokens_of(state, 0) == "W1"


def test_g12_an_award_needs_a_player_below_two_so_at_most_nine_of_a_suit_are_out():
    state = with_tokens(dealt("CW", "2WL", "4WL", "5SW", "8WL"), "W1", "W2", "W2", "W2", "W2")
    state = made(state, "CW", "2WL", "4WL", "5SW", "8WL")
    assert held(state) == ["W2"] * 5


def test_g14_two_of_each_suit_are_enough():
    _state, events = a_wins_in_waves("M2 S2 W1 L2 Y2 K2", "", "")
    assert isinstance(events[-1], GameEnded)


# -- ace_raid


def test_without_the_option_an_ace_takes_its_token_from_the_supply():
    state, _ = a_raids_c("W1", "", "W1", "", options=GaspOptions())
    assert held(state) == ["W2", "", "W1", ""]


def test_raid_vector_the_token_comes_from_the_crowns_owner():
    state, events = a_raids_c("W1", "", "W1", "")
    assert TokenTaken(Seat(0), "W", Seat(2)) in events
    assert held(state) == ["W2", "", "", ""]


def test_raid_takes_even_from_an_owner_of_two():
    state, _ = a_raids_c("", "", "W2", "")
    assert held(state) == ["W1", "", "W1", ""]


def test_raid_vector_from_the_supply_if_the_owner_has_none():
    state, events = a_raids_c("", "W2", "", "")
    assert TokenTaken(Seat(0), "W") in events
    assert held(state) == ["W1", "W2", "", ""]


def test_raid_vector_with_two_already_the_owner_receives_one_and_gives_nothing():
    state, events = a_raids_c("W2", "", "W1 K2", "")
    assert TokenGiven(Seat(0), Seat(2), "W") in events
    assert held(state) == ["W2", "", "W2 K2", ""]


def test_raid_vector_with_two_on_both_sides_the_winner_returns_one_even_if_a_third_has_fewer():
    state, events = a_raids_c("W2", "W1", "W2", "")
    assert TokenReturned(Seat(0), "W") in events
    assert held(state) == ["W1", "W1", "W2", ""]


def test_raid_vector_g13_the_owner_may_complete_his_set_and_wins_though_the_other_took_the_trick():
    state, events = a_raids_c("M2 S2 W2 L2 Y2", "", "M2 S2 W1 L2 Y2 K2", "")
    assert events[-1] == GameEnded((2, 3, 1, 3), (10, 0, 12, 0))
    assert tokens_of(state, 0) == "M2 S2 W2 L2 Y2"


def test_raid_with_own_token_hands_over_the_winners_own():
    state, events = a_raids_c("W2", "", "W1", "", options=OWN)
    assert TokenGiven(Seat(0), Seat(2), "W", own=True) in events
    assert held(state) == ["W1", "", "W2", ""]


def test_own_token_changes_nothing_without_ace_raid():
    state, _ = a_raids_c("W2", "K1", "W1", "", options=GaspOptions(ace_raid_own_token=True))
    assert texts(state) == ["give-1-K", "give-2", "give-3"]


def test_raid_may_complete_the_raiders_set():
    _state, events = a_raids_c("M2 S2 W1 L2 Y2 K2", "", "W1", "")
    assert events[-1] == GameEnded((1, 2, 2, 2), (12, 0, 0, 0))


def test_no_raid_when_the_ace_beside_its_crown_does_not_win():
    state = with_tokens(dealt("2WL", "AW", "CW", "AL", "CL", options=ON), "", "", "W2", "", "L1")
    state = made(state, "2WL-W", "AW", "CW", "AL", "CL")
    assert held(state) == ["", "", "W2", "L1", ""]


def test_no_raid_when_an_ace_wins_with_1():
    state = with_tokens(dealt("AW", "CM AS AL AK AY", "CS AM", options=ON), "W2", "W1 K1", "")
    state = made(state, "AW", "CM")
    state, _ = done(state, "CS")
    assert texts(state) == ["give-1-K", "give-2"]


def test_no_raid_when_the_crown_itself_wins():
    state, _ = a_wins_in_waves("W1", "W1", "", "")
    assert held(state)[0] == "W2"


def test_a_raid_is_never_a_move():
    state, events = a_raids_c("W2", "K1", "W1", "")
    assert state.won < 0
    assert events[-1].kind == "gasp.card_drawn"
