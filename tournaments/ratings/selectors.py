"""Reads about ratings. Numbers here are as people see them, rounded half up; a pool is named as in ``names``."""

from collections.abc import Collection, Sequence

import msgspec

from accounts import privacy
from tournaments.log import sources
from tournaments.platform import replica
from tournaments.platform.units import DAY
from tournaments.ratings import positions, recount
from tournaments.ratings.access import sees
from tournaments.ratings.elo import as_shown
from tournaments.ratings.errors import UnknownTable
from tournaments.ratings.facts import Places
from tournaments.ratings.models import Due, Exclusion, RatedTable, Rating, RatingChange
from tournaments.ratings.names import is_site, parameters_of
from tournaments.ratings.parameters import CLUB_TABLES, START
from tournaments.ratings.positions import FOREVER
from tournaments.ratings.settling import Missing, entry_rating

FORESEEN = 20_000
"""The most tables that a dry run works out again; for more only the signed ruling shows the result."""


class Standing(msgspec.Struct, frozen=True):
    """A user's rating in a pool."""

    user: int
    rating: int
    tables: int
    provisional: bool
    rated_at: int = 0
    """When the last table ended, epoch ms."""


class Change(msgspec.Struct, frozen=True):
    """What one table did to a user's rating, as known now. ``at`` is epoch ms."""

    table: str
    user: int
    place: int
    """0 where the table counts no more."""
    before: int
    after: int
    at: int
    ruling: str = ""
    """The ruling that corrected it last, as ``tournament/number``."""
    tables: int = 0

    @property
    def by(self) -> int:
        return self.after - self.before


class Foreseen(msgspec.Struct, frozen=True):
    """What a correction would do to ratings; ``too_many`` tables stand behind it to be worked out beforehand."""

    changes: tuple[Change, ...] = ()
    too_many: bool = False


def rating_of(user: int, pool: str) -> Standing | None:
    """``None`` for a user whom no table has rated yet."""
    row = Rating.objects.filter(pool=pool, user=user).first()
    return None if row is None else _standing(row)


def ratings_of_user(user: int) -> dict[str, Standing]:
    """Every pool that the user is rated in."""
    return {row.pool: _standing(row) for row in Rating.objects.filter(user=user).order_by("pool")}


def ratings_seen(user: int, viewer: int | None) -> dict[str, Standing]:
    """Those of them that *viewer* may know of: also who hides their clubs is rated in them, and says so to nobody."""
    found = ratings_of_user(user)
    if all(map(is_site, found)):
        return found
    hidden = viewer != user and not privacy.of(user).show_clubs
    return {pool: at for pool, at in found.items() if is_site(pool) or (not hidden and sees(pool, viewer))}


def ratings_of(pool: str, users: Collection[int]) -> dict[int, float]:
    """The exact ratings of *users*, newcomers at the start: for seeding, not for show."""
    known = dict(Rating.objects.filter(pool=pool, user__in=users).values_list("user", "rating"))
    return {user: known.get(user, START) for user in users}


def entry_ratings(pool: str, users: Collection[int]) -> dict[int, float]:
    """What counts where *users* enter: nobody comes in far below their peak. Exact; newcomers at the start."""
    rows = Rating.objects.filter(pool=pool, user__in=users).values_list("user", "rating", "peak")
    known = {user: entry_rating(rating, peak) for user, rating, peak in rows}
    return {user: known.get(user, START) for user in users}


def history(user: int, pool: str, *, limit: int = 1_000) -> list[Change]:
    """The last changes of a user's rating, the oldest first."""
    rows = RatingChange.objects.using(replica.alias()).filter(user=user, pool=pool).order_by("-seq")[:limit]
    return [changed(row) for row in reversed(rows)]


def curve(user: int, pool: str, *, days: int | None = None, since: int = 0) -> list[tuple[int, int, bool]]:
    """When a rating changed (epoch ms), to what, and whether it was provisional then (in clubs and of bots: whether
    there were too few tables); the oldest first, of the last *days* or of all, from event *since* of the pool on."""
    began = 0 if days is None else sources.now_ms() - days * DAY
    rows = RatingChange.objects.using(replica.alias()).filter(user=user, pool=pool, at__gte=began, seq__gte=since)
    of = Rating.objects.filter(user=user, pool=pool).values_list("bot", "settled").first()
    found = rows.order_by("seq").values_list("seq", "at", "after", "tables")
    settling = parameters_of(pool).settling
    if of is None or of[0] or settling is None:
        least = settling.tables if settling else CLUB_TABLES
        return [(at, as_shown(after), tables < least) for _seq, at, after, tables in found]
    settled = of[1] or FOREVER
    return [(at, as_shown(after), seq < settled) for seq, at, after, _tables in found]


