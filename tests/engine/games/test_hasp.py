"""HASP against its rules, rules sheet, section 5: the cards, the deal, playing to a trick, secrets and refusals."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

from engine.cards.hasp import CODES, DECK, NAMES, POINTS, SUIT_NAMES
from engine.chance import StackedChance
from engine.events import Seat
from engine.game import replay
from engine.games.hasp import HaspOptions
from engine.games.hasp.events import HandDealt, PackShuffled, RoundStarted, TrickTaken, TrumpAnnounced, TrumpTurned
from engine.games.hasp.moves import TRUMP_CODES
from engine.games.hasp.tricks import PACKS, holder, worth
from tests.engine.games.finding import only
from tests.engine.games.hasp_play import (
    CHANCE,
    GAME,
    OPTIONS,
    SEATS,
    SEEDS,
    after,
    cards,
    games,
    held,
    legal,
    position,
    refused,
)


def dealt(events: Sequence[Any]) -> dict[int, Any]:
    return {event.seat: event.cards for event in events if isinstance(event, HandDealt)}


# -- the cards


def test_the_deck_has_28_cards_in_four_suits_of_children_and_the_village() -> None:
    assert len(CODES) == len(set(CODES)) == 28
    assert CODES[:7] == ("F1", "F2", "F3", "F4", "F5", "F6", "G1")
    assert CODES[-4:] == ("V7", "V8", "V9", "V10")
    assert tuple(f"{SUIT_NAMES['FGRCV'.index(code[0])]} {code[1:]}" for code in CODES) == NAMES


def test_three_play_without_the_1s_and_two_without_the_1s_and_2s() -> None:
    assert {seats: len(pack) for seats, pack in PACKS.items()} == {4: 28, 3: 24, 2: 20}
    assert not any(code[1:] == "1" for code in PACKS[3])
    assert not any(code[1:] in ("1", "2") for code in PACKS[2])


@pytest.mark.parametrize("values", ["h1", "h2", "h3"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_whole_pack_counts_47_with_any_values_and_any_number_of_players(values: Any, seats: int) -> None:
    assert sum(POINTS[values][DECK.card[code]] for code in PACKS[seats]) == 47


def test_hr_h1_check_the_whole_pack_is_47() -> None:
    assert 4 * (0 + 0 + 1 + 2 + 3 + 4) + 2 + 2 + 2 + 1 == sum(POINTS["h1"]) == 47


@pytest.mark.parametrize(("values", "village"), [("h1", [2, 2, 2, 1]), ("h2", [1, 1, 1, 4]), ("h3", [1, 1, 2, 3])])
def test_the_children_count_0_0_1_2_3_4_and_the_village_what_the_option_says(values: Any, village: list[int]) -> None:
    assert [*POINTS[values]] == [0, 0, 1, 2, 3, 4] * 4 + village


# -- the deal


@pytest.mark.parametrize(("seats", "first", "second"), [(4, 3, 4), (2, 3, 5)])
def test_some_cards_are_dealt_before_the_announcement_and_the_rest_after_it(
    seats: int, first: int, second: int
) -> None:
    events = GAME.opening(seats, HaspOptions(), CHANCE)
    order = only(events, PackShuffled).order
    cut = first * seats
    assert dealt(events) == {seat: order[seat:cut:seats] for seat in range(seats)}
    state, later = after(replay(GAME, events), "trump-R")
    assert dealt(later) == {seat: order[cut + seat : cut + second * seats : seats] for seat in range(seats)}
    assert len(state.deal.rest) == len(order) - (first + second) * seats == {4: 0, 2: 4}[seats]


def test_three_are_dealt_seven_each_and_card_22_is_turned_up() -> None:
    events = GAME.opening(3, HaspOptions(), CHANCE)
    order = only(events, PackShuffled).order
    turned = only(events, TrumpTurned)
    assert dealt(events) == {seat: order[seat:21:3] for seat in range(3)}
    assert turned.card == order[21]
    assert [DECK.codes[card] for card in replay(GAME, events).deal.rest] == [*order[22:]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_seat_deals_first_and_then_who_led_the_round_before(seats: int) -> None:
    first = only(GAME.opening(seats, HaspOptions(), CHANCE), RoundStarted)
    assert (first.dealer, first.leader) == (seats - 1, 0)
    hands = ("F6", "G4", "C4", "R4")[:seats]
    state, events = after(position(*hands), " ".join(hands))
    begun = only(events, RoundStarted)
    assert (begun.round, begun.dealer, begun.leader, state.turn) == (1, 0, 1, 1)
    assert only(events, PackShuffled).order == CHANCE.shuffled("pack", 1, PACKS[seats])


def test_left_of_the_dealer_announces_a_suit_of_children_or_none_from_three_cards() -> None:
    state = replay(GAME, GAME.opening(4, HaspOptions(), CHANCE))
    assert GAME.to_act(state) == (0,)
    assert legal(state) == ["trump-F", "trump-G", "trump-R", "trump-C", "trump-none"]
    assert len(held(state, 0)) == 3
    later, events = after(state, "trump-none")
    assert events[0] == TrumpAnnounced(Seat(0), "none")
    assert (later.turn, len(held(later, 0))) == (0, 7)


def test_nothing_is_announced_by_three() -> None:
    state = replay(GAME, GAME.opening(3, HaspOptions(), CHANCE))
    assert legal(state)[-1] == "predict-pass"
    assert refused(state, "trump-R") == "trump_is_named"


@pytest.mark.parametrize(("turned", "trump"), [("V7", "none"), ("R6", "R")])
def test_the_card_turned_up_names_the_trump_and_a_village_card_none(turned: str, trump: str) -> None:
    others = [code for code in PACKS[3] if code != turned]
    chance = StackedChance({"pack": [[*others[:21], turned, *others[21:]]]}, CHANCE)
    event = only(GAME.opening(3, HaspOptions(), chance), TrumpTurned)
    assert (event.card, event.trump) == (turned, trump)


# -- playing to a trick


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("F6 F2 R1 V7", "R", "V7"),
        ("F3 F5 R2 R4", "R", "R4"),
        ("C3 C5 C1 G6", "none", "C5"),
        ("V8 V10 V7 R6", "R", "V10"),
    ],
)
def test_tricks(trick: str, trump: Any, winner: str) -> None:
    assert trick.split()[holder(cards(trick), TRUMP_CODES.index(trump))] == winner


def test_a_card_of_the_suit_led_must_be_played_if_one_is_held() -> None:
    state, _ = after(position("C5 C6", "C1 C2 R1 V7 G3", "F1", "F2", trump="R"), "C5")
    assert legal(state) == ["C1", "C2"]
    assert refused(state, "V7") == "must_follow"


def test_hand_r1_v7_g3_c5_led_void_plays_r1_or_v7_even_if_the_partners_v10_is_winning() -> None:
    state, _ = after(position("C5", "F2", "V10", "R1 V7 G3", trump="R"), "C5 F2 V10")
    assert legal(state) == ["R1", "V7"]
    assert refused(state, "G3") == "must_trump"


def test_without_the_suit_led_and_without_a_trump_any_card_may_be_played() -> None:
    state, _ = after(position("C5", "F2 G3", "F1", "F4", trump="R"), "C5")
    assert legal(state) == ["F2", "G3"]


def test_the_winner_leads_to_the_next_trick() -> None:
    state, events = after(position("C5 F1", "C6 F2", "C1 F3", "C2 F4"), "C5 C6 C1 C2")
    assert events[1] == TrickTaken(Seat(1), 3 + 4)
    assert state.turn == 1


def test_the_village_beats_the_announced_trump_whatever_the_number() -> None:
    for trump, low, high in product(range(4), range(24), range(24, 28)):
        assert holder((low, high), trump) == 1
        assert holder((high, low), trump) == 0


def test_h1_the_announced_trump_and_the_village_are_two_suits() -> None:
    river_led, _ = after(position("R5", "R1 V7 F2", "F1", "F3", trump="R"), "R5")
    assert legal(river_led) == ["R1"]
    without_river, _ = after(position("R5", "V7 F2", "F1", "F3", trump="R"), "R5")
    assert legal(without_river) == ["V7"]
    village_led, _ = after(position("V8", "R1 V7 F2", "F1", "F3", trump="R"), "V8")
    assert legal(village_led) == ["V7"]
    without_village, _ = after(position("V8", "R1 F2", "F1", "F3", trump="R"), "V8")
    assert legal(without_village) == ["R1"]


def test_h2_a_trump_is_due_although_the_partner_is_winning() -> None:
    state, _ = after(position("F2", "C6", "C1", "R1 F3", trump="R", round_number=1), "C6 C1")
    assert legal(state) == ["R1"]


def test_h3_any_trump_will_do_it_need_not_be_higher() -> None:
    state, _ = after(position("C5", "V9", "R1 V7 V10 G3", "F3", trump="R"), "C5 V9")
    assert legal(state) == ["R1", "V7", "V10"]


# -- facts, and what is hidden


@settings(deadline=None, max_examples=40)
@given(SEEDS, SEATS, OPTIONS)
def test_a_pot_is_1_to_5_points_and_no_card_is_lost(seed: int, seats: int, options: HaspOptions) -> None:
    for state, events in games(seed, seats, options):
        assert 1 <= state.deal.pot <= 5
        view = GAME.view(state, None)
        assert sum(view.counts) + view.rest + len(view.seen) + (view.turned is not None) == len(PACKS[seats])
        for event in events:
            if isinstance(event, TrickTaken):
                assert event.points <= worth(range(28), POINTS[options.values])


def test_at_the_announcement_the_last_cards_are_hidden_even_from_their_owners() -> None:
    state = replay(GAME, GAME.opening(4, HaspOptions(), CHANCE))
    for seat in range(4):
        view = GAME.view(state, Seat(seat))
        assert (len(view.hand), view.rest) == (3, 16)


def test_the_cards_set_aside_stay_unseen_but_the_one_turned_up() -> None:
    three = replay(GAME, GAME.opening(3, HaspOptions(), CHANCE))
    view = GAME.view(three, Seat(0))
    assert (view.turned, view.rest) == (DECK.codes[three.deal.turned or 0], 2)
    two, _ = after(replay(GAME, GAME.opening(2, HaspOptions(), CHANCE)), "trump-F")
    view = GAME.view(two, Seat(0))
    assert (view.turned, view.rest, view.seen) == (None, 4, ())


def test_play_shows_which_suits_a_seat_no_longer_holds() -> None:
    state, _ = after(position("C5 G1", "R1 F5", "F2 F3", "C1 F4", trump="R"), "C5 R1 F2")
    assert GAME.view(state, None).voids == ((), ("C",), ("R", "C", "V"), ())


@pytest.mark.parametrize(("seat", "move", "code"), [(1, "F2", "not_your_turn"), (0, "F2", "not_in_hand")])
def test_other_peoples_turns_and_cards_are_refused(seat: int, move: str, code: str) -> None:
    assert refused(position("F1", "F2", "G1", "C1"), move, seat) == code


def test_nothing_may_be_done_before_the_trump_is_named_or_after_the_end() -> None:
    opening = replay(GAME, GAME.opening(4, HaspOptions(), CHANCE))
    assert refused(opening, "predict-pass") == refused(opening, "F1") == "announce_first"
    ended, _ = after(position("F6", "F2", "G1", "C1", max_rounds=1), "F6 F2 G1 C1")
    assert refused(ended, "F6", 0) == "game_over"
