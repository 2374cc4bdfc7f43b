"""Results of tables in the room: reported by a player, confirmed or disputed by another. Pure."""

from collections.abc import Sequence
from itertools import combinations

from engine.events import Event, Seat
from engine.text import gettext_noop as _
from tournaments.tables.errors import NotAllowed, NotSeated, Refused, Stale, WrongStatus
from tournaments.tables.events import ReportConfirmed, ReportDisputed, ResultReported, SeedRevealed, TableFinished
from tournaments.tables.state import Report, TableState

MOST_POINTS = 1_000_000
UNANSWERED = 600_000
"""From then on, in ms, a report that nobody has answered waits for an organiser."""


def reporting_events(
    table: TableState, user: int, places: Sequence[int], points: Sequence[int], *, seen: int | None = None
) -> list[Event]:
    """*user* says how the table has ended: *places* by seat, and the game's *points*; none: they are not told.

    Raises :class:`Stale` if somebody else has reported something that *user*, who saw event *seen*, does not know, and
    :class:`NotAllowed` if a third has disputed it: another report would end the dispute.
    """
    seat, before = _seat(table, user), table.report
    report = ResultReported(seat, tuple(places), tuple(points) or (0,) * len(table.chairs))
    if before is not None and (before.seat, before.places, before.points) == (seat, report.places, report.points):
        return []
    if before is not None and before.seat != seat and seen != table.seq:
        raise Stale(table.seq)
    if before is not None and before.seat != seat:
        _check_disputed(before, seat)
    _check(table, report)
    if table.needs_points and not points:
        raise Refused("bad_points", _("The points decide here: write them, too."), field="points")
    return [report]


def confirming_events(table: TableState, user: int, *, seen: int | None = None) -> list[Event]:
    """*user*, who plays against the player who reported, says that it was so: the table is over. What somebody has
    disputed they alone confirm, or an organiser. Raises :class:`Stale` if it is not what they saw at event *seen*."""
    seat = _seat(table, user)
    report = _report_against(table, seat, seen)
    _check_disputed(report, seat)
    return _over(table, report, seat)


def disputing_events(table: TableState, user: int, *, seen: int | None = None) -> list[Event]:
    seat = _seat(table, user)
    return [ReportDisputed(seat)] if _report_against(table, seat, seen).disputed is None else []


def settling_events(table: TableState, *, seen: int | None = None) -> list[Event]:
    """An organiser confirms the report that they saw at event *seen*, whatever the others say."""
    if table.status == "finished":
        return []
    if table.status != "open":
        raise WrongStatus("not_open", _("This table is no longer open."))
    if table.report is None:
        raise WrongStatus("not_reported", _("Nobody has reported a result yet."))
    _check_seen(table, seen)
    return _over(table, table.report, None)


def against(table: TableState) -> frozenset[int]:
    """The users who play against the player who has reported."""
    report, seats = table.report, [(Seat(at), chair.user) for at, chair in enumerate(table.chairs)]
    return frozenset(
        user for seat, user in seats if report and user is not None and not _same_side(table, report.seat, seat)
    )


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


def _report_against(table: TableState, seat: Seat, seen: int | None) -> Report:
    """The report, which another side than that of *seat* has made, and which is what they saw at event *seen*."""
    report = table.report
    if report is None:
        raise WrongStatus("not_reported", _("Nobody has reported a result yet."))
    if _same_side(table, report.seat, seat):
        raise NotAllowed("own_report", _("Somebody who plays against you confirms your report."))
    _check_seen(table, seen)
    return report


def _check_disputed(report: Report, seat: Seat) -> None:
    if report.disputed not in (None, seat):
        raise NotAllowed("disputed", _("The result is disputed: an organiser will decide."))


def _same_side(table: TableState, one: Seat, other: Seat) -> bool:
    return one == other or any({one, other} <= set(team) for team in table.teams)


def _check_seen(table: TableState, seen: int | None) -> None:
    """What happens at a table in the room is reports and answers: with none of them it is as it was seen."""
    if seen is not None and seen != table.seq:
        raise Stale(table.seq)


def _check(table: TableState, report: ResultReported) -> None:
    """Places are a ranking of the sides, equal for partners. Points are one for each seat; no better place has fewer,
    as in every game that is played to its end."""
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
    lines = sorted(zip(places, report.points, strict=True))
    if any(report.points) and any(one < two and mine < theirs for (one, mine), (two, theirs) in combinations(lines, 2)):
        raise Refused("bad_points", _CONTRADICTION, field="points")


_CONTRADICTION = _("A better place has fewer points there. If somebody left early, call the organiser.")
_RANKING = _("Places must be a ranking: 1, 2, 3 and so on; players who tie share the better place.")
