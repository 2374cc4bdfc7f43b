"""Noodling against its rules: rules sheet, section 4, row by row. Each test is named after what it holds."""

import pytest

from engine.cards.decktet import CODES, DECK, DecktetCode
from engine.chance import SeedChance
from engine.events import Seat
from engine.game import Rejected, replay
from engine.games.noodling import NoodlingOptions
from engine.games.noodling.events import (
    BidMade,
    CardsDrawn,
    ExcuseShown,
    Finished,
    HandDealt,
    HandDiscarded,
    MarketDiscarded,
    MarketRevealed,
    Passed,
    PileShuffled,
    PrizeTaken,
    StageBegun,
)
from engine.games.noodling.model import NOBODY
from engine.games.noodling.pips import PIPS, SIDE, STAGES, claim, codes, score, spelt
from tests.engine.games.finding import only
from tests.engine.games.noodling_play import CHANCE, GAME, after, auction, held, legal, shuffled

PACT: DecktetCode = "9MS"
MOUNTAIN, DIPLOMAT, AUTHOR, BATTLE, MILL = "4MS", "8MS", "2MK", "4YK", "8WL"
DARKNESS, MERCHANT, HARVEST, EXCUSE = "9WY", "9LK", "PMSL", "X"


def measured(prize: str, cards: str) -> tuple[int, int]:
    return spelt(claim(DECK.card[prize], DECK.hand(cards.split())))


def scored(pool: str, owned: str) -> int:
    return score(DECK.hand(pool.split()), DECK.hand(owned.split()), excuse="X" in owned.split())


# -- setup


@pytest.mark.parametrize(("seats", "boxed"), [(2, 2), (3, 0)])
def test_three_side_cards_each_singly_from_seat_0_and_the_rest_are_boxed(seats: int, boxed: int):
    events = GAME.opening(seats, NoodlingOptions(), CHANCE)
    side = next(event.order for event in events if isinstance(event, PileShuffled) and event.pile == "side")
    dealt = {event.seat: event.cards for event in events if isinstance(event, HandDealt)}
    assert dealt == {seat: side[seat : 3 * seats : seats] for seat in range(seats)}
    assert len(side) - 3 * seats == boxed


def test_the_excuse_is_dropped_for_two():
    shuffled = {seats: GAME.opening(seats, NoodlingOptions(), CHANCE)[1] for seats in (2, 3)}
    orders = {seats: set(event.order) for seats, event in shuffled.items() if isinstance(event, PileShuffled)}
    assert orders == {2: {*SIDE} - {"X"}, 3: {*SIDE}}


def test_stages_are_2_to_5_then_6_to_9_then_aces_and_crowns_each_shuffled_by_itself():
    events = GAME.opening(3, NoodlingOptions(), CHANCE)
    orders = {event.pile: event.order for event in events if isinstance(event, PileShuffled)}
    assert [*orders] == ["side", "stage-1", "stage-2", "stage-3"]
    for stage, ranks in enumerate(("2345", "6789", "AC"), 1):
        assert sorted(orders[f"stage-{stage}"]) == sorted(code for code in CODES[:36] if code[0] in ranks)
        assert orders[f"stage-{stage}"] == CHANCE.shuffled(f"stage-{stage}", 0, STAGES[stage - 1])


def test_decks_and_discards_start_empty_and_seat_0_is_the_first_active_player():
    state = replay(GAME, GAME.opening(3, NoodlingOptions(), CHANCE))
    assert not any(holding.deck or holding.discards or holding.front for holding in state.holdings)
    assert (state.turn, state.active, state.stage, state.round) == (0, 0, 1, 0)


# -- a round


def test_the_active_player_reveals_three_cards_and_picks_one_as_the_prize():
    events = GAME.opening(3, NoodlingOptions(), CHANCE)
    market = only(events, MarketRevealed)
    stage = next(event.order for event in events if isinstance(event, PileShuffled) and event.pile == "stage-1")
    assert (market.seat, market.cards) == (0, stage[:3])
    state = replay(GAME, events)
    assert legal(state) == [f"prize-{code}" for code in stage[:3]]


