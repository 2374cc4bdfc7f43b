"""What is found of a table that is over, move by move: pure, but for the time that it may take.

Every decision is weighed from what its seat knew then. The chances are those that everybody could know.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from engine.analysis.decisions import Decision, look
from engine.analysis.luck import luck, step
from engine.analysis.proofs import LAST, sure_wins
from engine.analysis.values import Estimate, chances
from engine.bots.base import VERSION as BOTS
from engine.chance import FastRng, Rng
from engine.deals import Position
from engine.events import Seat, Shuffled
from engine.game import parse_options, replay
from engine.notation import LEAVES, Turn
from engine.registry import GAMES
from tournaments.tables.course import course
from tournaments.tables.frames import Moment
from tournaments.tables.lines import log_of, turns_of
from tournaments.tables.state import TableState

VERSION = f"4.{BOTS}"
"""Of the analyser, and of the bots whose rollouts it uses."""
WORLDS = 64
"""For each point of the curve."""


def gains() -> str:
    """What an ending is measured in, such as "in German Whist tricks from here"."""
    return ", ".join([f"in {game.name} {game.ending.gains}" for game in GAMES.values() if game.ending.gains])


class Found(Struct, frozen=True):
    """A decision that was made at the table after event ``seq``."""

    seq: int
    decision: Decision


class Chances(Struct, frozen=True):
    """What each seat could hope for after event ``seq``, as far as everybody knew."""

    seq: int
    by_seat: tuple[Estimate, ...]


class Tally(NamedTuple):
    """Of the decisions of a seat: those proved to be mistakes, of how many of which something is proved; those in which
    the computer prefers another move, of how many others."""

    mistakes: int
    solved: int
    preferred: int
    weighed: int


class Findings(Struct, frozen=True, kw_only=True):
    decisions: tuple[Found, ...] = ()
    """In the order of play; without those that had one move, and those of games whose moves cannot be judged."""
    chances: tuple[Chances, ...] = ()
    luck: tuple[float, ...] = ()
    """By seat, of all that was dealt; empty for a game in which it has not been validated, and where the time did not
    suffice for all of it."""
    left_out: int = 0
    """Decisions that the time did not suffice for."""
    unproved: tuple[int, ...] = ()
    """Those among the last ones for which there was no time to look for a certain win, by the event before."""

    @property
    def whole(self) -> bool:
        return not self.left_out and not self.unproved

    def of(self, seat: int) -> list[Decision]:
        return [each.decision for each in self.decisions if each.decision.seat == seat]

    def luck_at(self, game: str) -> tuple[int, ...]:
        """By seat, from -2 to 2 (:func:`~engine.analysis.luck.step`): one game's figure says no more."""
        usual = GAMES[game].luck
        return tuple([step(own, usual) for own in self.luck]) if usual else ()

    def tally(self, seat: int) -> Tally:
        own = self.of(seat)
        mistakes, solved = sum(each.mistaken for each in own), sum(each.proved for each in own)
        return Tally(mistakes, solved, sum(each.preferred for each in own), len(own) - solved)


NOTHING: Final = Findings()


class Proof(NamedTuple):
    """The moves that are proved to win the game, of the decision after event ``seq``."""

    seq: int
    sure: tuple[str, ...]


Result: TypeAlias = Found | Chances | Proof | tuple[float, ...] | None


class Step(NamedTuple):
    """A part of the work; ``asks``: whether it looks at a decision of which something might be said; ``deals``: whether
    it looks at what was dealt; ``proves``: whether it looks for a certain win."""

    work: Callable[[], Result]
    asks: Callable[[], bool] = lambda: False
    deals: bool = False
    proves: bool = False
    seq: int = 0
    """The event before the decision, or of the chances, that it looks at."""


def steps(moments: Sequence[Moment], people: Collection[Seat], known: Findings = NOTHING) -> list[Step]:
    """The work for the table of *moments*, one after the other, but for what is *known*: decisions of *people* before
    bots'."""
    last = moments[-1][1]
    made = [step for moment in moments if (step := _decision(moment)) is not None]
    decisions = sorted(made, key=lambda step: step[0] not in people)
    curve, weighed = {each.seq for each in known.chances}, {each.seq for each in known.decisions}
    return [
        *(step for step in _curve(moments) if step.seq not in curve),
        *(_shuffles(moments, last) if not known.luck else ()),
        *(step for _seat, step in decisions if step.seq not in weighed),
        *(step for step in _proofs(moments) if step.seq in known.unproved or step.seq not in weighed),
    ]


