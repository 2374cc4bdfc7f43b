"""From the pools' events to their rows: the fold of each stream, kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.log.events import Stored
from tournaments.log.projections import Projection
from tournaments.ratings.corrections import correction
from tournaments.ratings.elo import Form, rate
from tournaments.ratings.events import CODEC, RatingCorrected, TableRated
from tournaments.ratings.forms import forms
from tournaments.ratings.models import Rating, RatingChange

PREFIX = "pool:"


def apply(stream: str, events: Sequence[Stored]) -> None:
    """Write what *events*, the next ones of *stream*, say."""
    game = stream.removeprefix(PREFIX)
    for stored in events:
        event = CODEC.decode(stored.kind, stored.version, stored.payload)
        if isinstance(event, TableRated):
            _table_rated(game, event, stored.seq, stored.recorded_at)
        elif isinstance(event, RatingCorrected):
            _corrected(game, event, stored.seq, stored.recorded_at)


def _table_rated(game: str, event: TableRated, seq: int, at: int) -> None:
    before = forms(game, event.users)
    rated = rate([before[user] for user in event.users], event.places, event.teams)
    after = dict(zip(event.users, rated, strict=True))
    _keep(game, after, at)
    RatingChange.objects.bulk_create(
        RatingChange(
            game=game,
            seq=seq,
            user=user,
            table=event.table,
            place=place,
            before=before[user].rating,
            after=after[user].rating,
            at=at,
        )
        for user, place in zip(event.users, event.places, strict=True)
    )


def _corrected(game: str, event: RatingCorrected, seq: int, at: int) -> None:
    made = correction(game, event.table, event.places)
    _keep(game, {user: form for user, (_before, form) in made.items()}, at)
    places = dict(zip(made, event.places or (0,) * len(made), strict=True))
    RatingChange.objects.bulk_create(
        RatingChange(
            game=game,
            seq=seq,
            user=user,
            table=event.table,
            place=places[user],
            before=before,
            after=form.rating,
            at=at,
            ruling=f"{event.tournament}/{event.ruling}",
        )
        for user, (before, form) in made.items()
    )


def _keep(game: str, after: Mapping[int, Form], at: int) -> None:
    Rating.objects.bulk_create(
        [
            Rating(game=game, user=user, rating=form.rating, tables=form.tables, summited=form.summited, rated_at=at)
            for user, form in after.items()
        ],
        update_conflicts=True,
        unique_fields=["game", "user"],
        update_fields=["rating", "tables", "summited", "rated_at"],
    )


def clear() -> None:
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()


RATINGS = Projection(
    name="ratings",
    prefix=PREFIX,
    tables=("ratings_rating", "ratings_ratingchange"),
    clear=clear,
    apply=apply,
)