def test_the_winner_takes_the_prize_into_his_discards_and_the_other_two_are_shared():
    state = auction(PACT, held("4MS 2WL"), held("4YK"), held("5ML"))
    state, events = after(state, "bid-4MS", "pass", "pass")
    assert only(events, PrizeTaken) == PrizeTaken(Seat(0), PACT)
    assert {*codes(state.holdings[0].discards)} == {PACT, "4MS"}
    assert {*codes(state.shared)} == {"2MK", "2SY"}


def test_when_nobody_bids_all_three_are_shared_and_left_of_the_active_player_is_next():
    state, events = after(auction(PACT, held("4MS"), held("4YK"), held("5ML"), active=1, turn=1), *["pass"] * 3)
    assert only(events, MarketDiscarded).cards == ("2MK", "2SY", PACT)
    assert {*codes(state.shared)} == {PACT, "2MK", "2SY"}
    assert (state.active, state.turn) == (2, 2)
    assert only(events, MarketRevealed).seat == 2


def test_bidding_goes_to_the_left_and_passes_over_those_who_are_out():
    state = auction(PACT, held("4MS 8MS"), held("4YK"), held("PMSL 9WY"))
    turns = []
    for move in ("bid-4MS", "pass", "bid-PMSL", "bid-8MS"):
        turns.append(state.turn)
        state, _ = after(state, move)
    assert [*turns, state.turn] == [0, 1, 2, 0, 2]


# -- the pips


@pytest.mark.parametrize(
    ("code", "pips"), [("9MS", 3), ("AM", 1), ("CW", 1), ("X", 1), ("PMSL", 3), ("TSLK", 3), ("2WL", 3)]
)
def test_pips_are_three_on_numbers_pawns_and_courts_and_one_on_aces_crowns_and_the_excuse(code: str, pips: int):
    assert PIPS[DECK.card[code]] == pips


@pytest.mark.parametrize(("bid", "trumps"), [("9WY", 1), ("4MS", 2), ("AM", 1), ("CS", 1), ("TMWK", 1), ("4YK", 0)])
def test_every_pip_kind_on_the_prize_is_trump_its_rank_too(bid: str, trumps: int):
    assert measured(PACT, bid)[1] == trumps


def test_the_rank_of_an_ace_or_a_crown_is_no_pip():
    assert measured("AM", "AS") == (1, 0)
    assert measured("CM", "CS") == (1, 0)


def test_the_excuse_is_a_trump_whatever_the_prize():
    assert {measured(prize, "X") for prize in CODES[:36]} == {(1, 1)}


# -- the vectors


@pytest.mark.parametrize(
    ("prize", "bid", "result"),
    [
        (PACT, MOUNTAIN, (3, 2)),
        (PACT, DARKNESS, (3, 1)),
        (PACT, DIPLOMAT, (3, 2)),
        (PACT, HARVEST, (3, 2)),
        (PACT, f"{MERCHANT} {EXCUSE}", (4, 2)),
        (PACT, f"{MOUNTAIN} {AUTHOR}", (6, 3)),
        ("AW", MILL, (3, 1)),
        ("AW", "AM", (1, 0)),
        (PACT, BATTLE, (3, 0)),
    ],
)
def test_bids_come_to_what_the_vectors_say(prize: str, bid: str, result: tuple[int, int]):
    assert measured(prize, bid) == result


def after_the_mountain(hand: str) -> list[str]:
    """What may follow a bid of the Mountain for the Pact."""
    state, _ = after(auction(PACT, held("4MS 2MK"), held(hand), rest="2SY 2WL"), "bid-4MS")
    return legal(state)


def test_after_the_mountain_darkness_is_too_little_and_diplomat_takes_over():
    assert after_the_mountain("9WY") == ["pass"]
    assert after_the_mountain("8MS") == ["bid-8MS", "pass"]
    assert after_the_mountain("PMSL") == ["bid-PMSL", "pass"]
    assert after_the_mountain("9LK X") == ["bid-9LK-X", "pass"]
    state, _ = after(auction(PACT, held("4MS"), held("8MS")), "bid-4MS", "bid-8MS")
    assert state.bidder == 1


