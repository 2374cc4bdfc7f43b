"""Galapagos against its rules: the play-off, the hundred bonus, how a deal and a game are scored."""

import pytest
from hypothesis import given, settings

from engine.cards import Card
from engine.cards.french import CODES, DECK
from engine.events import Seat
from engine.game import Outcome, Rejected
from engine.games.galapagos import GalapagosOptions
from engine.games.galapagos.combinations import beats, leads
from engine.games.galapagos.events import (
    CombinationPlayed,
    DealBegun,
    DealScored,
    Finished,
    Passed,
    PhaseScored,
    RoundTaken,
)
from engine.games.galapagos.scores import bonus, ending, stake, trick_points
from engine.pairs import Pair, plus
from tests.engine.games.finding import only
from tests.engine.games.galapagos_play import CHANCE, GAME, OPTIONS, SEEDS, games, legal, made, play_off, tricks


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(DECK.card[code] for code in codes.split())


# -- combinations


@pytest.mark.parametrize(
    ("top", "reply", "beaten"),
    [
        ("9C TH JS", "TD JD QC", True),
        ("9C TH JS", "TD JD QC KS", False),
        ("9C TH JS", "JD JH JC", False),
        ("7S 7H", "8D 8C", True),
        ("7S 7H", "7D 7C", False),
        ("7S", "8S 8H", False),
        ("7S 7H", "8S 8H 8D", False),
        ("7S 7H 7D", "8S 8H 8D 8C", False),
        ("2S 2H 2D", "3S 4S 5S", False),
        ("KS", "AH", True),
        ("AH", "2S", False),
    ],
)
def test_a13_a_combination_is_beaten_by_the_same_kind_and_number_only(top: str, reply: str, beaten: bool) -> None:
    assert beats(cards(reply), cards(top)) is beaten
    state, _ = made(play_off(f"{top} 2C", f"{reply} 3C 4D"), "out-" + top.replace(" ", "-"))
    assert ("out-" + reply.replace(" ", "-") in legal(state)) is beaten


def test_a11_sequences_compare_by_the_top_card_and_the_ace_is_low_or_high() -> None:
    assert beats(cards("2S 3S 4S"), cards("AH 2H 3H"))
    assert not beats(cards("AH 2H 3H"), cards("2S 3S 4S"))
    assert beats(cards("QS KS AH"), cards("JH QH KH"))
    assert not beats(cards("JH QH KH"), cards("QS KS AH"))
    assert not beats(cards("AS 2S 3C"), cards("AH 2H 3H"))


def test_a11_a_sequence_does_not_go_on_round_the_ace() -> None:
    offered = legal(play_off("KS AH 2D 3C", "9H"))
    assert "out-AH-2D-3C" in offered
    assert not any("KS-AH" in name for name in offered)


def test_a12_alone_and_in_a_set_the_ace_is_high() -> None:
    assert beats(cards("AH"), cards("KS"))
    assert beats(cards("AS AH"), cards("KS KH"))


def test_a_lead_is_a_card_or_some_of_a_rank_or_three_in_sequence_of_any_suits() -> None:
    assert legal(play_off("9S 9H TD JC", "2C")) == [
        "out-9S",
        "out-9H",
        "out-TD",
        "out-JC",
        "out-9S-9H",
        "out-9S-TD-JC",
        "out-9H-TD-JC",
    ]


@settings(deadline=None, max_examples=60)
@given(SEEDS)
def test_cards_of_a_combination_rise_and_equal_ranks_stand_as_spades_hearts_diamonds_clubs(seed: int) -> None:
    held = DECK.hand(CHANCE.shuffled("hand", seed, CODES[:53])[:13])
    for move in leads(held):
        name = GAME.move_text(move)
        assert GAME.move_text(GAME.parse_move(name)) == name
        figures = [code[0] for code in name.split("-")[1:]]
        in_sequence = "".join(figures).replace("Z", "A") in "A23456789TJQKA" and len(figures) > 2
        assert in_sequence or list(move.cards) == sorted(move.cards)


# -- rounds


