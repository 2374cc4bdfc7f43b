"""``/api/ladders`` and ``/api/ratings``: who stands where, now and as of any moment; who plays for whom."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.ratings import ladders, moments, reports
from tournaments.tables import catalogue
from tournaments.tables.web.api.shapes import Seq


class LadderQuery(Struct, frozen=True, forbid_unknown_fields=True):
    part: Annotated[
        ladders.Part,
        Meta(description="Who is ranked; whose rating is provisional; who has not played for eight weeks."),
    ] = "ranked"
    bots: Annotated[bool, Meta(description="Whether bots are ranked among all.")] = False
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0


class Rung(Struct, frozen=True):
    """A line of a ladder; equal ratings share their rank."""

    rank: Annotated[int | None, Meta(description="Null where nobody is ranked.")]
    user: int
    name: str
    level: Annotated[str, Meta(description="The bot's, empty for a person.")]
    rating: int
    tables: int
    provisional: bool
    rated_at: Annotated[int, Meta(description="When the last rated table ended, epoch milliseconds.")]
    trend: Annotated[int | None, Meta(description="Against 30 days ago; null for whoever had no rating then.")]
    form: Annotated[tuple[int, ...], Meta(description="The last five places, the latest last.")]


class Ladder(Struct, frozen=True):
    """A part of the ratings at a game, the best first."""

    game: str
    part: ladders.Part
    young: Annotated[
        bool,
        Meta(
            description="True: fewer than 20 people are settled. Until then five people met who have ten tables are "
            "enough for a rank."
        ),
    ]
    ladder: tuple[Rung, ...]


class Moment(Struct, frozen=True, forbid_unknown_fields=True):
    as_of: Annotated[Seq | UnsetType, Meta(description="An event of the pool; without it the last one.")] = UNSET
    corrected: Annotated[bool, Meta(description="That moment as it is known today, not as it was shown.")] = False
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0


class RatedUser(Struct, frozen=True):
    user: int
    name: str
    rating: int


class Ratings(Struct, frozen=True):
    """Everybody's rating in a pool at a moment, the best first."""

    pool: str
    seq: Annotated[int, Meta(description="The event that it is as of.")]
    corrected: bool
    ratings: tuple[RatedUser, ...]


class Suspicion(Struct, frozen=True):
    """A player whose results differ with another at the table: shares of the others beaten above what was expected, in
    hundredths."""

    user: int
    name: str
    partner: int
    partner_name: str
    together: Annotated[int, Meta(description="Tables of three to five with both, in the last 90 days.")]
    apart: int
    with_partner: int
    without: int
    t: Annotated[float | None, Meta(description="Welch's t; null where the results have no scatter at all.")]


class GivenDuels(Struct, frozen=True):
    """A player to whom a closed group gives up in tables of two, in the last 90 days."""

    user: int
    name: str
    givers: Annotated[tuple[str, ...], Meta(description="Who gave up to them after 8 or fewer of their own decisions.")]
    won: Annotated[int, Meta(description="Duels that they won.")]
    gifts: Annotated[int, Meta(description="Those of them that were given up so early.")]
    gain: Annotated[int, Meta(description="By how much their rating rose by these.")]
    inside: Annotated[int, Meta(description="Of the givers' duels those within the group, in hundredths.")]


class Suspicions(Struct, frozen=True):
    """Who plays otherwise when somebody sits at the table, the most striking first; and who is given duels. A question,
    never an answer."""

    pool: str
    suspicions: tuple[Suspicion, ...]
    given: tuple[GivenDuels, ...]


class SuspicionList(Endpoint):
    @operation("listSuspicions", tag="players", answers=Suspicions, refusals={403, 404})
    def get(self, *, pool: str) -> Suspicions:
        """List who plays otherwise when somebody sits at the table, and who is given duels.

        For those who rule on the pool.
        """
        lines = reports.report(pool, viewer=self.actor)
        given = reports.given(pool, viewer=self.actor)
        return Suspicions(pool, tuple(map(_suspicion, lines)), tuple(GivenDuels(**asdict(one)) for one in given))


class LadderDetail(Endpoint):
    @operation("getLadder", tag="players", answers=Ladder, query=LadderQuery, refusals={404})
    def get(self, *, game: str, query: LadderQuery) -> Ladder:
        """Get a part of the ladder of a game."""
        key = catalogue.game(game).key
        found = ladders.ladder(key, part=query.part, bots=query.bots, limit=query.limit, offset=query.offset)
        return Ladder(key, query.part, ladders.is_young(key), tuple(map(_rung, found)))


class RatingList(Endpoint):
    @operation("listRatings", tag="players", answers=Ratings, query=Moment, refusals={404})
    def get(self, *, pool: str, query: Moment) -> Ratings:
        """Get the ratings of a pool as of any event, as they were shown then or as they are known today."""
        seq = query.as_of if isinstance(query.as_of, int) else None
        page = {"limit": query.limit, "offset": query.offset}
        found = moments.as_of(pool, seq, corrected=query.corrected, viewer=self.viewer, **page)
        rated = tuple(RatedUser(at.user, name, at.rating) for at, name in moments.named(found.ratings))
        return Ratings(pool, found.seq, query.corrected, rated)


def _suspicion(line: reports.Line) -> Suspicion:
    return Suspicion(
        line.user,
        line.name,
        line.partner,
        line.partner_name,
        line.together,
        line.apart,
        line.with_partner,
        line.without,
        line.t,
    )


def _rung(at: ladders.Rung) -> Rung:
    return Rung(
        at.rank, at.user, at.name, at.level, at.rating, at.tables, at.provisional, at.rated_at, at.trend, at.form
    )
