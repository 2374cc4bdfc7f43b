"""Rating a table: one event in the pool of its game, once."""

from __future__ import annotations

from django.db import transaction

from accounts.selectors import by_ids
from engine.game import Teams, parse_options
from engine.registry import rules_for
from tournaments.log import selectors as log_selectors
from tournaments.log import services as log
from tournaments.log import sources
from tournaments.log.services import Conflict, NewEvent, Plain
from tournaments.ratings import projection
from tournaments.ratings.errors import Busy
from tournaments.ratings.events import CODEC, TableRated
from tournaments.ratings.projection import stream_of
from tournaments.tables.selectors import Summary

ATTEMPTS = 8


def rate_table(*, table: Summary) -> None:
    """Rate *table* if it counts and has not been rated; any further time changes nothing."""
    event = _rating_of(table)
    if event is None:
        return
    for _attempt in range(ATTEMPTS):
        if log_selectors.appended_by(stream_of(table.game), actor=None, command=Plain(table.id)):
            return
        try:
            with transaction.atomic():
                _append(table.game, event)
        except Conflict:
            continue
        return
    raise Busy(f"pool:{table.game}")


def _append(game: str, event: TableRated) -> None:
    stream = stream_of(game)
    _head, stored = log.append(
        stream,
        head=log_selectors.head(stream),
        events=[NewEvent(event.kind, event.version, CODEC.fields(event))],
        command=Plain(event.table),
        now=sources.now_ms(),
    )
    projection.apply(stream, stored)


def _rating_of(table: Summary) -> TableRated | None:
    """The table as its pool should know it; ``None`` if it does not count.

    Only tables opened as rated count, never one where an account holds two seats or a guest sits.
    """
    users = tuple(user for user in table.seats if user is not None)
    if not table.rated or table.outcome is None or len(set(users)) != len(table.seats):
        return None
    if any(user.is_guest for user in by_ids(users).values()):
        return None
    return TableRated(table.id, users, table.outcome.places, _teams_of(table))


def _teams_of(table: Summary) -> Teams:
    """The seats that played together, if any did."""
    game = rules_for(table.game, table.version)
    teams = game.teams(len(table.seats), parse_options(game, table.options))
    return teams if any(len(team) > 1 for team in teams) else ()
