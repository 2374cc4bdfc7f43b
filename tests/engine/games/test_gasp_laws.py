"""Gasp! under the contract: what holds at every position of many random games."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.decktet import BASIC
from engine.chance import FastRng
from engine.codec import Codec
from engine.events import Seat
from engine.game import Rejected, replay
from engine.games.gasp.events import EVENTS, GaspEvent, PackShuffled
from engine.games.gasp.model import GaspOptions, View
from engine.games.gasp.moves import MOVE
from tests.engine.games.gasp_play import GASP, log_of, positions

games = given(
    seed=st.integers(0, 10_000),
    seats=st.sampled_from((3, 4, 5)),
    options=st.builds(
        GaspOptions, ace_raid=st.booleans(), ace_raid_own_token=st.booleans(), max_rounds=st.integers(1, 8)
    ),
)
few = settings(deadline=None, max_examples=15)


@few
@games
def test_replaying_the_log_gives_the_state(seed, seats, options):
    log = list(GASP.opening(seats, options, FastRng(seed)))
    for state, *_, events in positions(seed, seats, options):
        assert replay(GASP, log) == state
        log += events


@few
@games
def test_events_survive_storage(seed, seats, options):
    codec = Codec(EVENTS)
    for event in log_of(seed, seats, options):
        assert codec.decode(event.kind, event.version, msgspec.json.encode(codec.fields(event))) == event


@few
@games
def test_an_imagined_table_looks_the_same_and_allows_the_same(seed, seats, options):
    for at, (state, actor, moves, *_) in enumerate(positions(seed, seats, options)):
        for seat in (None, *map(Seat, range(seats))):
            view = GASP.view(state, seat)
            other = GASP.imagine(view, FastRng(at))
            assert GASP.view(other, seat) == view
            if seat == actor:
                assert list(GASP.legal(other, seat)) == list(moves)


@few
@games
def test_a_view_and_its_picture_cross_the_wire(seed, seats, options):
    for at, (state, *_) in enumerate(positions(seed, seats, options)):
        for seat in (None, Seat(at % seats)):
            view = GASP.view(state, seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
            assert msgspec.json.encode(GASP.picture(view))


@few
@games
def test_exactly_the_legal_moves_are_accepted(seed, seats, options):
    for at, (state, actor, moves, *_) in enumerate(positions(seed, seats, options)):
        if at % 5:
            continue
        for move in MOVE.values():
            if move in moves:
                GASP.decide(state, actor, move, FastRng(0))
            with pytest.raises(Rejected):
                GASP.decide(state, Seat(actor) if move not in moves else Seat((actor + 1) % seats), move, FastRng(0))


@few
@games
def test_no_view_changes_when_cards_it_cannot_see_are_exchanged(seed, seats, options):
    """The hidden cards of the first round are permuted in the log, and the round is played again."""
    log, played = list(GASP.opening(seats, options, FastRng(seed))), positions(seed, seats, options)
    for state, actor, moves, _move, events in played:
        if state.round:
            break
        for seat in range(seats):
            view = GASP.view(state, Seat(seat))
            known = {*view.hand, *view.seen}
            hidden: list[str] = [code for code in BASIC if code not in known]
            swap = dict(zip(hidden, FastRng(seed).shuffled("", 0, hidden), strict=True))
            other = replay(GASP, [_swapped(event, swap) for event in log])
            assert GASP.view(other, Seat(seat)) == view
            if seat == actor:
                assert list(GASP.legal(other, Seat(seat))) == list(moves)
        log += events


def _swapped(event: GaspEvent, swap: dict[str, str]) -> GaspEvent:
    fields = msgspec.structs.asdict(event)
    for name in ("order", "cards"):
        if name in fields:
            fields[name] = tuple(swap.get(code, code) for code in fields[name])
    if event.kind == "gasp.card_drawn":
        fields["card"] = swap.get(fields["card"], fields["card"])
    return type(event)(**fields)


@few
@games
def test_every_shuffle_is_of_the_whole_pack_and_counted_by_the_round(seed, seats, options):
    orders = [event.order for event in log_of(seed, seats, options) if isinstance(event, PackShuffled)]
    assert all(sorted(order) == sorted(BASIC) for order in orders)
    assert len(set(orders)) == len(orders)


@few
@games
def test_everything_that_happens_can_be_told(seed, seats, options):
    for event in log_of(seed, seats, options):
        for seat in (None, Seat(0)):
            if (seen := event.seen_by(seat)) and (line := GASP.tell(seen)):
                assert str(line)
