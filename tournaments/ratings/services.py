"""Rating a table: one event in the pool of its game, once."""

from __future__ import annotations

from accounts.selectors import by_ids
from engine.game import Teams, parse_options
from engine.registry import rules_for
from tournaments.log.services import Plain
from tournaments.ratings.corrections import rated
from tournaments.ratings.events import RatingCorrected, TableRated
from tournaments.ratings.models import RatingChange
from tournaments.ratings.streams import POOLS
from tournaments.tables.selectors import Summary


def rate_table(*, table: Summary) -> None:
    """Rate *table* if it counts and has not been rated; any further time changes nothing."""
    event = _rating_of(table)
    if event is not None:
        POOLS.carry_out(table.game, lambda _pool: [event], actor=None, command=Plain(table.id))


def correct_table(
    *, game: str, table: str, places: tuple[int, ...] | None, tournament: str, ruling: int, occasion: str
) -> None:
    """Have *table* count with other places, as it was played (``()``), or (``None``) not at all, as *ruling* says; the
    *occasion* is that it was made, or reversed, or that the table was rated after it. Nothing if it is not rated."""
    rows = RatingChange.objects.filter(game=game, table=table).order_by("seq")
    if (first := rows.first()) is not None:
        places = rated(game, table, first.seq).places if places == () else places
        event = RatingCorrected(table, places, tournament, ruling)
        command = Plain(f"{tournament}/{ruling}/{table}/{occasion}")
        POOLS.carry_out(game, lambda _pool: [event], actor=None, command=command)


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
