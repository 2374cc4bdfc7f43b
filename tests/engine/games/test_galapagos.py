"""Galapagos against its rules: rules sheet, section 7, row by row: the deal, auctions, melds, trumps and tricks."""

from itertools import product

import pytest
from hypothesis import given, settings

from engine.cards.french import CODES, DECK, HIGH_RANK_OF, PACK, SUIT_OF
from engine.events import Seat
from engine.game import Rejected, parse_options, replay
from engine.games.galapagos import GalapagosOptions
from engine.games.galapagos.auctions import WORTH
from engine.games.galapagos.events import (
    BidSealed,
    BidsPickedUp,
    BidsRevealed,
    CardCeded,
    CardDrawn,
    CardTaken,
    CardTurned,
    DealBegun,
    HandDealt,
    Melded,
    PackShuffled,
    PhaseScored,
    StockEmptied,
    TrickTaken,
    TrumpSealed,
    TrumpsRevealed,
)
from engine.games.galapagos.melds import melds, points
from engine.options import read_options
from tests.engine.games.finding import only
from tests.engine.games.galapagos_play import (
    CHANCE,
    GAME,
    OPTIONS,
    SEEDS,
    auction,
    games,
    hand,
    legal,
    made,
    melding,
    suit,
    tricks,
)

# -- the deal


def test_thirteen_cards_each_singly_from_the_dealers_left_and_a_stock_of_26() -> None:
    events = GAME.opening(2, GalapagosOptions(), CHANCE)
    order = only(events, PackShuffled).order
    dealt = {event.seat: event.cards for event in events if isinstance(event, HandDealt)}
    assert sorted(order) == sorted(PACK)
    assert dealt == {0: order[0:26:2], 1: order[1:26:2]}
    state = replay(GAME, events)
    assert only(events, CardTurned).card == order[26]
    assert state.auction.stock == tuple(DECK.card[code] for code in order[27:])


def test_a16_the_dealer_has_no_other_role_and_the_deal_alternates() -> None:
    first = only(GAME.opening(2, GalapagosOptions(), CHANCE), DealBegun)
    assert (first.deal, first.dealer, first.jokers) == (0, 1, None)
    begun = [
        (event.deal, event.dealer)
        for _, _, _, events in games(1, GalapagosOptions(max_rounds=3))
        for event in events
        if isinstance(event, DealBegun)
    ]
    assert begun == [(1, 0), (2, 1)]


def test_each_deal_is_its_own_shuffle_of_the_one_pile() -> None:
    shuffles = [
        event for *_, events in games(1, GalapagosOptions()) for event in events if isinstance(event, PackShuffled)
    ]
    assert {event.pile for event in shuffles} == {"pack"}
    assert len({event.order for event in shuffles}) == len(shuffles)


# -- auctions


@pytest.mark.parametrize(
    ("turned", "one", "two", "winner"),
    [
        *((turned, "9H", "JD", 1) for turned in ("4S", "4H", "4D", "4C")),
        ("4S", "5C", "5D", 0),
        ("4S", "5H", "5D", 0),
        ("4S", "5S", "5C", 0),
        ("4D", "8S", "8C", 1),
        ("4H", "2C", "AS", 1),
    ],
)
def test_the_higher_bid_wins_and_the_card_turned_up_decides_a_tie(turned: str, one: str, two: str, winner: int) -> None:
    for bids, won in (((one, two), winner), ((two, one), 1 - winner)):
        state, events = made(auction(f"{bids[0]} 3C", f"{bids[1]} 3D", turned), f"bid-{bids[0]}", f"bid-{bids[1]}")
        revealed = only(events, BidsRevealed)
        assert (revealed.cards, revealed.winner) == (bids, won)
        assert revealed.tied == (one[0] == two[0])
        assert state.acting == (won,)


@pytest.mark.parametrize(("turned", "order"), [("4S", "SCHD"), ("4H", "HDSC"), ("4D", "DHCS"), ("4C", "CSDH")])
def test_a1_every_tie_is_decided_by_the_order_of_the_suits(turned: str, order: str) -> None:
    worth = WORTH[suit(turned[1])]
    for one, two in product(range(4), repeat=2):
        if one < two:
            assert worth[DECK.card["9" + order[one]]] > worth[DECK.card["9" + order[two]]]
    assert all(len(set(row)) == 54 for row in WORTH)


def test_both_bid_at_the_same_time_and_either_may_be_the_first_to_lay_down() -> None:
    state = auction("9H 3C", "JD 3D", "4S")
    assert state.acting == (0, 1)
    assert (legal(state, 0), legal(state, 1)) == (["bid-3C", "bid-9H"], ["bid-3D", "bid-JD"])
    events = GAME.decide(state, Seat(1), GAME.parse_move("bid-JD"), CHANCE)
    assert events == (BidSealed(Seat(1), "JD"),)
    later = replay(GAME, events, state)
    assert (later.acting, legal(later, 1)) == ((0,), [])


