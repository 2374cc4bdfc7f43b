"""Reads about ratings. Numbers here are as people see them, rounded half up."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from msgspec.structs import replace

from accounts.selectors import by_ids
from tournaments.ratings.corrections import correction
from tournaments.ratings.elo import PROVISIONAL_TABLES, shown
from tournaments.ratings.forms import forms
from tournaments.ratings.models import Rating, RatingChange


class Standing(msgspec.Struct, frozen=True):
    """A user's rating at a game; provisional for the first 30 tables."""

    user: int
    rating: int
    tables: int
    provisional: bool


class Rung(msgspec.Struct, frozen=True):
    """A line of a ladder; equal ratings share their rank."""

    rank: int
    user: int
    name: str
    level: str
    """The bot's, empty for a person."""
    rating: int
    tables: int
    provisional: bool


class Change(msgspec.Struct, frozen=True):
    """What one table, or a ruling on it, did to a user's rating. ``at`` is epoch ms."""

    table: str
    user: int
    place: int
    before: int
    after: int
    at: int
    ruling: str = ""
    """The ruling that corrected it, as ``tournament/number``."""

    @property
    def by(self) -> int:
        return self.after - self.before


def ladder(game: str, *, limit: int = 100, offset: int = 0) -> list[Rung]:
    """The best of a game first, from the line after *offset*."""
    rows = list(Rating.objects.filter(game=game).order_by("-rating", "user")[offset : offset + limit])
    users = by_ids(row.user for row in rows)
    rungs: list[Rung] = []
    for count, row in enumerate(rows, start=offset + 1):
        rating = shown(row.rating)
        if not rungs:
            rank = _rank(game, rating)
        elif rungs[-1].rating != rating:
            rank = count
        user = users.get(row.user)
        name, level = (user.username, user.bot_level) if user else ("", "")
        rungs.append(Rung(rank, row.user, name, level, rating, row.tables, row.tables < PROVISIONAL_TABLES))
    return rungs


def _rank(game: str, rating: int) -> int:
    """The place of those who are shown with *rating*."""
    return 1 + Rating.objects.filter(game=game, rating__gte=rating + 0.5).count()


def rating_of(user: int, game: str) -> Standing | None:
    """``None`` for a user whom no table has rated yet."""
    row = Rating.objects.filter(game=game, user=user).first()
    return None if row is None else _standing(row)


def ratings_of_user(user: int) -> dict[str, Standing]:
    """Every game that the user is rated at."""
    return {row.game: _standing(row) for row in Rating.objects.filter(user=user).order_by("game")}


def ratings_of(game: str, users: Sequence[int]) -> dict[int, float]:
    """The exact ratings of *users*, newcomers at the start: for seeding, not for show."""
    return {user: form.rating for user, form in forms(game, users).items()}


def history(user: int, game: str, *, limit: int = 1_000) -> list[Change]:
    """The last changes of a user's rating, the oldest first."""
    rows = RatingChange.objects.filter(user=user, game=game).order_by("-seq")[:limit]
    return [_change(row) for row in reversed(rows)]


def trends(game: str, users: Sequence[int], *, limit: int) -> dict[int, list[int]]:
    """The last ratings of each of *users*, the oldest first, in one query; nobody whom no table has rated."""
    last = RatingChange.objects.filter(game=game, user=OuterRef("user")).order_by("-seq").values("after")[:limit]
    rows = Rating.objects.filter(game=game, user__in=users).values_list("user", ArraySubquery(last))
    return {user: [shown(rating) for rating in reversed(after)] for user, after in rows}


def change_at_table(table: str) -> dict[int, Change]:
    """What *table* did to each of its users, with what was corrected later; empty if it is not rated."""
    changes: dict[int, Change] = {}
    for row in RatingChange.objects.filter(table=table).order_by("seq"):
        first, made = changes.get(row.user), _change(row)
        if first is not None:
            made = replace(made, before=first.before, after=first.after + made.by)
        changes[row.user] = made
    return changes


def corrected(game: str, table: str, places: Sequence[int] | None) -> list[Change]:
    """What it would do to everybody's rating if *table* ended so; ``None``: if it did not count. Nothing if it is not
    rated, or counts so already."""
    if not RatingChange.objects.filter(game=game, table=table).exists():
        return []
    found = correction(game, table, places)
    return [Change(table, user, 0, shown(before), shown(form.rating), 0) for user, (before, form) in found.items()]


def _standing(row: Rating) -> Standing:
    return Standing(row.user, shown(row.rating), row.tables, row.tables < PROVISIONAL_TABLES)


def _change(row: RatingChange) -> Change:
    return Change(row.table, row.user, row.place, shown(row.before), shown(row.after), row.at, row.ruling)