def test_an_illegal_bid_is_refused_with_what_it_comes_to():
    state, _ = after(auction(PACT, held("4MS"), held("9WY AM")), "bid-4MS")
    with pytest.raises(Rejected) as refused:
        after(state, "bid-9WY")
    assert refused.value.code == "too_few_trumps"
    assert "1 trumps; a bid needs 2" in str(refused.value)
    with pytest.raises(Rejected) as refused:
        after(state, "bid-AM")
    assert refused.value.code == "too_few_pips"


def test_the_first_bidder_adds_the_author_to_the_mountain():
    state, _ = after(auction(PACT, held("4MS 2MK"), held("8MS"), rest="2SY 2WL"), "bid-4MS", "bid-8MS")
    _, events = after(state, "bid-2MK")
    assert events == (BidMade(Seat(0), ("2MK",), 6, 3),)


def test_for_the_ace_of_waves_mill_is_a_bid_and_the_ace_of_moons_alone_is_none():
    assert legal(auction("AW", held("8WL AM"), held("2WL"))) == ["bid-8WL", "bid-AM-8WL", "pass"]


def test_a_first_bid_needs_no_trump():
    state, events = after(auction(PACT, held("4YK"), held("4MS")), "bid-4YK")
    assert only(events, BidMade) == BidMade(Seat(0), ("4YK",), 3, 0)
    assert state.bidder == 0


@pytest.mark.parametrize(
    ("pool", "owned", "points"),
    [
        ("9MS", "AM CM CS", 9),
        ("9MS", "AM CM CS X", 16),
        ("AW", "CW", 1),
        ("9MS", "AM AS CM CS", 16),
        ("9MS", "AM AS CM CS X", 25),
        ("9MS 8MS 9WY", "AM CM CS AW", 9 + 9 + 1),
        ("9MS 8MS 9WY", "AM CM CS AW X", 16 + 9 + 1),
        ("9MS", "9WY PMSL", 0),
        ("9MS", "X", 1),
        ("", "AM X", 0),
    ],
)
def test_each_card_that_nobody_took_scores_the_square_of_the_matching_aces_and_crowns(
    pool: str, owned: str, points: int
):
    assert scored(pool, owned) == points


# -- bids


def test_cards_in_front_count_and_ties_are_allowed():
    state, _ = after(auction(PACT, held("4MS 4YK"), held("8MS 9WY")), "bid-4MS", "bid-8MS", "bid-4YK")
    assert spelt(state.need) == (6, 2)
    assert legal(state) == ["bid-9WY", "pass"]
    state, _ = after(state, "bid-9WY")
    assert (state.bidder, spelt(state.need)) == (1, (6, 3))


def test_a_bid_of_more_pips_may_not_have_fewer_trumps_than_any_earlier_one():
    state, _ = after(auction(PACT, held("4MS"), held("4YK 5YK"), rest="2SY 2WL"), "bid-4MS")
    assert measured(PACT, "4YK 5YK") == (6, 0)
    assert legal(state) == ["pass"]


def test_a_bid_of_more_trumps_may_not_have_fewer_pips():
    state, _ = after(auction(PACT, held("4YK 5YK"), held("4MS"), rest="2SY 2WL"), "bid-4YK-5YK")
    assert legal(state) == ["pass"]


def test_bids_are_listed_one_card_first_and_cards_in_deck_order():
    assert legal(auction(PACT, held("X 9WY 4MS"), held())) == [
        "bid-4MS",
        "bid-9WY",
        "bid-4MS-9WY",
        "bid-4MS-X",
        "bid-9WY-X",
        "bid-4MS-9WY-X",
        "pass",
    ]