def test_the_winner_takes_the_card_turned_up_and_the_other_draws_unseen() -> None:
    state, _ = made(auction("9H 3C", "JD 3D", "4S"), "bid-9H", "bid-JD")
    assert legal(state) == ["take", "cede"]
    later, events = made(state, "take")
    assert events == (CardTaken(Seat(1), "4S"), CardDrawn(Seat(0), "2C"), CardTurned("3C"))
    assert later.hands == (hand("3C 2C"), hand("3D 4S"))


def test_the_winner_may_cede_it_and_draw_unseen_himself() -> None:
    state, _ = made(auction("9H 3C", "JD 3D", "4S"), "bid-9H", "bid-JD")
    later, events = made(state, "cede")
    assert events == (CardCeded(Seat(1), "4S"), CardDrawn(Seat(1), "2C"), CardTurned("3C"))
    assert later.hands == (hand("3C 4S"), hand("3D 2C"))


def test_a3_the_last_card_of_the_stock_goes_unseen_to_who_does_not_take_the_one_before() -> None:
    for choice, last in (("take", 0), ("cede", 1)):
        state, _ = made(auction("9H 3C", "JD 3D", "4S", "2C"), "bid-9H", "bid-JD")
        later, events = made(state, choice)
        assert only(events, StockEmptied).last == last
        assert (later.phase, later.acting, later.court.leader) == ("melds", (last,), last)


@settings(deadline=None, max_examples=25)
@given(SEEDS, OPTIONS)
def test_after_the_auctions_each_holds_thirteen_cards_and_has_bid_as_many_as_there_were(
    seed: int, options: GalapagosOptions
) -> None:
    auctions = 0
    for state, _, _, events in games(seed, options):
        auctions += any(isinstance(event, BidsRevealed) for event in events)
        if any(isinstance(event, StockEmptied) for event in events):
            after = replay(GAME, events, state)
            assert auctions == 13 + options.jokers
            assert [held.bit_count() for held in after.hands] == [13, 13]
            assert sum(map(len, after.auction.bids)) + len(after.auction.spent) == 2 * auctions
            auctions = 0


@settings(deadline=None, max_examples=25)
@given(SEEDS, OPTIONS)
def test_a15_bids_are_public_once_made_and_no_card_is_lost(seed: int, options: GalapagosOptions) -> None:
    for state, *_ in games(seed, options):
        view = GAME.view(state, None)
        assert view.bids == tuple(tuple(CODES[card] for card in row) for row in state.auction.bids)
        if view.phase in ("auction", "choice"):
            laid = sum(view.sealed) if view.offers is None else 0
            open_cards = sum(map(len, view.bids)) + len(view.spent) + (view.turned is not None)
            assert sum(view.counts) + laid + view.stock + open_cards == 52 + 2 * options.jokers


# -- melds


@pytest.mark.parametrize(
    ("held", "trump", "scored"),
    [
        ("AS KS QS JS TS 2H 4D 6C", None, 50),
        ("AC 2C 3C", None, 0),
        ("4H 5H 6H", None, 10),
        ("4H 5H 6H 7H", None, 20),
        ("KS KH KC", None, 15),
        ("KS KH KC", "D", 30),
        ("KS KH KC", "S", 15),
        ("3S 3H 3D 3C", None, 60),
        ("2S 2H 2D 2C", None, 80),
        ("9S 9H 9D 9C", None, 40),
        ("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", None, 130),
        ("QH KH AH 2H", None, 10),
        ("KS KH KC QC JC", None, 25),
    ],
)
def test_melds_score_as_the_table_says(held: str, trump: str | None, scored: int) -> None:
    number = None if trump is None else suit(trump)
    assert points(hand(held), number) == scored
    assert sum(meld.points for meld in melds(hand(held), number)) == scored


def test_a_card_may_be_in_one_set_and_one_sequence() -> None:
    found = [({CODES[card] for card in meld.cards}, meld.points) for meld in melds(hand("KS KH KC QC JC"))]
    assert found == [({"KS", "KH", "KC"}, 15), ({"JC", "QC", "KC"}, 10)]


@settings(deadline=None, max_examples=200)
@given(SEEDS)
def test_a8_no_card_is_in_two_sets_or_two_runs(seed: int) -> None:
    held = hand(" ".join(CHANCE.shuffled("meld", seed, PACK)[:13]))
    for is_set in (True, False):
        cards = [c for meld in melds(held) if is_set == (len({c >> 2 for c in meld.cards}) == 1) for c in meld.cards]
        assert len(cards) == len(set(cards))


