"""Ratings as of any event of a pool, as they were shown then or as they are known today; and what rulings changed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, Literal, LiteralString, TypeAlias

import msgspec

from accounts.selectors import called
from tournaments.log import selectors as log
from tournaments.log import texts
from tournaments.log.events import Stored
from tournaments.platform import places
from tournaments.platform.database import execute
from tournaments.ratings.access import check_sees
from tournaments.ratings.elo import as_shown
from tournaments.ratings.errors import UnknownPool
from tournaments.ratings.events import CODEC, RatingCorrected, RatingExcluded, RatingReadmitted
from tournaments.ratings.models import Difference as DifferenceRow
from tournaments.ratings.models import Ruling
from tournaments.ratings.names import PREFIX

_KNOWN: Final[LiteralString] = """
SELECT one.user, last.after AS rating FROM ratings_rating AS one, LATERAL (
    SELECT after FROM ratings_ratingchange
    WHERE "user" = one.user AND pool = one.pool AND seq <= %(seq)s ORDER BY seq DESC LIMIT 1) AS last
WHERE one.pool = %(pool)s"""
_SHOWN: Final[LiteralString] = """
SELECT one.user, last.rating FROM ratings_rating AS one, LATERAL (SELECT rating FROM (
    (SELECT seq, first AS rating FROM ratings_ratingchange
     WHERE "user" = one.user AND pool = one.pool AND seq <= %(seq)s ORDER BY seq DESC LIMIT 1)
    UNION ALL
    (SELECT seq, after FROM ratings_difference
     WHERE "user" = one.user AND pool = one.pool AND seq <= %(seq)s ORDER BY seq DESC LIMIT 1)) AS told
    ORDER BY seq DESC LIMIT 1) AS last
WHERE one.pool = %(pool)s"""
_NOW: Final[LiteralString] = """SELECT "user", rating FROM ratings_rating WHERE pool = %(pool)s"""
_PAGE: Final[LiteralString] = """
SELECT "user", rating FROM ({}) AS one ORDER BY floor(rating + 0.5) DESC, "user" LIMIT %(limit)s OFFSET %(offset)s"""

Kind: TypeAlias = Literal["corrected", "excluded", "readmitted"]
_PAGES: Final = {one: _PAGE.replace("{}", one) for one in (_NOW, _KNOWN, _SHOWN)}


class Then(msgspec.Struct, frozen=True):
    """A user's rating at a moment."""

    user: int
    rating: int


class Moment(msgspec.Struct, frozen=True):
    seq: int
    """The event that it is as of."""
    ratings: Sequence[Then]
    """The best first."""


class Difference(msgspec.Struct, frozen=True):
    user: int
    name: str
    before: int
    after: int


class Correction(msgspec.Struct, frozen=True):
    """A ruling about rated tables, and what came of it."""

    seq: int
    at: int
    kind: Kind
    table: str | None
    user: int | None
    ruling: str
    differences: tuple[Difference, ...]
    text: str = ""
    """What was written about it, unless it has been erased."""


def as_of(
    pool: str,
    seq: int | None = None,
    *,
    corrected: bool = False,
    viewer: int | None = None,
    limit: int | None = None,
    offset: int = 0,
) -> Moment:
    """Everybody's rating after event *seq* (now, without): as shown then, or (*corrected*) as the tables up to there
    are known today; of all of them *limit*, behind *offset*. Each is found by itself, however many tables there were.
    Raises ``UnknownPool``."""
    check_sees(pool, viewer)
    last = log.head(PREFIX + pool).seq
    if not last:
        raise UnknownPool()
    at = last if seq is None else min(seq, last)
    asked = {"pool": pool, "seq": at, "limit": limit, "offset": offset}
    rows = execute(_PAGES[_NOW if at == last else _KNOWN if corrected else _SHOWN], asked)
    return Moment(at, [Then(user, as_shown(rating)) for user, rating in rows])


def named(found: Sequence[Then]) -> Iterable[tuple[Then, str]]:
    names = called(then.user for then in found)
    return [(then, names[then.user].name if then.user in names else "") for then in found]


def corrections(pool: str, *, viewer: int | None = None, limit: int, offset: int = 0) -> list[Correction]:
    """The rulings of a pool, the latest first, as far as *viewer* may know of it. Raises ``UnknownPool``."""
    check_sees(pool, viewer)
    return published(pool, limit=limit, offset=offset)


def published(pool: str, *, limit: int, offset: int = 0) -> list[Correction]:
    """What each ruling of a pool moved, the latest first. Raises ``UnknownPool``."""
    if not log.head(PREFIX + pool).seq:
        raise UnknownPool()
    ruled = places.part(Ruling.objects.filter(pool=pool).order_by("-seq"), limit, offset).values_list("seq", flat=True)
    stored = log.events_at(PREFIX + pool, list(ruled))[::-1]
    rows = DifferenceRow.objects.filter(pool=pool, seq__in=[each.seq for each in stored]).order_by("seq", "user")
    names, moved = called(row.user for row in rows), defaultdict[int, list[Difference]](list)
    for row in rows:
        name = names[row.user].name if row.user in names else ""
        moved[row.seq].append(Difference(row.user, name, as_shown(row.before), as_shown(row.after)))
    made = [_correction(each, tuple(moved[each.seq])) for each in stored]
    written = texts.read(each.ruling for each in made)
    return [msgspec.structs.replace(each, text=written.get(each.ruling, "")) for each in made]


def _correction(stored: Stored, differences: tuple[Difference, ...]) -> Correction:
    match CODEC.decode(stored.kind, stored.version, stored.payload):
        case RatingCorrected(table=table, ruling=ruling):
            return Correction(stored.seq, stored.recorded_at, "corrected", table, None, ruling, differences)
        case RatingExcluded(user=user, ruling=ruling):
            return Correction(stored.seq, stored.recorded_at, "excluded", None, user, ruling, differences)
        case RatingReadmitted(user=user, ruling=ruling):
            return Correction(stored.seq, stored.recorded_at, "readmitted", None, user, ruling, differences)
    raise LookupError(stored.kind)
