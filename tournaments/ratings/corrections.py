"""What a corrected table makes of ratings: what it would have given then instead of what it gave, added now.

Tables rated since then stay as they are: nobody else's rating moves.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tournaments.log.selectors import load
from tournaments.ratings.elo import SUMMIT, Form, changes
from tournaments.ratings.events import CODEC, TableRated
from tournaments.ratings.forms import forms
from tournaments.ratings.models import RatingChange


def correction(game: str, table: str, places: Sequence[int] | None) -> dict[int, tuple[float, Form]]:
    """By user, in seat order: the rating before, and the form once *table* counts with *places* (``()``: as it was
    played; ``None``: not)."""
    rows = list(RatingChange.objects.filter(game=game, table=table).order_by("seq"))
    event = rated(game, table, rows[0].seq)
    first = {row.user: row for row in rows if row.seq == rows[0].seq}
    then = [_form_then(first[user]) for user in event.users]
    due = (0.0,) * len(then) if places is None else changes(then, places or event.places, event.teams)
    now = forms(game, event.users)
    counted = rows[-1].place > 0
    made = {}
    for user, wanted in zip(event.users, due, strict=True):
        given = sum(row.after - row.before for row in rows if row.user == user)
        made[user] = now[user].rating, _moved(now[user], wanted - given, (places is not None) - counted)
    return made


def _moved(form: Form, by: float, tables: int) -> Form:
    rating = form.rating + by
    return msgspec.structs.replace(
        form, rating=rating, tables=form.tables + tables, summited=form.summited or rating >= SUMMIT
    )


def _form_then(row: RatingChange) -> Form:
    """A user's form before the table of *row*: how fast a rating moves follows from what came before."""
    earlier = RatingChange.objects.filter(game=row.game, user=row.user, seq__lt=row.seq)
    tables = earlier.filter(ruling="").count()
    return Form(row.before, tables, earlier.filter(after__gte=SUMMIT).exists())


def rated(game: str, table: str, seq: int) -> TableRated:
    for stored in load(f"pool:{game}", after=seq - 1, until=seq):
        event = CODEC.decode(stored.kind, stored.version, stored.payload)
        if isinstance(event, TableRated):
            return event
    raise LookupError(f"{table} has not been rated in {game}")