def test_a_bid_may_only_be_made_with_cards_of_the_hand():
    with pytest.raises(Rejected) as refused:
        after(auction(PACT, held("4MS"), held("8MS")), "bid-8MS")
    assert refused.value.code == "not_in_hand"


# -- passing


def test_who_passes_discards_his_hand_and_draws_three():
    state, events = after(auction(PACT, held("4MS 8MS", deck="5YK 6SY 7WY 7SK"), held("2WL")), "pass")
    assert events == (Passed(Seat(0), ("4MS", "8MS")), CardsDrawn(Seat(0), ("5YK", "6SY", "7WY")))
    assert [CODES[card] for card in state.holdings[0].deck] == ["7SK"]
    assert codes(state.holdings[0].discards) == ("4MS", "8MS")


def test_who_passes_draws_fewer_if_that_is_all_there_is():
    state, events = after(auction(PACT, held("4MS"), held("2WL")), "pass")
    assert [type(event) for event in events] == [Passed, PileShuffled, CardsDrawn]
    assert codes(state.holdings[0].hand) == ("4MS",)


def test_the_cards_left_in_the_deck_are_drawn_first_then_all_discards_are_the_new_deck():
    state, events = after(auction(PACT, held("4MS", deck="5YK", discards="6SY 7WY 7SK"), held("2WL")), "pass")
    order = shuffled("deck-0", 1, "4MS 6SY 7SK 7WY")
    assert events[1:] == (
        CardsDrawn(Seat(0), ("5YK",)),
        PileShuffled("deck-0", order),
        CardsDrawn(Seat(0), order[:2]),
    )
    assert [CODES[card] for card in state.holdings[0].deck] == [*order[2:]]
    assert state.holdings[0].discards == 0


def test_a_deck_of_three_is_drawn_whole_and_shuffled_only_when_more_is_needed():
    state, events = after(auction(PACT, held("4MS", deck="5YK 6SY 7WY"), held("2WL")), "pass")
    assert not any(isinstance(event, PileShuffled) for event in events)
    assert (state.holdings[0].deck, codes(state.holdings[0].discards)) == ((), ("4MS",))


def test_each_seat_counts_the_shuffles_of_its_own_deck():
    state, _ = after(auction(PACT, held("4MS", shuffles=4), held("2WL 8WL 8MS", shuffles=0)), "pass")
    assert [holding.shuffles for holding in state.holdings] == [5, 0]


def test_with_an_empty_hand_one_can_only_pass():
    state = auction(PACT, held(""), held("4MS"))
    assert legal(state) == ["pass"]
    _, events = after(state, "pass")
    assert events == (Passed(Seat(0), ()),)


# -- resolving


def test_all_cards_in_front_of_anybody_go_to_their_owners_discards():
    state = auction(PACT, held("4MS 4YK"), held("8MS"), held("PMSL"))
    state, _ = after(state, "bid-4MS", "bid-8MS", "bid-PMSL", "pass", "pass")
    assert [holding.front for holding in state.holdings] == [0, 0, 0]
    assert "4MS" in codes(state.holdings[0].discards)
    assert "8MS" in codes(state.holdings[1].discards)
    assert {*codes(state.holdings[2].discards)} == {"PMSL", PACT}


def test_a_winner_does_not_draw():
    state, _ = after(auction(PACT, held("4MS 8MS"), held("2WL")), "bid-4MS", "pass")
    assert codes(state.holdings[0].hand) == ("8MS",)
    state, _ = after(auction(PACT, held("4MS"), held("2WL")), "bid-4MS", "pass")
    assert (state.holdings[0].hand, state.active) == (0, 1)


# -- the rows of the table


def test_n1_the_prize_is_what_is_won():
    _, events = after(auction(PACT, held("4MS"), held("2WL")), "bid-4MS", "pass")
    assert only(events, PrizeTaken).card == PACT


def test_n2_the_active_player_bids_first():
    state = replay(GAME, GAME.opening(2, NoodlingOptions(), CHANCE))
    state, _ = after(state, legal(state)[1])
    assert state.turn == state.active == 0
    assert legal(state)[-1] == "pass"