def lacking(user: int, pool: str) -> Missing | None:
    """What *user* lacks to be settled in a pool of the site; ``None`` where nothing is asked."""
    return positions.lacking(pool, user)


def excluded(limit: int) -> list[tuple[int, str]]:
    """Whose tables weigh nothing until they are readmitted (users), and in which of the site's pools."""
    rows = Exclusion.objects.filter(until=None).exclude(pool__contains=":").order_by("pool", "-seq")
    return list(rows.values_list("user", "pool")[:limit])


def pool_to_show(table: str, *, site: bool) -> str | None:
    """The pool in which a dry run about *table* is shown: that of the *site* if it moves, else the first of those of
    clubs and seasons; ``None`` if none has rated it."""
    pools = RatedTable.objects.filter(table=table).order_by("pool").values_list("pool", flat=True)
    first = sorted(pools, key=lambda pool: (not is_site(pool), pool))
    return next((pool for pool in first if site or not is_site(pool)), None)


def in_site_pool(tables: Collection[str]) -> bool:
    """Whether the site's pool has rated one of *tables*."""
    return RatedTable.objects.filter(table__in=tables).exclude(pool__contains=":").exists()


def still_due(tables: Collection[str]) -> set[str]:
    """Those of *tables* of which a ruling is still to be told to the pools."""
    return set(Due.objects.filter(table__in=tables).values_list("table", flat=True))


def corrected(pool: str, table: str, places: Places) -> Foreseen:
    """What it would do to anybody's rating if *table* ended so (``()``: as it was played), or (``None``) did not count.

    Nothing if it is not rated, or counts so already; its own users first, then by id.
    """
    found = positions.table_named(pool, table)
    if found is None:
        return Foreseen()
    if _behind(pool, found[0]) > FORESEEN:
        return Foreseen(too_many=True)
    facts = found[1].event
    moved = recount.foresee(pool, *found, facts.places if places == () else places)
    order = sorted(moved, key=lambda user: (user not in facts.users, user))
    return Foreseen(
        tuple(Change(table, user, 0, as_shown(moved[user][0]), as_shown(moved[user][1]), 0) for user in order)
    )


class RatedAt(msgspec.Struct, frozen=True):
    """A table of a pool: who sat there, in which places it counts (``None``: not at all), and was played."""

    table: str
    users: tuple[int, ...]
    places: Places
    played: tuple[int, ...]
    ended: int

    @property
    def void(self) -> bool:
        return self.places is None


def rated_tables(pool: str, *, limit: int, offset: int = 0) -> list[RatedAt]:
    """The tables of a pool, the last rated first."""
    return [_rated_at(row) for row in RatedTable.objects.filter(pool=pool).order_by("-seq")[offset : offset + limit]]


def rated_table(pool: str, table: str) -> RatedAt:
    """One of them; raises ``UnknownTable``."""
    row = RatedTable.objects.filter(pool=pool, table=table).first()
    if row is None:
        raise UnknownTable()
    return _rated_at(row)


def _rated_at(row: RatedTable) -> RatedAt:
    facts = positions.decoded(row.facts)
    return RatedAt(row.table, facts.users, None if row.places is None else tuple(row.places), facts.places, row.ended)


def _behind(pool: str, seq: int) -> int:
    """How many tables were rated from *seq* on."""
    return RatedTable.objects.filter(pool=pool, seq__gte=seq)[: FORESEEN + 1].count()


def _standing(row: Rating) -> Standing:
    return Standing(row.user, as_shown(row.rating), row.tables, row.provisional, row.rated_at)


def changed(row: RatingChange) -> Change:
    return Change(
        row.table, row.user, row.place, as_shown(row.before), as_shown(row.after), row.at, row.ruling, row.tables
    )


def changes(rows: Sequence[RatingChange]) -> list[Change]:
    return [changed(row) for row in rows]
