"""The scores of HASP and how it ends, row by row of the rules sheet, section 5."""

from typing import Any

from hypothesis import given, settings

from engine.game import Outcome, parse_options
from engine.games.hasp import HaspOptions
from engine.games.hasp.events import GameEnded, PredictionMade, RoundScored
from engine.games.hasp.scores import by_points, over
from tests.engine.games.finding import only
from tests.engine.games.hasp_play import GAME, OPTIONS, SEATS, SEEDS, after, first_trick, games, position


def test_the_higher_sum_scores_the_pot_21_to_26_with_a_pot_of_3() -> None:
    _, events = after(position("F1", "F2", "G1", "C1", points=(21, 26), pot=3), "F1 F2 G1 C1")
    scored = only(events, RoundScored)
    assert (scored.decided, scored.points) == ("points", (21, 26, 21, 26))
    assert scored.gained == scored.totals == (0, 3, 0, 3)


def test_the_cards_of_the_last_trick_count() -> None:
    _, events = after(position("F6", "F5", "G6", "C6", points=(15, 18)), "F6 F5 G6 C6")
    assert only(events, RoundScored).points == (30, 18, 30, 18)


@settings(deadline=None, max_examples=40)
@given(SEEDS, OPTIONS)
def test_h10_the_teams_of_four_never_tie_for_47_is_odd(seed: int, options: HaspOptions) -> None:
    for _, events in games(seed, 4, options):
        for event in events:
            if isinstance(event, RoundScored) and event.decided == "points":
                assert event.points[0] + event.points[1] == 47
                assert sum(gain > 0 for gain in event.gained) == 2


def test_h10_if_they_did_the_announcers_team_would_lose() -> None:
    assert by_points((20, 20), 2, ((),) * 4, 3) == (0, 3)


def test_two_players_with_20_20_and_announcer_a_b_scores_the_pot() -> None:
    _, events = after(position("F2", "G2", points=(20, 20), pot=2), "F2 G2")
    assert only(events, RoundScored).gained == (0, 2)
    _, events = after(position("F2", "G2", points=(20, 20), pot=2, round_number=1), "G2 F2")
    assert only(events, RoundScored).gained == (2, 0)


def test_two_of_three_tied_for_most_both_score_the_pot() -> None:
    _, events = after(position("F2", "G2", "C2", points=(18, 18, 4), pot=2), "F2 G2 C2")
    assert only(events, RoundScored).gained == (2, 2, 0)


TIED: dict[str, Any] = {"points": (14, 14, 14)}


def test_all_three_tied_without_a_prediction_nobody_scores() -> None:
    _, events = after(position("F2", "G2", "C2", **TIED), "F2 G2 C2")
    assert only(events, RoundScored).gained == (0, 0, 0)


def test_all_three_tied_who_made_no_prediction_scores() -> None:
    said: Any = (("great",), (), ("minor",))
    _, events = after(position("F2", "G2", "C2", said=said, pot=3, **TIED), "F2 G2 C2")
    assert only(events, RoundScored).gained == (0, 3, 0)


def test_h11_a_failed_find_all_or_no_find_of_one_of_three_gives_both_opponents_the_pot() -> None:
    for kind, play in (("all", "F2 F3 F4"), ("none", "F4 F2 F3")):
        lead, *rest = play.split()
        state = position(f"{lead} G1", f"{rest[0]} G2", f"{rest[1]} G3", said=((kind,), (), ()), pot=3)  # type: ignore[arg-type]
        _, events = after(state, play)
        assert only(events, RoundScored).gained == (0, 3, 3)


def test_h12_all_three_tied_two_without_a_prediction_both_score() -> None:
    said: Any = ((), ("great",), ())
    _, events = after(position("F2", "G2", "C2", said=said, pot=2, **TIED), "F2 G2 C2")
    assert only(events, RoundScored).gained == (2, 0, 2)