def test_n3_three_pips_are_three_in_all_not_three_of_one_suit():
    assert legal(auction("AW", held("4YK"), held())) == ["bid-4YK", "pass"]
    assert legal(auction("AW", held("AM AS AK"), held())) == ["bid-AM-AS-AK", "pass"]


def test_n4_all_trumps_are_counted_together():
    state, _ = after(auction(PACT, held("9WY 9LK"), held("4MS 5YK 2WL"), rest="2SY 2MK"), "bid-9WY-9LK")
    assert spelt(state.need) == (6, 2)
    assert legal(state) == ["bid-2WL-4MS", "bid-4MS-5YK", "bid-2WL-4MS-5YK", "pass"]


def test_n5_a_second_bid_adds_to_the_first():
    state, _ = after(auction(PACT, held("4MS 8MS"), held("PMSL")), "bid-4MS", "bid-PMSL", "bid-8MS")
    assert spelt(state.need) == (6, 4)
    assert {*codes(state.holdings[0].front)} == {"4MS", "8MS"}


def test_n6_cards_of_who_passed_after_bidding_stay_in_front_and_only_the_hand_is_replaced():
    state = auction(PACT, held("4MS 4YK"), held("8MS 2WL"), held("PMSL 5YK"))
    state, events = after(state, "bid-4MS", "bid-8MS", "bid-PMSL", "pass")
    assert codes(state.holdings[0].front) == ("4MS",)
    assert only(events, PileShuffled).order == ("4YK",)
    state, _ = after(state, "pass")
    assert codes(state.holdings[0].discards) == ("4MS",)


def test_n7_the_hand_is_discarded_before_the_discards_are_shuffled():
    _, events = after(auction(PACT, held("4MS 8MS", discards="5YK"), held("2WL")), "pass")
    assert sorted(only(events, PileShuffled).order) == ["4MS", "5YK", "8MS"]


def test_n8_a_bid_stands_when_everybody_else_has_passed():
    _, events = after(auction(PACT, held("4MS"), held("2WL"), held("8MS")), "bid-4MS", "pass", "pass")
    assert only(events, PrizeTaken).seat == 0


def test_n8_the_last_one_without_a_standing_bid_may_bid_and_wins_at_once():
    state, _ = after(auction(PACT, held("4MS"), held("2WL"), held("8MS 4YK")), "pass", "pass")
    assert legal(state) == ["bid-4YK", "bid-8MS", "bid-4YK-8MS", "pass"]
    state, events = after(state, "bid-4YK")
    assert [type(event) for event in events] == [BidMade, PrizeTaken, MarketRevealed]
    assert (state.active, codes(state.holdings[2].hand)) == (0, ("8MS",))


def test_n8_the_last_one_without_a_standing_bid_may_pass():
    _, events = after(auction(PACT, held("4MS"), held("2WL"), held("8MS")), "pass", "pass", "pass")
    assert only(events, MarketDiscarded)


@pytest.mark.parametrize("code", SIDE[:-1])
def test_n9_pawns_and_courts_have_three_pips(code: str):
    assert spelt(claim(DECK.card["AM"], DECK.hand([code])))[0] == 3


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_n10_left_of_the_winner_is_active_next(winner: int):
    hands = [held("4MS" if seat == winner else "AM") for seat in range(3)]
    state = auction(PACT, *hands, rest="2SY 2WL")
    while state.market[0] == DECK.card[PACT]:
        state, events = after(state, legal(state)[0])
    assert only(events, MarketRevealed).seat == (winner + 1) % 3


def test_n12_a_prize_of_stage_iv_does_not_score_but_counts_as_owned():
    state = auction("AM", held("4MS"), held("2WL"), rest="9MS 8MS", stock="", stage=4, shared="CM", turn=0, round=19)
    state, events = after(state, "bid-4MS", "pass")
    assert only(events, Finished).points == (1 + 1 + 1, 0)
    assert {*codes(state.shared)} == {"9MS", "8MS", "CM"}


