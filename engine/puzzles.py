"""Puzzles out of finished games: positions in which one move alone is a sure win, and that is not easily seen.

A move wins if the goal is reached in every world that the seat's view allows, whatever the others do: solved exactly
where a game's endings are (:class:`engine.game.Ending`), else by the search over beliefs.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from msgspec import Struct

from engine.beliefs import MOST_STEPS, NO_CHANCE, Believer, NotProven
from engine.bots.base import GreedyBot
from engine.bots.ismcts import IsmctsBot
from engine.chance import Chance, FastRng
from engine.deals import Position
from engine.events import Seat, Shuffled
from engine.game import AnyGame, play
from engine.notation import Turn
from engine.table import Table
from engine.worlds import TooMany, worlds

CARDS: Final = range(4, 9)
"""In the hand: with fewer there is little to think about, with more too much."""
MOST_OF_A_LINE: Final = 6
"""Moves that are kept of a refutation: the trick and what follows."""
FEWEST_CHOICES: Final = 3
"""Classes of moves, of which one wins."""
SIMULATIONS: Final = 50


class Refutation(Struct, frozen=True, omit_defaults=True):
    """What follows a move that is not a sure win, as "2:KS": the first moves."""

    line: tuple[str, ...]
    deal: tuple[str, ...] = ()
    """The orders of the shuffles where that happens, each behind its pile's name; empty: as they were."""


class Puzzle(Struct, frozen=True, omit_defaults=True):
    """Before move ``at`` of a game (from 0), which ``seat`` made."""

    at: int
    seat: int
    wins: tuple[str, ...]
    """The winning moves: one, or several that are equal by the rules."""
    lines: dict[str, Refutation]
    """Of each other move."""
    missed: tuple[str, ...]
    """What chose wrongly: the names of bots."""
    may_hold: tuple[tuple[str, ...], ...] = ()
    """By seat, the cards that another may hold in some world; empty where its hand is known."""


class DecisionNode(NamedTuple):
    """A position of a game, and whose move came next."""

    position: Position
    state: Any
    seat: Seat


class Prover(Protocol):
    """What proves, by solving or by search."""

    def sure(self) -> Mapping[Any, bool]:
        """Of each legal move, whether it is a sure win. Raises ``NotProven``."""

    def refuted(self, move: Any) -> Refutation:
        """Why a *move* is none."""

    def may_hold(self) -> tuple[tuple[str, ...], ...]:
        """As a puzzle has it."""


class BySolution:
    """By the exact solution of an ending."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat) -> None:
        self._game = game
        self._ending = game.ending
        self._state = state
        self._seat = seat

    def sure(self) -> Mapping[Any, bool]:
        return self._ending.good(self._state, self._seat)

    def refuted(self, move: Any) -> Refutation:
        line: list[str] = []
        state, seat = self._state, self._seat
        while True:
            try:
                state, _events = play(self._game, state, seat, move, NO_CHANCE)
            except NotProven:  # it ends the deal, and the next one is shuffled
                return Refutation((*line[1:], _written(self._game, seat, move)))
            line.append(_written(self._game, seat, move))
            actors = self._game.to_act(state)
            if not actors or len(line) > MOST_OF_A_LINE or self._ending.decided(state, self._seat):
                return Refutation(tuple(line[1:]))
            seat = actors[0]
            move = self._best(state, seat)

    def may_hold(self) -> tuple[tuple[str, ...], ...]:
        return ()

    def _best(self, state: Any, seat: Seat) -> Any:
        """Of the moves that do what the seat wants, or of all, the one that looks best."""
        view, good = self._game.view(state, seat), self._ending.good(state, self._seat)
        return max(good, key=lambda move: (good[move], self._game.appraise(view, move)))


class BySearch:
    """By the search over beliefs: the goal is to win the game, alone or with one's team."""

    def __init__(self, position: Position, seat: Seat, *, steps: int = MOST_STEPS) -> None:
        game = position.game
        team = next(team for team in game.teams(position.seats, position.options) if seat in team)

        def won(state: Any) -> bool | None:
            outcome = game.outcome(state)
            return None if outcome is None else outcome.places[seat] == 1 and outcome.places.count(1) == len(team)

        self._game = game
        self._seat = seat
        self._tables = {world.table.state: world.table for world in worlds(position, seat)}
        self._believer = Believer(game, seat, won, steps=steps)

    def sure(self) -> Mapping[Any, bool]:
        return self._believer.sure(self._tables)

    def refuted(self, move: Any) -> Refutation:
        state, line = self._believer.refuted(self._tables, move)
        shuffles = [event for event in self._tables[state].log if isinstance(event, Shuffled)]
        deal = tuple(" ".join((event.pile, *event.order)) for event in shuffles)
        return Refutation(tuple(_written(self._game, seat, made) for seat, made in line[1 : 1 + MOST_OF_A_LINE]), deal)

    def may_hold(self) -> tuple[tuple[str, ...], ...]:
        seats, deck = range(next(iter(self._tables.values())).seats), self._game.deck
        held = [{code for state in self._tables for code in self._game.view(state, Seat(seat)).hand} for seat in seats]
        return tuple(() if seat == self._seat else deck.coded(deck.hand(held[seat])) for seat in seats)


