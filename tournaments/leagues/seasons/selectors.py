"""Reads about seasons; callers ask the gate before they show them."""

from collections.abc import Iterable, Mapping

from django.db.models import Q

from tournaments.leagues.models import Season as SeasonRow
from tournaments.leagues.rules.divisions import Division
from tournaments.leagues.seasons.decisions import LATEST
from tournaments.leagues.seasons.season import Season, members
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.ratings.names import club_pool
from tournaments.ratings.seasons import Season as RatedSeason
from tournaments.ratings.selectors import ratings_of

CORRECTED = 90 * 86_400_000
"""How long after its end (ms) a season still follows corrections."""


def season(season_id: str, *, as_of: int | None = None) -> Season:
    """The season now, or after event *as_of*; raises ``UnknownSeason``."""
    return SEASONS.current(season_id).state if as_of is None else SEASONS.as_of(season_id, as_of)


def of_club(club_id: str) -> list[SeasonRow]:
    """The latest first."""
    return list(SeasonRow.objects.filter(club=club_id).order_by("-starts_at", "id"))


def underway(now: int) -> list[str]:
    """The seasons that have begun, and may still take something in or be corrected."""
    rows = SeasonRow.objects.filter(starts_at__lte=now, ends_at__gt=now - LATEST - CORRECTED)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def not_over(club_ids: Iterable[str], now: int) -> list[SeasonRow]:
    """The seasons of these clubs that may still take something in or be corrected."""
    rows = SeasonRow.objects.filter(club__in=set(club_ids))
    return list(rows.filter(Q(closed_at__isnull=True) | Q(ends_at__gt=now - LATEST - CORRECTED)))


def next_divisions(club_id: str, game: str) -> tuple[Division, ...]:
    """What the last season of the game left behind; none if there was no season with divisions."""
    row = SeasonRow.objects.filter(club=club_id, game=game, closed_at__isnull=False).order_by("-ends_at").first()
    if row is None:
        return ()
    closed = season(row.pk).closed
    return closed.moves if closed is not None and len(closed.moves) > 1 else ()


def rated_in(club_id: str, game: str, at: int) -> list[str]:
    """The club's seasons with a rating pool of their own that a table counts in which began at *at* (epoch ms)."""
    rows = SeasonRow.objects.filter(club=club_id, game=game, starts_at__lte=at, ends_at__gt=at).order_by("pk")
    return [row.pk for row in rows if season(row.pk).rules.pool]


def behind_pool(season_id: str) -> RatedSeason | None:
    """A season as its ratings know it."""
    row = SeasonRow.objects.filter(pk=season_id).first()
    return None if row is None else RatedSeason(row.club, row.game, row.title)


def ratings(found: Season) -> Mapping[int, float]:
    """The club pool's ratings of its players, which part equals on a line."""
    users = {user for division in members(found) for user in division}
    return ratings_of(club_pool(found.rules.club, found.rules.game), users)
