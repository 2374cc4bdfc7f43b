"""What becomes of reviews by themselves: where nobody steps they end; an account that is erased leaves them."""

from typing import Final

from django.db import transaction

from accounts import social
from tournaments.log import sources
from tournaments.people.models import Line, Review, ReviewPerson
from tournaments.people.reviews import held, streaming
from tournaments.platform.units import DAY

IDLE: Final = DAY
"""Ms without a step until it is over."""
KEPT: Final = 30 * DAY
"""Ms from its end until it is forgotten, with what was written there."""


def end_idle() -> None:
    """Those where nobody has stepped for a day are over; what was over long ago is forgotten."""
    now = sources.now_ms()
    with transaction.atomic():
        held.end(Review.objects.select_for_update(skip_locked=True).filter(ended_at=None, stepped_at__lt=now - IDLE))
    _forget([*Review.objects.filter(ended_at__lt=now - KEPT).values_list("pk", flat=True)])


def let_go(user_id: int) -> None:
    """Remove *user_id* from every review. A review stays while somebody else is in it or wrote in it; its leader may
    end it then. Part of a transaction, after their own lines are gone."""
    ReviewPerson.objects.filter(user=user_id).delete()
    mine = list(Review.objects.select_for_update().filter(opener=user_id))
    for review in Review.objects.select_for_update().filter(leader=user_id):
        other = review.opener_id != user_id and review.people.filter(user=review.opener_id).exists()
        held.lead(review, review.opener_id if other else None)
    Review.objects.filter(opener=user_id).update(opener=None)
    written = set(Line.objects.filter(place__in=[_place(each.pk) for each in mine]).values_list("place", flat=True))
    _forget([each.pk for each in mine if _place(each.pk) not in written and not each.people.exists()])


def _forget(ids: list[str]) -> None:
    with transaction.atomic():
        for review_id in ids:
            social.end(held.ASKED, review_id)
        Line.objects.filter(place__in=[_place(each) for each in ids]).delete()
        Review.objects.filter(pk__in=ids).delete()


def _place(review_id: str) -> str:
    return f"{streaming.PLACE}{review_id}"
