"""What is told about tournaments: ready to show, with names, and scores as people read them. Times are epoch ms."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Annotated, NamedTuple

import msgspec

from accounts.models import PROGRAM
from engine.text import Text
from tournaments.director.display.explanations import explain
from tournaments.director.display.lazy import Named
from tournaments.director.state.attendance import Away
from tournaments.director.state.events import Format, Settings
from tournaments.director.state.tournament import Status
from tournaments.pairing.record import Code, Rest
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.tiebreaks.values import Value


class Summary(msgspec.Struct, frozen=True):
    """A tournament's facts, for lists. Times are epoch ms."""

    id: str
    name: str
    game: str
    format: Format
    status: Status
    organiser: int
    starts_at: int
    """As announced."""
    started_at: int | None
    """As it was: the organiser may have started earlier."""
    entries: int
    round: int
    rounds: int | None
    seq: int
    ended_at: int | None
    club: str | None = None


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """What a match belongs to. Times are epoch ms."""

    tournament: Summary
    round: int
    awaited_until: int | None
    """Until when its players are awaited at its table."""
    until: int | None
    """Its deadline, if it has one and no result yet."""
    private: bool
    """Whether the tournament stands in no list: tables do, so theirs must not name it to everybody."""
    ruling: int | None = None
    """The number of the ruling that set the match's result."""


class ByeAsked(msgspec.Struct, frozen=True):
    round: int
    code: Away
    """`H` for half a point, `Z` for nothing."""


class Member(msgspec.Struct, frozen=True):
    """Who plays in a team; `level` is a bot's."""

    user: int
    name: str
    level: str


class Team(msgspec.Struct, frozen=True):
    """One that waits for somebody to confirm; *number* is that of the entry that it would be."""

    number: int
    name: str
    members: tuple[Member, ...]
    awaited: tuple[Member, ...]

    @property
    def users(self) -> tuple[int, ...]:
        return tuple(member.user for member in self.members)

    @property
    def is_named(self) -> bool:
        return _is_named(self.name, self.members)

    @property
    def awaited_names(self) -> str:
        return JOINED.join(member.name for member in self.awaited)


JOINED = " & "
"""Between the names of a team's members."""


def _is_named(name: str, members: Iterable[Member]) -> bool:
    """Whether a team has a *name* beside those of its *members*."""
    return name != JOINED.join(member.name for member in members if member.name)


class Substitute(msgspec.Struct, frozen=True):
    """Somebody who is asked to play in an entry instead of somebody else, and has not answered."""

    entry: int
    leaves: Member
    comes: Member


class EntryInfo(msgspec.Struct, frozen=True):
    number: int
    user: int
    """The first, of a team."""
    name: str
    """A team's own, or those of its members."""
    level: str
    """The bot's, empty for a person, and for a team with one."""
    seed: int | None
    """The rank at the start, from 1."""
    withdrawn: bool
    place: int | None
    """The final one."""
    rating: int | None
    """When it came into the field."""
    paused: bool
    """Not drawn until it returns."""
    byes: tuple[ByeAsked, ...]
    """The rounds to come that it will miss."""
    disqualified: bool
    checked_in: bool
    """Whether it has said that it is there."""
    moved_up: bool
    """From the waiting list."""
    members: tuple[Member, ...]
    """Of a team; none for who plays alone."""
    former: tuple[str, ...]
    """Those whom others have replaced, by name."""

    @property
    def users(self) -> tuple[int, ...]:
        return tuple(member.user for member in self.members) or (self.user,)

    @property
    def is_house(self) -> bool:
        """Whether the service plays for it; programs come and move as people do."""
        return self.level not in ("", PROGRAM)

    @property
    def is_named(self) -> bool:
        return bool(self.members) and _is_named(self.name, self.members)


class TableOver(msgspec.Struct, frozen=True):
    """One of a match's tables, in the order of its entries."""

    table: str
    codes: tuple[Code, ...]
    places: tuple[int, ...]


class Made(NamedTuple):
    """What an entry made of a match; *points* are the game's own."""

    entry: EntryInfo
    code: Code
    place: int
    points: int | None


class MatchInfo(msgspec.Struct, frozen=True):
    """A contest of a round, its entries in seat order; ``places`` and ``codes`` are ``None`` while it is played."""

    match: str
    key: str
    """Where it stands in the tournament: ``W2.1``."""
    title: Text
    """The round that it is in."""
    table: str | None
    """The last, if there are several."""
    entries: tuple[EntryInfo, ...]
    places: tuple[int, ...] | None
    codes: tuple[Code, ...] | None
    reasons: Sequence[Text]
    """In words when they are asked for."""
    over: tuple[TableOver, ...] = ()
    """Of several tables those that are over, in their order."""
    score: tuple[str, ...] | None = None
    """What each entry has of them, if there are several."""
    by: str | None = None
    """What decided it, if not the tables alone: ``tie_break`` or ``better_seed``."""
    ruling: int | None = None
    """The number of the ruling that set its result."""
    points: tuple[int | None, ...] | None = None
    """The game's own, where the tournament counts them and the result tells them."""

    @property
    def made(self) -> tuple[Made, ...]:
        """In seat order; none while it is played."""
        return tuple(map(Made, self.entries, self.codes or (), self.places or (), self.points or repeat(None)))

    @property
    def played(self) -> bool:
        return self.codes is not None and not {"+"}.intersection(self.codes) and set(self.codes) != {"-"}


class ByeInfo(msgspec.Struct, frozen=True):
    entry: EntryInfo
    reasons: tuple[Text, ...]


