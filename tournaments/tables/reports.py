"""Results of tables in the room: reported by a player, confirmed or disputed by another. Pure."""

from collections.abc import Sequence

from engine.events import Event, Seat
from engine.text import gettext_noop as _
from tournaments.tables.errors import NotAllowed, NotSeated, Refused, Stale, WrongStatus
from tournaments.tables.events import ReportConfirmed, ReportDisputed, ResultReported, SeedRevealed, TableFinished
from tournaments.tables.state import Report, TableState

MOST_POINTS = 1_000_000


def reporting_events(
    table: TableState, user: int, places: Sequence[int], points: Sequence[int], *, seen: int | None = None
) -> list[Event]:
    """*user* says how the table has ended: *places* by seat, and the game's *points*; none: they are not told.

    Raises :class:`Stale` if somebody else has reported since event *seen*.
    """
    seat = _seat(table, user)
    report = ResultReported(seat, tuple(places), tuple(points) or (0,) * len(table.chairs))
    before = table.report
    if before is not None and (before.seat, before.places, before.points) == (seat, report.places, report.points):
        return []
    if before is not None and seen is not None and before.seat != seat and seen < table.seq:
        raise Stale(table.seq)
    _check(table, report)
    return [report]


def confirming_events(table: TableState, user: int) -> list[Event]:
    """*user*, who plays against the player who reported, says that it was so: the table is over."""
    seat = _seat(table, user)
    return _over(table, _another(table, seat), seat)


def disputing_events(table: TableState, user: int) -> list[Event]:
    seat = _seat(table, user)
    return [] if _another(table, seat).disputed else [ReportDisputed(seat)]


def settling_events(table: TableState) -> list[Event]:
    """An organiser confirms the report, whatever the others say."""
    if table.status == "finished":
        return []
    if table.report is None:
        raise WrongStatus("not_reported", _("Nobody has reported a result yet."))
    return _over(table, table.report, None)


def _over(table: TableState, report: Report, by: Seat | None) -> list[Event]:
    finished = TableFinished(report.places, report.points, 1, "reported")
    return [ReportConfirmed(by), finished, SeedRevealed(table.seed)]


def _seat(table: TableState, user: int) -> Seat:
    """The seat of *user* at a table in the room that is not over."""
    if not table.in_room:
        raise WrongStatus("not_in_room", _("This table is played here: its result follows from the moves."))
    if not (seats := table.seats_of(user)):
        raise NotSeated()
    if table.status != "open":
        raise WrongStatus("not_open", _("This table is no longer open."))
    return seats[0]


def _another(table: TableState, seat: Seat) -> Report:
    """The report, which another side than that of *seat* has made."""
    report = table.report
    if report is None:
        raise WrongStatus("not_reported", _("Nobody has reported a result yet."))
    if report.seat == seat or any({report.seat, seat} <= set(team) for team in table.teams):
        raise NotAllowed("own_report", _("Somebody who plays against you confirms your report."))
    return report


def _check(table: TableState, report: ResultReported) -> None:
    """Places are a ranking of the sides, equal for partners; points are one for each seat."""
    places, sides = report.places, table.teams or tuple((seat,) for seat in range(len(table.chairs)))
    if len(places) != len(table.chairs):
        raise Refused("bad_places", _RANKING, field="places")
    if any(len({places[seat] for seat in side}) > 1 for side in sides):
        raise Refused("bad_places", _("Partners share their place."), field="places")
    ranks = [places[side[0]] for side in sides]
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise Refused("bad_places", _RANKING, field="places")
    if len(report.points) != len(places) or any(abs(each) > MOST_POINTS for each in report.points):
        raise Refused("bad_points", _("Those are not valid points."), field="points")


_RANKING = _("Places must be a ranking: 1, 2, 3 and so on; players who tie share the better place.")
