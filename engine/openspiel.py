"""Our games as one of OpenSpiel's: importing this registers ``cardroom``. Needs ``open_spiel``.

``pyspiel.load_game("cardroom", {"game": "gasp", "players": 4, "options": "max_rounds:3 ace_raid:on"})``.

Actions are the numbers of :mod:`engine.vectors`; observations its vector, and the view as JSON; information states the
events that the seat has seen; returns are :func:`~engine.places.balances`. Seats that act at once act in turn, unseen.
A shuffle is a chance node for each of its cards but the last, each card that is left as likely, and nothing is drawn
anywhere else.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy
import pyspiel

from engine.arguments import check_seats, read_game, read_settings
from engine.events import Event, Seat
from engine.game import AnyGame, play, replay
from engine.places import balances
from engine.vectors import vectors

LONGEST = 100_000
"""Moves of a game, more than any has."""
_TYPE = pyspiel.GameType(
    short_name="cardroom",
    long_name="Cardroom",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "german-whist", "players": 2, "options": ""},
)


class Undealt(Exception):
    """A shuffle that is not known yet: chance has to draw it."""

    def __init__(self, pile: str, n: int, cards: Sequence[Any]) -> None:
        super().__init__(pile, n)
        self.key, self.cards = (pile, n), tuple(cards)


class _Dealt:
    """Chance that has come out already."""

    def __init__(self, orders: Mapping[tuple[str, int], tuple[Any, ...]]) -> None:
        self._orders = orders

    def shuffled(self, pile: str, n: int, cards: Sequence[Any]) -> tuple[Any, ...]:
        order = self._orders.get((pile, n))
        if order is None:
            raise Undealt(pile, n, cards)
        return order


class _Moment(msgspec.Struct, frozen=True):
    """All that a state is; it never changes, so a clone shares it."""

    state: Any
    log: tuple[Event, ...] = ()
    made: tuple[Seat, Any] | None = None
    """The move whose events wait for a shuffle; ``None``: the opening does, or nothing."""
    orders: Mapping[tuple[str, int], tuple[Any, ...]] = {}
    shuffling: tuple[tuple[str, int], tuple[Any, ...], tuple[int, ...]] | None = None
    """A shuffle that is being drawn: its name, its cards, the places of those drawn."""

    def __deepcopy__(self, memo: object) -> "_Moment":
        return self


class CardroomGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        self.game: AnyGame = read_game(given["game"])
        self.seats = int(given["players"])
        check_seats(self.game, self.seats)
        self.options = read_settings(self.game, given["options"].replace(":", "=").split())
        self.teams = self.game.teams(self.seats, self.options)
        self.vectors = vectors(self.game, self.seats)
        about = pyspiel.GameInfo(
            num_distinct_actions=len(self.vectors.moves),
            max_chance_outcomes=len(self.game.deck),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, about, params or {})

    def new_initial_state(self) -> "CardroomState":
        return CardroomState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "CardroomObserver":
        return CardroomObserver(self, perfect_recall=bool(iig_obs_type and iig_obs_type.perfect_recall))


class CardroomState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: CardroomGame) -> None:
        super().__init__(game)
        self.moment = _opened(game, _Moment(game.game.initial))

    @property
    def cardroom(self) -> CardroomGame:
        game: CardroomGame = self.get_game()
        return game

    def current_player(self) -> int:
        moment, game = self.moment, self.cardroom
        if moment.shuffling:
            return int(pyspiel.PlayerId.CHANCE)
        acting = game.game.to_act(moment.state)
        return acting[0] if acting else int(pyspiel.PlayerId.TERMINAL)

    def _offered(self, seat: Seat) -> dict[int, Any]:
        game, state = self.cardroom, self.moment.state
        return game.vectors.offered(game.game.view(state, seat), game.game.legal(state, seat))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._offered(Seat(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.moment.shuffling is None:
            return []
        _key, cards, drawn = self.moment.shuffling
        left = [place for place in range(len(cards)) if place not in drawn]
        return [(place, 1 / len(left)) for place in left]

    def _apply_action(self, action: int) -> None:
        moment, game = self.moment, self.cardroom
        if moment.shuffling:
            self.moment = _drawn(game, moment, action)
        else:
            seat = Seat(self.current_player())
            self.moment = _made(game, moment, seat, self._offered(seat)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.cardroom
        if player != pyspiel.PlayerId.CHANCE:
            return str(game.vectors.moves[action])
        card = self.moment.shuffling[1][action] if self.moment.shuffling else action
        return str(game.game.deck.codes[card] if isinstance(card, int) else card)

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        game = self.cardroom
        outcome = None if self.moment.shuffling else game.game.outcome(self.moment.state)
        return list(balances(outcome, game.teams)) if outcome else [0.0] * game.seats

    def __str__(self) -> str:
        return msgspec.json.encode([(event.kind, event) for event in self.moment.log]).decode()


class CardroomObserver:
    """What a seat sees now, or all that it has seen: OpenSpiel's interface of observers."""

    def __init__(self, game: CardroomGame, *, perfect_recall: bool) -> None:
        self._game, self._recalls = game, perfect_recall
        self.tensor = numpy.zeros(0 if perfect_recall else game.vectors.length, numpy.float32)
        self.dict = {} if perfect_recall else {"observation": self.tensor}

    def set_from(self, state: CardroomState, player: int) -> None:
        if not self._recalls:
            self.tensor[:] = self._game.vectors.vector(self._view(state, player)) if state.moment.log else 0

    def string_from(self, state: CardroomState, player: int) -> str:
        if self._recalls:
            seen = [(event.kind, event.seen_by(Seat(player))) for event in state.moment.log]
            return msgspec.json.encode([(kind, event) for kind, event in seen if event is not None]).decode()
        return msgspec.json.encode(self._view(state, player)).decode() if state.moment.log else ""

    def _view(self, state: CardroomState, player: int) -> Any:
        return self._game.game.view(state.moment.state, Seat(player))


def _opened(game: CardroomGame, moment: _Moment) -> _Moment:
    try:
        events = tuple(game.game.opening(game.seats, game.options, _Dealt(moment.orders)))
    except Undealt as shuffle:
        return msgspec.structs.replace(moment, shuffling=(shuffle.key, shuffle.cards, ()))
    return _Moment(replay(game.game, events), events, None, moment.orders)


def _made(game: CardroomGame, moment: _Moment, seat: Seat, move: Any) -> _Moment:
    """After *move*, or while what follows from it is being shuffled: rules decide again, with what was drawn."""
    try:
        state, events = play(game.game, moment.state, seat, move, _Dealt(moment.orders))
    except Undealt as shuffle:
        return msgspec.structs.replace(moment, made=(seat, move), shuffling=(shuffle.key, shuffle.cards, ()))
    return _Moment(state, (*moment.log, *events), None, moment.orders)


def _drawn(game: CardroomGame, moment: _Moment, place: int) -> _Moment:
    """The card at *place* is the next of the shuffle; the last card needs no drawing."""
    if moment.shuffling is None:
        raise ValueError("nothing is being shuffled")
    key, cards, before = moment.shuffling
    drawn = (*before, place)
    if len(drawn) < len(cards) - 1:
        return msgspec.structs.replace(moment, shuffling=(key, cards, drawn))
    order = tuple(cards[at] for at in (*drawn, *(at for at in range(len(cards)) if at not in drawn)))
    known = msgspec.structs.replace(moment, orders={**moment.orders, key: order}, shuffling=None)
    return _opened(game, known) if moment.made is None else _made(game, known, *moment.made)


pyspiel.register_game(_TYPE, CardroomGame)
