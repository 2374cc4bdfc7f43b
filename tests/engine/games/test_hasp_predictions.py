"""The predictions of HASP, row by row of the rules sheet, section 5."""

from typing import Any

import pytest

from engine.events import Seat
from engine.game import Rejected
from engine.games.hasp.events import CardPlayed, PredictionMade, RoundScored, TrickTaken
from tests.engine.games.finding import only
from tests.engine.games.hasp_play import GAME, after, first_trick, held, legal, position, refused


def test_everybody_predicts_or_passes_before_his_card_in_trick_1_and_never_again() -> None:
    state = first_trick("C5 F1", "C6 F2", "C1 F3", "C2 F4")
    for card in ("C5", "C6", "C1", "C2"):
        assert refused(state, card) == "predict_first"
        assert legal(state) == ["predict-all", "predict-none", "predict-pass"]
        state, _ = after(state, f"predict-pass {card}")
    assert legal(state) == ["F2"]
    assert refused(state, "predict-pass") == "no_prediction_now"


def test_minor_find_needs_7_and_8_and_great_find_the_9() -> None:
    def offered(hand: str) -> list[str]:
        return [move.removeprefix("predict-") for move in legal(first_trick(hand, "F1", "F2", "F3"))]

    assert offered("V7 V8") == ["minor", "all", "none", "pass"]
    assert offered("V9 V10") == ["great", "all", "none", "pass"]
    assert offered("V7 V10") == offered("V8 G1") == ["all", "none", "pass"]
    assert refused(first_trick("V7 G1", "F1", "F2", "F3"), "predict-minor") == "not_in_hand"


@pytest.mark.parametrize(("find", "pot"), [("minor", 2), ("great", 2), ("all", 3), ("none", 3), ("pass", 1)])
def test_a_prediction_adds_to_the_pot(find: str, pot: int) -> None:
    state, events = after(first_trick("V7 V8 V9", "F1 F2 F3", "G1 G2 G3", "C1 C2 C3"), f"predict-{find}")
    assert only(events, PredictionMade).pot == state.deal.pot == pot


def test_the_pot_of_great_pass_minor_and_find_all_is_5_and_a_lost_trick_gives_it_to_the_others() -> None:
    state = first_trick("V9 F1 G1 C6", "F4 G2 C2 R1", "V7 V8 F2 G3", "F6 G6 C1 R2")
    state, _ = after(state, "predict-great F1 predict-pass F4 predict-minor F2 predict-all F6")
    assert (state.deal.pot, state.turn) == (5, 3)
    state, events = after(state, "G6 G1 G2 G3")
    assert [type(event) for event in events] == [CardPlayed, TrickTaken]
    _, events = after(state, "C1 C6 C2 V7")
    scored = only(events, RoundScored)
    assert (scored.decided, scored.held, scored.pot) == ("all", False, 5)
    assert scored.gained == scored.totals == (5, 0, 5, 0)


def test_a_find_all_that_comes_true_scores_the_pot() -> None:
    state = position("V10 V9", "F1 F2", "G1 G2", "C1 C2", said=(("all",), (), (), ()), pot=3)
    state, events = after(state, "V10 F1 G1 C1 V9 F2 G2 C2")
    scored = only(events, RoundScored)
    assert (scored.decided, scored.held, scored.gained) == ("all", True, (3, 0, 3, 0))


def test_find_all_of_a_team_may_be_taken_by_either_partner() -> None:
    state = position("F1 V9", "F2 G5", "V10 C1", "C3 C2", said=(("all",), (), (), ()), pot=3)
    _, events = after(state, "F1 F2 V10 C3 C1 C2 V9 G5")
    assert only(events, RoundScored).gained == (3, 0, 3, 0)


