"""``/api/ratings/{pool}/corrections``: what rulings made of ratings; correcting by hand, and trying it first."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done
from tournaments.kit.requests import Part
from tournaments.leagues.web.api.night_shapes import Id
from tournaments.ratings import correcting, moments
from tournaments.ratings.moments import Difference


class Paging(Part, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=1, le=500)] = 50


class Correction(Struct, frozen=True):
    """A ruling about rated tables, and whose rating it moved."""

    seq: int
    at: Annotated[int, Meta(description="Epoch milliseconds.")]
    kind: moments.Kind
    table: Annotated[str | None, Meta(description="The table that was corrected.")]
    user: Annotated[int | None, Meta(description="Who was excluded or readmitted.")]
    ruling: str
    text: Annotated[str, Meta(description="What was written about it; empty if nothing, or if it has been erased.")]
    differences: tuple[Difference, ...]


class Corrections(Struct, frozen=True):
    """The rulings of a pool, the latest first."""

    pool: str
    corrections: tuple[Correction, ...]


Places = Annotated[
    Annotated[tuple[Annotated[int, Meta(ge=1, le=10)], ...], Meta(max_length=10)] | None,
    Meta(description="By seat, 1 is best; none: as it was played; null: the table does not count."),
]


class TryCorrection(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is to count in this pool."""

    table: Id
    places: Places


class CorrectTable(TryCorrection, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=correcting.LONGEST, description="Why. It can be erased.")]


class ForeseenMove(Struct, frozen=True):
    user: int
    before: int
    after: int


class Foreseen(Struct, frozen=True):
    """Whose rating a correction would move. Nothing has been written."""

    changes: tuple[ForeseenMove, ...]
    too_many: Annotated[bool, Meta(description="True: too many tables were rated since to say it beforehand.")]


@operation("GET ratings/<pool:pool>/corrections", "listCorrections", needs="club:read", tag="players", refusals={404})
def list_corrections(caller: Endpoint, *, pool: str, query: Paging) -> Corrections:
    """List what rulings made of the ratings of a pool."""
    found = moments.corrections(pool, viewer=caller.viewer, limit=query.limit, offset=query.offset)
    return Corrections(pool, tuple(map(_correction, found)))


@operation("POST ratings/<pool:pool>/corrections", "correctRating", needs="club:lead", tag="players", scope="leagues")
def correct_rating(caller: Endpoint, *, pool: str, body: CorrectTable, command: str | None) -> Done:
    """Say how a table counts in a pool.

    In a club's pools its owner does, in those of the site the service's staff. All that depends on the table is
    worked out again; nothing else changes.
    """
    given: dict[str, Any] = {"table": body.table, "places": body.places, "text": body.text}
    correcting.correct(pool=pool, by=caller.actor, command=command, **given)
    return Done()


@operation(
    "POST ratings/<pool:pool>/corrections/try",
    "tryCorrection",
    needs="club:lead",
    tag="players",
    refusals={403, 404, 422},
    scope="leagues",
)
def try_correction(caller: Endpoint, *, pool: str, body: TryCorrection) -> Foreseen:
    """See whose rating a correction would move.

    Nothing is written.
    """
    found = correcting.foresee(pool=pool, table=body.table, places=body.places, by=caller.actor)
    return Foreseen(tuple(ForeseenMove(each.user, each.before, each.after) for each in found.changes), found.too_many)


def _correction(made: moments.Correction) -> Correction:
    return Correction(made.seq, made.at, made.kind, made.table, made.user, made.ruling, made.text, made.differences)
