"""The rows of a tournament as its rulings leave them: any of them may have changed."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.director.models import Match
from tournaments.director.tournament import Round, Tournament

BATCH = 500
DROPPED: list[int] = []
"""The places of a match that is no more part of its round."""


def write(tournament_id: str, state: Tournament) -> None:
    """Bring the rows of the tournament to what *state* says of them."""
    rows = {row.pk: row for row in Match.objects.filter(tournament=tournament_id)}
    wanted = {row.pk: row for paired in state.rounds for row in _matches(tournament_id, paired)}
    changed = [row for row in wanted.values() if row.pk in rows and _facts(row) != _facts(rows[row.pk])]
    for pk in rows.keys() - wanted.keys():
        rows[pk].places = DROPPED
        changed.append(rows[pk])
    Match.objects.bulk_create([wanted[pk] for pk in wanted.keys() - rows.keys()], batch_size=BATCH)
    Match.objects.bulk_update(changed, ["entries", "table", "places"], batch_size=BATCH)


def _matches(tournament_id: str, paired: Round) -> Iterator[Match]:
    for match in paired.played.matches:
        made = paired.played.results.get(match.match)
        yield Match(
            id=match.match,
            tournament_id=tournament_id,
            round=paired.drawn.round,
            entries=list(match.entries),
            table=paired.tables.get(match.match),
            places=None if made is None else [mark.place for mark in made],
        )


def _facts(row: Match) -> tuple[object, ...]:
    return row.entries, row.table, row.places
