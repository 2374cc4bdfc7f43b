"""Changes to a review that is locked; those who follow it are told after the commit."""

from collections.abc import Iterable
from typing import Final

from django.db import transaction

from accounts import social
from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.people.errors import UnknownReview, WrongStatus
from tournaments.people.models import Review
from tournaments.people.reviews import streaming
from tournaments.people.reviews.selectors import row

ASKED: Final = "review_opened"
"""The notice to those who played."""


def locked(review_id: str, user: User) -> Review:
    row(review_id, user)  # who may not see the table is told that there is none
    held = Review.objects.select_for_update().filter(pk=review_id).first()
    if held is None:
        raise UnknownReview
    return held


def going_on(review_id: str, user: User) -> Review:
    review = locked(review_id, user)
    if review.ended_at is not None:
        raise WrongStatus("over", _("This review is over."))
    return review


def lead(review: Review, user_id: int | None) -> None:
    """*user_id* leads from now on; ``None``: nobody, until somebody takes the lead."""
    review.leader_id, review.led_since = user_id, sources.now_ms()
    changed(review, "leader", "led_since")


def end(reviews: Iterable[Review]) -> None:
    """They are over, for everybody."""
    for review in reviews:
        if review.ended_at is None:
            review.ended_at = sources.now_ms()
            changed(review, "ended_at")
            social.end(ASKED, review.pk)


def changed(review: Review, *fields: str) -> None:
    review.version += 1
    review.save(update_fields=[*fields, "version"])
    transaction.on_commit(lambda: streaming.announce(review))
