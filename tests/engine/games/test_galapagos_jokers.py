"""Galapagos with jokers: rules sheet, section 7, option ``jokers``."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.french import DECK, PACK
from engine.events import Seat
from engine.game import Rejected, replay
from engine.games.galapagos import GalapagosOptions
from engine.games.galapagos.combinations import beats
from engine.games.galapagos.events import (
    BidsRevealed,
    CardTurned,
    DealBegun,
    HandDealt,
    JokerSwapped,
    Melded,
    PackShuffled,
    TrickTaken,
)
from engine.games.galapagos.melds import melds, points
from engine.games.galapagos.tricks import JOKERS
from tests.engine.games.finding import only
from tests.engine.games.galapagos_play import (
    CHANCE,
    GAME,
    SEEDS,
    auction,
    games,
    hand,
    legal,
    made,
    melding,
    play_off,
    tricks,
)

WITH = st.builds(GalapagosOptions, jokers=st.just(True), max_rounds=st.integers(1, 2))


def test_the_seat_left_of_the_dealer_holds_the_red_joker_and_twelve_cards_are_dealt() -> None:
    events = GAME.opening(2, GalapagosOptions(jokers=True), CHANCE)
    order = only(events, PackShuffled).order
    assert sorted(order) == sorted(PACK), "jokers are not shuffled"
    assert only(events, DealBegun).jokers == ("ZR", "ZB")
    dealt = {event.seat: event.cards for event in events if isinstance(event, HandDealt)}
    assert dealt == {0: order[0:24:2], 1: order[1:24:2]}
    assert only(events, CardTurned).card == order[24]
    state = replay(GAME, events)
    assert [held.bit_count() for held in state.hands] == [13, 13]
    assert len(state.auction.stock) == 27


def test_in_the_second_deal_the_other_seat_holds_the_red_joker() -> None:
    _, events = made(play_off("9S", "8S 3C", jokers=True), "out-9S")
    assert only(events, DealBegun).jokers == ("ZB", "ZR")


# -- a joker bid


@pytest.mark.parametrize(
    ("turned", "one", "two", "winner"),
    [
        ("4S", "ZR", "AS", 0),
        ("4H", "AS", "ZB", 1),
        ("4S", "ZR", "ZB", 1),
        ("4C", "ZR", "ZB", 1),
        ("4H", "ZR", "ZB", 0),
        ("4D", "ZR", "ZB", 0),
    ],
)
def test_a_joker_beats_all_and_of_two_the_one_of_the_colour_turned_up_wins(
    turned: str, one: str, two: str, winner: int
) -> None:
    _, events = made(auction(f"{one} 2D", f"{two} 3D", turned, jokers=True), f"bid-{one}", f"bid-{two}")
    assert only(events, BidsRevealed).winner == winner


def test_a_joker_that_was_bid_is_spent_and_not_in_the_play_off() -> None:
    state, _ = made(auction("ZR 2D", "9S 3D", "4S", jokers=True), "bid-ZR", "bid-9S")
    assert state.auction.bids == ((), (DECK.card["9S"],))
    view = GAME.view(state, None)
    assert (view.spent, view.bids) == (("ZR",), ((), ("9S",)))


@settings(deadline=None, max_examples=30)
@given(SEEDS, WITH)
def test_the_turn_up_always_has_a_suit_and_nobody_ever_holds_two_jokers(seed: int, options: GalapagosOptions) -> None:
    for state, *_ in games(seed, options):
        assert state.auction.turned is None or state.auction.turned < 52
        assert all(card < 52 for card in state.auction.stock)
        assert all((held & JOKERS).bit_count() <= 1 for held in state.hands)


@settings(deadline=None, max_examples=30)
@given(SEEDS, WITH)
def test_the_play_off_is_played_with_fourteen_cards_or_thirteen_by_who_bid_his_joker(
    seed: int, options: GalapagosOptions
) -> None:
    for state, *_ in games(seed, options):
        if state.phase == "tricks" and not state.trick:
            spent = {0: 0, 1: 0}
            for joker in state.auction.spent:
                red_holder = 1 - state.sheet.dealer
                spent[red_holder if joker == 52 else 1 - red_holder] += 1
            assert [len(bids) for bids in state.auction.bids] == [14 - spent[0], 14 - spent[1]]


# -- a joker exchanged


def test_before_melding_a_held_joker_may_be_exchanged_for_any_own_bid_card() -> None:
    state = melding("ZR KS KH", "ZB 4H", bids=("KC JC", "2S 3S"), jokers=True)
    assert legal(state) == ["meld", "swap-JC", "swap-KC"]
    state, events = made(state, "swap-KC")
    assert events == (JokerSwapped(Seat(0), "ZR", "KC"),)
    assert state.hands[0] == hand("KS KH KC")
    assert GAME.view(state, None).bids == (("ZR", "JC"), ("2S", "3S"))
    assert legal(state) == ["meld", "meld-D"], "once, and the player's own meld comes next"
    assert only(made(state, "meld-D")[1], Melded).points == 30


def test_melding_without_it_declines_the_exchange() -> None:
    state, _ = made(melding("ZR KS KH", "ZB 4H", bids=("KC JC", "2S 3S"), jokers=True), "meld")
    assert state.acting == (1,)
    assert legal(state) == ["meld", "swap-2S", "swap-3S"]
    with pytest.raises(Rejected) as refused:
        GAME.decide(state, Seat(0), GAME.parse_move("swap-KC"), CHANCE)
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("held", "move", "code"), [("KS 2D", "swap-KC", "no_joker"), ("ZR", "swap-2S", "card_not_bid")]
)
def test_only_a_held_joker_is_exchanged_and_only_for_an_own_bid(held: str, move: str, code: str) -> None:
    with pytest.raises(Rejected) as refused:
        made(melding(held, "ZB 4H", bids=("KC JC", "2S 3S"), jokers=True), move)
    assert refused.value.code == code


def test_a_joker_in_the_hand_belongs_to_no_meld() -> None:
    assert points(hand("ZR 2S 3S")) == 0
    assert melds(hand("ZR KS KH")) == ()


# -- a joker in the tricks


@pytest.mark.parametrize(
    ("led", "reply", "winner"),
    [
        ("2S", "ZB", 0),  # the follower's trump is spades: it follows, and loses
        ("9C", "ZB", 1),
        ("2H", "ZB", 0),  # the leader's trump: only a higher one wins
        ("ZR", "2H", 1),
        ("ZR", "2S", 1),
        ("ZR", "9C", 0),
        ("ZR", "ZB", 0),
    ],
)
def test_a_joker_is_its_owners_lowest_trump(led: str, reply: str, winner: int) -> None:
    _, events = made(tricks(f"{led} 3C", reply, "HS", jokers=True), led, reply)
    assert next(event for event in events if isinstance(event, TrickTaken)).seat == winner


@pytest.mark.parametrize(("led", "trumps"), [("2S", "HS"), ("ZR", "SS")])
def test_a_joker_that_is_the_only_card_of_the_suit_led_must_be_played_and_loses(led: str, trumps: str) -> None:
    state, _ = made(tricks(f"{led} 3C", "ZB 9C AD", trumps, jokers=True), led)
    assert legal(state) == ["ZB"]
    assert only(made(state, "ZB")[1], TrickTaken).seat == 0


def test_a_led_joker_asks_for_its_owners_trump() -> None:
    state, _ = made(tricks("ZR 3C", "ZB 9H AS", "HS", jokers=True), "ZR")
    assert legal(state) == ["9H"]


# -- a joker in the play-off


def test_a_joker_is_below_the_two_and_begins_a_sequence() -> None:
    offered = legal(play_off("ZR 2H 3D 4C", "9S", jokers=True))
    assert {"out-ZR", "out-ZR-2H-3D", "out-ZR-2H-3D-4C", "out-2H-3D-4C"} <= set(offered)
    state, _ = made(play_off("ZR 9C", "2H 3C", jokers=True), "out-ZR")
    assert legal(state) == ["out-2H", "out-3C", "pass"]


def test_a_joker_stands_for_no_other_card() -> None:
    offered = legal(play_off("ZR KH QD KC 8S 9S", "2C", jokers=True))
    assert [name for name in offered if "ZR" in name] == ["out-ZR"]


def test_joker_2_3_and_ace_2_3_are_equal_and_neither_beats_the_other() -> None:
    low = [tuple(DECK.card[code] for code in codes.split()) for codes in ("ZR 2S 3S", "AH 2H 3H")]
    assert not beats(low[0], low[1])
    assert not beats(low[1], low[0])
    assert beats(tuple(DECK.card[code] for code in ("2D", "3D", "4D")), low[0])


def test_two_jokers_alone_are_equal() -> None:
    state, _ = made(play_off("ZR 9C", "ZB 3C", jokers=True), "out-ZR")
    assert legal(state) == ["out-3C", "pass"]