def test_a10_the_winner_of_a_round_must_lead_and_passing_is_only_a_reply() -> None:
    state, events = made(play_off("9S 2C", "8S 3C"), "out-9S", "pass")
    assert events == (Passed(Seat(1)), RoundTaken(Seat(0)))
    assert legal(state) == ["out-2C"]
    with pytest.raises(Rejected) as refused:
        made(state, "pass")
    assert refused.value.code == "must_lead"


def test_a9_a_single_pass_ends_the_round_and_the_other_leads_next() -> None:
    state, _ = made(play_off("9S 2C JD", "TS 3C 4D"), "out-9S", "out-TS")
    assert legal(state) == ["out-JD", "pass"]
    state, events = made(state, "pass")
    assert only(events, RoundTaken).seat == 1
    assert state.acting == (1,)


def test_one_may_pass_although_one_could_beat() -> None:
    state, _ = made(play_off("9S 2C", "TS 3C"), "out-9S")
    assert legal(state) == ["out-TS", "pass"]


def test_pass_is_a_move_also_when_nothing_beats() -> None:
    state, _ = made(play_off("9S 2C", "8S 3C"), "out-9S")
    assert legal(state) == ["pass"]


def test_what_does_not_beat_and_what_is_not_held_are_refused() -> None:
    state, _ = made(play_off("9S 2C", "8S 3C"), "out-9S")
    for move, code in (("out-8S", "does_not_beat"), ("out-TS", "not_in_hand"), ("8S", "not_now")):
        with pytest.raises(Rejected) as refused:
            made(state, move)
        assert refused.value.code == code


def test_the_first_to_empty_the_hand_scores_ten_for_each_card_left_with_the_other() -> None:
    _, events = made(play_off("9S 9H", "8S 3C 4D 5D", length="deal"), "out-9S-9H")
    assert only(events, CombinationPlayed).cards == ("9S", "9H")
    assert only(events, PhaseScored) == PhaseScored("play-off", (40, 0), (0, 0), (40, 0))


@settings(deadline=None, max_examples=25)
@given(SEEDS, OPTIONS)
def test_a_play_off_ends_at_once_when_a_hand_is_empty(seed: int, options: GalapagosOptions) -> None:
    for state, seat, _, events in games(seed, options):
        ended = any(isinstance(event, PhaseScored) and event.phase == "play-off" for event in events)
        out = next((len(event.cards) for event in events if isinstance(event, CombinationPlayed)), 0)
        emptied = state.phase == "play-off" and out == state.hands[seat].bit_count()
        assert ended == emptied


# -- points


def test_who_wins_the_last_trick_scores_ten_a_trick_and_the_other_five() -> None:
    assert trick_points((8, 5), 0) == (80, 25)
    assert trick_points((8, 5), 1) == (40, 50)
    _, events = made(tricks("9C", "TC", "HS", bids=("2C", "3C")), "9C", "TC")
    assert only(events, PhaseScored) == PhaseScored("tricks", (0, 10), (0, 0), (0, 10))


def score_of(*phases: Pair) -> Pair:
    scores = (0, 0)
    for name, points in zip(("melds", "tricks", "play-off"), phases, strict=False):
        after = plus(scores, points)
        scores = plus(after, bonus(name, scores, after))  # type: ignore[arg-type]
    return scores


def test_the_hundred_bonus_goes_to_who_alone_has_reached_it_for_the_first_time() -> None:
    assert score_of((110, 40)) == (210, 40)
    assert score_of((40, 40), (80, 25)) == (120 + 50, 65)
    assert score_of((40, 40), (30, 25), (0, 40)) == (70, 105 + 25)


def test_if_both_reach_a_hundred_together_there_is_no_bonus_and_none_later() -> None:
    assert score_of((110, 100)) == (110, 100)
    assert score_of((110, 100), (80, 25), (0, 40)) == (190, 165)


def test_there_is_one_bonus_in_a_deal_at_most() -> None:
    assert score_of((110, 40), (25, 80)) == (235, 120)
    assert score_of((0, 0), (110, 60), (0, 40)) == (160, 100)


