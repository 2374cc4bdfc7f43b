"""What follows from a request about a season, or from the time. Pure."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

import msgspec

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.leagues.errors import Refused, WrongStatus
from tournaments.leagues.nights.decisions import check_title
from tournaments.leagues.rules import divisions, league
from tournaments.leagues.rules.divisions import Division
from tournaments.leagues.rules.points import TABLES, Scale, Unit
from tournaments.leagues.rules.recurrence import instant
from tournaments.leagues.seasons.events import (
    Amended,
    Closed,
    Deleted,
    Edited,
    Opened,
    Place,
    Title,
    UnitCounted,
    UnitDropped,
)
from tournaments.leagues.seasons.season import Season, tables
from tournaments.platform.units import DAY

LATEST: Final = 7 * DAY
"""How long after the season (ms) what began in it may end."""
LONGEST: Final = timedelta(days=400)
MOST_DIVISIONS: Final = 10


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A season as somebody asks for it."""

    game: str
    title: str
    since: date = msgspec.field(name="from")
    to: date
    unit: Unit = "table"
    points: tuple[Scale, ...] = ()
    best: int | None = None
    least: int = 0
    divisions: tuple[Division, ...] = ()
    """Players' ids. None: as the season before this one says."""
    down: int = 1
    pool: bool = False


def open_season(season: str, club: str, draft: Draft, *, zone: str, today: date) -> Sequence[Event]:
    check_title(draft.title)
    _check_dates(draft.since, draft.to, today)
    _check_counts(draft)
    starts, ends = instant(draft.since, "00:00", zone), instant(draft.to + timedelta(days=1), "00:00", zone)
    return (Opened(season=season, club=club, starts_at=starts, ends_at=ends, **msgspec.structs.asdict(draft)),)


def edit(season: Season, title: str, since: date, to: date, *, zone: str, today: date) -> Sequence[Event]:
    """Another title, at any time before the end; other days, before the first result."""
    _check_open(season)
    check_title(title)
    rules = season.rules
    moved = (since, to) != (rules.since, rules.to)
    if moved:
        _check_empty(season)
        _check_dates(since, to, today)
    starts, ends = instant(since, "00:00", zone), instant(to + timedelta(days=1), "00:00", zone)
    if not moved:
        starts, ends = rules.starts_at, rules.ends_at
    edited = Edited(title=title, since=since, to=to, starts_at=starts, ends_at=ends)
    return (edited,) if moved or title != rules.title else ()


def delete(season: Season) -> Sequence[Event]:
    """The season stands in no list any more; before its first result alone."""
    if season.deleted:
        return ()
    _check_open(season)
    _check_empty(season)
    return (Deleted(),)


def _check_open(season: Season) -> None:
    if season.closed is not None or season.deleted:
        raise WrongStatus("season_over", _("That season is over."))


def _check_empty(season: Season) -> None:
    if season.units or season.dropped:
        raise WrongStatus("season_begun", _("A result has counted: the season can only be given another title."))


def _check_dates(since: date, to: date, today: date) -> None:
    if to < today or abs(since - today) > 2 * LONGEST:
        raise Refused("bad_date", _("That time has already passed, or is too far away."), field="from")
    if not since <= to <= since + LONGEST:
        raise Refused("bad_date", _("A season needs a first and a last day, at most 400 days apart."), field="to")


def _check_counts(draft: Draft) -> None:
    if draft.best is not None and not 1 <= draft.best <= 500:
        raise Refused("bad_best", _("At least one result must count."), field="best")
    if not 0 <= draft.least <= 500:
        raise Refused("bad_least", _("That is too many results."), field="least")
    if not 0 <= draft.down <= 50:
        raise Refused("bad_down", _("That many players cannot go down."), field="down")
    _check_points(draft)
    named = [user for division in draft.divisions for user in division]
    if len(draft.divisions) > MOST_DIVISIONS or len(named) > 2_000 or len(set(named)) < len(named):
        raise Refused(
            "bad_divisions", _("Everybody must begin in one division, and there can be at most ten."), field="divisions"
        )


def _check_points(draft: Draft) -> None:
    for scale in draft.points:
        falls = all(better >= worse for better, worse in pairwise(scale))
        if not scale or not falls or not all(0 <= each <= 1_000 for each in scale) or len(scale) > 100:
            raise Refused("bad_points", _("A better place cannot count less."), field="points")
    sizes = [len(scale) for scale in draft.points]
    allowed = len(sizes) <= 1 if draft.unit == "event" else set(sizes) <= set(TABLES) and len(set(sizes)) == len(sizes)
    if not allowed:
        reason = _("Events have one scale; tables one for each size, of two to five seats.")
        raise Refused("bad_points", reason, field="points")


def belongs(season: Season, started_at: int, ended_at: int) -> bool:
    """Whether something counts in *season*: it began inside, and was over at most seven days after."""
    rules = season.rules
    return rules.starts_at <= started_at < rules.ends_at and ended_at <= rules.ends_at + LATEST


def count(season: Season, unit: UnitCounted) -> Sequence[Event]:
    """A unit, once; with other users or places, it is corrected."""
    if season.deleted or not belongs(season, unit.started_at, unit.ended_at) or season.units.get(unit.unit) == unit:
        return ()
    return (unit,)


def drop(season: Season, unit: str) -> Sequence[Event]:
    return (UnitDropped(unit),) if unit in season.units else ()


def close(
    season: Season, *, ratings: Mapping[int, float], gone: Collection[int], still_open: bool, now: int
) -> Sequence[Event]:
    """The end, when nothing that began inside can still count; again, amended, if it has come out otherwise."""
    if season.deleted:
        return ()
    over_at = season.rules.ends_at + (LATEST if still_open else 0)
    if season.closed is None and now < over_at:
        return ()
    places, titles, moves = final(season, ratings=ratings, gone=gone)
    if season.closed is None:
        return (Closed(places, titles, moves),)
    return () if season.closed.places == places else (Amended(places, titles, moves),)


def final(
    season: Season, *, ratings: Mapping[int, float], gone: Collection[int]
) -> tuple[tuple[Place, ...], tuple[Title, ...], tuple[Division, ...]]:
    """Everybody's place, the titles and the next season's divisions. Who has *gone* keeps what they won."""
    standings = tables(season)
    places = tuple(
        Place(line.player, number, line.place, str(line.total))
        for number, lines in enumerate(standings, start=1)
        for line in lines
    )
    first = [place for place in places if place.place == 1]
    titles = tuple(Title(each.user, "season" if each.division == 1 else "division", each.division) for each in first)
    return places, titles, _moves(season, standings, ratings, gone)


def _moves(
    season: Season, standings: Sequence[Sequence[league.Line]], ratings: Mapping[int, float], gone: Collection[int]
) -> tuple[Division, ...]:
    orders = [divisions.order(lines, ratings) for lines in standings]
    return divisions.moves(orders, down=season.rules.down, left=gone)