def decisions(game: AnyGame, seats: int, options: Any, chance: Chance, turns: Sequence[Turn]) -> Iterator[DecisionNode]:
    """Those of a game that was played, in order. Raises ``Rejected`` where the rules forbid a move."""
    table, moves = Table(game, seats, options, chance), list[tuple[Seat, str]]()
    for seat, text in turns:
        yield DecisionNode(Position(game, seats, options, tuple(moves), tuple(table.log)), table.state, seat)
        table.make(seat, game.parse_move(text))
        moves.append((seat, text))


def prover(decision: DecisionNode) -> Prover | None:
    """What can prove it; ``None`` if nothing can: an ending that is not reached, or too many worlds."""
    (position, state, seat), game = decision, decision.position.game
    if game.ending.gains:
        return BySolution(game, state, seat) if game.ending.begun(state) else None
    try:
        return BySearch(position, seat)
    except TooMany:
        return None


def puzzle(decision: DecisionNode) -> Puzzle | None:
    """The puzzle that *decision* makes; ``None`` if it makes none, or nothing can be proven."""
    (position, state, seat), game = decision, decision.position.game
    moves = game.legal(state, seat)
    classes = game.ending.alike(state, moves)
    proves = prover(decision) if _is_worth_it(game, state, seat, len(classes)) else None
    try:
        sure = proves.sure() if proves else {}
        wins = [move for move in moves if sure.get(move)]
        missed = _missed(game, state, seat, wins) if wins and any(set(wins) <= {*some} for some in classes) else ()
        if not missed or proves is None:
            return None
        lines = {game.move_text(move): proves.refuted(move) for move in moves if move not in wins}
    except NotProven:
        return None
    return Puzzle(len(position.moves), seat, tuple(map(game.move_text, wins)), lines, missed, proves.may_hold())


def _is_worth_it(game: AnyGame, state: Any, seat: Seat, choices: int) -> bool:
    return choices >= FEWEST_CHOICES and len(game.view(state, seat).hand) in CARDS


def _missed(game: AnyGame, state: Any, seat: Seat, wins: Sequence[Any]) -> tuple[str, ...]:
    """The bots that would not have found it."""
    view, moves = game.view(state, seat), game.legal(state, seat)
    bots = (GreedyBot(game), IsmctsBot(game, SIMULATIONS))
    return tuple(bot.name for bot in bots if bot.choose(view, moves, FastRng("puzzle")) not in wins)


def _written(game: AnyGame, seat: Seat, move: Any) -> str:
    return f"{seat + 1}:{game.move_text(move)}"