# -- stages


def test_the_last_auction_is_resolved_before_everybody_discards_and_draws():
    state = auction(PACT, held("4MS 8MS"), held("2WL"), stock="", stage=1)
    state, events = after(state, "bid-4MS", "pass")
    kinds = [type(event) for event in events]
    assert kinds.index(PrizeTaken) < kinds.index(HandDiscarded) < kinds.index(StageBegun)
    assert {*codes(state.holdings[0].hand)} == {PACT, "4MS", "8MS"}
    assert only(events, StageBegun).stage == 2
    assert only(events, MarketRevealed).cards == STAGES[1][:3]


def test_after_a_stage_also_an_empty_hand_is_filled():
    state = auction(PACT, held("4MS"), held("2WL", discards="3MW"), stock="", stage=2)
    state, _ = after(state, "bid-4MS", "pass")
    assert [holding.hand.bit_count() for holding in state.holdings] == [2, 2]


def test_play_goes_on_left_of_the_last_winner_in_the_new_stage():
    state = auction(PACT, held("4MS 8MS"), held("2WL"), held("5YK"), stock="", stage=1, turn=0)
    _, events = after(state, "bid-4MS", "pass", "pass")
    assert only(events, MarketRevealed).seat == 1


def test_stage_iv_is_the_shared_discard_shuffled():
    state = auction(PACT, held("4MS 8MS"), held("2WL"), stock="", stage=3, shared="7ML 7SK 7WY")
    state, events = after(state, "bid-4MS", "pass")
    order = shuffled("stage-4", 0, "2MK 2SY 7ML 7SK 7WY")
    assert PileShuffled("stage-4", order) in events
    assert (state.stage, state.shared) == (4, 0)
    assert [CODES[card] for card in (*state.market, *state.stock)] == [*order]


def test_the_game_ends_when_three_cards_cannot_be_revealed_and_leftovers_and_shared_discard_are_scored():
    state = auction("2MK", held("8MS AM"), held("CM"), rest="4MS 5YK", stock="9MS 3LY", stage=4, shared="7ML")
    state, events = after(state, "bid-8MS", "pass")
    assert only(events, Finished) == Finished((1, 1), (3, 3))
    assert state.outcome is not None
    assert legal(state) == []


def test_there_is_no_new_hand_after_the_last_stage():
    _, events = after(auction(PACT, held("4MS 8MS"), held("2WL"), stock="", stage=4), "bid-4MS", "pass")
    assert [type(event) for event in events] == [Passed, PileShuffled, CardsDrawn, PrizeTaken, Finished]


@pytest.mark.parametrize("stage", [4, 5])
def test_with_more_stages_leftovers_and_shared_discard_are_shuffled_and_played_on(stage: int):
    state = auction(
        PACT, held("4MS 8MS"), held("2WL"), stock="3LY 3MW", stage=stage, shared="7ML 7SK 7WY", stages=stage + 1
    )
    state, events = after(state, "bid-4MS", "pass")
    order = shuffled(f"stage-{stage + 1}", 0, "2MK 2SY 3MW 3LY 7ML 7SK 7WY")
    assert PileShuffled(f"stage-{stage + 1}", order) in events
    assert sum(isinstance(event, HandDiscarded) for event in events) == 2
    assert state.stage == stage + 1
    _, events = after(auction(PACT, held("4MS"), held("2WL"), stock="", stage=stage, stages=stage), "bid-4MS", "pass")
    assert isinstance(events[-1], Finished)


# -- the end


def test_the_highest_total_wins_and_a_tie_is_shared():
    state = auction(
        "2MK", held("8MS AM"), held("CM CS"), held("AS AL"), rest="4MS 5YK", stock="", stage=4, shared="9MS"
    )
    _, events = after(state, "bid-8MS", "pass", "pass")
    assert only(events, Finished) == Finished((2, 1, 2), (2, 8, 2))


