"""What pages of tables show of ratings."""

from collections.abc import Iterable

from tournaments.ratings.models import Rating, RatingChange
from tournaments.ratings.selectors import Change, changed


def change_at_table(table: str, *, pool: str | None = None) -> dict[int, Change]:
    """What *table* did to each of its users in *pool*, else in that of the site; empty if it is not rated there."""
    rows = RatingChange.objects.filter(table=table).order_by("seq")
    rows = rows.exclude(pool__contains=":") if pool is None else rows.filter(pool=pool)
    return {row.user: changed(row) for row in rows}


def rated_at(players: Iterable[tuple[str, int]]) -> dict[tuple[str, int], float]:
    """The site's ratings of *players*, by (game, user). A user without a rating in a game is left out."""
    asked = set(players)
    games = {game for game, _user in asked}
    rows = Rating.objects.filter(pool__in=games, user__in={user for _game, user in asked}) if asked else ()
    found = {(row.pool, row.user): row.rating for row in rows}
    return {player: rating for player, rating in found.items() if player in asked}
