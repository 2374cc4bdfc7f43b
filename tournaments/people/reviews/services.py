"""Writes: a review is opened, joined, led by one, and over. Each is one transaction; a second time changes nothing."""

from django.conf import settings
from django.db import transaction
from msgspec import to_builtins

from accounts import privacy, social
from accounts.models import User
from accounts.social import SocialEvent
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.kit import faces
from tournaments.log import sources
from tournaments.people.errors import NotAllowed, Refused, WrongStatus
from tournaments.people.models import Review, ReviewPerson
from tournaments.people.reviews import company, held, shown
from tournaments.people.reviews.selectors import may_end, row, showing_of
from tournaments.people.reviews.shown import Viewing
from tournaments.platform import limits
from tournaments.platform.errors import TooOften
from tournaments.tables import caps, catalogue, frames
from tournaments.tables import clubs as table_clubs
from tournaments.tables import selectors as tables
from tournaments.tables.selectors import Summary
from tournaments.tables.state import deal_is_over


def open_review(*, user: User, table_id: str, showing: Viewing | None = None) -> str:
    """Look at a table that is over together with others; its id. Who has one there already has that one."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    table_clubs.check_seen(table_id, user)
    table = tables.summary(table_id)
    _check_over(table)
    if user.is_guest:
        raise NotAllowed("guest", _("Guests may join. Sign up to open one of your own."))
    begun = showing or Viewing()
    _check_showing(table, begun)
    with transaction.atomic():
        caps.hold(user.pk)
        own = Review.objects.filter(opener=user, ended_at=None)
        there = own.filter(table=table_id).first()
        if there is not None:
            ReviewPerson.objects.get_or_create(review=there, user=user, defaults={"joined_at": sources.now_ms()})
            return there.pk
        most, going_on = settings.CAPS["reviews"], {(each, user.pk) for each in own.values_list("table", flat=True)}
        if len(going_on - tables.unseen(going_on)) >= most:  # what they may see no more they cannot end
            text = _("You have opened {most} reviews that go on: end one of them first.")
            raise Refused("too_many_reviews", Text(text, {"most": most}))
        made = _made(user, table, begun)
        _ask(made, user, table)
    return made.pk


def _made(user: User, table: Summary, showing: Viewing) -> Review:
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
    people = User.objects.filter(pk__in=played, is_active=True, bot_level="")
    others = set(people.values_list("pk", flat=True))
    others -= privacy.out_of_reach("invitations", by=user.pk, to=others)
    if others and not _may_tell(user, len(others)):
        return
    facts = {"review": review.pk, "table": table.id, "game": table.game}
    for other in sorted(others):
        social.tell(SocialEvent(held.ASKED, other, user.pk, review.pk, facts, review.opened_at))


def _may_tell(user: User, people: int) -> bool:
    """Who has told many today opens what they like, and tells nobody."""
    try:
        limits.count("invited", user=user.pk, times=people)
    except TooOften:
        return False
    return True


def _check_over(table: Summary) -> None:
    moments = frames.commits(table.id) if deal_is_over(table) and not table.in_room else ()
    if not moments or moments[-1][1].state is None:
        raise WrongStatus("not_finished", _("This table is not finished."))


def join(*, user: User, review_id: str) -> None:
    """Anybody may who may see the table, and whom its opener does not block."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    with transaction.atomic():
        review = held.going_on(review_id, user)
        if review.opener_id is not None and user.pk in privacy.blocked_ids(review.opener_id):
            raise NotAllowed("not_wanted", _("The person who opened this review does not want you in it."))
        people = ReviewPerson.objects.filter(review=review)
        if people.filter(user=user).exists():
            return
        most = settings.CAPS["review_people"]
        if people.count() >= most:
            raise Refused("too_many_people", Text(_("Already {most} people have joined."), {"most": most}))
        ReviewPerson.objects.create(review=review, user=user, joined_at=sources.now_ms())
        social.end(held.ASKED, review.pk, user.pk)


def leave(*, user: User, review_id: str) -> None:
    """Be in it no more, whether it goes on or not. Who led leaves the lead to anybody who is there."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    with transaction.atomic():
        review = held.locked(review_id, user)
        gone, _by_model = ReviewPerson.objects.filter(review=review, user=user).delete()
        if gone and review.leader_id == user.pk:
            held.lead(review, None)


def step(*, user: User, review_id: str, showing: Viewing) -> int:
    """Show all others *showing*; the number of what is shown then."""
    limits.count("steps", user=user.pk, guest=user.is_guest)
    review = row(review_id, user)
    _check_leads(review, user)
    if showing_of(review) != showing:
        _check_showing(tables.summary(review.table), showing, before=showing_of(review))
    with transaction.atomic():
        review = held.going_on(review_id, user)
        _check_leads(review, user)
        if showing_of(review) == showing:
            return review.version
        review.showing, review.stepped_at = to_builtins(showing), sources.now_ms()
        held.changed(review, "showing", "stepped_at")
        return review.version


def hand_over(*, user: User, review_id: str, to: int) -> None:
    """Let somebody else lead who is there."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    notes = company.look(review_id)
    with transaction.atomic():
        review = held.going_on(review_id, user)
        if review.leader_id == to:
            return
        _check_leads(review, user)
        if not review.people.filter(user=to).exists() or company.is_here(notes, to) is False:
            raise Refused("not_there", _("They are not there now."), field="to")
        held.lead(review, to)


def take_over(*, user: User, review_id: str) -> None:
    """Lead, once the one who led has been gone for a minute."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    notes = company.look(review_id)
    with transaction.atomic():
        review = held.going_on(review_id, user)
        if review.leader_id == user.pk:
            return
        if not review.people.filter(user=user).exists():
            raise NotAllowed("not_joined", _("Join first."))
        until = company.led_until(review, notes)
        if until is None or sources.now_ms() < until:
            raise WrongStatus("is_led", _("Somebody leads who is there, or was a minute ago."))
        held.lead(review, user.pk)


def end(*, user: User, review_id: str) -> None:
    """For everybody: by those who may (``selectors.may_end``)."""
    limits.count("together", user=user.pk, guest=user.is_guest)
    with transaction.atomic():
        review = held.locked(review_id, user)
        if not may_end(review, user):
            raise NotAllowed("not_opener", _("You may not end this review."))
        held.end([review])


def _check_leads(review: Review, user: User) -> None:
    if review.leader_id != user.pk:
        raise NotAllowed("not_leading", _("Somebody else leads now."))


def _check_showing(table: Summary, showing: Viewing, *, before: Viewing | None = None) -> None:
    """Raises :class:`Refused`. A line is played by the rules, unless *before* had it already."""
    deck = catalogue.game(table.game).deck
    shown.check(showing, seats=len(table.seats), is_card=lambda code: faces.known(deck, code))
    line = showing.played_on
    if line is None or (before is not None and before.played_on == line):
        return
    line.beside(frames.commits(table.id))
