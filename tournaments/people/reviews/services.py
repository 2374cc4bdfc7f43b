"""Writes: a review is opened, joined, led by one, and over. Each is one transaction; a second time changes nothing."""

from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.db import transaction
from msgspec import to_builtins

from accounts import privacy, social
from accounts.models import User
from accounts.social import SocialEvent
from engine.notation import BadNotation
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.kit import faces
from tournaments.log import sources
from tournaments.people.errors import NotAllowed, Refused, WrongStatus
from tournaments.people.models import Line, Review, ReviewPerson
from tournaments.people.reviews import company, shown, streaming
from tournaments.people.reviews.selectors import row, showing_of
from tournaments.people.reviews.shown import Showing
from tournaments.platform import limits
from tournaments.platform.errors import TooOften
from tournaments.platform.units import DAY
from tournaments.tables import caps, catalogue, frames, lines
from tournaments.tables import clubs as table_clubs
from tournaments.tables import selectors as tables
from tournaments.tables.selectors import Summary
from tournaments.tables.state import deal_is_over

ASKED: Final = "review_opened"
"""The notice to those who played."""
IDLE: Final = DAY
"""Ms without a step until it is over."""
KEPT: Final = 30 * DAY
"""Ms from its end until it is forgotten, with what was written there."""


def open_review(*, user: User, table_id: str, showing: Showing | None = None) -> str:
    """Look at a table that is over together with others; its id. Who has one there already has that one."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    table_clubs.check_seen(table_id, user)
    table = tables.summary(table_id)
    _check_over(table)
    if user.is_guest:
        raise NotAllowed("guest", _("Guests may join. Sign up to open one of your own."))
    begun = showing or Showing()
    _check_showing(table, begun)
    with transaction.atomic():
        caps.hold(user.pk)
        own = Review.objects.filter(opener=user, ended_at=None)
        there = own.filter(table=table_id).first()
        if there is not None:
            return there.pk
        most = settings.CAPS["reviews"]
        if own.count() >= most:
            text = _("You have opened {most} reviews that go on: end one of them first.")
            raise Refused("too_many_reviews", Text(text, {"most": most}))
        made = _made(user, table, begun)
        _ask(made, user, table)
    return made.pk


def _made(user: User, table: Summary, showing: Showing) -> Review:
    now = sources.now_ms()
    made = Review.objects.create(
        pk=sources.new_id(),
        table=table.id,
        opener=user,
        leader=user,
        opened_at=now,
        led_since=now,
        stepped_at=now,
        showing=to_builtins(showing),
    )
    ReviewPerson.objects.create(review=made, user=user, joined_at=now)
    return made


def _ask(review: Review, user: User, table: Summary) -> None:
    """Tell those who played, as far as they want to be asked by *user*."""
    played = {seat for seat in table.seats if seat is not None} - {user.pk}
    people = User.objects.filter(pk__in=played, is_active=True, is_guest=False, bot_level="")
    others = set(people.values_list("pk", flat=True))
    others -= privacy.out_of_reach("invitations", by=user.pk, to=others)
    if others and not _may_tell(user, len(others)):
        return
    facts = {"review": review.pk, "table": table.id, "game": table.game}
    for other in sorted(others):
        social.tell(SocialEvent(ASKED, other, user.pk, review.pk, facts, review.opened_at))


def _may_tell(user: User, people: int) -> bool:
    """Who has told many today opens what they like, and tells nobody."""
    try:
        limits.count("invited", user=user.pk, times=people)
    except TooOften:
        return False
    return True


def _check_over(table: Summary) -> None:
    moments = frames.commits(table.id) if deal_is_over(table.status) and not table.in_room else ()
    if not moments or moments[-1][1].state is None:
        raise WrongStatus("not_finished", _("This table is not finished."))


def join(*, user: User, review_id: str) -> None:
    """Anybody may who may see the table."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    with transaction.atomic():
        review = _going_on(review_id, user)
        people = ReviewPerson.objects.filter(review=review)
        if people.filter(user=user).exists():
            return
        most = settings.CAPS["review_people"]
        if people.count() >= most:
            raise Refused("too_many_people", Text(_("Already {most} people have joined."), {"most": most}))
        ReviewPerson.objects.create(review=review, user=user, joined_at=sources.now_ms())
        social.end(ASKED, review.pk, user.pk)