def test_no_find_comes_true_when_the_last_trick_is_lost_and_fails_with_the_first_that_is_won() -> None:
    said: Any = (("none",), (), (), ())
    _, events = after(position("F1 F2", "F6 V9", "F3 G1", "F4 C2", said=said, pot=3), "F1 F6 F3 F4 V9 G1 C2 F2")
    scored = only(events, RoundScored)
    assert (scored.decided, scored.held, scored.gained) == ("none", True, (3, 0, 3, 0))
    _, events = after(position("F1 F2", "F2 V9", "F6 G1", "F4 C2", said=said, pot=3), "F1 F2 F6 F4")
    scored = only(events, RoundScored)
    assert (scored.held, scored.gained) == (False, (0, 3, 0, 3))


def test_find_all_and_no_find_are_said_once_a_round() -> None:
    state, _ = after(first_trick("C5 F1", "C6 V9", "C1 F3", "C2 F4"), "predict-none C5")
    assert legal(state) == ["predict-great", "predict-pass"]
    assert refused(state, "predict-all") == refused(state, "predict-none") == "claim_is_made"


def test_h4_one_prediction_a_player() -> None:
    state = first_trick("V7 V8 V9", "F1", "F2", "F3")
    assert "predict-minor-great" not in legal(state)
    assert refused(state, "predict-minor-great") == "one_prediction"


def test_h4_with_multi_predictions_several_are_joined_in_order() -> None:
    state = first_trick("V7 V8 V9", "F1", "F2", "F3", multi_predictions=True)
    assert {move.removeprefix("predict-") for move in legal(state)} == {
        *("minor", "great", "all", "none", "pass", "minor-great", "minor-all", "minor-none", "great-all", "great-none"),
        *("minor-great-all", "minor-great-none"),
    }
    later, events = after(state, "predict-minor-great-all")
    assert only(events, PredictionMade).shown == ("V7", "V8", "V9")
    assert later.deal.pot == 5


@pytest.mark.parametrize("text", ["predict-great-minor", "predict-all-none", "predict-minor-pass", "predict-"])
def test_predictions_in_another_order_or_that_exclude_each_other_are_no_moves(text: str) -> None:
    with pytest.raises(Rejected) as error:
        GAME.parse_move(text)
    assert error.value.code == "unknown_move"


def test_h5_minor_and_great_find_need_not_be_said() -> None:
    assert "predict-pass" in legal(first_trick("V7 V8 V9", "F1", "F2", "F3"))


def test_h6_shown_cards_return_to_the_hand_and_stay_known_to_all() -> None:
    state, events = after(first_trick("V7 V8 F1", "F2 F3 F4", "G1 G2 G3", "C1 C2 C3"), "predict-minor")
    assert only(events, PredictionMade).shown == ("V7", "V8")
    assert held(state, 0) == ("F1", "V7", "V8")
    for seat in (None, Seat(2)):
        assert GAME.view(state, seat).shown == (("V7", "V8"), (), (), ())
    state, _ = after(state, "V8")
    assert GAME.view(state, None).shown[0] == ("V7",)


def test_h7_later_players_predict_after_the_cards_and_predictions_before_them() -> None:
    state, _ = after(first_trick("V7 V8 F1", "F2 F3", "G1 G2", "C1 C2"), "predict-minor V8")
    view = GAME.view(state, Seat(1))
    assert (view.due, view.turn) == ("prediction", 1)
    assert [played.card for played in view.trick] == ["V8"]
    assert view.predictions == (("minor",), None, None, None)


def test_h8_a_find_all_that_is_lost_in_trick_1_ends_the_round_after_that_trick_and_its_predictions() -> None:
    state = first_trick("F1 F2", "F6 V9", "G1 G2", "C1 C2")
    state, events = after(state, "predict-all F1 predict-pass F6")
    assert not any(isinstance(event, RoundScored) for event in events)
    assert legal(state) == ["predict-pass"]
    _, events = after(state, "predict-pass G1 predict-pass C1")
    assert only(events, RoundScored).gained == (0, 3, 0, 3)


def test_h9_the_partner_of_find_all_may_still_say_minor_or_great_find() -> None:
    state, _ = after(first_trick("F1 F2", "F6 F5", "V7 V8", "V9 C2"), "predict-all F1 predict-pass F6")
    assert legal(state) == ["predict-minor", "predict-pass"]
    assert after(state, "predict-minor")[0].deal.pot == 4
