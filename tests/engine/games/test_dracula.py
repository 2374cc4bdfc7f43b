"""Dracula against its rules: rules sheet, section 8, row by row. Each test is named after what it holds."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from engine.cards.french import CODES, JOKERS, PACK
from engine.chance import StackedChance
from engine.events import Seat
from engine.game import Outcome, Rejected, parse_options
from engine.games.dracula import State
from engine.games.dracula.coffin import IN_COLUMNS, IN_ROWS, best, laid, line, lines, slots
from engine.games.dracula.events import (
    CardPlaced,
    CentreTurned,
    DealBegun,
    DealScored,
    Finished,
    HandDealt,
    PackShuffled,
    SetScored,
    WayChosen,
)
from engine.games.dracula.model import DraculaOptions, Three, Way
from engine.games.dracula.scores import finish
from engine.options import read_options
from engine.pairs import Pair
from tests.engine.games.dracula_play import CHANCE, DRACULA, after, cells, legal, opened, position
from tests.engine.games.finding import only

S3 = "QC JH 9H  5C AD 5S  KH 7D JD"
"""The layout that gives both score pairs of the published fragment."""


def in_row(cards: str) -> int:
    return line(sum(IN_ROWS[CODES.index(code) + 1] for code in cards.split()))


def in_column(cards: str) -> int:
    return line(sum(IN_COLUMNS[CODES.index(code) + 1] for code in cards.split()))


def worths(layout: str) -> tuple[Three, Three]:
    return lines(slots(laid(cells(layout))))


# -- setup


def test_52_cards_and_two_vampires_are_shuffled() -> None:
    order = only(DRACULA.opening(2, DraculaOptions(), CHANCE), PackShuffled).order
    assert sorted(order) == sorted([*PACK, "ZR", "ZB"])


def test_the_first_dealer_is_the_last_seat_and_chooses_his_way_before_the_first_deal() -> None:
    state = opened()
    assert (state.turn, state.hands, state.coffin) == (1, (0, 0), 0)
    assert legal(state) == ["queens", "kings"]


@pytest.mark.parametrize(("way", "rows"), [("queens", 1), ("kings", 0)])
def test_queens_way_is_rows_kings_way_is_columns_and_the_opponent_has_the_other(way: Way, rows: int) -> None:
    state, events = after(opened(), way)
    assert only(events, WayChosen) == WayChosen(Seat(1), way)
    assert state.sheet.rows == rows


def test_the_ways_are_fixed_for_the_whole_game() -> None:
    state, _ = after(opened(), "queens")
    for _ in range(96):
        for way in ("queens", "kings"):
            with pytest.raises(Rejected) as refused:
                after(state, way)
            assert refused.value.code == "way_chosen"
        state, _ = after(state, legal(state)[0])
        assert state.sheet.rows == 1


def test_no_card_is_placed_before_a_way_is_chosen() -> None:
    with pytest.raises(Rejected) as refused:
        after(opened(), "7D-b3")
    assert refused.value.code == "way_not_chosen"


def test_four_cards_each_singly_from_the_dealers_left_and_the_ninth_face_up_in_the_centre() -> None:
    order = only(DRACULA.opening(2, DraculaOptions(), CHANCE), PackShuffled).order
    state, events = after(opened(), "queens")
    dealt = {event.seat: event.cards for event in events if isinstance(event, HandDealt)}
    assert dealt == {0: order[0:8:2], 1: order[1:8:2]}
    assert only(events, CentreTurned).card == order[8]
    assert DRACULA.view(state, None).coffin == (None, None, None, None, order[8], None, None, None, None)
    assert DRACULA.view(state, None).stock == 45


def test_the_deal_alternates_and_goes_on_from_the_stock() -> None:
    order = only(DRACULA.opening(2, DraculaOptions(), CHANCE), PackShuffled).order
    state, _ = after(opened(), "queens")
    for deal in range(1, 6):
        for _ in range(7):
            state, _ = after(state, legal(state)[0])
        state, events = after(state, legal(state)[0])
        begun = only(events, DealBegun)
        assert (begun.deal, begun.dealer, begun.leader) == (deal, (deal + 1) % 2, deal % 2)
        dealt = {event.seat: event.cards for event in events if isinstance(event, HandDealt)}
        cards = order[9 * deal : 9 * deal + 9]
        assert dealt == {begun.leader: cards[0:8:2], begun.dealer: cards[1:8:2]}
        assert only(events, CentreTurned).card == cards[8]


# -- play


def test_the_non_dealer_plays_first_and_the_players_alternate_for_eight_placements() -> None:
    state, _ = after(opened(), "queens")
    turns = []
    for _ in range(8):
        turns.append(state.turn)
        state, events = after(state, legal(state)[0])
    assert turns == [0, 1, 0, 1, 0, 1, 0, 1]
    assert isinstance(events[1], DealScored)


def test_a_card_goes_beside_any_placed_card_and_not_to_a_corner_of_one() -> None:
    assert legal(position(". . . . 9H . . . .", "7D")) == ["7D-b1", "7D-a2", "7D-c2", "7D-b3"]
    assert legal(position(". 2S . . 9H . . . .", "7D")) == ["7D-a1", "7D-c1", "7D-a2", "7D-c2", "7D-b3"]
    with pytest.raises(Rejected) as refused:
        after(position(". . . . 9H . . . .", "7D"), "7D-a1")
    assert refused.value.code == "cell_apart"


def test_only_an_empty_cell_takes_a_card_of_ones_own_hand_in_ones_turn() -> None:
    state = position(". . . . 9H . . . .", "7D", "8D")
    for seat, move, code in ((0, "7D-b2", "cell_taken"), (0, "8D-b1", "not_in_hand"), (1, "8D-b1", "not_your_turn")):
        with pytest.raises(Rejected) as refused:
            DRACULA.decide(state, Seat(seat), DRACULA.parse_move(move), CHANCE)
        assert refused.value.code == code


def test_the_letter_is_the_column_from_the_left_and_the_number_the_row_from_the_top() -> None:
    state, events = after(position(". . . . 9H . . 2S .", "7D"), "7D-c3")
    assert events == (CardPlaced(Seat(0), "7D", "c3"),)
    assert DRACULA.view(state, None).coffin == tuple(cells(". . . . 9H . . 2S 7D"))


# -- values and multipliers


@pytest.mark.parametrize(
    ("rank", "row", "column"),
    [("A", 1, 1), *((str(n), n, n) for n in range(2, 10)), ("T", 10, 10), ("J", 0, 0), ("Q", 10, 0), ("K", 0, 10)],
)
def test_card_values(rank: str, row: int, column: int) -> None:
    """Beside two Jacks of other suits, of both colours: nothing is multiplied."""
    assert in_row(f"{rank}S JD JC") == row
    assert in_column(f"{rank}S JD JC") == column


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("2S 3H 4C", 9),  # three suits
        ("2S 3S 4D", 18),  # exactly two of one suit
        ("2S 3S 4S", 36),  # three of one suit
        ("2S 3C 4S", 27),  # three of one colour, two of them of one suit: only the higher counts
        ("2H 3D 4D", 27),
    ],
)
def test_two_of_a_suit_double_a_colour_trebles_a_suit_quadruples_and_only_the_highest_counts(
    cards: str, points: int
) -> None:
    assert in_row(cards) == in_column(cards) == points


def test_the_order_of_a_line_does_not_matter() -> None:
    assert in_row("2S 4D 3S") == in_row("4D 3S 2S") == in_row("3S 2S 4D") == 18


def test_the_suit_of_a_court_card_that_counts_nothing_still_multiplies() -> None:
    assert in_row("KS 9S 2D") == in_column("QS 9S 2D") == in_column("JS 9S 2D") == 22
    assert in_row("KS JS 9S") == 36


@pytest.mark.parametrize("vampire", JOKERS)
def test_a_vampire_makes_its_whole_row_and_its_whole_column_count_nothing(vampire: str) -> None:
    assert worths(f"9S 8S 7S  6H {vampire} 5H  4D 3D 2D") == ((96, 0, 36), (19, 0, 14))


def test_a_vampire_may_lie_in_the_centre_and_drain_the_middle_row_and_column() -> None:
    pack = ["AS", "2S", "AH", "2H", "AD", "2D", "AC", "2C", "ZR"]
    order = [*pack, *(code for code in CODES if code not in pack)]
    _, events = after(opened(StackedChance({"pack": [order]}, CHANCE)), "queens")
    assert only(events, CentreTurned).card == "ZR"
    rows, columns = worths("9S 8S 7S  6H ZR 5H  4D 3D 2D")
    assert rows[1] == columns[1] == 0


# -- the vectors


def test_the_layout_that_reproduces_the_quoted_scores() -> None:
    rows, columns = worths(S3)
    assert rows == (38, 11, 21)
    assert columns == (30, 24, 14)
    assert best(rows, columns) == (38, 30)


def test_with_a_vampire_in_place_of_the_queen_it_is_21_to_24() -> None:
    rows, columns = worths(S3.replace("QC", "ZB"))
    assert rows == (0, 11, 21)
    assert columns == (0, 24, 14)
    assert best(rows, columns) == (21, 24)


def test_the_quoted_deal_played_at_a_table() -> None:
    """The last card of it: seat 0, which scores rows, lays the Queen."""
    _, events = after(position(S3.replace("QC", "."), "QC"), "QC-a1")
    assert only(events, DealScored) == DealScored((38, 11, 21), (30, 24, 14), (38, 30), (38, 30))
    _, events = after(position(S3.replace("QC", "."), "QC", rows=1), "QC-a1")
    assert only(events, DealScored).scores == (30, 38)


def test_without_multipliers_no_line_could_be_worth_38() -> None:
    values = [weight & 31 for weight in IN_ROWS[1:]]
    assert max(map(sum, combinations(values, 3))) == 30


def test_no_line_is_worth_more_than_116() -> None:
    for weights in (IN_ROWS, IN_COLUMNS):
        assert max(line(sum(three)) for three in combinations(weights[1:], 3)) == 4 * (10 + 10 + 9)


# -- the score


@pytest.mark.parametrize(
    ("rows", "columns", "scores"),
    [
        ((38, 11, 21), (30, 24, 14), (38, 30)),
        ((38, 11, 21), (14, 38, 24), (21, 24)),
        ((38, 11, 21), (21, 38, 14), (11, 14)),
        ((38, 11, 21), (21, 38, 11), (11, 11)),
        ((0, 0, 0), (0, 0, 0), (0, 0)),
        ((20, 20, 5), (20, 4, 20), (5, 4)),
    ],
)
def test_equal_best_lines_give_way_to_the_second_best_then_the_third_best_and_then_both_score_it(
    rows: Three, columns: Three, scores: Pair
) -> None:
    assert best(rows, columns) == scores


def last_card(*, deal: int = 5, deals: Sequence[Pair] = (), totals: Pair = (0, 0)) -> State:
    """Seat 0 lays the last card of the sixth deal: 38 to itself and 30 to seat 1."""
    return position(S3.replace("QC", "."), "QC", deal=deal, deals=deals, totals=totals)


def test_after_six_deals_the_higher_total_adds_the_difference() -> None:
    state, events = after(last_card(deals=[(10, 50)] * 5, totals=(150, 350)), "QC-a1")
    assert only(events, SetScored) == SetScored((88, 280), (0, 192), (188, 572))
    assert (state.sheet.sets, state.sheet.totals, state.sheet.deals) == (((88, 472),), (188, 572), ())


def test_equal_sets_bring_no_bonus() -> None:
    deals = [(0, 8), *[(20, 20)] * 4]
    _, events = after(last_card(deals=deals, totals=(100, 100)), "QC-a1")
    assert only(events, SetScored) == SetScored((118, 118), (0, 0), (138, 130))


def test_there_is_no_bonus_before_the_sixth_deal() -> None:
    _, events = after(last_card(deal=4, deals=[(10, 50)] * 4), "QC-a1")
    assert not any(isinstance(event, SetScored | PackShuffled) for event in events)


def test_each_set_is_a_shuffle_of_its_own_and_the_deal_goes_on_alternating() -> None:
    state, events = after(last_card(deals=[(10, 50)] * 5, totals=(150, 350)), "QC-a1")
    order = only(events, PackShuffled).order
    assert order == CHANCE.shuffled("pack", 1, CODES)
    begun = only(events, DealBegun)
    assert (begun.deal, begun.dealer, begun.leader) == (6, 1, 0)
    dealt = [(event.seat, event.cards) for event in events if isinstance(event, HandDealt)]
    assert dealt == [(0, order[0:8:2]), (1, order[1:8:2])]
    assert DRACULA.view(state, None).buried == ()


# -- the end

TO_1000 = DraculaOptions()


def test_nobody_has_won_with_999_and_1000_is_enough() -> None:
    assert finish(TO_1000, 4, (999, 500)) is None
    assert finish(TO_1000, 4, (1000, 500)) == Finished((1, 2), (1000, 500), "target")


def test_of_two_with_1000_the_higher_total_wins_and_equal_ones_play_another_set() -> None:
    assert finish(TO_1000, 4, (1010, 1020)) == Finished((2, 1), (1010, 1020), "target")
    assert finish(TO_1000, 4, (1010, 1010)) is None


def test_1000_is_looked_at_after_the_bonus_of_a_set_and_not_before() -> None:
    state, _ = after(last_card(deal=3, totals=(990, 990)), "QC-a1")
    assert state.sheet.totals == (1028, 1020)
    assert DRACULA.outcome(state) is None
    state, events = after(last_card(deals=[(60, 0)] * 5, totals=(700, 500)), "QC-a1")
    assert only(events, Finished).by == "target"
    assert DRACULA.outcome(state) == Outcome(places=(1, 2), points=(700 + 38 + 308, 530))


def test_length_set_ends_after_six_deals_and_equal_totals_share_the_place() -> None:
    options = DraculaOptions(length="set")
    assert finish(options, 1, (300, 200)) == Finished((1, 2), (300, 200), "set")
    assert finish(options, 1, (200, 200)) == Finished((1, 1), (200, 200), "set")


def test_max_rounds_counts_sets_and_ends_the_game_with_places_by_the_totals() -> None:
    options = DraculaOptions(max_rounds=3)
    assert finish(options, 2, (300, 200)) is None
    assert finish(options, 3, (300, 200)) == Finished((1, 2), (300, 200), "max_rounds")
    assert finish(options, 3, (1200, 1200)) == Finished((1, 1), (1200, 1200), "max_rounds")


def test_the_defaults_are_1000_points_and_20_sets() -> None:
    assert parse_options(DRACULA, {}) == DraculaOptions(length="1000", max_rounds=20)
    assert read_options(DRACULA, {"length": "1000", "max_rounds": "5"}) == DraculaOptions(max_rounds=5)