def step(*, user: User, review_id: str, showing: Showing) -> int:
    """Show all others *showing*; the number of what is shown then."""
    limits.count("steps", user=user.pk, guest=user.is_guest)
    review = row(review_id, user)
    _check_leads(review, user)
    if showing_of(review) != showing:
        _check_showing(tables.summary(review.table), showing, before=showing_of(review))
    with transaction.atomic():
        review = _going_on(review_id, user)
        _check_leads(review, user)
        if showing_of(review) == showing:
            return review.version
        review.showing, review.stepped_at = to_builtins(showing), sources.now_ms()
        _changed(review, "showing", "stepped_at")
        return review.version


def hand_over(*, user: User, review_id: str, to: int) -> None:
    """Let somebody else lead who is there."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    notes = company.look(review_id)
    with transaction.atomic():
        review = _going_on(review_id, user)
        if review.leader_id == to:
            return
        _check_leads(review, user)
        if not review.people.filter(user=to).exists() or company.is_here(notes, to) is False:
            raise Refused("not_there", _("They are not there now."), field="to")
        _led_by(review, to)


def take_over(*, user: User, review_id: str) -> None:
    """Lead, once the one who led has been gone for a minute."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    notes = company.look(review_id)
    with transaction.atomic():
        review = _going_on(review_id, user)
        if review.leader_id == user.pk:
            return
        if not review.people.filter(user=user).exists():
            raise NotAllowed("not_joined", _("Join first."))
        until = company.led_until(review, notes)
        if until is None or sources.now_ms() < until:
            raise WrongStatus("is_led", _("Somebody leads who is there, or was a minute ago."))
        _led_by(review, user.pk)


def end(*, user: User, review_id: str) -> None:
    """For everybody: by the one who opened it, and the staff."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    with transaction.atomic():
        review = _locked(review_id, user)
        if not (review.opener_id == user.pk or user.is_staff):
            raise NotAllowed("not_opener", _("Only the person who opened it can end it."))
        _end([review])


def end_idle() -> None:
    """Those where nobody has stepped for a day are over; what was over long ago is forgotten."""
    now = sources.now_ms()
    with transaction.atomic():
        idle = Review.objects.select_for_update(skip_locked=True).filter(ended_at=None, stepped_at__lt=now - IDLE)
        _end(idle)
    _forget(Review.objects.filter(ended_at__lt=now - KEPT).values_list("pk", flat=True))


def forget(user_id: int) -> None:
    """What *user_id* opened goes, with all that was written there; elsewhere they have left."""
    _forget(Review.objects.filter(opener=user_id).values_list("pk", flat=True))
    ReviewPerson.objects.filter(user=user_id).delete()
    for review in Review.objects.select_for_update().filter(leader=user_id):
        _led_by(review, review.opener_id)


def _forget(found: Iterable[str]) -> None:
    ids = list(found)
    with transaction.atomic():
        for review_id in ids:
            social.end(ASKED, review_id)
        Line.objects.filter(place__in=[f"{streaming.PLACE}{each}" for each in ids]).delete()
        Review.objects.filter(pk__in=ids).delete()


def _end(reviews: Iterable[Review]) -> None:
    for review in reviews:
        if review.ended_at is None:
            review.ended_at = sources.now_ms()
            _changed(review, "ended_at")
            social.end(ASKED, review.pk)


def _led_by(review: Review, user_id: int) -> None:
    review.leader_id, review.led_since = user_id, sources.now_ms()
    _changed(review, "leader", "led_since")


def _changed(review: Review, *fields: str) -> None:
    review.version += 1
    review.save(update_fields=[*fields, "version"])
    transaction.on_commit(lambda: streaming.announce(review))


def _locked(review_id: str, user: User) -> Review:
    row(review_id, user)  # who may not see the table is told that there is none
    return Review.objects.select_for_update().get(pk=review_id)


def _going_on(review_id: str, user: User) -> Review:
    review = _locked(review_id, user)
    if review.ended_at is not None:
        raise WrongStatus("over", _("This review is over."))
    return review


def _check_leads(review: Review, user: User) -> None:
    if review.leader_id != user.pk:
        raise NotAllowed("not_leading", _("Somebody else leads now."))


def _check_showing(table: Summary, showing: Showing, *, before: Showing | None = None) -> None:
    """Raises :class:`Refused`. A line is played by the rules, unless *before* had it already."""
    deck = catalogue.game(table.game).deck
    shown.check(showing, seats=len(table.seats), is_card=lambda code: faces.known(deck, code))
    line = showing.played_on
    if line is None or (before is not None and before.played_on == line):
        return
    try:
        lines.tried(frames.commits(table.id), line.after, line.turns)
    except LookupError:
        raise Refused("bad_line", _("This line begins nowhere.")) from None
    except BadNotation as bad:  # a deal that the line has come to
        raise Refused(bad.code, bad.reason) from bad
