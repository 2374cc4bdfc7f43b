"""The rows of a tournament as its rulings leave them: any of them may have changed."""

from collections.abc import Iterator, Mapping

from tournaments.director.models import Entry, Match
from tournaments.director.models import Round as RoundRow
from tournaments.director.models import Tournament as TournamentRow
from tournaments.director.set_results import results_set
from tournaments.director.state.standing import standing
from tournaments.director.state.tournament import Round, Tournament

BATCH = 500
DROPPED: list[int] = []
"""The places of a match that is no more part of its round."""


def write(tournament_id: str, state: Tournament) -> None:
    """Bring the rows of the tournament to what *state* says of them."""
    _write_matches(tournament_id, state)
    _write_rounds(tournament_id, state)
    for withdrawn in (True, False):
        numbers = [entry.number for entry in state.entries.values() if entry.withdrawn is withdrawn]
        Entry.objects.filter(tournament=tournament_id, number__in=numbers).update(withdrawn=withdrawn)
    for number, users in Entry.objects.filter(tournament=tournament_id).values_list("number", "users"):
        if tuple(users) != (now := state.entries[number].users):
            Entry.objects.filter(tournament=tournament_id, number=number).update(users=list(now))


def _write_rounds(tournament_id: str, state: Tournament) -> None:
    rows = RoundRow.objects.filter(tournament=tournament_id)
    rows.filter(number__gt=len(state.rounds)).delete()
    wanted = [_round(tournament_id, paired) for paired in state.rounds]
    RoundRow.objects.bulk_create(
        wanted,
        update_conflicts=True,
        unique_fields=["tournament", "number"],
        update_fields=["deadline", "grace", "paired_at"],
    )
    TournamentRow.objects.filter(pk=tournament_id).update(round=state.reached, rounds=state.length)


def _round(tournament_id: str, paired: Round) -> RoundRow:
    drawn = paired.drawn
    times = {"deadline": drawn.deadline, "grace": drawn.grace, "paired_at": paired.at}
    return RoundRow(tournament_id=tournament_id, number=drawn.round, **times)


def _write_matches(tournament_id: str, state: Tournament) -> None:
    rows = {row.pk: row for row in Match.objects.filter(tournament=tournament_id)}
    counting, ruled = standing(state), results_set(state)
    wanted = {row.pk: row for paired in state.rounds for row in _matches(tournament_id, paired, ruled)}
    wanted = {pk: row for pk, row in wanted.items() if pk in counting or row.places is not None}
    changed = [row for row in wanted.values() if row.pk in rows and _facts(row) != _facts(rows[row.pk])]
    for pk in rows.keys() - wanted.keys():
        rows[pk].places = DROPPED
        changed.append(rows[pk])
    Match.objects.bulk_create([wanted[pk] for pk in wanted.keys() - rows.keys()], batch_size=BATCH)
    Match.objects.bulk_update(changed, ["table", "places", "deadline", "grace", "ruling"], batch_size=BATCH)


def _matches(tournament_id: str, paired: Round, ruled: Mapping[str, int]) -> Iterator[Match]:
    for match in paired.played.matches:
        made = paired.played.results.get(match.match)
        own = paired.until.get(match.match)
        yield Match(
            id=match.match,
            tournament_id=tournament_id,
            round=paired.drawn.round,
            key=match.key,
            entries=list(match.entries),
            table=paired.table_of(match.match),
            places=None if made is None else [mark.place for mark in made],
            deadline=own.deadline if own else None,
            grace=own.grace if own else None,
            ruling=None if made is None else ruled.get(match.match),
        )


def _facts(row: Match) -> tuple[object, ...]:
    return row.table, row.places, row.deadline, row.grace, row.ruling