def test_the_taker_of_the_last_card_melds_first_and_each_melds_once() -> None:
    state = melding("KS KH KC 2D", "4H 5H 6H 9D", turn=1)
    assert GAME.legal(state, Seat(0)) == ()
    state, events = made(state, "meld")
    assert only(events, Melded).points == 10
    assert state.acting == (0,)
    state, events = made(state, "meld")
    assert only(events, PhaseScored) == PhaseScored("melds", (15, 10), (0, 0), (15, 10))
    assert (state.phase, state.acting) == ("trumps", (0, 1))


def test_meld_is_a_move_also_when_nothing_scores() -> None:
    state = melding("KS 2D", "4H 9D")
    assert legal(state) == ["meld"]
    assert only(made(state, "meld")[1], Melded) == Melded(Seat(0), (), None, 0)


def test_a_trump_is_announced_only_with_a_set_of_three_that_lacks_its_card() -> None:
    assert legal(melding("KS KH KC 2D", "4H 9D")) == ["meld", "meld-D"]
    assert legal(melding("KS KH KC KD", "4H 9D")) == ["meld"]
    with pytest.raises(Rejected) as refused:
        made(melding("KS KH KC 2D", "4H 9D"), "meld-S")
    assert refused.value.code == "no_such_set"


def test_a5_of_two_sets_only_those_that_lack_the_announced_suit_count_thirty() -> None:
    held = "KS KH KC 9S 9H 9D 5S 5H 5C"
    assert legal(melding(held, "4H 2D")) == ["meld", "meld-D", "meld-C"]
    assert only(made(melding(held, "4H 2D"), "meld-D")[1], Melded).points == 30 + 15 + 30
    assert only(made(melding(held, "4H 2D"), "meld-C")[1], Melded).points == 15 + 30 + 15
    assert only(made(melding(held, "4H 2D"), "meld")[1], Melded).points == 45


def test_a7_all_that_scores_is_shown_by_itself_each_maximal_run_once() -> None:
    melded = only(made(melding("4H 5H 6H 7H 8H 8D 8C", "2D"), "meld")[1], Melded)
    shown = [(meld.cards, meld.points) for meld in melded.melds]
    assert shown == [(("8H", "8D", "8C"), 15), (("4H", "5H", "6H", "7H", "8H"), 50)]


def test_the_cards_of_what_was_scored_are_shown_to_both() -> None:
    state, events = made(melding("KS KH KC 2D", "4H 9D"), "meld")
    assert only(events, Melded).seen_by(Seat(1)) == only(events, Melded)
    for seat in (None, Seat(1)):
        assert GAME.view(state, seat).known[0] == ("KS", "KH", "KC")


# -- trumps


def test_a4_trumps_are_chosen_in_secret_after_the_melds_and_shown_together() -> None:
    state, _ = made(melding("KS KH KC 2D", "4H 9D"), "meld", "meld")
    assert legal(state, 0) == legal(state, 1) == ["trump-S", "trump-H", "trump-D", "trump-C"]
    state, events = made(state, "trump-H")
    assert events == (TrumpSealed(Seat(0), "H"),)
    assert events[0].seen_by(Seat(1)) == TrumpSealed(Seat(0), None)
    state, events = made(state, "trump-S")
    assert events == (TrumpSealed(Seat(1), "S"), TrumpsRevealed(("H", "S")))
    assert (state.phase, state.acting) == ("tricks", (0,))


def test_a4_an_announced_trump_is_binding_and_its_owner_is_not_asked() -> None:
    state, _ = made(melding("KS KH KC 2D", "4H 9D"), "meld-D", "meld")
    assert state.acting == (1,)
    _, events = made(state, "trump-C")
    assert only(events, TrumpsRevealed).suits == ("D", "C")


def test_when_both_have_announced_nobody_is_asked() -> None:
    state, events = made(melding("KS KH KC 2D", "4H 4D 4C 9D"), "meld-D", "meld-S")
    assert only(events, TrumpsRevealed).suits == ("D", "S")
    assert (state.phase, state.acting) == ("tricks", (0,))


def test_a6_both_may_have_the_same_trump() -> None:
    state, _ = made(tricks("9H 2C", "TH 9S", "HH"), "9H", "TH")
    assert state.acting == (1,)
    state, _ = made(tricks("9C 2C", "TH 9S", "HH"), "9C", "TH")
    assert state.acting == (1,)


# -- tricks


