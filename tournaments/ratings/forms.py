"""Everybody's form in a pool, from the rows."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.ratings.elo import Form
from tournaments.ratings.models import Rating


def forms(game: str, users: Sequence[int]) -> dict[int, Form]:
    """Everybody's form in the pool of *game*, newcomers included."""
    rows = Rating.objects.filter(game=game, user__in=users)
    known = {row.user: Form(row.rating, row.tables, row.summited) for row in rows}
    return {user: known.get(user, Form()) for user in users}
