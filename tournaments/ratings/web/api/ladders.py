"""``/api/ladders`` and ``/api/ratings``: who stands where, now and as of any moment; who plays for whom."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.requests import Part
from tournaments.ratings import ladders, moments, reports
from tournaments.ratings.ladders import Rung
from tournaments.ratings.reports import GivenDuels, Suspicion
from tournaments.tables import catalogue
from tournaments.tables.web.api.shapes import Seq


class LadderQuery(Part, frozen=True, forbid_unknown_fields=True):
    part: Annotated[
        ladders.Part,
        Meta(description="Who is ranked; whose rating is provisional; who has not played for eight weeks."),
    ] = "ranked"
    bots: Annotated[bool, Meta(description="Whether bots are ranked among all.")] = False
    only_bots: Annotated[bool, Meta(description="The ladder of bots: nobody else is ranked.")] = False
    limit: Annotated[int, Meta(ge=1, le=500)] = 100


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


class Moment(Part, frozen=True, forbid_unknown_fields=True):
    as_of: Annotated[Seq | UnsetType, Meta(description="An event of the pool; without it the last one.")] = UNSET
    corrected: Annotated[bool, Meta(description="That moment as it is known today, not as it was shown.")] = False
    limit: Annotated[int, Meta(ge=1, le=500)] = 100


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


class Suspicions(Struct, frozen=True):
    """Who plays otherwise when somebody sits at the table, the most striking first; and who is given duels. A question,
    never an answer."""

    pool: str
    suspicions: tuple[Suspicion, ...]
    given: tuple[GivenDuels, ...]


@operation(
    "GET ratings/<pool:pool>/suspicions", "listSuspicions", needs="club:lead", tag="players", refusals={403, 404}
)
def list_suspicions(caller: Endpoint, *, pool: str) -> Suspicions:
    """List who plays otherwise when somebody sits at the table, and who is given duels.

    For those who rule on the pool.
    """
    lines = reports.report(pool, viewer=caller.actor)
    given = reports.given(pool, viewer=caller.actor)
    return Suspicions(pool, tuple(lines), tuple(given))


@operation("GET ladders/<key:game>", "getLadder", needs="club:read", tag="players", refusals={404})
def get_ladder(caller: Endpoint, *, game: str, query: LadderQuery) -> Ladder:
    """Get a part of the ladder of a game."""
    key = catalogue.game(game).key
    bots: ladders.Bots = "alone" if query.only_bots else "in" if query.bots else "out"
    found = ladders.ladder(key, part=query.part, bots=bots, limit=query.limit, offset=query.offset)
    return Ladder(key, query.part, ladders.is_young(key), tuple(found))


@operation("GET ratings/<pool:pool>", "listRatings", needs="club:read", tag="players", refusals={404})
def list_ratings(caller: Endpoint, *, pool: str, query: Moment) -> Ratings:
    """Get the ratings of a pool as of any event, as they were shown then or as they are known today."""
    seq = query.as_of if isinstance(query.as_of, int) else None
    page = {"limit": query.limit, "offset": query.offset}
    found = moments.as_of(pool, seq, corrected=query.corrected, viewer=caller.viewer, **page)
    rated = tuple(RatedUser(at.user, name, at.rating) for at, name in moments.named(found.ratings))
    return Ratings(pool, found.seq, query.corrected, rated)
