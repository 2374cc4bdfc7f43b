"""Gasp! in partnership: four players in two teams, row by row of the rules sheet's section 2."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.decktet import BASIC
from engine.chance import FastRng, StackedChance
from engine.events import Seat
from engine.game import Rejected, replay
from engine.games.gasp.dealing import PAIRS
from engine.games.gasp.decisions import standing
from engine.games.gasp.events import (
    CardDrawn,
    CardPlayed,
    GameEnded,
    GaspEvent,
    PairsOpened,
    SuitChosen,
    SuitsTied,
    TokenGiven,
    TokenReturned,
    TokenTaken,
    TrickTaken,
)
from engine.games.gasp.model import EITHER, GaspOptions, PairsOptions, State
from engine.games.gasp.tokens import packed
from engine.registry import GAMES
from tests.engine.games.gasp_play import (
    IN_PAIRS,
    dealt_in_pairs,
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

ON = PairsOptions(ace_raid=True)
anywhere = given(seed=st.integers(0, 10_000), ace_raid=st.booleans())
few = settings(deadline=None, max_examples=15)


def played(trick: str, *held: str, options: PairsOptions | None = None) -> tuple[State, Sequence[GaspEvent]]:
    return played_out(IN_PAIRS, trick, *held, options=options)


# -- the game and its options


def test_it_is_for_four_in_teams_of_those_opposite():
    game = GAMES["gasp-pairs"]
    assert game.sizes == (4,)
    assert game.teams(4, game.options()) == ((0, 2), (1, 3))


def test_the_opening_names_its_options_and_a_view_has_them_too():
    log = log_of(1, 4, ON, IN_PAIRS)
    assert log[0] == PairsOpened(4, ON)
    assert IN_PAIRS.view(opened(4, ON, game=IN_PAIRS), None).options == GaspOptions(ace_raid=True)


# -- the deal


def test_it_is_dealt_as_for_four():
    assert (PAIRS.hand, PAIRS.aside, PAIRS.stock, PAIRS.tricks) == (5, 4, 12, 8)
    state = opened(4, chance=StackedChance({"pack": [BASIC]}, FastRng(0)), game=IN_PAIRS)
    for seat in range(4):
        assert holding(state, seat) == BASIC[seat:20:4]
    assert tuple(BASIC[card] for card in state.stock) == BASIC[24:]


def test_the_next_leader_draws_first_then_clockwise():
    state = dealt_in_pairs("2MK", "9MS", "7SK", "9LK", stock="AM AS AW AL")
    _state, events = done(made(state, "2MK", "9MS", "7SK"), "9LK")
    drawn = [event for event in events if isinstance(event, CardDrawn)]
    assert drawn == [CardDrawn(Seat(s), c) for s, c in [(3, "AM"), (0, "AS"), (1, "AW"), (2, "AL")]]  # type: ignore[arg-type]


# -- playing a card


def test_nobody_declares_a_suit():
    assert texts(dealt_in_pairs("2MK 8WL CM AS 9LK", "", "", "")) == ["AS", "2MK", "8WL", "9LK", "CM"]
    state = made(dealt_in_pairs("4MS", "8MS AK AY AW AL", "", ""), "4MS")
    assert texts(state) == ["8MS"]
    for text in ("8WL-L", "give-2", "give-3-K"):
        with pytest.raises(Rejected, match="unknown_move"):
            IN_PAIRS.parse_move(text)


def test_t5_a_partner_must_follow_either_suit_of_the_lead_too():
    state = made(dealt_in_pairs("8WL", "AM AS AK 9MS CY", "AW 6LK CM CS 9WY", ""), "8WL", "CY")
    assert texts(state) == ["AW", "6LK", "9WY"]
    assert refused(state, "CS") == "must_follow"


# -- vectors at a table: who takes the token, who leads next

VECTORS = [
    ("2MK 9MS 8YK 7SK", 2, "K", ["K1", ""]),
    ("2MK 9MS 7SK 9LK", 3, "K", ["", "K1"]),
    ("2MK 6MW 6LK 5ML", 1, "M", ["", "M1"]),
    ("2MK 9MS 7SK 8YK", 2, "K", ["K1", ""]),
    ("CK 7SK AK 9LK", 2, "K", ["K1", ""]),
]


@pytest.mark.parametrize(("trick", "leader", "suit", "tokens"), VECTORS, ids=[vector[0] for vector in VECTORS])
def test_vector(trick, leader, suit, tokens):
    state, events = played(trick)
    assert events[1] == TrickTaken(Seat(leader), suit)
    assert IN_PAIRS.to_act(state) == (leader,)
    assert held(state) == tokens


# -- two equal suits


def test_vector_mountain_author_diplomat_chance_meeting_the_one_who_led_chooses_and_the_diplomat_leads():
    state, events = played("4MS 2MK 8MS 7ML")
    assert events == (CardPlayed(Seat(3), "7ML"), SuitsTied(Seat(2), Seat(0)))
    assert IN_PAIRS.to_act(state) == (0,)
    assert texts(state) == ["suit-M", "suit-S"]
    state, events = done(state, "suit-S")
    assert events[:2] == (SuitChosen(Seat(0), "S"), TokenTaken(Seat(2), "S"))
    assert held(state) == ["S1", ""]
    assert IN_PAIRS.to_act(state) == (2,)


def test_two_equal_suits_of_the_lead_alone_are_the_leaders_choice():
    state, events = played("8WL 3MW CM AS")
    assert events[-1] == SuitsTied(Seat(0), Seat(0))
    assert held(made(state, "suit-L")) == ["L1", ""]


def test_two_equal_suits_of_the_other_team_are_chosen_by_whoever_will_lead_next():
    state, events = played("2WL 8WL AM 4WL")
    assert events[-1] == SuitsTied(Seat(1), Seat(1))
    state = made(state, "suit-W")
    assert held(state) == ["", "W1"]
    assert IN_PAIRS.to_act(state) == (1,)


def test_the_suit_is_chosen_before_any_token_is_handed_on_and_the_next_leader_hands_it_on():
    state, _ = played("4MS 2MK 8MS 7ML", "M2 S2", "K1 L1")
    state, events = done(state, "suit-M")
    assert events == (SuitChosen(Seat(0), "M"),)
    assert IN_PAIRS.to_act(state) == (2,)
    assert texts(state) == ["give-1-L", "give-1-K"]
    state, events = done(state, "give-1-L")
    assert events[0] == TokenGiven(Seat(2), Seat(1), "M", "L")
    assert held(state) == ["M2 S2 L1", "M1 K1"]


def test_while_a_suit_is_to_be_chosen_nothing_else_may_be_done():
    state, _ = played("4MS 2MK 8MS 7ML")
    assert state.won == EITHER
    assert refused(state, "AM") == "choose_first"
    assert refused(state, "give-1") == "choose_first"
    assert refused(state, "suit-K") == "no_such_suit"
    assert refused(state, "suit-M", seat=2) == "not_your_turn"


def test_there_is_no_suit_to_choose_at_other_times():
    assert refused(dealt_in_pairs("2MK", "", "", ""), "suit-M") == "no_suit_to_choose"


def test_a_suit_chosen_may_complete_the_set():
    state, _ = played("4MS 2MK 8MS 7ML", "M2 S1 W2 L2 Y2 K2", "M1")
    _state, events = done(state, "suit-S")
    assert events[-1] == GameEnded((1, 2, 1, 2), (12, 1, 12, 1))


# -- tokens


def test_a_team_holds_its_tokens_together():
    state, _ = played("2MK 9MS 8YK 7SK", "K1", "")
    assert held(state) == ["K2", ""]
    assert IN_PAIRS.points(state) == (2, 0, 2, 0)
    assert IN_PAIRS.view(state, None).tokens == ((0, 0, 0, 0, 0, 2), (0, 0, 0, 0, 0, 0))


def test_with_two_the_other_team_receives_and_the_next_leader_picks_what_is_taken_t4():
    state, events = played("2MK 9MS 8YK 7SK", "K2 M2", "M1 S1 L2")
    assert events[-1] == TrickTaken(Seat(2), "K")
    assert IN_PAIRS.to_act(state) == (2,)
    assert texts(state) == ["give-1-S", "give-1-L"]
    assert held(made(state, "give-1-S")) == ["M2 S1 K2", "M1 L2 K1"]


def test_the_team_of_seats_1_and_3_hands_to_the_team_of_seat_0():
    state, _ = played("2MK 9MS 7SK 9LK", "M1", "K2")
    assert IN_PAIRS.to_act(state) == (3,)
    assert texts(state) == ["give-0-M"]
    state, events = done(state, "give-0-M")
    assert events[0] == TokenGiven(Seat(3), Seat(0), "K", "M")
    assert held(state) == ["K1", "M1 K2"]


def test_a_team_with_nothing_that_the_giver_lacks_gives_nothing_back():
    state, _ = played("2MK 9MS 8YK 7SK", "K2 M2", "M1")
    assert texts(state) == ["give-1"]
    assert held(made(state, "give-1")) == ["M2 K2", "M1 K1"]


def test_when_both_teams_have_two_the_winner_loses_one():
    state, events = played("2MK 9MS 8YK 7SK", "K2", "K2 M1")
    assert TokenReturned(Seat(2), "K") in events
    assert held(state) == ["K1", "M1 K2"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("give-0-M", "no_such_receiver"),
        ("give-1", "token_to_take"),
        ("give-1-W", "no_such_token"),
        ("give-1-M", "you_are_full"),
        ("AM", "give_first"),
        ("suit-M", "no_suit_to_choose"),
    ],
)
def test_a_wrong_gift_is_refused_by_name(text, code):
    state, _ = played("2MK 9MS 8YK 7SK", "K2 M2", "M1 S1")
    assert refused(state, text) == code


# -- ace_raid


def raid(*held: str, options: PairsOptions = ON) -> tuple[State, Sequence[GaspEvent]]:
    """A1 leads the Ace of Waves, B1 plays the Sea, A2 the Mill: 19 to 10 in Waves, and A1 leads next."""
    return played("AW CW 8WL 2MK", *held, options=options)


def test_without_the_option_the_token_comes_from_the_supply():
    state, _ = raid("W1", "W1", options=PairsOptions())
    assert held(state) == ["W2", "W1"]


@pytest.mark.parametrize(
    ("before", "after", "event"),
    [
        (("W1", "W1"), ["W2", ""], TokenTaken(Seat(0), "W", Seat(1))),
        (("", "W2"), ["W1", "W1"], TokenTaken(Seat(0), "W", Seat(1))),
        (("", ""), ["W1", ""], TokenTaken(Seat(0), "W")),
        (("W2", "W1 K1"), ["W2", "W2 K1"], TokenGiven(Seat(0), Seat(1), "W")),
        (("W2", "W2"), ["W1", "W2"], TokenReturned(Seat(0), "W")),
    ],
    ids=["from the crown's team", "even one of two", "supply if it has none", "it receives at two", "both at two"],
)
def test_raid(before, after, event):
    state, events = raid(*before)
    assert events[2] == event
    assert held(state) == after
    assert state.won < 0


def test_a_raided_team_may_complete_its_set_and_wins_though_the_other_took_the_trick():
    _state, events = raid("M2 S2 W2 L2 Y2", "M2 S2 W1 L2 Y2 K2")
    assert events[-1] == GameEnded((2, 1, 2, 1), (10, 12, 10, 12))


def test_a_team_that_wins_with_its_own_ace_and_crown_is_paid_as_usual_and_at_two_must_give():
    state, _ = played("CK 7SK AK 9LK", "K1", "K1", options=ON)
    assert held(state) == ["K2", "K1"]
    state, _ = played("CK 7SK AK 9LK", "K2", "K1 M1", options=ON)
    assert texts(state) == ["give-1-M"]
    state, _ = played("CK 7SK AK 9LK", "K2", "K2", options=ON)
    assert held(state) == ["K1", "K2"]


def test_an_ace_that_does_not_follow_triggers_no_raid():
    """The Ace of Moons beside the Huntress, in a trick won in Wyrms."""
    state, events = played("2SY CM CY AM", "Y1", "M1", options=ON)
    assert events[1] == TrickTaken(Seat(2), "Y")
    assert held(state) == ["Y2", "M1"]


def test_no_raid_when_the_crowns_team_wins():
    state, _ = played("AW CW 2MK 9WY", "W1", "", options=ON)
    assert held(state) == ["W1", "W1"]


# -- the end


def test_the_first_team_with_all_six_pairs_wins_at_once():
    state, events = played("2MK 9MS 8YK 7SK", "M2 S2 W2 L2 Y2 K1", "M1")
    assert events[-1] == GameEnded((1, 2, 1, 2), (12, 1, 12, 1))
    assert IN_PAIRS.to_act(state) == ()
    assert refused(state, "AM", seat=0) == "game_over"


@few
@anywhere
def test_partners_share_their_teams_place_and_points(seed, ace_raid):
    *_, (_state, _, _, _, events) = positions(seed, 4, PairsOptions(ace_raid=ace_raid, max_rounds=3), IN_PAIRS)
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert ended.places[:2] == ended.places[2:]
    assert ended.points[:2] == ended.points[2:]
    assert set(ended.places) in ({1, 2}, {1})


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        (((2, 1, 0, 0, 0, 0), (0, 0, 2, 0, 0, 0)), (1, 2, 1, 2)),
        (((1, 1, 0, 0, 0, 0), (0, 0, 2, 0, 0, 0)), (2, 1, 2, 1)),
        (((2, 0, 0, 0, 0, 1), (0, 1, 2, 0, 0, 0)), (1, 1, 1, 1)),
    ],
    ids=["by tokens", "by suits at two", "else equal"],
)
def test_g15_after_the_last_round_teams_are_placed(rows, places):
    assert standing(packed(rows), 4, 2)[0] == places


@pytest.mark.parametrize("rounds", [1, 2])
def test_g15_the_last_round_is_played_out(rounds):
    *_, (state, *_rest, events) = positions(11, 4, PairsOptions(max_rounds=rounds), IN_PAIRS)
    assert isinstance(events[-1], GameEnded)
    assert state.round == rounds - 1
    assert not any(holding(state, seat) for seat in range(4) if seat != state.turn)


# -- facts


@few
@anywhere
def test_a_token_to_hand_on_always_finds_the_other_team_below_two(seed, ace_raid):
    for state, *_, events in positions(seed, 4, PairsOptions(ace_raid=ace_raid, max_rounds=8), IN_PAIRS):
        assert all(0 <= n <= 2 for row in IN_PAIRS.view(state, None).tokens for n in row)
        if 0 <= state.won < EITHER:
            assert any(isinstance(event, TokenGiven) and event.to == 1 - event.seat % 2 for event in events)


@few
@anywhere
def test_without_raids_only_the_team_that_took_the_trick_wins(seed, ace_raid):
    *_, (state, *_rest, events) = positions(seed, 4, PairsOptions(), IN_PAIRS)
    after = replay(IN_PAIRS, events, state)
    assert after.outcome is not None
    assert after.last is not None
    if max(after.outcome.points) == 12:
        assert after.outcome.places[after.last.seat] == 1
