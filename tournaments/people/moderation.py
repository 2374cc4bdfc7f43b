"""Reports of lines, and what those do about them who moderate: each of their acts is kept."""

from typing import Annotated, Any, Final

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Concat

from accounts import selectors, staff
from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.clubs import selectors as clubs
from tournaments.director import holdings
from tournaments.log import sources
from tournaments.log.commands import stored_as
from tournaments.people import chat, places
from tournaments.people.chat import ChatLine
from tournaments.people.errors import NotAllowed, Refused, RoomError, UnknownLine
from tournaments.people.models import Cause, Line, Report, Review
from tournaments.people.models import Measure as MeasureRow
from tournaments.people.policy import Standing
from tournaments.people.reviews.streaming import PLACE as REVIEW
from tournaments.platform import limits
from tournaments.tables.models import Table

HOURS: Final = (1, 24, 168)
"""For how long somebody can be kept from writing."""
_MS: Final = 60 * 60 * 1000
MOST: Final = 200


class Reported(msgspec.Struct, frozen=True):
    """A line that somebody finds should not stand."""

    place: Annotated[str, msgspec.Meta(description="Where it was written, such as `table:` and its id.")]
    line: ChatLine
    causes: tuple[str, ...]
    reports: int


class Measure(msgspec.Struct, frozen=True):
    """What somebody did who moderates. Times are epoch milliseconds."""

    kind: Annotated[str, msgspec.Meta(description="`removed`, `muted`, `unmuted` or `dismissed`.")]
    by: str
    user: str
    cause: str
    at: int
    until: int | None


def report(*, user: User, line_id: int, cause: str) -> None:
    """Have those who moderate there look at a line; a second time changes nothing."""
    limits.count("people", user=user.pk, guest=user.is_guest)
    line = _line(line_id)
    _standing(line, user)
    if line.author_id == user.pk:
        raise Refused("yourself", _("That line is your own."))
    Report.objects.get_or_create(line=line, by=user, defaults={"cause": _cause(cause), "at": sources.now_ms()})


def remove(*, user: User, line_id: int, cause: str) -> None:
    """Take a line out for everybody: its author may do so, and those who moderate there. Again changes nothing."""
    limits.count("people", user=user.pk, guest=user.is_guest)
    with transaction.atomic():
        line = _line(line_id, lock=True)
        if line.author_id != user.pk:
            _check(line, user)
        if line.removed:
            return
        line.removed, line.body = True, ""
        line.save(update_fields=["removed", "body"])
        line.reports.filter(closed=False).update(closed=True)
        if line.author_id != user.pk:
            _note("removed", line.place, user, line.author_id, cause, line=line.pk)
        chat.tell(line.place, line.pk)


def dismiss(*, user: User, line_id: int, cause: str = Cause.OTHER) -> None:
    """The line stands: its reports are closed."""
    with transaction.atomic():
        line = _line(line_id, lock=True)
        _check(line, user)
        if line.reports.filter(closed=False).update(closed=True):
            _note("dismissed", line.place, user, line.author_id, cause, line=line.pk)


def mute(*, user: User, line_id: int, hours: int, cause: str, command: str | None = None) -> None:
    """Keep the author of a line from writing for some *hours*; 0 lets them write again. It holds at the line's place;
    by those who moderate in a club it holds in the whole club, at its tables as well.

    The same *command* a second time changes nothing.
    """
    limits.count("people", user=user.pk, guest=user.is_guest)
    line = _line(line_id)
    _check(line, user)
    if hours not in (0, *HOURS):
        raise Refused("bad_hours", _("Choose one of the offered times."), field="hours")
    name = None if command is None else stored_as(line.place, user.pk, command)
    if name is not None and MeasureRow.objects.filter(by=user.pk, command=name).exists():
        return
    where = places.widest(line.place, user)
    if hours:
        until = sources.now_ms() + hours * _MS
        _note("muted", where, user, line.author_id, cause, until=until, command=name)
        return
    for place in sorted({where, line.place}):
        if places.is_muted(place, line.author_id):
            _note("unmuted", place, user, line.author_id, cause, command=name)
            name = None


def reported(user: User) -> list[Reported]:
    """The lines with open reports at places where *user* moderates, those reported first first."""
    rows = _of_moderator(Report.objects.filter(closed=False), user).select_related("line").order_by("at")[:MOST]
    found: dict[int, list[Report]] = {}
    for row in rows:
        found.setdefault(row.line_id, []).append(row)
    mine = [group for group in found.values() if _moderates(group[0].line.place, user)]
    lines = chat.chat_lines([group[0].line for group in mine])
    return [
        Reported(group[0].line.place, line, tuple(sorted({row.cause for row in group})), len(group))
        for group, line in zip(mine, lines, strict=True)
    ]


def _of_moderator(rows: QuerySet[Report], user: User) -> QuerySet[Report]:
    """Those of *rows* that may be for *user*, so that no flood of reports elsewhere hides them."""
    if user.is_staff:
        return rows
    own = clubs.with_duty(user.pk, "texts")
    in_clubs = [places.in_club(club) for club in own]
    theirs = Table.objects.filter(Q(match__in=holdings.directed_by(user.pk)) | Q(club__in=own))
    at_tables = theirs.annotate(place=Concat(Value(places.TABLE), "pk")).values("place")
    of_reviews = Review.objects.filter(table__in=theirs.values("pk"))
    in_reviews = of_reviews.annotate(place=Concat(Value(REVIEW), "pk")).values("place")
    here = Q(line__place__in=in_clubs) | Q(line__place__in=at_tables) | Q(line__place__in=in_reviews)
    return rows.filter(here)


def measures(place: str, user: User) -> list[Measure]:
    """What was done at *place*, the latest first: for those who moderate there."""
    _require(places.standing(place, user))
    rows = list(MeasureRow.objects.filter(place__in=places.around(place)).order_by("-id")[:MOST])
    names = selectors.called([row.by for row in rows] + [row.user for row in rows])
    return [Measure(row.kind, names[row.by].name, names[row.user].name, row.cause, row.at, row.until) for row in rows]


def _line(line_id: int, *, lock: bool = False) -> Line:
    rows = Line.objects.select_for_update() if lock else Line.objects
    line = rows.filter(pk=line_id).first()
    if line is None:
        raise UnknownLine
    return line


def _moderates(place: str, user: User) -> bool:
    """Whether *user* moderates at *place*; not at one that they may not even know of."""
    try:
        return places.standing(place, user).moderates
    except RoomError:
        return False


def _check(line: Line, user: User) -> None:
    _require(_standing(line, user))


def _standing(line: Line, user: User) -> Standing:
    """How *user* stands where *line* was written; there is no such line at a place that they may not know of."""
    try:
        return places.standing(line.place, user)
    except RoomError as refused:
        if refused.status == 404:
            raise UnknownLine from refused
        raise


def _require(stands: Standing) -> None:
    if not stands.moderates:
        raise NotAllowed("not_moderator", _("Only its organisers and the staff may do that."))


def _cause(cause: str) -> str:
    if cause not in Cause.values:
        raise Refused("bad_cause", _("Choose one of the offered reasons."), field="cause")
    return cause


def _note(kind: str, place: str, user: User, whom: int, cause: str, **more: Any) -> None:
    with transaction.atomic():
        MeasureRow.objects.create(
            kind=kind, place=place, by=user.pk, user=whom, cause=_cause(cause), at=sources.now_ms(), **more
        )
        if user.is_staff:
            staff.note(f"line.{kind}", place, by=user.pk)
