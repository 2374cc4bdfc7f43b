"""How long a tournament would take, and how many tables, for the entries that are expected. Pure."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, log2

import msgspec

from tournaments.director.policy.roll_call import opens_at
from tournaments.director.policy.stages import LEAST_GROUP, Expected, expected
from tournaments.director.state.events import Settings
from tournaments.director.state.settings import entries_limit, format_options, grace_minutes, table_sizes
from tournaments.pairing import sizes as tables_of
from tournaments.pairing.draw import Unpairable
from tournaments.pairing.groups import snake
from tournaments.pairing.registry import FORMATS
from tournaments.platform.units import MINUTE

MOVES = 30
"""Of one's own in a usual game, for tables that only a clock ends: each adds its increment."""


class Timetable(msgspec.Struct, frozen=True, kw_only=True):
    """Times are epoch ms; those of rounds are the latest at which they begin."""

    entries: int
    rounds: int
    tables: int
    """In the first round."""
    resting: int
    """Entries without a table in the first round."""
    minutes: int
    """A round, at most, or about if nothing but clocks ends it."""
    estimated: bool
    check_in: int | None
    starts: tuple[int, ...]
    missed_at: int | None
    """When players who are not there for the first round have missed it; with real cards nobody is awaited."""
    ends: int
    groups: tuple[int, ...] = ()
    """The sizes of the groups of the first stage."""
    stages: tuple[Expected, ...] = ()
    """The stages after the first."""

    @property
    def total(self) -> int:
        """Minutes from the first round to the end."""
        return self.minutes * self.rounds

    @property
    def nobody_out(self) -> tuple[int, int] | None:
        """How many play a stage, and how many of them the next, if a stage decides nothing: all go on."""
        fields = [self.entries, *(stage.entries for stage in self.stages)]
        return next(((one, after) for one, after in pairwise(fields) if after >= one), None)


def timetable(settings: Settings, entries: int) -> Timetable | None:
    """The plan for *entries*; ``None`` if that number is not possible."""
    sizes = table_sizes(settings)
    if not sizes or not min(sizes) <= entries <= entries_limit(settings):
        return None
    try:
        rounds = FORMATS[settings.format].rounds(entries, settings.rounds, format_options(settings))
    except Unpairable:
        return None
    if settings.groups > max(1, entries // LEAST_GROUP):
        return None
    to_come = expected(settings, entries)
    rounds += sum(each.rounds for each in to_come)
    minutes = settings.round_minutes or _by_clock(settings, max(sizes))
    tables, resting = _tables(settings, sizes, entries)
    starts = tuple(settings.starts_at + number * minutes * MINUTE for number in range(rounds))
    return Timetable(
        entries=entries,
        rounds=rounds,
        tables=tables,
        resting=resting,
        minutes=minutes,
        estimated=settings.round_minutes is None,
        check_in=opens_at(settings),
        starts=starts,
        missed_at=None if settings.in_room else settings.starts_at + grace_minutes(settings) * MINUTE,
        ends=settings.starts_at + rounds * minutes * MINUTE,
        groups=_groups(settings, entries),
        stages=to_come,
    )


def _groups(settings: Settings, entries: int) -> tuple[int, ...]:
    return tuple(map(len, snake(range(entries), settings.groups))) if settings.groups > 1 else ()


def _by_clock(settings: Settings, seats: int) -> int:
    """Minutes for which the clocks of all seats last through a usual game."""
    if settings.clock is None:
        return 0
    clock = settings.clock
    seconds = MOVES * clock.base if clock.per_move else clock.base + MOVES * clock.increment
    most = settings.series.tables if settings.series else 1
    return ceil(seats * seconds * most / 60)


def _tables(settings: Settings, sizes: Sequence[int], entries: int) -> tuple[int, int]:
    if groups := _groups(settings, entries):
        return sum(size // 2 for size in groups), sum(size % 2 for size in groups)
    if FORMATS[settings.format].knocks_out and max(sizes) == 2:
        resting = 2 ** ceil(log2(entries)) - entries
        return (entries - resting) // 2, resting
    for resting in range(entries):
        if found := tables_of.table_sizes(entries - resting, sizes, settings.table_size):
            return len(found), resting
    return 0, entries
