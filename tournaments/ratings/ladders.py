"""The rating ladder of a pool: who is ranked, who is not yet, who has been away. Reads only.

By shown rating, equals share a rank (1 2 2 4), then more tables, then the lower id. A provisional rating has no rank,
and inactive players are apart.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, Final, Literal, LiteralString, TypeAlias

import msgspec
from django.db.models import Count, F, Q, QuerySet, Subquery
from django.db.models.functions import Floor
from psycopg.types.numeric import Int8

from accounts.selectors import called
from tournaments.log import sources
from tournaments.platform import places, replica
from tournaments.platform.database import execute
from tournaments.platform.units import DAY, WEEK
from tournaments.ratings import positions
from tournaments.ratings.elo import as_shown
from tournaments.ratings.models import Rating
from tournaments.ratings.names import club_pool, game_of
from tournaments.ratings.positions import array
from tournaments.ratings.settling import INACTIVE_WEEKS

Part: TypeAlias = Literal["ranked", "provisional", "inactive"]
Bots: TypeAlias = Literal["out", "in", "alone"]
"""Whether bots are left out of a ladder, ranked among all, or alone: then it is the ladder of bots."""
TREND_DAYS: Final = 30
FORM: Final = 5
_SHOWN: Final = Floor(F("rating") + 0.5)

_THEN: Final[LiteralString] = """
SELECT seq FROM ratings_ratedtable WHERE pool = %(pool)s AND ended <= %(then)s ORDER BY ended DESC LIMIT 1"""
_LATELY: Final[LiteralString] = """
SELECT asked, former.after, form.places
FROM unnest(%(users)s::bigint[]) AS asked
LEFT JOIN LATERAL (SELECT after FROM ratings_ratingchange
                   WHERE "user" = asked AND pool = %(pool)s AND seq <= %(then)s
                   ORDER BY seq DESC LIMIT 1) AS former ON true
LEFT JOIN LATERAL (SELECT array_agg(place ORDER BY seq) AS places FROM (
                       SELECT place, seq FROM ratings_ratingchange
                       WHERE "user" = asked AND pool = %(pool)s AND place > 0
                       ORDER BY seq DESC LIMIT %(form)s) AS last) AS form ON true"""


class Rung(msgspec.Struct, frozen=True):
    """A line of a ladder; equal ratings share their rank."""

    rank: Annotated[int | None, msgspec.Meta(description="Null where nobody is ranked.")]
    user: int
    name: str
    level: Annotated[str, msgspec.Meta(description="A bot's, `program` for others' bots; empty for a person.")]
    rating: int
    tables: int
    provisional: bool
    rated_at: Annotated[int, msgspec.Meta(description="When the last rated table ended, epoch milliseconds.")]
    trend: Annotated[int | None, msgspec.Meta(description="Against 30 days ago; null without a rating then.")]
    form: Annotated[tuple[int, ...], msgspec.Meta(description="The last five places, the latest last.")]


def ladder(
    pool: str,
    *,
    part: Part = "ranked",
    bots: Bots = "out",
    among: Collection[int] | None = None,
    weeks: int = INACTIVE_WEEKS,
    limit: int = 100,
    offset: int = 0,
) -> list[Rung]:
    """The lines of *part* from the one after *offset* on; *bots* are left out, ranked among
    all, or alone; *among* some users if it is given. A player without a rated table for *weeks* is inactive."""
    there = _there(pool, part, bots=bots, among=among, weeks=weeks)
    order = (_SHOWN.desc(), F("tables").desc(), "user")
    rows = list(places.part(there.order_by(*order), limit, offset))
    ranks = _ranks(there, rows, offset) if part == "ranked" else [None] * len(rows)
    return list(_rungs(pool, rows, ranks))


def is_young(pool: str) -> bool:
    """Whether it is a pool of the site with so few settled people that a simpler rule holds there."""
    return positions.is_young(pool, positions.settled_before(pool, positions.FOREVER))


def count(pool: str, part: Part, *, bots: Bots = "out", among: Collection[int] | None = None) -> int:
    return _there(pool, part, bots=bots, among=among, weeks=INACTIVE_WEEKS).count()


def games_of(club: str) -> set[str]:
    """The games of which tables have been rated in *club*."""
    pools = Rating.objects.filter(pool__startswith=club_pool(club, "")).values_list("pool", flat=True).distinct()
    return {game for pool in pools if (game := game_of(pool))}


def rank_of(pool: str, user: int) -> tuple[int, int] | None:
    """The rank of *user* among people, and of how many; ``None`` without a rank."""
    there = _there(pool, "ranked", bots="out", among=None, weeks=INACTIVE_WEEKS)
    better = there.filter(user=user).values(least=_SHOWN + 0.5)
    counted = there.aggregate(
        all=Count("*"),
        own=Count("user", filter=Q(user=user)),
        above=Count("user", filter=Q(rating__gte=Subquery(better))),
    )
    return (1 + counted["above"], counted["all"]) if counted["own"] else None


def _there(pool: str, part: Part, *, bots: Bots, among: Collection[int] | None, weeks: int) -> QuerySet[Rating]:
    active = sources.now_ms() - weeks * WEEK
    rows = Rating.objects.using(replica.alias()).filter(pool=pool)
    rows = rows.filter(rated_at__lt=active) if part == "inactive" else rows.filter(rated_at__gte=active)
    if part != "inactive":
        rows = rows.filter(provisional=part == "provisional")
    if bots != "in":
        rows = rows.filter(bot="") if bots == "out" else rows.exclude(bot="")
    return rows if among is None else rows.filter(user__in=list(among))


def _ranks(there: QuerySet[Rating], rows: Sequence[Rating], offset: int) -> list[int | None]:
    ranks: list[int | None] = []
    for at, row in enumerate(rows):
        if at and as_shown(rows[at - 1].rating) == as_shown(row.rating):
            ranks.append(ranks[-1])
        else:
            ranks.append(offset + at + 1 if at else _rank(there, as_shown(row.rating)))
    return ranks


def _rank(there: QuerySet[Rating], rating: int) -> int:
    """The place of those who are shown with *rating*."""
    return 1 + there.alias(shown=_SHOWN).filter(shown__gt=rating).count()


def _rungs(pool: str, rows: Sequence[Rating], ranks: Sequence[int | None]) -> Iterator[Rung]:
    users = [row.user for row in rows]
    names, lately = called(users), _lately(pool, users)
    for row, rank in zip(rows, ranks, strict=True):
        then, form = lately[row.user]
        yield Rung(
            rank=rank,
            user=row.user,
            name=names[row.user].name if row.user in names else "",
            level=names[row.user].level if row.user in names else row.bot,
            rating=as_shown(row.rating),
            tables=row.tables,
            provisional=row.provisional,
            rated_at=row.rated_at,
            trend=None if then is None else as_shown(row.rating) - as_shown(then),
            form=tuple(form or ()),
        )


def _lately(pool: str, users: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """By user: the rating after the last table of 30 days ago, and the last places. No more of anybody's tables is
    looked through."""
    month = {"pool": pool, "then": Int8(sources.now_ms() - TREND_DAYS * DAY)}
    using = replica.alias()
    (then,) = execute(_THEN, month, using=using).fetchone() or (0,)
    asked = {"pool": pool, "users": array(users), "then": then, "form": FORM}
    rows = execute(_LATELY, asked, using=using)
    return {user: tuple(found) for user, *found in rows}