def test_the_excuse_scores_for_its_owner_in_hand_deck_or_discards():
    for owner in (held("X"), held(deck="X"), held(discards="X")):
        state = auction("2MK", held("4MS"), owner, rest="9MS 5YK", stock="", stage=4)
        _, events = after(state, "bid-4MS", "pass")
        assert only(events, Finished).points == (0, 1)


def test_an_excuse_in_a_first_hand_is_shown_for_the_scoring():
    state = auction("2MK", held("4MS"), held("8MS"), held("X PMSL", shuffles=0), max_rounds=1)
    state, _ = after(state, "pass", "bid-8MS")
    _, events = after(state, "bid-PMSL-X", "pass")
    assert not any(isinstance(event, ExcuseShown) for event in events)
    state = auction("2MK", held("4MS"), held("8MS"), held("X PMSL", shuffles=0), max_rounds=1)
    _, events = after(state, "pass", "pass", "bid-PMSL")
    assert only(events, ExcuseShown) == ExcuseShown(Seat(2), "X")
    assert only(events, Finished).points == (0, 0, 1)


def test_max_rounds_ends_the_game_after_so_many_auctions_and_scores_what_lies_there():
    state = auction("2MK", held("4MS AM"), held("8MS"), rest="4YK 9MS", stock="3MW 3SK 3LY 2WL", max_rounds=2, round=1)
    _, events = after(state, "bid-4MS", "pass")
    assert only(events, Finished).points == (2, 0)
    assert not any(isinstance(event, MarketRevealed) for event in events)


# -- what is known


def test_personal_discards_are_public_and_hands_and_decks_are_not():
    state = auction(PACT, held("4MS", deck="5YK 6SY", discards="7WY"), held("2WL", discards="8WL"))
    other = GAME.view(state, Seat(1))
    assert other.seats[0].discards == ("7WY",)
    assert (other.seats[0].hand, other.seats[0].deck) == (1, 2)
    assert other.seats[0].unseen == ("4MS", "5YK", "6SY")
    assert GAME.view(state, Seat(0)).seats[0].unseen == ("5YK", "6SY")


def test_a_deck_that_is_drawn_to_its_end_is_known_to_be_in_the_hand():
    state, _ = after(auction(PACT, held("4MS", deck="5YK", discards="6SY 7WY 7SK"), held("2WL")), "pass")
    seen = GAME.view(state, Seat(1)).seats[0]
    assert seen.known == ("5YK",)
    assert seen.unseen == ("4MS", "6SY", "7SK", "7WY")
    state, _ = after(auction(PACT, held("4MS 8MS"), held("2WL")), "pass")
    assert GAME.view(state, None).seats[0].known == ("4MS", "8MS")


def test_a_hand_drawn_is_told_to_its_drawer_alone():
    _, events = after(auction(PACT, held("4MS", deck="5YK 6SY 7WY"), held("2WL")), "pass")
    drawn = only(events, CardsDrawn)
    assert drawn.seen_by(Seat(0)).cards == ("5YK", "6SY", "7WY")
    assert drawn.seen_by(Seat(1)).cards is None
    assert drawn.seen_by(None).cards is None


# -- moves and refusals


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        ("", f"prize-{PACT}", "prize_is_chosen"),
        ("bid-4MS pass", "bid-2WL", "prize_first"),
        ("bid-4MS pass", "pass", "prize_first"),
        ("bid-4MS pass", "prize-AM", "not_in_market"),
    ],
)
def test_what_is_not_asked_for_now_is_refused(moves: str, move: str, code: str):
    state, _ = after(auction(PACT, held("4MS 2WL"), held("8MS")), *moves.split())
    with pytest.raises(Rejected) as refused:
        after(state, move)
    assert refused.value.code == code


def test_only_the_seat_whose_turn_it_is_may_move():
    state = auction(PACT, held("4MS"), held("8MS"))
    with pytest.raises(Rejected) as refused:
        GAME.decide(state, Seat(1), GAME.parse_move("pass"), SeedChance(b""))
    assert refused.value.code == "not_your_turn"
    assert state.bidder == NOBODY
