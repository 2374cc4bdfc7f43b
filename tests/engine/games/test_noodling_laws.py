"""What can never happen in Noodling, over random games; and the laws with five and six stages."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards.decktet import CODES, DECK
from engine.chance import Chance, FastRng
from engine.events import Seat
from engine.games.noodling import Noodling, NoodlingOptions, State, View
from engine.games.noodling.decisions import owned
from engine.games.noodling.events import (
    BidMade,
    HandDealt,
    HandDiscarded,
    MarketDiscarded,
    MarketRevealed,
    NoodlingEvent,
    PileShuffled,
    PrizeTaken,
    StageBegun,
)
from engine.games.noodling.moves import Move
from engine.games.noodling.pips import MATCHES, PIPS, codes
from engine.table import Table
from tests.engine import laws
from tests.engine.games.noodling_play import GAME, everything, games, in_play
from tests.engine.secrecy import check_secrecy
from tests.engine.walks import Setting, walked

SEEDS = st.integers(0, 10**6)
SEATS = st.sampled_from([2, 3])
OPTIONS = st.builds(NoodlingOptions, stages=st.integers(4, 6), max_rounds=st.sampled_from([3, 9, 60]))
Law = Callable[[Table, FastRng], None]
some = settings(deadline=None, max_examples=8)


@pytest.mark.parametrize("stages", [5, 6])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("moves", [120, None])
def test_a_table_of_five_or_six_stages_keeps_the_laws(seats: int, stages: int, moves: int | None):
    setting = Setting(GAME, seats, NoodlingOptions(stages=stages))
    for law in (
        laws.check_replay,
        laws.check_ending,
        laws.check_storage,
        laws.check_shuffles,
        laws.check_imagining,
        laws.check_reveals,
        laws.check_picture,
        check_secrecy,
    ):
        law(walked(setting, 5, moves), FastRng(1))


class ShowsAHand(Noodling):
    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, hand=codes(state.holdings[1].hand)) if seat is None else view


class ShowsADeckInItsOrder(Noodling):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), shared=tuple(CODES[card] for card in state.holdings[0].deck))


class ShowsTheNextCardOfTheStage(Noodling):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), stock=tuple(CODES[card] for card in state.stock))


class TellsOfAnotherHand(Noodling):
    """How a bid is announced depends on what the last hand holds."""

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[NoodlingEvent]:
        hidden = state.holdings[-1].hand.bit_length() % 2
        events = super().decide(state, seat, move, chance)
        return [replace(event, trumps=9) if isinstance(event, BidMade) and hidden else event for event in events]


class DiscardsWhatNobodyHeld(Noodling):
    """The hands put down at the end of a stage are topped up from the decks."""

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[NoodlingEvent]:
        decks = [tuple(CODES[card] for card in held.deck) for held in state.holdings]
        return [
            replace(event, cards=(*event.cards, *decks[event.seat])) if isinstance(event, HandDiscarded) else event
            for event in super().decide(state, seat, move, chance)
        ]


def broken(law: Law, game: Noodling) -> bool:
    """Whether *law* fails on some of a few tables of *game*."""
    for seed in range(20):
        try:
            law(walked(Setting(game, 3, NoodlingOptions()), seed, 5 * seed), FastRng(seed))
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize("leaky", [ShowsAHand, ShowsADeckInItsOrder, ShowsTheNextCardOfTheStage, TellsOfAnotherHand])
def test_the_law_of_secrecy_bites(leaky: type[Noodling]):
    assert broken(check_secrecy, leaky())
    assert not broken(check_secrecy, Noodling())


def test_the_law_of_what_is_shown_bites():
    assert broken(laws.check_shown, DiscardsWhatNobodyHeld())
    assert not broken(laws.check_shown, Noodling())


@some
@given(SEEDS, SEATS, OPTIONS)
def test_no_card_is_ever_lost_or_doubled(seed: int, seats: int, options: NoodlingOptions):
    boxed = 2 if seats == 2 else 0
    for state, _ in games(seed, seats, options):
        lying = everything(state)
        assert len(lying) == len(set(lying)) == len(in_play(seats)) - boxed
        assert set(lying) <= in_play(seats)


@some
@given(SEEDS, SEATS, OPTIONS)
def test_nobody_ever_holds_or_bids_more_than_three_cards(seed: int, seats: int, options: NoodlingOptions):
    for state, _ in games(seed, seats, options):
        for seat, held in enumerate(state.holdings):
            passed = state.out >> seat & 1
            assert max(held.hand.bit_count(), held.front.bit_count()) <= 3
            assert passed or (held.hand | held.front).bit_count() <= 3


@some
@given(SEEDS, SEATS, OPTIONS)
def test_n11_a_market_always_has_three_cards_and_stages_i_to_iii_have_four_each(
    seed: int, seats: int, options: NoodlingOptions
):
    markets: Counter[int] = Counter()
    stage = 1
    for _, events in games(seed, seats, options):
        for event in events:
            stage = event.stage if isinstance(event, StageBegun) else stage
            if isinstance(event, MarketRevealed):
                assert len(set(event.cards)) == 3
                markets[stage] += 1
    markets[1] += 1
    if options.max_rounds > 12:
        assert [markets[stage] for stage in (1, 2, 3)] == [4, 4, 4]


@some
@given(SEEDS, SEATS, OPTIONS)
def test_a_pawn_a_court_or_the_excuse_is_never_a_prize_and_never_changes_hands(
    seed: int, seats: int, options: NoodlingOptions
):
    first: list[int] = []
    for state, events in games(seed, seats, options):
        first = first or [held.hand for held in state.holdings]
        assert all(CODES[card] in CODES[:36] for card in (*state.market, *state.stock))
        for mine, held in zip(first, state.holdings, strict=True):
            assert owned(held) & mine == mine
        assert not any(isinstance(event, HandDealt) for event in events)


@some
@given(SEEDS, SEATS, OPTIONS)
def test_pips_and_trumps_of_the_bids_of_an_auction_never_fall(seed: int, seats: int, options: NoodlingOptions):
    earlier = (3, 0)
    for _, events in games(seed, seats, options):
        for event in events:
            if isinstance(event, BidMade):
                assert earlier[0] <= event.pips <= 9
                assert earlier[1] <= event.trumps
                earlier = event.pips, event.trumps
            elif isinstance(event, MarketRevealed):
                earlier = 3, 0


@some
@given(SEEDS, SEATS, st.integers(4, 6))
def test_stage_iv_has_two_cards_of_each_auction_won_and_three_of_each_other(seed: int, seats: int, stages: int):
    won = lost = 0
    for _, events in games(seed, seats, NoodlingOptions(stages=stages)):
        won += sum(isinstance(event, PrizeTaken) for event in events)
        lost += sum(isinstance(event, MarketDiscarded) for event in events)
        for event in events:
            if isinstance(event, PileShuffled) and event.pile.startswith("stage-"):
                assert len(event.order) == 36 - won
                if event.pile == "stage-4":
                    assert won + lost == 12
                    assert 24 <= len(event.order) == 2 * won + 3 * lost <= 36


def test_when_every_auction_is_won_there_are_8_then_5_then_3_more_and_8_cards_remain():
    """Stage IV has 24 cards, V 16, VI 11. A few games of three are searched for one in which nothing went unsold."""
    full = 0
    for seed in range(60):
        decks: list[int] = []
        rounds = 0
        unsold = False
        for state, events in games(seed, 3, NoodlingOptions(stages=6), winning=True):
            unsold |= any(isinstance(event, MarketDiscarded) for event in events)
            decks += [len(event.order) for event in events if isinstance(event, PileShuffled) and "stage" in event.pile]
            rounds = state.round
            left = len(state.stock) + state.shared.bit_count()
        if not unsold:
            full += 1
            assert (decks, rounds, left) == ([24, 16, 11], 12 + 8 + 5 + 3, 8)
    assert full


@some
@given(SEEDS, SEATS, OPTIONS)
def test_a_move_is_never_without_an_answer_to_whose_turn_it_is(seed: int, seats: int, options: NoodlingOptions):
    for state, events in games(seed, seats, options):
        actors = GAME.to_act(state)
        assert len(actors) == (state.outcome is None)
        assert state.round <= min(48, options.max_rounds)
        if events:
            assert not state.out >> actors[0] & 1
            assert actors[0] != state.bidder


def test_a_card_scores_at_most_16_without_the_excuse():
    assert max(MATCHES[card].bit_count() for card in range(36)) == 4
    assert all(MATCHES[DECK.card[code]].bit_count() == 2 for code in CODES[:36] if code[0] in "AC")
    assert sum(PIPS) == 3 * 32 + 13


@some
@given(SEEDS, SEATS, OPTIONS)
def test_what_is_known_of_a_hand_is_in_it_and_the_rest_is_among_what_is_unseen(
    seed: int, seats: int, options: NoodlingOptions
):
    for state, _ in games(seed, seats, options):
        for viewer in (None, *map(Seat, range(seats))):
            for seat, (held, seen) in enumerate(zip(state.holdings, GAME.view(state, viewer).seats, strict=True)):
                known, unseen = DECK.hand(seen.known), DECK.hand(seen.unseen)
                assert known & ~held.hand == 0
                if seat != viewer and held.shuffles:
                    assert held.hand & ~(known | unseen) == 0
                    assert len(seen.known) + len(seen.unseen) == seen.hand + seen.deck
