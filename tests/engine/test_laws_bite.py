"""The laws themselves: each catches the fault it is for, planted in Toy Whist, and lets the honest game pass."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine.cards.french import DECK
from engine.chance import Chance, FastRng, Rng
from engine.events import Event, Private, Public, Seat
from engine.game import AnyGame, Outcome, Rejected
from engine.picture import Picture
from engine.text import Text
from tests.engine import laws, toy
from tests.engine.secrecy import check_secrecy
from tests.engine.toy import PACK, Toy
from tests.engine.walks import LAWFUL, Setting, walked

Law = Callable[[Any, Rng], None]


def caught(game: Toy, law: Law, **options: Any) -> bool:
    """Whether *law* fails on some of a few dozen tables of *game*."""
    setting = Setting(game, 3, toy.ToyOptions(**options))
    for seed in range(40):
        try:
            law(walked(setting, seed, seed), FastRng(seed))
        except (AssertionError, KeyError, ValueError, pytest.fail.Exception):
            return True
    return False


def test_the_honest_game_passes():
    for law in (check_secrecy, laws.check_reveals, laws.check_imagining, laws.check_acceptance):
        assert not caught(Toy(), law, bids=True, draw=True)
        assert not caught(Toy(), law)


# -- what a view may not hold


class ShowsTheNextHand(Toy):
    def view(self, state: toy.State, seat: Seat | None) -> toy.View:
        view = super().view(state, seat)
        return view if seat is None else replace(view, hand=DECK.coded(state.hands[(seat + 1) % 3]))


class ShowsAHandToSpectators(Toy):
    def view(self, state: toy.State, seat: Seat | None) -> toy.View:
        view = super().view(state, seat)
        return replace(view, hand=DECK.coded(state.hands[0])) if seat is None else view


class CountsHiddenTrumps(Toy):
    def view(self, state: toy.State, seat: Seat | None) -> toy.View:
        hidden = [card for card in state.stock if card % 4 == 0]
        return replace(super().view(state, seat), stock=100 + len(hidden))


class ShowsTheTopOfTheStock(Toy):
    def view(self, state: toy.State, seat: Seat | None) -> toy.View:
        view = super().view(state, seat)
        return replace(view, seen=(*view.seen, *(PACK[card] for card in state.stock[:1])))


# -- what moves may not depend on


class WithholdsAMove(Toy):
    """A king, were there one, may only be led if the next seat cannot beat it: the player learns that it can."""

    def legal(self, state: toy.State, seat: Seat) -> Sequence[toy.Move]:
        moves = super().legal(state, seat)
        rival = 0 if state.bidding or not moves else state.hands[(seat + 1) % 3]
        return moves[1:] if len(moves) > 1 and rival.bit_length() > 20 else moves


class RefusesTellingly(Toy):
    def decide(self, state: toy.State, seat: Seat, move: toy.Move, chance: Chance) -> Sequence[Any]:
        try:
            return super().decide(state, seat, move, chance)
        except Rejected as error:
            holder = [i for i, hand in enumerate(state.hands) if isinstance(move, toy.Play) and hand >> move.card & 1]
            raise Rejected(error.code, Text(f"Seat {holder} holds it.")) from None


class TurnsOnHiddenCards(Toy):
    def to_act(self, state: toy.State) -> Sequence[Seat]:
        actors = super().to_act(state)
        return (Seat((actors[0] + state.hands[2] % 2) % 3),) if actors and not state.bidding else actors


# -- what may not be told


class TrickTold(Public, frozen=True, gc=False):
    kind = "toy.trick_told"
    seat: Seat
    hearts_left: int


class TellsAHiddenCount(Toy):
    def decide(self, state: toy.State, seat: Seat, move: toy.Move, chance: Chance) -> Sequence[Any]:
        left = sum(card % 4 == 1 for card in state.stock)
        return (*super().decide(state, seat, move, chance), TrickTold(seat, left))

    def evolve(self, state: toy.State, event: Any) -> toy.State:
        return state if isinstance(event, TrickTold) else super().evolve(state, event)


class OpenDraw(Private, frozen=True, gc=False):
    kind = "toy.card_drawn"
    secret = ()
    reveals = ("card",)
    card: str


class TakenAgain(Public, frozen=True, gc=False):
    kind = "toy.taken_again"
    reveals = ("card",)
    seat: Seat
    card: str


class _Retelling(Toy):
    """Events of the honest game told in another way."""

    def told(self, event: Event) -> Sequence[Event]:
        raise NotImplementedError

    def decide(self, state: toy.State, seat: Seat, move: toy.Move, chance: Chance) -> Sequence[Any]:
        return [new for event in super().decide(state, seat, move, chance) for new in self.told(event)]

    def evolve(self, state: toy.State, event: Any) -> toy.State:
        if isinstance(event, OpenDraw):
            event = toy.CardDrawn(event.seat, event.card)  # type: ignore[arg-type]
        return state if isinstance(event, TakenAgain) else super().evolve(state, event)


class ForgetsTheSecret(_Retelling):
    def told(self, event: Event) -> Sequence[Event]:
        return (OpenDraw(event.seat, event.card or ""),) if isinstance(event, toy.CardDrawn) else (event,)


class RevealsWhatWasKnown(_Retelling):
    def told(self, event: Event) -> Sequence[Event]:
        again = (TakenAgain(event.seat, event.card),) if isinstance(event, toy.CardPlayed) else ()
        return (event, *again)


@pytest.mark.parametrize(
    ("leak", "options"),
    [
        (ShowsTheNextHand, {}),
        (ShowsAHandToSpectators, {}),
        (CountsHiddenTrumps, {}),
        (ShowsTheTopOfTheStock, {}),
        (WithholdsAMove, {}),
        (RefusesTellingly, {}),
        (TurnsOnHiddenCards, {}),
        (TellsAHiddenCount, {}),
        (ForgetsTheSecret, {"draw": True}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_leak_is_caught_by_exchanging_hidden_cards(leak: type[Toy], options: dict[str, Any]):
    assert caught(leak(), check_secrecy, **options)


@pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
def test_a_view_from_another_chair_is_caught_in_every_game(game: AnyGame):
    def view(self: AnyGame, state: Any, seat: Seat | None) -> Any:
        other = Seat(1 - seat) if seat is not None and seat < 2 else seat
        return replace(game.view(state, other), seat=seat)

    leaky = type("Leaky", (type(game),), {"view": view})()
    with pytest.raises(AssertionError, match="sees hidden cards"):
        check_secrecy(walked(Setting(leaky, game.sizes[0], game.options()), 1, 1), FastRng(1))


@pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
def test_a_refusal_that_tells_is_caught_in_every_game(game: AnyGame):
    def decide(self: AnyGame, state: Any, seat: Seat, move: Any, chance: Chance) -> Any:
        try:
            return game.decide(state, seat, move, chance)
        except Rejected as error:
            raise Rejected(error.code, Text(f"because {state!r}")) from None

    leaky = type("Leaky", (type(game),), {"decide": decide})()
    with pytest.raises(AssertionError, match="a refusal tells"):
        check_secrecy(walked(Setting(leaky, game.sizes[0], game.options()), 1, 5), FastRng(1))


def test_a_private_event_without_a_secret_is_caught():
    assert caught(ForgetsTheSecret(), laws.check_audience, draw=True)


def test_a_card_that_is_revealed_twice_is_caught():
    assert caught(RevealsWhatWasKnown(), laws.check_reveals)


# -- the other laws


class ImaginesTooLittle(Toy):
    def imagine(self, view: toy.View, rng: Rng) -> toy.State:
        return replace(super().imagine(view, rng), trick=())


class AcceptsAnything(Toy):
    def decide(self, state: toy.State, seat: Seat, move: toy.Move, chance: Chance) -> Sequence[Any]:
        try:
            return super().decide(state, seat, move, chance)
        except Rejected:
            return (toy.BidSealed(seat, 0),)


class RemembersOutsideTheLog(Toy):
    moves = 0

    def evolve(self, state: toy.State, event: Any) -> toy.State:
        self.moves += 1
        return replace(super().evolve(state, event), deal=self.moves)


class OffersWhatIsIllegal(Toy):
    def picture(self, view: toy.View) -> Picture:
        picture = super().picture(view)
        return replace(picture, choices=picture.choices * 2)


class ShufflesForItself(Toy):
    def opening(self, seats: int, options: toy.ToyOptions, chance: Chance) -> Sequence[Any]:
        return super().opening(seats, options, FastRng(1))


class MiscountsPlaces(Toy):
    def outcome(self, state: toy.State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, places=(1, 1, 2))


class ShufflesAPileItDoesNotName(Toy):
    def piles(self, seats: int, options: toy.ToyOptions) -> tuple[str, ...]:
        return ("stock",)


class SaysThatItIsNotYourTurnWhenItIsOver(Toy):
    def decide(self, state: toy.State, seat: Seat, move: toy.Move, chance: Chance) -> Sequence[Any]:
        if seat not in self.to_act(state):
            raise Rejected("not_your_turn", Text("It is not your turn."))
        return super().decide(state, seat, move, chance)


class HopesForTooMuch(Toy):
    def rollout(self, state: toy.State, rng: Rng) -> Sequence[float]:
        return [1.5 * hope for hope in super().rollout(state, rng)]


class ClearsTheTrickAtOnce(Toy):
    def pauses(self, events: Sequence[Any]) -> Sequence[int]:
        return ()


class ClearsTheLastCard(Toy):
    def frame(self, view: toy.View, events: Sequence[Any]) -> Picture:
        return super().frame(replace(view, last=view.last[:-1]), events)


class AsksWhileItHolds(Toy):
    def frame(self, view: toy.View, events: Sequence[Any]) -> Picture:
        return replace(super().frame(view, events), to_act=(Seat(0),))


# -- numbers


class LacksANumber(Toy):
    encoding = replace(Toy.encoding, moves=Toy.encoding.moves[:12])


class LeavesNoRoomForATrick(Toy):
    encoding = replace(Toy.encoding, rows={"trick": 1, "last": 4})


@pytest.mark.parametrize(
    ("fault", "law"),
    [
        (ClearsTheTrickAtOnce, laws.check_frames),
        (ClearsTheLastCard, laws.check_frames),
        (AsksWhileItHolds, laws.check_frames),
        (ImaginesTooLittle, laws.check_imagining),
        (AcceptsAnything, laws.check_acceptance),
        (RemembersOutsideTheLog, laws.check_replay),
        (OffersWhatIsIllegal, laws.check_picture),
        (SaysThatItIsNotYourTurnWhenItIsOver, laws.check_acceptance),
        (ShufflesForItself, laws.check_shuffles),
        (ShufflesAPileItDoesNotName, laws.check_shuffles),
        (MiscountsPlaces, laws.check_ending),
        (HopesForTooMuch, laws.check_rollout),
        (LacksANumber, laws.check_encoding),
        (LeavesNoRoomForATrick, laws.check_encoding),
    ],
    ids=lambda value: value.__name__,
)
def test_a_fault_is_caught_by_its_law(fault: type[Toy], law: Law):
    assert caught(fault(), law, deals=1)


class LosesAFieldOnTheWay(Toy):
    """As a state does that is rebuilt field by field, when a field is new to it."""

    def evolve(self, state: toy.State, event: toy.Event) -> toy.State:
        after = super().evolve(state, event)
        return replace(after, last=()) if isinstance(event, toy.CardPlayed) else after


def test_a_field_that_an_event_loses_is_a_change_that_it_does_not_name():
    setting = Setting(Toy(), 3, toy.ToyOptions())
    named = laws.changed(setting.game, walked(setting, 1).log)
    laws.check_changes(walked(setting, 1), named)
    with pytest.raises(AssertionError, match=r"toy.card_played changes \['last'\] too"):
        laws.check_changes(walked(setting._replace(game=LosesAFieldOnTheWay()), 1), named)
