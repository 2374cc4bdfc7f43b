"""What pages of tables show of ratings."""

from tournaments.ratings.models import RatingChange
from tournaments.ratings.selectors import Change, changed


def change_at_table(table: str, *, pool: str | None = None) -> dict[int, Change]:
    """What *table* did to each of its users in *pool*, else in that of the site; empty if it is not rated there."""
    rows = RatingChange.objects.filter(table=table).order_by("seq")
    rows = rows.exclude(pool__contains=":") if pool is None else rows.filter(pool=pool)
    return {row.user: changed(row) for row in rows}
