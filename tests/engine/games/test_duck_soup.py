"""Duck Soup against its rules: rules sheet, section 6, row by row. Each test is named after what it holds."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.cards.french import DECK, PACK
from engine.chance import Chance, FastRng, SeedChance, StackedChance
from engine.events import Seat
from engine.game import Outcome, Rejected, parse_options, play, replay
from engine.games.duck_soup import DuckSoup, DuckSoupOptions
from engine.games.duck_soup.events import (
    CardDrawn,
    CardPlayed,
    DealBegun,
    DealScored,
    Ducked,
    DuckScored,
    DuckSoupEvent,
    Finished,
    HandDealt,
    PackShuffled,
    TrickTaken,
)
from engine.games.duck_soup.model import Sheet, State, Won
from engine.games.duck_soup.scores import finish
from engine.options import read_options
from engine.pairs import Pair
from tests.engine.games.duck_soup_reference import Reference
from tests.engine.games.finding import only
from tests.engine.games.reference_size import POSITIONS

GAME = DuckSoup()
CHANCE = SeedChance.from_text("duck")
OPTIONS = st.builds(
    DuckSoupOptions,
    length=st.sampled_from(["250", "deal"]),
    allow_silent_match=st.booleans(),
    duck_double=st.booleans(),
    max_rounds=st.integers(1, 4),
)
SEEDS = st.integers(0, 10**6)

Trick: TypeAlias = tuple[int, int, str]
"""Who takes it, the points, and how it lies."""
Step: TypeAlias = tuple[State, Sequence[DuckSoupEvent]]
Choose: TypeAlias = Callable[[Sequence[Any]], Any]


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(DECK.card[code] for code in codes.split())


def position(
    mine: str,
    theirs: str,
    stock: str = "",
    *,
    duck: Pair = (0, 0),
    points: Pair = (0, 0),
    totals: Pair = (0, 0),
    turn: int = 0,
    **options: Any,
) -> State:
    """Seat 0 holds *mine* and seat 1 *theirs*, *turn* is to lead; the top card of the stock is written first."""
    sheet = Sheet(options=DuckSoupOptions(**options), duck=duck, totals=totals)
    hands = DECK.hand(mine.split()), DECK.hand(theirs.split())
    return State(hands=hands, stock=bytes(cards(stock)), turn=Seat(turn), won=Won(points), sheet=sheet)


def after(state: State, *moves: str, chance: Chance = CHANCE) -> tuple[State, Sequence[DuckSoupEvent]]:
    """The state after *moves*, each made by the seat that is to act, and the events of the last."""
    events: Sequence[DuckSoupEvent] = ()
    for move in moves:
        assert state.turn is not None
        state, events = play(GAME, state, state.turn, GAME.parse_move(move), chance)
    return state, events


def trick(state: State, *moves: str) -> Trick:
    """Who takes the trick that *moves* make, for how many points, and how it is stored."""
    taken = only(after(state, *moves)[1], TrickTaken)
    return taken.seat, taken.points, "up" if taken.face_up else "down"


LEADER, SECOND = 0, 1
LONG = "2C 3C 4C 5C 6C 8C"
"""A stock that no vector uses up."""


def in_duck(mine: str, theirs: str, **options: Any) -> State:
    return position(f"{mine} QC", f"{theirs} KC", LONG, **options)


def in_soup(mine: str, theirs: str, **options: Any) -> State:
    return position(f"{mine} QC", f"{theirs} KC", **options)


def legal(state: State) -> list[str]:
    return [] if state.turn is None else [GAME.move_text(move) for move in GAME.legal(state, state.turn)]


def games(seed: int, options: DuckSoupOptions, choose: Choose | None = None) -> Iterator[Step]:
    """Yield the state before each move of a random game and the events of it; last the end and nothing."""
    rng = FastRng(seed)
    state = replay(GAME, GAME.opening(2, options, rng))
    while actors := GAME.to_act(state):
        moves = GAME.legal(state, actors[0])
        move = (choose or (lambda moves: moves[int(rng.random() * len(moves))]))(moves)
        later, events = play(GAME, state, actors[0], move, rng)
        yield state, events
        state = later
    yield state, ()


def matching(seed: int) -> Choose:
    """A choice that answers Quacks and quacks whenever it happens to be offered first or last."""
    rng = random.Random(seed)
    return lambda moves: moves[0] if len(moves) < 4 and rng.random() < 0.8 else rng.choice(moves)


# -- the deal


def test_thirteen_cards_each_singly_from_the_dealers_left_and_26_face_down() -> None:
    events = GAME.opening(2, DuckSoupOptions(), CHANCE)
    order = only(events, PackShuffled).order
    dealt = {event.seat: event.cards for event in events if isinstance(event, HandDealt)}
    assert sorted(order) == sorted(PACK)
    assert dealt == {0: order[0:26:2], 1: order[1:26:2]}
    assert replay(GAME, events).stock == bytes(DECK.card[code] for code in order[26:])


def test_the_last_seat_deals_first_and_who_did_not_deal_leads() -> None:
    begun = only(GAME.opening(2, DuckSoupOptions(), CHANCE), DealBegun)
    assert (begun.deal, begun.dealer, begun.leader) == (0, 1, 0)


def test_the_deal_alternates_and_each_deal_is_its_own_shuffle() -> None:
    first = only(GAME.opening(2, DuckSoupOptions(), CHANCE), PackShuffled).order
    end = position("5C", "7C", duck=(2, 3))
    _, events = after(end, "5C", "7C")
    begun = only(events, DealBegun)
    assert (begun.deal, begun.dealer, begun.leader) == (1, 0, 1)
    order = only(events, PackShuffled).order
    assert order == CHANCE.shuffled("pack", 1, PACK)
    assert order != first
    dealt = [(event.seat, event.cards) for event in events if isinstance(event, HandDealt)]
    assert dealt == [(1, order[0:26:2]), (0, order[1:26:2])]


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    assert after(in_duck("7S", "5S"), "7S", "5S")[0].turn == SECOND
    assert after(in_duck("7S", "9S"), "7S", "9S")[0].turn == LEADER


def test_the_second_player_may_play_any_card() -> None:
    state, _ = after(in_duck("7S", "5S 9H AD"), "7S")
    assert legal(state) == ["AD", "5S", "9H", "KC"]


def test_the_winner_draws_first_then_the_loser() -> None:
    _, events = after(in_duck("7S", "5S"), "7S", "5S")
    assert [(event.seat, event.card) for event in events if isinstance(event, CardDrawn)] == [(1, "2C"), (0, "3C")]


def test_a_card_drawn_is_told_to_its_drawer_alone() -> None:
    _, events = after(in_duck("7S", "5S"), "7S", "5S")
    drawn = next(event for event in events if isinstance(event, CardDrawn))
    assert drawn.seen_by(Seat(1)).card == "2C"
    assert drawn.seen_by(Seat(0)).card is None
    assert drawn.seen_by(None).card is None


def test_soup_draws_nothing() -> None:
    _, events = after(in_soup("7S", "5S"), "7S", "5S")
    assert not any(isinstance(event, CardDrawn) for event in events)


# -- the vectors


@pytest.mark.parametrize(
    ("mine", "theirs", "moves", "result"),
    [
        ("7S", "5S", "7S 5S", (SECOND, 1, "down")),
        ("7S", "9S", "7S 9S", (LEADER, 1, "down")),
        ("7S", "KH", "7S KH", (LEADER, 2, "up")),
        ("AS", "2S", "AS 2S", (LEADER, 1, "down")),
        ("2S", "AS", "2S AS", (SECOND, 1, "down")),
        ("7S", "7D", "7S 7D duck", (SECOND, 1, "down")),
        ("7S 7C", "7D 3H", "7S 7D 7C 3H", (LEADER, 4, "up")),
        ("7S 7C", "7D 7H", "7S 7D 7C 7H", (SECOND, 4, "up")),
    ],
)
def test_tricks_of_duck(mine: str, theirs: str, moves: str, result: Trick) -> None:
    assert trick(in_duck(mine, theirs), *moves.split()) == result


@pytest.mark.parametrize(
    ("mine", "theirs", "moves", "result"),
    [
        ("KS", "AS", "KS AS", (SECOND, 1, "down")),
        ("KS", "QS", "KS QS", (LEADER, 1, "down")),
        ("2S", "AH", "2S AH", (LEADER, 2, "up")),
        ("AS", "KS", "AS KS", (LEADER, 1, "down")),
        ("7S 7C", "7D 7H", "7S 7D 7C 7H", (SECOND, 4, "up")),
        ("7S 7C", "7D AC", "7S 7D 7C AC", (LEADER, 4, "up")),
    ],
)
def test_tricks_of_soup(mine: str, theirs: str, moves: str, result: Trick) -> None:
    assert trick(in_soup(mine, theirs), *moves.split()) == result


def test_a_ducked_quack_counts_two_face_up_with_duck_double() -> None:
    assert trick(in_duck("7S", "7D", duck_double=True), "7S", "7D", "duck") == (SECOND, 2, "up")
    assert trick(in_soup("7S", "7D", duck_double=True), "7S", "7D", "duck") == (SECOND, 2, "up")


def test_duck_14_11_and_soup_9_12_is_126_against_132_and_the_higher_wins_outright() -> None:
    """The last trick of a deal that stands 14-11 and 9-10: two points to seat 1."""
    state, events = after(position("3H", "4D", duck=(14, 11), points=(9, 10), turn=1), "4D", "3H")
    scored = only(events, DealScored)
    assert (scored.soup, scored.scores) == ((9, 12), (126, 132))
    assert GAME.outcome(state) == Outcome(places=(2, 1), points=(126, 132), stake=1)
    assert only(events, Finished).by == "outright"


# -- Quack, Quack-quack, Duck Soup


def test_a_match_of_the_rank_is_a_quack_and_the_leader_must_answer_it() -> None:
    state, events = after(in_duck("7S", "7D"), "7S", "7D")
    assert events == (CardPlayed(Seat(1), "7D", "quack"),)
    assert state.turn == LEADER
    assert legal(state) == ["duck"]


def test_duck_is_a_move_also_when_no_third_card_is_held() -> None:
    state, _ = after(in_duck("7S", "7D"), "7S", "7D")
    assert legal(state) == ["duck"]
    assert isinstance(after(state, "duck")[1][0], Ducked)


def test_the_leader_may_duck_although_able_to_match() -> None:
    state, _ = after(in_duck("7S 7C 7H", "7D"), "7S", "7D")
    assert legal(state) == ["7H", "7C", "duck"]
    assert trick(state, "duck") == (SECOND, 1, "down")


def test_only_a_card_of_that_rank_or_a_duck_answers_a_quack() -> None:
    state, _ = after(in_duck("7S 8C", "7D"), "7S", "7D")
    with pytest.raises(Rejected) as refused:
        after(state, "8C")
    assert refused.value.code == "no_match"


def test_a_quack_quack_is_two_tricks_but_each_draws_only_one_card() -> None:
    state, events = after(in_duck("7S 7C", "7D 3H"), "7S", "7D", "7C", "3H")
    assert [(event.seat, event.card) for event in events if isinstance(event, CardDrawn)] == [(0, "2C"), (1, "3C")]
    assert [hand.bit_count() for hand in state.hands] == [2, 2]
    assert state.won.face_up == ((cards("7S 7D 7C 3H"),), ())


def test_the_last_cards_of_soup_leave_only_the_duck() -> None:
    state, _ = after(position("7S", "7D", duck=(1, 1)), "7S", "7D")
    assert legal(state) == ["duck"]
    _, events = after(state, "duck")
    assert only(events, DealScored).soup == (0, 1)


def test_there_is_nothing_to_duck_without_a_quack() -> None:
    for state in (in_duck("7S", "7D"), after(in_duck("7S", "5S"), "7S")[0]):
        with pytest.raises(Rejected) as refused:
            after(state, "duck")
        assert refused.value.code == "no_quack"


# -- the rows of the table


def test_q1_an_ace_matches_an_ace_in_both_courses() -> None:
    for state in (in_duck("AS", "AD"), in_soup("AS", "AD")):
        assert after(state, "AS", "AD")[1] == (CardPlayed(Seat(1), "AD", "quack"),)


def test_q2_the_winner_of_the_last_duck_trick_leads_to_soup() -> None:
    state, events = after(position("7S QC", "5S KC", "2C 3C"), "7S", "5S")
    assert isinstance(events[-1], DuckScored)
    assert (state.turn, state.stock) == (SECOND, b"")


def test_q3_a_match_is_a_quack_of_itself_and_silence_is_refused() -> None:
    state, _ = after(in_duck("7S", "7D"), "7S")
    assert "7D-silent" not in legal(state)
    with pytest.raises(Rejected) as refused:
        after(state, "7D-silent")
    assert refused.value.code == "must_quack"


def test_q3_with_allow_silent_match_a_silent_match_is_a_plain_card_off_suit() -> None:
    state, _ = after(in_duck("7S", "7D 5S", allow_silent_match=True), "7S")
    assert legal(state) == ["5S", "7D", "KC", "7D-silent"]
    assert trick(state, "7D-silent") == (LEADER, 2, "up")
    assert after(state, "7D-silent")[1][0] == CardPlayed(Seat(1), "7D", "silent")
    assert after(state, "7D")[1] == (CardPlayed(Seat(1), "7D", "quack"),)


@pytest.mark.parametrize(("moves", "move"), [("", "7S-silent"), ("7S", "5S-silent"), ("7S 7D", "7C-silent")])
def test_q3_only_a_reply_that_matches_can_be_silent(moves: str, move: str) -> None:
    state, _ = after(in_duck("7S 7C", "7D 5S", allow_silent_match=True), *moves.split())
    assert move not in legal(state)
    with pytest.raises(Rejected) as refused:
        after(state, move)
    assert refused.value.code == "no_match"


def test_q4_the_reply_to_a_quack_quack_is_free_even_for_who_holds_the_fourth() -> None:
    state, _ = after(in_duck("7S 7C", "7D 7H 3H"), "7S", "7D", "7C")
    assert legal(state) == ["3H", "7H", "KC"]
    assert trick(state, "3H") == (LEADER, 4, "up")


def test_q5_the_fourth_card_announces_duck_soup_by_itself() -> None:
    _, events = after(in_duck("7S 7C", "7D 7H"), "7S", "7D", "7C", "7H")
    assert events[0] == CardPlayed(Seat(1), "7H", "duck-soup")


TO_250 = DuckSoupOptions()


def test_q6_of_two_who_reach_250_the_higher_total_wins() -> None:
    assert finish(TO_250, 5, (90, 110), (255, 251)) == Finished((1, 2), (255, 251), 1, "target")


def test_q6_equal_totals_of_250_or_more_are_played_on() -> None:
    assert finish(TO_250, 5, (90, 110), (255, 255)) is None
    state, events = after(position("5C", "7C", duck=(0, 0), totals=(255, 255)), "5C", "7C")
    assert only(events, DealBegun).deal == 1
    assert GAME.outcome(state) is None


def test_nobody_has_won_at_249_and_250_is_enough() -> None:
    assert finish(TO_250, 5, (90, 110), (249, 130)) is None
    assert finish(TO_250, 5, (90, 110), (250, 130)) == Finished((1, 2), (250, 130), 1, "target")


def test_125_in_a_single_deal_wins_outright_whatever_the_totals() -> None:
    assert finish(TO_250, 3, (125, 10), (130, 240)) == Finished((1, 2), (130, 240), 1, "outright")
    assert finish(TO_250, 3, (124, 10), (130, 240)) is None


def test_q7_of_two_with_125_or_more_in_a_deal_the_higher_deal_score_wins_outright() -> None:
    assert finish(TO_250, 3, (126, 132), (240, 180)) == Finished((2, 1), (240, 180), 1, "outright")


def test_q7_equal_deal_scores_of_125_or_more_are_played_on() -> None:
    assert finish(TO_250, 1, (168, 168), (168, 168)) is None


def test_q8_an_outright_win_over_a_total_below_125_pays_double() -> None:
    assert finish(TO_250, 1, (30, 126), (30, 126)) == Finished((2, 1), (30, 126), 2, "outright")


def test_a_loser_below_125_pays_double_and_one_with_125_does_not() -> None:
    assert finish(TO_250, 9, (10, 20), (251, 124)) == Finished((1, 2), (251, 124), 2, "target")
    assert finish(TO_250, 9, (10, 20), (251, 125)) == Finished((1, 2), (251, 125), 1, "target")


def test_q9_nothing_in_one_course_is_nothing_in_the_deal() -> None:
    _, events = after(position("5C", "7C", duck=(0, 17)), "5C", "7C")
    assert only(events, DealScored).scores == (0, 17)


def test_q10_tricks_face_up_stay_in_sight_and_tricks_face_down_are_points_only() -> None:
    state, _ = after(in_duck("7S 3D", "5S 9H"), "7S", "5S", "9H", "3D")
    for seat in (None, Seat(0), Seat(1)):
        view = GAME.view(state, seat)
        assert view.face_up == ((), (("9H", "3D"),))
        assert view.points == (0, 3)
        assert view.last is not None
        assert view.last.cards == ("9H", "3D")


# -- score and end


def test_the_points_of_duck_are_noted_when_the_last_card_is_drawn() -> None:
    state, events = after(position("7S QC", "5S KC", "2C 3C", points=(6, 8)), "7S", "5S")
    assert only(events, DuckScored).points == (6, 9)
    assert (state.sheet.duck, state.won.points, state.won.face_up) == ((6, 9), (0, 0), ((), ()))


def test_the_score_of_a_deal_is_the_product_of_its_courses() -> None:
    _, events = after(position("5C", "7C", duck=(6, 9), points=(7, 3), totals=(50, 60)), "5C", "7C")
    assert only(events, DealScored) == DealScored((6, 9), (7, 4), (42, 36), (92, 96))


def test_length_deal_ends_after_one_deal_with_places_by_its_score() -> None:
    state, events = after(position("5C", "7C", duck=(6, 9), points=(7, 3), length="deal"), "5C", "7C")
    assert GAME.outcome(state) == Outcome(places=(1, 2), points=(42, 36), stake=2)
    assert only(events, Finished).by == "deal"


def test_equal_scores_share_the_place_when_there_is_only_one_deal() -> None:
    state, _ = after(position("5C", "7C", duck=(6, 7), points=(7, 5), length="deal"), "5C", "7C")
    assert GAME.outcome(state) == Outcome(places=(1, 1), points=(42, 42), stake=1)


def test_max_rounds_ends_the_game_with_places_by_the_totals() -> None:
    options = DuckSoupOptions(max_rounds=3)
    assert finish(options, 2, (10, 20), (90, 80)) is None
    assert finish(options, 3, (10, 20), (90, 80)) == Finished((1, 2), (90, 80), 2, "max_rounds")
    assert finish(options, 3, (10, 20), (80, 80)) == Finished((1, 1), (80, 80), 1, "max_rounds")


def test_the_defaults_are_250_points_no_silence_single_ducks_and_60_deals() -> None:
    assert parse_options(GAME, {}) == DuckSoupOptions(
        length="250", allow_silent_match=False, duck_double=False, max_rounds=60
    )


def test_the_length_of_250_is_a_name_although_it_looks_like_a_number() -> None:
    assert read_options(GAME, {"length": "250", "max_rounds": "5"}) == DuckSoupOptions(length="250", max_rounds=5)


# -- moves


def test_a_card_that_is_not_held_and_a_turn_that_is_not_ones_own_are_refused() -> None:
    state = in_duck("7S", "5S")
    for seat, move, code in ((0, "5S", "not_in_hand"), (1, "5S", "not_your_turn"), (1, "duck", "not_your_turn")):
        with pytest.raises(Rejected) as refused:
            GAME.decide(state, Seat(seat), GAME.parse_move(move), CHANCE)
        assert refused.value.code == code
    assert GAME.legal(state, Seat(1)) == ()


# -- facts


@settings(deadline=None, max_examples=40)
@given(SEEDS, OPTIONS, st.booleans())
def test_duck_lasts_13_tricks_and_each_quack_quack_costs_soup_a_card(
    seed: int, options: DuckSoupOptions, keen: bool
) -> None:
    tricks = quack_quacks = 0
    for state, events in games(seed, options, matching(seed) if keen else None):
        for event in events:
            if isinstance(event, DealBegun):
                tricks = quack_quacks = 0
            if isinstance(event, TrickTaken) and state.stock:
                tricks += 1
                quack_quacks += event.points == 4
            if isinstance(event, DuckScored):
                assert tricks == 13
                hands = replay(GAME, events, state).hands
                assert [hand.bit_count() for hand in hands] == [13 - quack_quacks] * 2
                assert quack_quacks < 13


@settings(deadline=None, max_examples=40)
@given(SEEDS, OPTIONS, st.booleans())
def test_stock_is_even_hands_equal_and_a_quack_quack_can_be_answered(
    seed: int, options: DuckSoupOptions, keen: bool
) -> None:
    for state, _ in games(seed, options, matching(seed) if keen else None):
        assert len(state.stock) % 2 == 0
        mine, theirs = (hand.bit_count() for hand in state.hands)
        if len(state.trick) % 2 == 0:
            assert mine == theirs
        if len(state.trick) == 3:
            assert legal(state)


@settings(deadline=None, max_examples=40)
@given(SEEDS, OPTIONS)
def test_a_matching_reply_is_always_of_another_suit_and_no_card_is_lost(seed: int, options: DuckSoupOptions) -> None:
    for state, _ in games(seed, options):
        assert len({card % 4 for card in state.trick[:3]}) == len(state.trick[:3]) or len(state.trick) < 2
        view = GAME.view(state, None)
        assert sum(view.counts) + view.stock + len(view.played) == 52
        assert set(view.trick) <= set(view.played)


def test_168_is_the_highest_score_that_both_can_have() -> None:
    """A trick of two cards is worth 2 at most; a seat with an odd number in a course holds a trick worth 1."""
    best = 0
    for duck in product(range(53), repeat=2):
        for soup in product(range(53 - sum(duck)), repeat=2) if sum(duck) <= 52 else ():
            points = (*duck, *soup)
            if sum(points) + sum(n % 2 for n in points) <= 52 and duck[0] * soup[0] == duck[1] * soup[1]:
                best = max(best, duck[0] * soup[0])
    assert best == 168


# -- the reference


def test_the_engine_agrees_with_the_plain_reference() -> None:
    """Whole random games, half of them by players who like to quack back."""
    positions = seed = 0
    while positions < POSITIONS:
        rng = random.Random(seed)
        given_options: dict[str, Any] = {
            "length": rng.choice(["250", "250", "deal"]),
            "allow_silent_match": rng.random() < 0.3,
            "duck_double": rng.random() < 0.3,
            "max_rounds": rng.choice([1, 2, 5, 60]),
        }
        packs = [rng.sample(PACK, 52) for _ in range(60)]
        chance = StackedChance({"pack": packs}, CHANCE)
        choose = matching(seed) if seed % 2 else rng.choice
        state = replay(GAME, GAME.opening(2, DuckSoupOptions(**given_options), chance))
        plain = Reference(packs, **given_options)
        while moves := legal(state):
            _compare(state, plain, moves)
            move = choose(moves)
            state, _ = after(state, move, chance=chance)
            plain.move(move)
            positions += 1
        assert plain.legal() == set()
        assert plain.places
        assert GAME.outcome(state) == Outcome(plain.places, tuple(plain.totals), plain.stake)
        seed += 1


def _compare(state: State, plain: Reference, moves: list[str]) -> None:
    assert plain.turn == state.turn
    assert plain.legal() == set(moves)
    assert [set(hand) for hand in plain.hands] == [set(DECK.coded(hand)) for hand in state.hands]
    assert plain.trick == [DECK.codes[card] for card in state.trick]
    assert plain.stock == [DECK.codes[card] for card in state.stock]
    assert tuple(plain.points) == state.won.points
    assert tuple(plain.duck_points) == state.sheet.duck
    assert tuple(plain.totals) == state.sheet.totals
