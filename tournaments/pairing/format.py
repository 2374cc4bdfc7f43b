"""What a format is to the director: the tables it makes, how long it lasts, its next round, how it ranks.

A format decides; it keeps nothing. Everything that it may know is handed in, so that a round can be drawn again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

import msgspec

from engine.game import Teams
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.pairing.brackets.structure import Structure
from tournaments.pairing.draw import Draw, Pairs
from tournaments.pairing.pod_knockout.tables import Rules
from tournaments.pairing.points import Kind
from tournaments.pairing.price import Charge, Drawn, Price
from tournaments.pairing.record import Entrant, Round
from tournaments.pairing.series.rules import Series
from tournaments.pairing.standings import Line

OddTables: TypeAlias = Literal["lowest", "highest", "spread"]
"""Who sits at the tables of another size than the preferred one."""

Preference: TypeAlias = Literal["fold", "adjacent"]
"""Inside a score group: the upper half against the lower half in order, or neighbour against neighbour."""

Teaming: TypeAlias = Callable[[int], Teams]
"""By the size of a table: the seats that play together."""


def alone(size: int) -> Teams:
    return tuple((seat,) for seat in range(size))


Due: TypeAlias = Literal["pairing", "finish"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What was announced that only some formats ask for."""

    sizes: tuple[int, ...] = (2,)
    """The tables that the format makes of this game."""
    preferred: int = 4
    third_place: bool = True
    advance: int = 2
    seats: tuple[int, ...] = ()
    """The numbers of players that the game is for."""
    groups: int = 1
    cycles: int = 1
    """How often everybody meets everybody."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament that has started: what has been fixed, drawn and played so far."""

    planned: int
    seeds: tuple[int, ...]
    """All entries, those who have left too."""
    present: tuple[int, ...] = ()
    """Those who are there, in seed order."""
    rounds: tuple[Round, ...] = ()
    structure: Structure = ()
    pods: Rules | None = None
    """One of these was fixed at the start, if anything was."""
    options: Options = Options()
    groups: tuple[tuple[int, ...], ...] = ()
    """Entries in seed order who meet nobody else; none: all are together."""


class Moment(Record, frozen=True, kw_only=True):
    """A tournament that waits for its next round, and what was announced of its tables."""

    number: int
    """Of the round to be drawn, from 1."""
    field: tuple[Entrant, ...]
    """Those who are there, in seed order."""
    seed: str
    opening: str = ""
    """The seed of the first round, once there has been one."""
    sizes: tuple[int, ...]
    """The tables that the format makes of this game."""
    preferred: int = 4
    odd_tables: OddTables = "lowest"
    teams: Teaming = alone
    neighbours: bool = True
    """Whether neighbours meet in the last round, so that the top is decided at the table."""
    forbidden: Pairs = frozenset()
    mates: Pairs = frozenset()
    """Entries that should not meet in this round: of one club, say."""
    boost: Mapping[int, Fraction] = {}
    """By entry: points that it is paired with beyond its own."""

    @property
    def preference(self) -> Preference:
        return "adjacent" if self.neighbours and self.number == self.planned > 1 else "fold"


class Format(ABC):
    """One way to run a tournament. Its name is stored in the log: it never changes."""

    key: ClassVar[str]
    title: ClassVar[str]
    """Marked for translation."""
    sizes: ClassVar[tuple[int, ...]] = (2,)
    """The tables that it can make."""
    most_entries: ClassVar[int] = 2_000
    codes: ClassVar[tuple[str, ...]] = ()
    """The tie-breaks of a tournament that names none; none: it places its entries itself, and they cannot be chosen."""
    team_codes: ClassVar[tuple[str, ...]] = ()
    """Those where fixed teams play."""
    series: ClassVar[Series | None] = None
    """The tables that a match usually has; none: a single one, which may be level."""
    algorithm: ClassVar[str] = ""
    """Of its structure, if it has one."""
    knocks_out: ClassVar[bool] = False
    """Whether its matches must be decided, and a bracket shows them."""

    everybody_meets: ClassVar[bool] = False
    """Whether any two are to meet, whatever happens: its byes are worth nothing, and who leaves is counted by it."""
    may_be_level: ClassVar[bool] = False
    """Whether its matches need no single winner though it knocks out."""
    countings: ClassVar[tuple[Kind, ...]] = ("share",)
    """What it can be announced to count for a table: at tables of two for winning, and for a draw."""
    groups: ClassVar[bool] = False
    """Whether it can be played in groups side by side, and in more than one cycle."""
    open_field: ClassVar[bool] = False
    """Whether each round is drawn for those who are there: one may come late, stay away for a round and come back."""

    def table_sizes(self, seats: Sequence[int]) -> tuple[int, ...]:
        """The tables that it makes of a game for *seats*; none if it is not for that game."""
        return tuple(size for size in self.sizes if size in seats)

    def most_rounds(self, entries: int) -> int | None:
        """In how many rounds *entries* can all meet somebody new; ``None`` where it does not matter."""
        return None

    @abstractmethod
    def rounds(self, entries: int, wanted: int | None, options: Options | None = None) -> int:
        """How many rounds are planned for *entries*, if the organiser wants *wanted* or leaves it to the format."""

    def counted(
        self,
        seeds: Sequence[int],
        rounds: Sequence[Round],
        withdrawn: Collection[int],
        *,
        cycles: int = 1,
        last: int | None = None,
    ) -> tuple[Round, ...]:
        """*rounds* as they count after *withdrawn* have left; it ends with round *last*, if not with its schedule."""
        return tuple(rounds)

    def structure(self, entries: int, options: Options) -> Structure:
        """The matches that are fixed at the start; none if the rounds are drawn one by one."""
        return ()

    def pods(self, entries: int, options: Options) -> Rules | None:
        """The rules that a knock-out at tables of three to five is planned from."""
        return None

    def due(self, record: Record, fewest: int) -> Due | None:
        """What the tournament is waiting for, if not for players; a round needs *fewest* entries."""
        if any(not played.complete for played in record.rounds):
            return None
        return "finish" if len(record.rounds) >= record.planned or len(record.present) < fewest else "pairing"

    def void(self, record: Record) -> frozenset[str]:
        """Matches that do not count any more, since a changed result leads others there."""
        return frozenset()

    def ranking(self, lines: Sequence[Line], record: Record) -> tuple[Line, ...]:
        """The order in which the entries are placed, if not that of the points."""
        return tuple(lines)

    def round_title(self, key: str, planned: int) -> Text:
        """The round that the match *key* is in, of a tournament of *planned* rounds."""
        return Text(_("Round {round}"), {"round": key[1:].split(".")[0]})

    @abstractmethod
    def pair(self, moment: Moment) -> Draw:
        """The next round, checked; raises :class:`~tournaments.pairing.draw.Unpairable` if there is none."""

    def price(self, moment: Moment, drawn: Drawn, one: int, two: int) -> Price | None:
        """What it would cost at *moment*, beside the round as it is *drawn*, to have *one* and *two* meet; ``None``:
        who meets is fixed here. Raises :class:`~tournaments.pairing.draw.Unpairable` if they cannot."""
        return None

    def compare(self, moment: Moment, drawn: Drawn, other: Drawn) -> tuple[Charge, ...]:
        """By rule, what the round counts at *moment* as it is *drawn*, and as the *other*; nothing where nothing is
        weighed."""
        return ()
