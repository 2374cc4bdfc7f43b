"""What a lesson is: a deal that was laid out, and steps. Pure.

In what the coach says a hole names a card by its code, or a player by ``s1`` (the first seat): ``"{s2} leads {9WY}."``
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from string import Formatter
from typing import TypeVar

from engine.chance import Chance, SeedChance
from engine.events import Seat
from engine.notation import Notation, Turn
from engine.registry import GAMES
from engine.text import Hole, Text, card, seat
from tournaments.tables.lines import Line

T = TypeVar("T")

_SEAT = re.compile(r"s([1-9])")


@dataclass(frozen=True, kw_only=True)
class Step:
    """``title`` and ``says`` are marked for translation; moves are in the notation of the log, ``2:CL 3:6LK``.

    Without a ``move`` the pupil only goes on.
    """

    title: str
    says: str
    before: str = ""
    """What is played before it, by anybody."""
    move: str = ""
    """What the pupil is to find."""
    then: str = ""
    """What the others play after it."""
    done: str = ""
    """What the coach says when it was made, beside what the rules tell."""
    others: Mapping[str, str] = field(default_factory=dict)
    """What the coach says of other moves, and ``otherwise`` of those that are not among them."""
    otherwise: str = ""
    points: tuple[str, ...] = ()
    """What the coach points at: card codes, ``seat-1`` (numbered as in the log), keys of zones."""
    held: bool = False
    """Whether what ``before`` decided still lies on the table."""

    @cached_property
    def leading(self) -> tuple[Turn, ...]:
        return turns(self.before)

    @cached_property
    def replies(self) -> tuple[Turn, ...]:
        return turns(self.then)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A first lesson of ``game``. ``hands`` are dealt one card at a time from the first seat on, then ``below``."""

    game: str
    pupil: int = 0
    hands: tuple[str, ...] = ()
    below: str = ""
    piles: Mapping[str, str] = field(default_factory=dict)
    """The first cards of piles, for a game that does not deal from one pack."""
    options: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str, ...]
    """By seat; the pupil's own is empty."""
    steps: tuple[Step, ...]
    end: str
    """What the pupil knows now, marked for translation."""

    @cached_property
    def seat(self) -> Seat:
        return Seat(self.pupil)

    @cached_property
    def chance(self) -> Chance:
        pack = chain.from_iterable(zip(*(hand.split() for hand in self.hands), strict=True))
        laid = {"pack": [*pack, *self.below.split()]} if self.hands else {}
        return StackedTop(laid | {pile: codes.split() for pile, codes in self.piles.items()}, self.game)

    @cached_property
    def notation(self) -> Notation:
        """The whole script, as a game that was written down."""
        game = GAMES[self.game]
        each = ((*step.leading, *_own(self, step), *step.replies) for step in self.steps)
        script = tuple(chain.from_iterable(each))
        return Notation({}, game, game.options(**self.options), self.names, self.chance, script)

    def text(self, message: str) -> Text:
        """*message* with the cards and the seats that its holes name."""
        names = [name for _, name, _, _ in Formatter().parse(message) if name is not None]
        return Text(message, {name: _hole(name) for name in names})


class StackedTop:
    """Piles whose first shuffle begins with cards that were laid out; all else follows from *seed*."""

    def __init__(self, laid: Mapping[str, Sequence[str]], seed: str) -> None:
        self._laid = laid
        self._rest = SeedChance.from_text(seed)

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        left = {str(each): each for each in cards}
        top = [left.pop(code) for code in self._laid.get(pile, ())] if n == 0 else []
        return (*top, *self._rest.shuffled(pile, n, tuple(left.values())))


def turns(text: str) -> tuple[Turn, ...]:
    """The moves of a script."""
    return Line.of("0", ".".join(text.split())).turns


def _own(lesson: Lesson, step: Step) -> tuple[Turn, ...]:
    return (Turn(lesson.seat, step.move),) if step.move else ()


def _hole(name: str) -> Hole:
    at = _SEAT.fullmatch(name)
    return seat(int(at[1]) - 1) if at else card(name)
