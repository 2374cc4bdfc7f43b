"""From the pools' events to their rows: the fold of each stream, kept."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from tournaments.log.events import Stored
from tournaments.log.projections import Projection
from tournaments.ratings import positions, recount, rows
from tournaments.ratings.affected import AffectedTables, of_table
from tournaments.ratings.events import CODEC, RatingCorrected, RatingExcluded, RatingReadmitted, TableRated
from tournaments.ratings.models import Difference, Exclusion, RatedTable, Rating, RatingChange, Ruling
from tournaments.ratings.names import PREFIX
from tournaments.ratings.positions import Rated

Ruled = RatingCorrected | RatingExcluded | RatingReadmitted


def apply(stream: str, events: Sequence[Stored]) -> None:
    """Write what *events*, the next ones of *stream*, say."""
    pool = stream.removeprefix(PREFIX)
    for tables, ruled in _runs(events):
        if tables:
            _rate(pool, tables)
        if ruled is not None:
            _rule(pool, *ruled)


def read(stored: Stored) -> TableRated | Ruled:
    """A pool's event."""
    event = CODEC.decode(stored.kind, stored.version, stored.payload)
    assert isinstance(event, TableRated | Ruled)  # noqa: S101  the codec knows no other
    return event


def _runs(events: Sequence[Stored]) -> Iterator[tuple[list[tuple[int, TableRated]], tuple[int, Ruled] | None]]:
    """Tables that follow one another, each run with the ruling behind it."""
    run: list[tuple[int, TableRated]] = []
    for stored in events:
        event = read(stored)
        if isinstance(event, TableRated):
            run.append((stored.seq, event))
            if len(run) < recount.CHUNK:
                continue
            yield run, None
        else:
            yield run, (stored.seq, event)
        run = []
    yield run, None


def _rate(pool: str, events: Sequence[tuple[int, TableRated]]) -> None:
    ruled = positions.ruled(pool)
    tables: list[Rated] = [(seq, ruled.counted(event)) for seq, event in events]
    users = {user for _seq, event in events for user in event.users}
    running = positions.pool_now(pool, tables, users)
    before = dict(running.players)
    made = [(seq, table, running.rate(table, seq)) for seq, table in tables]
    rows.insert_tables(pool, tables)
    rows.insert_changes(pool, made)
    changed = {user: player for user, player in running.players.items() if before.get(user) is not player}
    seats = (seat for _seq, event in events for seat in zip(event.users, event.bots, strict=True))
    rows.keep_players(pool, changed, {user: level for user, level in seats if level})
    rows.settle(pool, changed, grown=True)


def _rule(pool: str, seq: int, event: Ruled) -> None:
    Ruling.objects.create(pool=pool, seq=seq)
    match event:
        case RatingCorrected():
            _correct(pool, event)
        case RatingExcluded(user=user, since=since, until=until):
            Exclusion.objects.create(pool=pool, seq=seq, user=user, since=since, until=until)
        case RatingReadmitted(user=user):
            Exclusion.objects.filter(pool=pool, user=user).delete()
        case _:
            assert_never(event)
    reach = _reach(pool, event)
    if reach is not None:
        found = recount.recount(reach)
        rows.settle(pool, found.users, grown=False)
        Difference.objects.bulk_create(
            Difference(pool=pool, seq=seq, user=user, before=was, after=now)
            for user, (was, now) in sorted(found.moved.items())
        )


def _correct(pool: str, event: RatingCorrected) -> None:
    places = None if event.places is None else list(event.places)
    RatedTable.objects.filter(pool=pool, table=event.table).update(places=places, ruling=event.ruling)
    RatingChange.objects.filter(pool=pool, table=event.table).update(ruling=event.ruling)


def _reach(pool: str, event: Ruled) -> AffectedTables | None:
    """What may count otherwise by *event*."""
    if isinstance(event, RatingCorrected):
        found = positions.table_named(pool, event.table)
        return None if found is None else of_table(pool, *found)
    since = event.since if isinstance(event, RatingExcluded) else 0
    own = RatingChange.objects.filter(pool=pool, user=event.user, at__gte=since).order_by("seq")
    first = own.values_list("seq", flat=True).first()
    return None if first is None else AffectedTables(pool, first, [event.user])


def clear() -> None:
    for model in (RatingChange, Rating, RatedTable, Ruling, Exclusion, Difference):
        model.objects.all().delete()


RATINGS = Projection(
    name="ratings",
    prefix=PREFIX,
    tables=(
        "ratings_rating",
        "ratings_ratedtable",
        "ratings_ratingchange",
        "ratings_ruling",
        "ratings_exclusion",
        "ratings_difference",
    ),
    clear=clear,
    apply=apply,
)
