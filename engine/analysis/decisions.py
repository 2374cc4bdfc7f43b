"""What is found of one decision of a game that is over, from what its seat knew then."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.analysis.values import Estimate, weigh
from engine.bots.ismcts import IsmctsBot
from engine.chance import Rng
from engine.events import Seat
from engine.game import AnyGame, Solved
from engine.places import of_opponents

ADVISER = 300
"""Simulations of the bot whose choice is noted."""


class Decision(Struct, frozen=True, kw_only=True):
    """Moves are in the notation of the log.

    Where the ending is solved, ``solved`` has what each move leads to, exactly; elsewhere ``values`` has the share of
    the others, partners counting half, or after :meth:`of_opponents` of the opponents, by move and the best first.
    Those of moves that are proved to win are exact, all others of the same worlds; ``others`` were looked at too, and
    not found better.
    """

    seat: Seat
    made: str
    solved: Mapping[str, Solved] = {}
    values: Mapping[str, Estimate] = {}
    others: tuple[str, ...] = ()
    best: str = ""
    loss: float = 0.0
    """By how much the value of ``best`` exceeds that of ``made``; 0 where the ending is solved."""
    preferred: bool = False
    """Whether a search finds ``best`` surely and clearly better: more than that is never said of it."""
    searched: tuple[float, float] | None = None
    """What that search says of ``best`` and of ``made``; ``None`` too in what earlier versions found."""
    advised: str = ""
    """The move of a bot of level Strong."""
    sure: tuple[str, ...] = ()
    """Moves of which it is proved, from what the seat knew, that they win the game, where any is. The others do not win
    it for certain."""

    def of_opponents(self, seats: int, team: int) -> "Decision":
        """The same in shares of the opponents alone, where partners were counted half."""
        first, second = self.searched or (0.0, 0.0)
        return replace(
            self,
            values={move: own.of_opponents(seats, team) for move, own in self.values.items()},
            loss=self.loss * (seats - 1) / (seats - team),
            searched=self.searched and (of_opponents(first, seats, team), of_opponents(second, seats, team)),
        )

    def with_proof(self, sure: tuple[str, ...]) -> "Decision":
        """The same, in shares of the opponents, once it is proved that *sure* win: none is preferred to another."""
        if not sure:
            return self
        exact = dict.fromkeys(sorted(sure, key=lambda move: move != self.made), Estimate(1.0, 0.0))
        values = exact | {move: own for move, own in self.values.items() if move not in exact}
        return replace(
            self,
            sure=sure,
            best=next(iter(exact)),
            values=values,
            others=tuple([move for move in self.others if move not in exact]),
            loss=max(0.0, 1.0 - values[self.made].mean),
            preferred=False,
            searched=None,
        )

    @property
    def proved(self) -> bool:
        """Whether something of it is proved."""
        return bool(self.solved or self.sure)

    @property
    def missed(self) -> bool:
        """Whether another move is proved to win, and this one is not."""
        return bool(self.sure) and self.made not in self.sure

    @property
    def lost(self) -> int:
        """What the move gave away of what the game counts, exactly; 0 where nothing is solved."""
        return max(0, max((own.gain for own in self.solved.values()), default=0) - self._own_gain)

    @property
    def _own_gain(self) -> int:
        return self.solved[self.made].gain if self.solved else 0

    @property
    def thrown(self) -> float:
        """By how much the move surely made the result of the game worse, in shares; 0 where that cannot be told."""
        shares = {move: own.share for move, own in self.solved.items() if own.share is not None}
        return max(shares.values()) - shares[self.made] if shares else 0.0

    @property
    def mistaken(self) -> bool:
        """Whether it is proved to be a mistake."""
        return self.lost > 0 or self.thrown > 0 or self.missed

    @property
    def had_won(self) -> bool:
        """Whether another move won for sure, and this one does not."""
        return self.missed or (self.thrown > 0 and any(own.share == 1 for own in self.solved.values()))


def look(game: AnyGame, state: Any, seat: Seat, made: Any, rng: Rng) -> Decision | None:
    """What there is to say of the move that *seat* *made*; ``None`` where it had no other.

    Of a game whose rollouts do not tell good moves from bad ones only what is solved is looked at, else ``None``.
    """
    moves = game.legal(state, seat)
    if len(moves) < 2:
        return None
    text = game.move_text
    solved = game.ending.solve(state)
    if solved is not None:
        found = {text(move): own for move, own in solved.items()}
        best = max(solved, key=lambda move: (solved[move].gain, move == made))
        return Decision(seat=seat, made=text(made), solved=found, best=text(best))
    if not game.judges:
        return None
    view = game.view(state, seat)
    values = weigh(game, view, moves, made, rng)
    advised = IsmctsBot(game, ADVISER).choose(view, moves, rng)
    return Decision(
        seat=seat,
        made=text(made),
        values={text(move): own for move, own in values.of.items()},
        others=tuple([text(move) for move in values.others]),
        best=text(values.best),
        loss=values.loss.mean,
        preferred=values.searched is not None,
        searched=values.searched,
        advised=text(advised),
    )
