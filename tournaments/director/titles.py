"""Places in larger tournaments, as titles of those who won them."""

from collections.abc import Sequence

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.models import Entry, Tournament
from tournaments.director.sight import entries_of
from tournaments.ratings.titles import Title

LEAST = 8
"""Entries that make an event one to win titles at."""
WORDS = {1: _("First of {event}"), 2: _("Second of {event}"), 3: _("Third of {event}")}


def of_user(user: int, viewer: int | None) -> Sequence[Title]:
    """The first three places of *user* in tournaments of at least eight entries that are over, as far as *viewer* may
    know of them."""
    won = entries_of(user, viewer=viewer).filter(place__lte=max(WORDS))
    won = won.filter(tournament__entries__gte=LEAST, tournament__status="finished")
    return [_title(row) for row in won.select_related("tournament", "tournament__title").order_by("tournament")]


def _title(row: Entry) -> Title:
    tournament: Tournament = row.tournament
    name = Text(WORDS[row.place or 1], {"event": str(tournament)})
    detail = Text(_("{entries} entries"), {"entries": tournament.entries})
    return Title("event", name, detail, f"tournament:{tournament.pk}", tournament.seq, tournament.ended_at or 0)
