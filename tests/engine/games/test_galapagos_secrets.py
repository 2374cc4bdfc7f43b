"""What the seats of Galapagos know: bids and trumps stay sealed until the last is in, and imagined worlds fit."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings

from engine.cards.french import CODES
from engine.chance import FastRng
from engine.deals import codes_in
from engine.events import Public, Seat
from engine.game import play, replay
from engine.games.galapagos import GalapagosOptions
from engine.games.galapagos.events import BidSealed, TrumpSealed
from engine.games.galapagos.melds import melds
from engine.games.galapagos.model import State
from engine.games.galapagos.moves import Move
from engine.position import Viewer
from engine.table import Table
from engine.transcript import Transcript
from tests.engine.games.galapagos_play import CHANCE, GAME, OPTIONS, SEEDS, auction, games, made, melding
from tests.engine.laws import check_openings
from tests.engine.walks import Setting, walked


def seen(state: State, viewer: Seat | None, kinds: list[object]) -> bytes:
    """All that reaches *viewer*: its view, its picture and what it was told."""
    view = GAME.view(state, viewer)
    return msgspec.json.encode((view, GAME.picture(view), kinds))


def secret_choices(state: State, seat: Seat) -> Iterator[tuple[str, State, list[object]]]:
    """Each way in which *seat* may choose, the first of the two: the move, the state after it, and what it made."""
    for move in GAME.legal(state, seat):
        later, events = play(GAME, state, seat, move, CHANCE)
        yield GAME.move_text(move), later, [*events]


def looks_alike(state: State, seat: Seat) -> bool:
    """Whether nobody but *seat* can tell its secret choices from each other."""
    for viewer in (None, Seat(1 - seat)):
        looks = {
            seen(later, viewer, [event.seen_by(viewer) for event in events])  # type: ignore[attr-defined]
            for _, later, events in secret_choices(state, seat)
        }
        if len(looks) != 1:
            return False
    return True


@pytest.mark.parametrize("seat", [Seat(0), Seat(1)])
def test_a_sealed_bid_looks_the_same_whatever_it_is_a_joker_too(seat: Seat) -> None:
    assert looks_alike(auction("9H 3C ZR KS", "JD 3D ZB KH", "4S", jokers=True), seat)


@pytest.mark.parametrize("seat", [Seat(0), Seat(1)])
def test_a_sealed_trump_looks_the_same_whatever_it_is(seat: Seat) -> None:
    assert looks_alike(made(melding("KS KH KC 2D", "4H 9D"), "meld", "meld")[0], seat)


@settings(deadline=None, max_examples=15)
@given(SEEDS, OPTIONS)
def test_the_first_of_two_choices_tells_nobody_anything(seed: int, options: GalapagosOptions) -> None:
    for at, (state, seat, *_) in enumerate(games(seed, options)):
        if len(state.acting) == 2 and at % 7 == seed % 7:
            assert looks_alike(state, seat)


@settings(deadline=None, max_examples=20)
@given(SEEDS, OPTIONS)
def test_nothing_sealed_is_in_a_public_event_before_the_last_is_in(seed: int, options: GalapagosOptions) -> None:
    for state, _, _, events in games(seed, options):
        both = len(state.acting) == 2
        if isinstance(events[0], BidSealed | TrumpSealed):
            assert len(events) == 1 if both else len(events) > 1
            assert not (both and any(isinstance(event, Public) for event in events))


def test_ones_own_sealed_bid_and_trump_are_in_ones_own_view() -> None:
    state, _ = made(auction("9H 3C", "JD 3D", "4S"), "bid-9H")
    assert (GAME.view(state, Seat(0)).bid, GAME.view(state, Seat(1)).bid, GAME.view(state, None).bid) == (
        "9H",
        None,
        None,
    )
    assert GAME.view(state, Seat(1)).sealed == (True, False)
    state, _ = made(melding("KS KH KC 2D", "4H 9D"), "meld", "meld", "trump-H")
    trumps = [GAME.view(state, viewer).trumps for viewer in (Seat(0), Seat(1), None)]
    assert trumps == [("H", None), (None, None), (None, None)]


def test_a_card_drawn_unseen_is_told_to_its_drawer_alone() -> None:
    state, _ = made(auction("9H 3C", "JD 3D", "4S"), "bid-9H", "bid-JD")
    _, events = made(state, "take")
    drawn = events[1]
    assert [drawn.seen_by(viewer).card for viewer in (Seat(0), Seat(1), None)] == ["2C", None, None]  # type: ignore


def test_cards_taken_face_up_are_known_to_be_held_until_they_are_played() -> None:
    state, _ = made(auction("9H 3C", "JD 3D", "4S"), "bid-9H", "bid-JD", "take")
    assert GAME.view(state, None).known == ((), ("4S",))
    sealed, _ = made(state, "bid-3C", "bid-4S")
    assert GAME.view(sealed, None).known == ((), ())
    waiting = replay(GAME, GAME.decide(state, Seat(1), GAME.parse_move("bid-4S"), CHANCE), state)
    assert GAME.view(waiting, None).known == ((), ("4S",)), "whether it is the bid is a secret"


# -- the law of openings bites


def test_opening_a_card_that_nobody_sealed_is_caught() -> None:
    table = walked(Setting(GAME, 2, GalapagosOptions()), 1, 4)
    check_openings(table, FastRng(1))
    table.log = [event for event in table.log if not isinstance(event, BidSealed)]
    with pytest.raises(AssertionError, match="nobody had laid down"):
        check_openings(table, FastRng(1))


# -- imagined worlds


@settings(deadline=None, max_examples=15)
@given(SEEDS, OPTIONS)
def test_once_the_stock_is_gone_a_player_imagines_the_one_world_there_is(seed: int, options: GalapagosOptions) -> None:
    for state, *_ in games(seed, options):
        if state.phase in ("melds", "tricks", "play-off"):
            for viewer in (Seat(0), Seat(1)):
                assert GAME.imagine(GAME.view(state, viewer), FastRng(seed)).hands == state.hands


@settings(deadline=None, max_examples=15)
@given(SEEDS, OPTIONS)
def test_imagined_cards_are_each_in_one_place(seed: int, options: GalapagosOptions) -> None:
    for state, *_ in games(seed, options):
        if state.phase == "auction":
            dream = GAME.imagine(GAME.view(state, Seat(0)), FastRng(seed))
            stock = sum(1 << card for card in dream.auction.stock)
            sealed = sum(1 << card for card in dream.auction.sealed if card is not None)
            places = (*dream.hands, stock, sealed, 1 << (dream.auction.turned or 0))
            assert sum(places) == sum(1 << card for card in {c for p in places for c in range(54) if p >> c & 1})


def test_a_spectators_worlds_keep_to_suits_not_followed() -> None:
    for state, *_ in games(3, GalapagosOptions(max_rounds=1)):
        for trick in state.court.taken if state.phase == "tricks" else ():
            led, reply = trick.cards
            if led % 4 != reply % 4:
                dream = GAME.imagine(GAME.view(state, None), FastRng(1))
                assert not [
                    card for card in range(52) if dream.hands[1 - trick.leader] >> card & 1 and card % 4 == led % 4
                ]


# -- the picture


@settings(deadline=None, max_examples=10)
@given(SEEDS, OPTIONS)
def test_a_picture_holds_no_card_that_the_viewer_may_not_know(seed: int, options: GalapagosOptions) -> None:
    for at, (state, *_) in enumerate(games(seed, options)):
        if at % 4 != seed % 4:
            continue
        hidden = {CODES[card] for card in state.auction.stock}
        for viewer in (None, Seat(0), Seat(1)):
            view = GAME.view(state, viewer)
            theirs = {
                CODES[card] for seat in (0, 1) for card in range(54) if state.hands[seat] >> card & 1 and seat != viewer
            }
            secret = hidden | (theirs - {*view.known[0], *view.known[1]})
            assert not secret & set(codes_in(GAME, msgspec.to_builtins(GAME.picture(view))))


def test_each_choice_of_the_play_off_belongs_to_the_first_card_of_its_combination() -> None:
    for state, seat, *_ in games(5, GalapagosOptions(max_rounds=1)):
        if state.phase == "play-off":
            for choice in GAME.picture(GAME.view(state, seat)).choices:
                assert choice.card == (None if choice.move == "pass" else choice.move.split("-")[1])


def test_melds_of_the_real_hand_are_what_was_shown() -> None:
    for state, *_ in games(8, GalapagosOptions(max_rounds=1)):
        for seat in (0, 1):
            shown = state.court.melded[seat]
            if state.phase == "trumps" and shown is not None:
                assert melds(state.hands[seat], state.court.announced[seat]) == shown


def printed(bid: Move, viewer: Viewer) -> str:
    """What *viewer* reads of the first *bid* of a game, by seat 0."""
    table = Table(GAME, 2, GalapagosOptions(), CHANCE)
    happened = Transcript(table, viewer)
    for _ in happened.head():
        pass
    table.make(Seat(0), bid)
    return "\n".join(happened.move(Seat(0), bid))


@pytest.mark.parametrize("viewer", ["public", Seat(1)])
def test_a_printed_table_does_not_tell_a_sealed_bid_to_those_who_may_not_know_it(viewer: Viewer) -> None:
    dealt = Table(GAME, 2, GalapagosOptions(), CHANCE)
    assert len({printed(bid, viewer) for bid in GAME.legal(dealt.state, Seat(0))}) == 1


def test_a_printed_table_tells_a_sealed_bid_to_its_maker() -> None:
    dealt = Table(GAME, 2, GalapagosOptions(), CHANCE)
    bid = GAME.legal(dealt.state, Seat(0))[0]
    assert printed(bid, Seat(0)).startswith(f"1. 0 {GAME.move_text(bid)}\n")