def test_a_hundred_is_reached_at_a_hundred() -> None:
    assert score_of((100, 99)) == (200, 99)
    assert score_of((99, 99)) == (99, 99)


def test_a2_the_hundred_is_of_the_deal_and_not_of_the_game() -> None:
    _, events = made(play_off("9S", "8S 3C", scores=(80, 60), totals=(400, 50), length="deal"), "out-9S")
    assert only(events, PhaseScored) == PhaseScored("play-off", (20, 0), (25, 0), (125, 60))


@settings(deadline=None, max_examples=25)
@given(SEEDS, OPTIONS)
def test_the_bonus_comes_once_and_a_deal_is_worth_its_phases(seed: int, options: GalapagosOptions) -> None:
    phases: list[PhaseScored] = []
    for *_, events in games(seed, options):
        for event in events:
            if isinstance(event, PhaseScored):
                phases.append(event)
            if isinstance(event, DealScored):
                assert [one.phase for one in phases] == ["melds", "tricks", "play-off"]
                assert sum(one.bonus != (0, 0) for one in phases) <= 1
                total = tuple(sum(one.points[seat] + one.bonus[seat] for one in phases) for seat in (0, 1))
                assert total == event.scores
                phases = []


# -- the end


TO_1000 = GalapagosOptions()


def test_the_game_ends_after_the_deal_in_which_someone_reaches_1000() -> None:
    assert ending(TO_1000, 5, (999, 990)) is None
    assert ending(TO_1000, 5, (1000, 990)) == "target"
    state, events = made(play_off("9S", "8S 3C", totals=(985, 730)), "out-9S")
    assert only(events, Finished) == Finished((1, 2), (1005, 730), 3, "target")
    assert GAME.outcome(state) == Outcome((1, 2), (1005, 730), 3)
    assert state.acting == ()


def test_before_1000_the_next_deal_begins() -> None:
    state, events = made(play_off("9S", "8S 3C", totals=(900, 730)), "out-9S")
    assert only(events, DealScored) == DealScored((20, 0), (920, 730))
    assert only(events, DealBegun).deal == 1
    assert (state.phase, GAME.points(state)) == ("auction", (920, 730))


@pytest.mark.parametrize(
    ("totals", "worth"),
    [
        ((1040, 730), 3),
        ((1040, 1005), 1),
        ((1040, 1000), 1),
        ((1040, 999), 2),
        ((1040, 750), 2),
        ((749, 1040), 3),
        ((500, 1040), 3),
        ((1040, 499), 4),
        ((0, 1040), 4),
    ],
)
def test_the_stake_goes_by_the_losers_points(totals: Pair, worth: int) -> None:
    assert stake(totals) == worth


def test_a14_equal_totals_over_1000_are_played_on() -> None:
    assert ending(TO_1000, 5, (1040, 1040)) is None
    _, events = made(play_off("9S", "8S 3C", totals=(1000, 1020)), "out-9S")
    assert only(events, DealBegun).deal == 1


def test_length_deal_ends_after_one_deal_with_places_by_its_score() -> None:
    state, events = made(play_off("9S", "8S 3C", scores=(50, 90), length="deal"), "out-9S")
    assert GAME.outcome(state) == Outcome((2, 1), (70, 90), 4)
    assert only(events, Finished).by == "deal"


def test_max_rounds_ends_the_game_with_places_by_the_totals_and_equal_totals_share_the_place() -> None:
    options = GalapagosOptions(max_rounds=3)
    assert ending(options, 2, (300, 400)) is None
    assert ending(options, 3, (300, 400)) == "max_rounds"
    state, _ = made(play_off("9S", "8S 3C", scores=(0, 20), max_rounds=1), "out-9S")
    assert GAME.outcome(state) == Outcome((1, 1), (20, 20), 1)


def test_points_so_far_are_the_totals_and_what_the_deal_has_brought() -> None:
    assert GAME.points(play_off("9S 2C", "8S", scores=(40, 65), totals=(300, 200))) == (340, 265)
