"""What a report holds: the tournament's facts, its players with their rounds, and what the pairing has to know."""

from decimal import Decimal
from typing import Literal, TypeAlias

from msgspec import Struct

Code: TypeAlias = Literal["1", "=", "0", "W", "D", "L", "+", "-", "U", "H", "F", "Z", ""]
"""FIDE's result codes; ``W D L`` ended before the first move was made; empty: still to be played."""
Colour: TypeAlias = Literal["w", "b", "-"]
"""``w`` is the first seat, ``b`` the second."""

CODES: tuple[Code, ...] = ("1", "=", "0", "W", "D", "L", "+", "-", "U", "H", "F", "Z", "")
BYES: frozenset[Code] = frozenset({"U", "H", "F", "Z"})
ANSWERS: dict[Code, frozenset[Code]] = {
    "1": frozenset({"0"}),
    "0": frozenset({"1", "0"}),  # both have lost by ruling
    "=": frozenset({"="}),
    "W": frozenset({"L"}),
    "L": frozenset({"W", "L"}),
    "D": frozenset({"D"}),
    "+": frozenset({"-"}),
    "-": frozenset({"+", "-"}),
    "": frozenset({""}),
}
"""What the opponent may have."""

FACTS = (
    *("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "142", "152", "162"),
    *("172", "182", "192", "202", "212", "222"),
)
"""The records about the tournament, in the order in which they are written; each is one line of text."""
SEVERAL = frozenset({"112"})
"""Those of which there may be several."""
COLUMNAR = frozenset({"132", "162"})
"""Those with columns of their own: the dates of the rounds, and the points."""

ALL_ROUNDS = 999
"""The last that a record can name."""


class Fact(Struct, frozen=True):
    tag: str
    text: str


class Cell(Struct, frozen=True):
    """What a round was for a player."""

    code: Code
    opponent: int | None = None
    colour: Colour = "-"


class Player(Struct, frozen=True, kw_only=True):
    number: int
    """The starting rank, from 1."""
    name: str
    cells: tuple[Cell | None, ...] = ()
    """By round; ``None``: not paired, which counts as ``Z``. There is none behind the last."""
    rating: int | None = None
    points: Decimal = Decimal(0)
    rank: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_number: str = ""
    born: str = ""


class Absence(Struct, frozen=True):
    """Byes that were asked for, in a round to come or past."""

    kind: Literal["F", "H", "Z"]
    round: int
    players: tuple[int, ...]


class Acceleration(Struct, frozen=True):
    """Points that the players from *one* to *other* are paired with beyond their own."""

    points: Decimal
    first_round: int
    last_round: int
    one: int
    other: int


class Ban(Struct, frozen=True):
    """Players who must not meet."""

    first_round: int
    last_round: int
    players: tuple[int, ...]


class Adjustment(Struct, frozen=True):
    """Points given or taken beside what was played. A result's *kind* is empty for a penalty or a bonus."""

    points: Decimal
    round: int | None
    """``None``: in all rounds."""
    players: tuple[int, ...]
    kind: str = ""


class Report(Struct, frozen=True, kw_only=True):
    facts: tuple[Fact, ...] = ()
    players: tuple[Player, ...] = ()
    absences: tuple[Absence, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    bans: tuple[Ban, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    comments: tuple[str, ...] = ()

    def fact(self, tag: str) -> str:
        """The text of a record, empty if there is none."""
        return next((fact.text for fact in self.facts if fact.tag == tag), "")

    @property
    def rounds(self) -> int:
        """How many rounds have been paired."""
        return max((len(player.cells) for player in self.players), default=0)