def gathered(results: Iterable[Result], left: Iterable[Step], known: Findings = NOTHING) -> Findings:
    """What was found, with what was *known*; *left* is what there was no time for."""
    done, left = list(results), list(left)
    whole = not any(step.deals for step in left)
    dealt = [each for each in done if isinstance(each, tuple) and not isinstance(each, Proof)] if whole else []
    proofs = {each.seq: each for each in done if isinstance(each, Proof)}
    decided = [*known.decisions, *(each for each in done if isinstance(each, Found))]
    curve = [*known.chances, *(each for each in done if isinstance(each, Chances))]
    return Findings(
        decisions=tuple([_with(proofs, each) for each in sorted(decided, key=_seq)]),
        chances=tuple(sorted(curve, key=_seq)),
        luck=known.luck or tuple([round(sum(own), 4) for own in zip(*dealt, strict=True)]),
        left_out=len([step for step in left if step.asks()]),
        unproved=tuple(sorted([step.seq for step in left if step.proves])),
    )


def _seq(found: Found | Chances) -> int:
    return found.seq


def _with(proofs: Mapping[int, Proof], found: Found) -> Found:
    proof = proofs.get(found.seq)
    return Found(found.seq, found.decision.with_proof(proof.sure)) if proof else found


def _decision(moment: Moment) -> tuple[Seat, Step] | None:
    before, turn = moment[0], _turn(moment)
    if before.state is None or turn is None:
        return None
    return turn.seat, Step(partial(_weighed, before, turn), partial(_is_open, before, turn), seq=before.seq)


def _turn(moment: Moment) -> Turn | None:
    turn = next(iter(turns_of([moment])), None)
    return None if turn is None or turn.text in LEAVES else turn


def _weighed(before: TableState, turn: Turn) -> Found | None:
    decision = look(before.game, before.state, turn.seat, before.game.parse_move(turn.text), _rng(before))
    return None if decision is None else Found(before.seq, decision.of_opponents(*_sizes(before)))


def _is_open(before: TableState, turn: Turn) -> bool:
    game = before.game
    return len(game.legal(before.state, turn.seat)) > 1 and (game.judges or game.ending.solves(before.state))


def _proofs(moments: Sequence[Moment]) -> Iterator[Step]:
    """The last decisions of a game that was played to its end by the rules of today, where nothing else solves them:
    the last one first, which takes the least."""
    last = moments[-1][1]
    if last.gone or last.facts.rules != last.game.version or not last.game.judges:
        return
    turns = [(moment[0], turn) for moment in moments if (turn := _turn(moment)) is not None]
    for before, turn in reversed(turns[-LAST:]):
        if before.state is not None and _is_open(before, turn) and not last.game.ending.solves(before.state):
            yield Step(partial(_proof, moments, before, turn.seat), proves=True, seq=before.seq)


def _proof(moments: Sequence[Moment], before: TableState, seat: Seat) -> Proof:
    played = [moment for moment in moments if moment[1].seq <= before.seq]
    options = parse_options(before.game, before.facts.options)
    position = Position(before.game, len(before.chairs), options, turns_of(played), log_of(played))
    return Proof(before.seq, sure_wins(position, seat))


def _curve(moments: Sequence[Moment]) -> Iterator[Step]:
    """After each trick, or what else was decided at once, as long as nobody had left."""
    whole = course(moments, lambda _mover: None, None)
    for unit in whole.units:
        table = whole.positions[unit.position].moment[1]
        if table.state is not None and not table.gone:
            yield Step(partial(_chances, table), seq=table.seq)


def _chances(table: TableState) -> Chances:
    view = table.game.view(table.state, None)
    found = chances(table.game, view, WORLDS, _rng(table))
    return Chances(table.seq, tuple([own.of_opponents(*_sizes(table)) for own in found]))


def _sizes(table: TableState) -> tuple[int, int]:
    """How many seats there are, and how many of them play together."""
    return len(table.chairs), len(table.teams[0])


def _shuffles(moments: Sequence[Moment], last: TableState) -> Iterator[Step]:
    """By the usual rules alone: for others it has not been validated. No whole game was dealt at a table that goes on
    from another one."""
    if last.origin is None and last.game.luck and last.facts.options == msgspec.to_builtins(last.game.options()):
        for moment in moments:
            if any(isinstance(event, Shuffled) for _, event in moment[3]):
                yield Step(partial(_luck, moment), deals=True)


def _luck(moment: Moment) -> tuple[float, ...]:
    before, after, turn = moment[0], moment[1], _turn(moment)
    game = after.game

    def deal(chance: Rng) -> Any:
        if turn is None:
            return replay(
                game, game.opening(len(after.chairs), msgspec.convert(after.facts.options, game.options), chance)
            )
        return replay(game, game.decide(before.state, turn.seat, game.parse_move(turn.text), chance), before.state)

    return tuple(luck(game, after.state, deal, _rng(after)))


def _rng(table: TableState) -> Rng:
    return FastRng(f"{table.id}/{table.seq}")