@pytest.mark.parametrize(
    ("led", "reply", "winner"),
    [
        ("9C", "2S", "follower"),
        ("9H", "9S", "leader"),
        ("9H", "TS", "follower"),
        ("9H", "AC", "leader"),
        ("5S", "7S", "follower"),
        ("5D", "3D", "leader"),
        ("9H", "TH", "follower"),
        ("9H", "8S", "leader"),
        ("9C", "TD", "leader"),
        ("KS", "AS", "follower"),
    ],
)
def test_the_leaders_trump_is_hearts_the_followers_spades(led: str, reply: str, winner: str) -> None:
    for turn in (0, 1):
        hands = (f"{led} 3C", f"{reply}") if turn == 0 else (f"{reply}", f"{led} 3C")
        _, events = made(tricks(*hands, "HS" if turn == 0 else "SH", turn=turn), led, reply)
        taken = next(event for event in events if isinstance(event, TrickTaken))
        assert taken.seat == (turn if winner == "leader" else 1 - turn)


def test_suit_must_be_followed_and_anything_may_be_played_by_who_cannot() -> None:
    state, _ = made(tricks("9C 2H", "2C KD AS", "HS"), "9C")
    assert legal(state) == ["2C"]
    with pytest.raises(Rejected) as refused:
        made(state, "AS")
    assert refused.value.code == "must_follow"
    state, _ = made(tricks("9C 2H", "2H KD AS", "HS"), "9C")
    assert legal(state) == ["AS", "2H", "KD"]


def test_the_taker_of_the_last_card_leads_and_then_the_winner_of_each_trick() -> None:
    state = tricks("9C 2H", "TC 3H", "SS", turn=1)
    assert state.acting == (1,)
    state, events = made(state, "TC", "9C")
    assert (only(events, TrickTaken).seat, state.acting) == (1, (1,))
    state, events = made(tricks("9C 2H", "TC 3H", "SS"), "9C", "TC")
    assert (only(events, TrickTaken).seat, state.acting) == (1, (1,))


@settings(deadline=None, max_examples=15)
@given(SEEDS, OPTIONS)
def test_there_are_thirteen_tricks_and_the_winner_of_the_last_leads_the_play_off(
    seed: int, options: GalapagosOptions
) -> None:
    taken = 0
    for _, _, _, events in games(seed, options):
        taken += sum(isinstance(event, TrickTaken) for event in events)
        if picked := [event for event in events if isinstance(event, BidsPickedUp)]:
            assert taken == 13
            assert picked[0].leader == only(events, TrickTaken).seat
            taken = 0


@settings(deadline=None, max_examples=300)
@given(SEEDS)
def test_a_trick_is_won_by_the_words_of_the_rule(seed: int) -> None:
    led, reply = (DECK.card[code] for code in CHANCE.shuffled("trick", seed, PACK)[:2])
    for leader, follower in product(range(4), repeat=2):
        state = tricks(CODES[led], CODES[reply], "SHDC"[leader] + "SHDC"[follower], bids=("2S", "3S"))
        won = only(made(state, CODES[led], CODES[reply])[1], TrickTaken).seat == 1
        higher = HIGH_RANK_OF[reply] > HIGH_RANK_OF[led]
        if SUIT_OF[reply] == SUIT_OF[led]:
            assert won == higher
        elif SUIT_OF[reply] == follower:
            assert won == (higher or SUIT_OF[led] != leader)
        else:
            assert not won


# -- options and notation


def test_the_defaults_are_no_jokers_1000_points_and_60_deals() -> None:
    assert parse_options(GAME, {}) == GalapagosOptions(jokers=False, length="1000", max_rounds=60)
    assert read_options(GAME, {"length": "1000", "jokers": "on"}) == GalapagosOptions(jokers=True)


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [(0, "bid-JD", "not_in_hand"), (0, "take", "not_now"), (0, "9H", "not_now"), (0, "trump-S", "not_now")],
)
def test_what_does_not_belong_to_an_auction_is_refused(seat: int, move: str, code: str) -> None:
    with pytest.raises(Rejected) as refused:
        GAME.decide(auction("9H 3C", "JD 3D", "4S"), Seat(seat), GAME.parse_move(move), CHANCE)
    assert refused.value.code == code


def test_a_second_bid_and_a_turn_that_is_not_ones_own_are_refused() -> None:
    state, _ = made(auction("9H 3C", "JD 3D", "4S"), "bid-9H")
    for later in (state, made(state, "bid-3D")[0]):
        with pytest.raises(Rejected) as refused:
            GAME.decide(later, Seat(1) if later.acting == (0,) else Seat(0), GAME.parse_move("bid-3C"), CHANCE)
        assert refused.value.code == "not_your_turn"