@settings(deadline=None, max_examples=40)
@given(SEEDS, OPTIONS)
def test_h12_when_points_decide_one_of_three_has_made_no_prediction(seed: int, options: HaspOptions) -> None:
    said = 0
    for _, events in games(seed, 3, options):
        for event in events:
            if isinstance(event, PredictionMade):
                said += bool(event.finds)
            if isinstance(event, RoundScored):
                assert event.decided != "points" or said <= 2
                said = 0


def test_h13_a_tie_for_the_least_changes_nothing() -> None:
    _, events = after(position("F2", "G2", "C2", points=(20, 5, 5)), "F2 G2 C2")
    assert only(events, RoundScored).gained == (1, 0, 0)


def test_h14_of_two_find_all_is_all_eight_tricks_of_the_player_alone() -> None:
    mine, theirs = "V7 V8 V9 V10 R3 R4 R5 R6", "F3 F4 F5 F6 G3 G4 G5 G6"
    state = first_trick(mine, theirs, trump="R")
    moves = [f"{a} {b}" for a, b in zip(mine.split()[1:], theirs.split()[1:], strict=True)]
    state, events = after(state, f"predict-all V7 predict-pass F3 {' '.join(moves)}")
    assert only(events, RoundScored).gained == (3, 0)


def test_h15_the_game_ends_at_the_end_of_a_round_and_may_go_past_12() -> None:
    state, events = after(position("F6", "F2", "G1", "C1", totals=(11, 11), pot=5), "F6 F2 G1 C1")
    assert GAME.outcome(state) == Outcome((1, 2, 1, 2), (16, 11, 16, 11))
    assert only(events, GameEnded) == GameEnded((1, 2, 1, 2), (16, 11, 16, 11))
    assert not GAME.to_act(state)


@settings(deadline=None, max_examples=40)
@given(SEEDS, SEATS, OPTIONS)
def test_h15_of_two_sides_one_alone_scores(seed: int, seats: int, options: HaspOptions) -> None:
    for _, events in games(seed, seats, options):
        for event in events:
            if isinstance(event, RoundScored) and seats != 3:
                assert sorted(event.gained[:2]) == [0, event.pot]


def test_h16_two_players_tied_in_points_when_a_find_all_fails_it_is_the_find_all_that_counts() -> None:
    state = position("F3 V9", "F4 G3", said=(("all",), ()), pot=3, points=(10, 10))
    _, events = after(state, "F3 F4")
    scored = only(events, RoundScored)
    assert (scored.decided, scored.gained) == ("all", (0, 3))


def test_eleven_is_not_enough_and_twelve_is() -> None:
    assert not over((11, 9), HaspOptions(), 5)
    assert over((12, 9), HaspOptions(), 5)


def test_three_who_share_the_lead_at_12_or_more_play_on() -> None:
    assert not over((13, 13, 4), HaspOptions(), 5)
    assert not over((12, 12, 12), HaspOptions(), 5)
    assert over((13, 14, 13), HaspOptions(), 5)


def test_target_and_max_rounds_end_the_game_with_places_by_the_totals() -> None:
    assert over((5, 3), HaspOptions(target=5), 2)
    assert over((5, 3), HaspOptions(max_rounds=2), 2)
    state, _ = after(position("F2", "G2", "C2", points=(18, 18, 4), max_rounds=1), "F2 G2 C2")
    assert GAME.outcome(state) == Outcome((1, 1, 3), (1, 1, 0))


def test_partners_are_seats_0_and_2_and_seats_1_and_3() -> None:
    assert GAME.teams(4, HaspOptions()) == ((0, 2), (1, 3))
    assert GAME.teams(3, HaspOptions()) == ((0,), (1,), (2,))
    assert GAME.teams(2, HaspOptions()) == ((0,), (1,))


def test_the_defaults_are_h1_one_prediction_12_points_and_60_rounds() -> None:
    defaults = HaspOptions(values="h1", multi_predictions=False, target=12, max_rounds=60)
    assert parse_options(GAME, {}) == defaults
