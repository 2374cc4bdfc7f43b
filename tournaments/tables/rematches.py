"""Playing again: an offer at a finished table, its answers, and the one table that follows when all agree."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from engine.events import Event, Seat
from tournaments.log import sources
from tournaments.log.commands import command_for
from tournaments.platform import limits
from tournaments.tables import decisions, programs, rematch
from tournaments.tables.errors import NotSeated
from tournaments.tables.models import Table
from tournaments.tables.openings import Setup, open_agreed
from tournaments.tables.seen import SeatView, user_view
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES


def ask(*, table_id: str, user_id: int, command: str | None = None) -> SeatView:
    """*user_id* would play again: that offers a rematch, or accepts the one that is offered.

    The last to agree opens the new table. Pressing on both sides at once makes one table, since the second press finds
    the first one's offer.
    """
    _count(user_id)

    def decide(table: TableState) -> Sequence[Event]:
        programs.check(people_only=table.facts.people_only)
        return decisions.asking_events(table, _seat(table, user_id), sources.now_ms(), _next(table_id))

    with transaction.atomic():
        asked = TABLES.carry_out(table_id, decide, actor=user_id, command=command_for(command, "rematch"))
        _open(asked)
    return user_view(asked, user_id)


def decline(*, table_id: str, user_id: int, command: str | None = None) -> SeatView:
    """*user_id* would not play again now; the player who made the offer takes it back."""
    _count(user_id)

    def decide(table: TableState) -> Sequence[Event]:
        return decisions.declining_events(table, _seat(table, user_id), sources.now_ms())

    declined = TABLES.carry_out(table_id, decide, actor=user_id, command=command_for(command, "decline rematch"))
    return user_view(declined, user_id)


# -- what the services share


def _count(user_id: int) -> None:
    """That *user_id* presses: the table that may follow is not counted again."""
    limits.count("tables", user=user_id, guest=User.objects.get(pk=user_id).is_guest)


def _seat(table: TableState, user_id: int) -> Seat:
    seat = table.seat_of(user_id)
    if seat is None:
        raise NotSeated()
    return seat


def _next(table_id: str) -> str:
    """The id of the table that follows: a table has one rematch at most."""
    return sources.id_for(None, f"rematch of {table_id}")


def _open(before: TableState) -> None:
    """Open the table that everybody has agreed to, with the events that say so; it counts as of who agreed last."""
    offer = before.rematch
    if offer is None or offer.table is None or Table.objects.filter(pk=offer.table).exists():
        return
    opener = before.chairs[offer.last].user
    assert opener is not None  # noqa: S101  somebody agreed last
    setup = Setup(
        game=before.facts.game,
        options=before.facts.options,
        seats=rematch.seated(chair.user for chair in before.chairs),
        clock=before.facts.clock,
        rated=before.facts.rated,
        club=before.facts.club,
        people_only=before.facts.people_only,
    )
    open_agreed(setup, table_id=offer.table, opener=opener)
