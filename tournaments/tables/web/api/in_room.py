"""``/api/tables/<id>/report``: results of tables that are played with real cards."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import asdict

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done
from tournaments.tables import selectors, services
from tournaments.tables.reports import MOST_POINTS


class ReportResult(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table has ended, by seat."""

    places: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=10)], ...],
        Meta(max_length=10, description="A ranking: those who tie share the better place, partners share theirs."),
    ]
    points: Annotated[
        tuple[Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)], ...],
        Meta(max_length=10, description="The game's own. None: they are not told."),
    ] = ()
    seq: Annotated[int | None, Meta(description="The last event that you saw: to replace another's report.")] = None


class AnswerReport(Struct, frozen=True, forbid_unknown_fields=True):
    seq: Annotated[int, Meta(description="Of the report, as you saw it: refused if there is another event.")]


class SeenReport(Struct, frozen=True):
    """What is reported of a table, and the event that answers name."""

    seq: int
    seat: Annotated[int, Meta(description="Who has reported it.")]
    places: tuple[int, ...]
    points: tuple[int, ...]
    at: Annotated[int, Meta(description="Epoch milliseconds.")]
    disputed: Annotated[int | None, Meta(description="The seat that says it was otherwise.")]


class InRoom(Struct, frozen=True):
    in_room: Annotated[bool, Meta(description="Whether the table is played with real cards.")]
    report: Annotated[SeenReport | None, Meta(description="Null: there is none, or the table is over.")]


@operation("GET tables/<id:table_id>/report", "getReport", needs="table:read", tag="tables", refusals={404})
def get_report(caller: Endpoint, *, table_id: str) -> InRoom:
    """Get what is reported of a table that is played with real cards."""
    summary, reported = selectors.summary(table_id), selectors.reported(table_id)
    seen = SeenReport(reported.seq, **asdict(reported.report)) if reported else None
    return InRoom(summary.in_room, seen)


@operation("POST tables/<id:table_id>/report", "reportResult", needs="table:play", tag="tables", scope="moves")
def report_result(caller: Endpoint, *, table_id: str, body: ReportResult, command: str | None) -> Done:
    """Report the result of a table that is played with real cards.

    A player of the table does. It counts once another one, or an organiser, has confirmed it.
    """
    places, points = body.places, body.points
    by, seen = caller.actor, body.seq
    services.report_result(table_id=table_id, user_id=by, places=places, points=points, seen=seen, command=command)
    return Done()


@operation("POST tables/<id:table_id>/report/confirm", "confirmReport", needs="table:play", tag="tables", scope="moves")
def confirm_report(caller: Endpoint, *, table_id: str, body: AnswerReport, command: str | None) -> Done:
    """Confirm what somebody who plays against you has reported.

    The table is over.
    """
    services.confirm_report(table_id=table_id, user_id=caller.actor, seen=body.seq, command=command)
    return Done()


@operation("POST tables/<id:table_id>/report/dispute", "disputeReport", needs="table:play", tag="tables", scope="moves")
def dispute_report(caller: Endpoint, *, table_id: str, body: AnswerReport, command: str | None) -> Done:
    """Say that a report is wrong.

    An organiser looks at it.
    """
    services.dispute_report(table_id=table_id, user_id=caller.actor, seen=body.seq, command=command)
    return Done()
