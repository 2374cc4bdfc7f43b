"""Where people write: at tables, in clubs, in reviews of tables."""

from collections.abc import Collection

from msgspec.structs import replace

from accounts.models import User
from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.director import holdings
from tournaments.log import sources
from tournaments.people.errors import NotMember, RoomError, UnknownLine
from tournaments.people.models import Measure, Review
from tournaments.people.policy import Standing
from tournaments.people.reviews import selectors as reviews
from tournaments.people.reviews.streaming import PLACE as REVIEW
from tournaments.tables import clubs as table_clubs
from tournaments.tables import selectors as tables

TABLE, CLUB = "table:", "club:"


def at_table(table_id: str) -> str:
    return f"{TABLE}{table_id}"


def in_club(club_id: str) -> str:
    return f"{CLUB}{club_id}"


def in_review(review_id: str) -> str:
    return f"{REVIEW}{review_id}"


def standing(place: str, user: User | None) -> Standing:
    """How *user* stands at *place*; raises the error of a room below if there is no such place for them."""
    kind, _colon, name = place.partition(":")
    if kind == "table":
        return _at_table(place, name, user)
    if kind == "club":
        return _in_club(place, name, user)
    if kind == "review":
        return _in_review(place, name, user)
    raise UnknownLine


def knows_of(place: str, user: User | None) -> bool:
    """Whether there is *place* for *user*."""
    try:
        standing(place, user)
    except RoomError:
        return False
    return True


def _at_table(place: str, table_id: str, user: User | None) -> Standing:
    """Those who sit there write. At a club's table it is as in the club for who moderates, is muted or banned."""
    table = tables.summary(table_id)
    table_clubs.check_seen(table_id, user)
    if user is None:
        return Standing(ended_at=table.finished_at)
    club = None if table.club is None else clubs.club(table.club)
    directs = table.match is not None and holdings.directs_match(table.match, user.pk)
    return Standing(
        belongs=user.pk in table.seats,
        moderates=user.is_staff or directs or (club is not None and access.can(user, "news", club)),
        muted_until=muted_until(place, user.pk),
        ended_at=table.finished_at,
        banned=club is not None and club.is_banned(user.pk, sources.now_ms()),
    )


def _in_club(place: str, club_id: str, user: User | None) -> Standing:
    """Members read and write; texts are the duty of some organisers. A closed club is read."""
    club = access.seen(user, club_id)
    if user is None or not (user.pk in club.members or user.is_staff):
        raise NotMember
    return Standing(
        belongs=user.pk in club.members,
        moderates=user.is_staff or access.can(user, "news", club),
        muted_until=muted_until(place, user.pk),
        closed=club.closed is not None,
    )


def _in_review(place: str, review_id: str, user: User | None) -> Standing:
    """Those who have joined write, until it is over. Who moderates at the table does so here."""
    review = reviews.row(review_id, user)
    there = _at_table(at_table(review.table), review.table, user)
    joined = user is not None and review.people.filter(user=user).exists()
    muted = None if user is None else muted_until(place, user.pk)
    return replace(
        there, belongs=joined, closed=review.ended_at is not None, ended_at=None, muted_until=muted, together=True
    )


def around(place: str) -> tuple[str, ...]:
    """*place*, and for a review the table, for a club's table the club: what is done there holds here too."""
    kind, _colon, name = place.partition(":")
    if kind == "review":
        return (place, *around(at_table(Review.objects.values_list("table", flat=True).get(pk=name))))
    club = tables.summary(name).club if kind == "table" else None
    return (place,) if club is None else (place, in_club(club))


def widest(place: str, user: User) -> str:
    """How far an act reaches of *user*, who moderates at *place*: at a club's table, if they moderate in the club, to
    the whole club; in a review to its table at least."""
    return next(outer for outer in reversed(around(place)) if outer == place or _moderates(outer, user))


def _moderates(place: str, user: User) -> bool:
    try:
        return standing(place, user).moderates
    except RoomError:
        return False


def muted_until(place: str, user_id: int) -> int | None:
    """Until when *user_id* may not write at *place*, or in the club around it."""
    return max(_mutes(around(place), user_id), default=None)


def is_muted(place: str, user_id: int) -> bool:
    """Whether something that was done at just this place keeps *user_id* from writing."""
    return bool(_mutes((place,), user_id))


def _mutes(at: Collection[str], user_id: int) -> list[int]:
    """Until when each mute holds that is not over."""
    told = Measure.objects.filter(place__in=at, user=user_id, kind__in=("muted", "unmuted"))
    last = {each.place: each for each in told.order_by("id")}
    ends = [each.until for each in last.values() if each.kind == "muted" and each.until is not None]
    return [until for until in ends if until > sources.now_ms()]