class Absence(msgspec.Struct, frozen=True):
    entry: EntryInfo
    code: Annotated[Rest, msgspec.Meta(description="`H` half a win, `F` a win, `Z` nothing.")]


class RoundInfo(msgspec.Struct, frozen=True):
    number: int
    paired_at: int
    reached: int
    deadline: int | None
    grace: int | None
    """Until when players are awaited at their tables."""
    complete: bool
    algorithm: str
    seed: str
    matches: Sequence[MatchInfo]
    """Made when they are asked for."""
    byes: tuple[ByeInfo, ...]
    absences: tuple[Absence, ...]
    compromises: tuple[Text, ...]
    built_on: tuple[int, ...] = ()
    """Rulings that counted when it was paired, and have been reversed since."""
    names: tuple[str, ...] = ()
    """Of the matches, in their order."""
    undecided: Mapping[str, tuple[int, ...]] = {}
    """The matches without a result, and their entries by number."""
    drafts: int = 0
    """How often it was drawn before it was published."""
    seen_by: tuple[str, ...] = ()
    """The entries, by name, whose players organise and saw it before it was published."""
    by_hand: tuple[int, ...] = ()
    """The rulings that have paired it by hand."""

    def match(self, name: str) -> MatchInfo:
        return self.matches[self.names.index(name)]


class Detail(msgspec.Struct, frozen=True):
    """A tournament whole: what its page shows."""

    id: str
    seq: int
    settings: Settings
    status: Status
    cancelled: str | None
    unrated: bool
    """Whether it has been taken out of the site's ratings."""
    may_unrate: bool
    """Whether it still can be."""
    refused: str | None
    """Why the next round could not be made, while nothing has changed since."""
    organiser: int
    organiser_name: str
    organisers: tuple[int, ...]
    """Who else directs it, and their names."""
    organiser_names: tuple[str, ...]
    asked: tuple[int, ...]
    """Who is asked to direct it too."""
    asked_names: tuple[str, ...]
    planned: int
    """The planned number of rounds; in a bracket the least number."""
    reached: int
    """The last that is paired."""
    entries: tuple[EntryInfo, ...]
    rounds: Sequence[RoundInfo]
    announced_at: int
    started_at: int | None
    ended_at: int | None
    waiting: tuple[EntryInfo, ...]
    """The waiting list before the start, who comes in next first."""
    check_in_opens: int | None
    """From when on one can say that one is there; ``None``: nobody is asked."""
    check_in_open: bool
    teams: tuple[Team, ...]
    """Those that wait for somebody to confirm, while one may enter."""
    substitutes: tuple[Substitute, ...]
    takes_late: bool
    """Whether somebody who enters now, after the start, would still be drawn."""
    held_until: int | None
    """Until when the next round, which is due, is not drawn by itself; 2^53: until an organiser publishes it."""
    last_round: int | None
    """``None`` while the number of entries is to say it."""
    stage: int = 1
    """The stage that is played, from 1."""
    ended_early: bool = False
    """Whether a ruling ends it with a round that stands."""

    @property
    def matches(self) -> Mapping[str, MatchInfo]:
        """Those of all rounds, by their names."""
        return Named([(paired.names, paired.matches) for paired in self.rounds])

    @property
    def may_end_early(self) -> bool:
        """Whether its organisers may have it end with a round before the last."""
        kinds = (self.settings.format, *(stage.format for stage in self.settings.stages))
        open_ = self.status == "running" and self.reached > 0 and not self.ended_early
        return open_ and not FORMATS[kinds[self.stage - 1]].knocks_out

    @property
    def may_rest(self) -> bool:
        """Whether its rounds can be missed by those who say so."""
        return self.stage == 1 and FORMATS[self.settings.format].open_field


class ItemInfo(msgspec.Struct, frozen=True):
    """What one round gave: a table's result against these opponents, a forfeit (no opponents), or a bye or an absence
    (no match)."""

    round: int
    match: str | None
    table: str | None
    code: Annotated[
        Code | Rest,
        msgspec.Meta(
            description="Won, level, lost; `+` the others were not there, `-` it was not itself; "
            "`LL` all have lost, by ruling; `U` a bye because "
            "nobody was left to meet; `H` `F` `Z` away, with half a win, a win or nothing."
        ),
    ]
    opponents: tuple[EntryInfo, ...]
    place: int | None
    points: str
    annulled: bool
    """Whether it counts for nobody: a side has left a round robin."""


class ValueInfo(msgspec.Struct, frozen=True):
    """What an entry has of a tie-break, as it is read, and in sentences why."""

    code: str
    title: str
    """Marked for translation."""
    value: str
    made: Value

    @property
    def why(self) -> tuple[Text, ...]:
        """Put into words when it is asked for: the lists that only show the value are many."""
        return explain(self.made)


class LineInfo(msgspec.Struct, frozen=True):
    """A line of the standings, and round by round why. Points as people read them: 2½."""

    place: int
    """0 for an entry that was disqualified."""
    entry: EntryInfo
    points: str
    tables: int
    byes: int
    why: tuple[ItemInfo, ...]
    values: tuple[ValueInfo, ...] = ()
    """Of the tie-breaks that were chosen, in their order."""
    adjusted: tuple[tuple[int, str], ...] = ()
    """Points given or taken by rulings, each at a round: -½."""


class Crosstable(msgspec.Struct, frozen=True):
    """Who did what in which round: a row for each line of the standings, a cell for each round (``None``: absent)."""

    rounds: int
    lines: tuple[LineInfo, ...]
    cells: tuple[tuple[ItemInfo | None, ...], ...]
    order: tuple[int, ...]
    """Everybody's entries, best first: rows may be a part of them."""
