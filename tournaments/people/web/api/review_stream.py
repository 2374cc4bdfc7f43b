"""``GET /api/reviews/{id}/stream``: what is shown in a review, and who is there. Served by the ASGI process."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from accounts.credentials import Identity
from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.kit import streaming
from tournaments.people.errors import NotAllowed
from tournaments.people.reviews import selectors
from tournaments.people.reviews.streaming import reviews
from tournaments.streams.readers import ADMISSION
from tournaments.streams.watchers import Watcher


@require_GET
async def stream(request: HttpRequest, review_id: str) -> HttpResponseBase:
    """Server-sent events: what is shown, at first and with each step; who is there; the number of the last line."""
    return streaming.answered(await follow(request, review_id))


async def follow(request: HttpRequest, review_id: str) -> Watcher | HttpResponse:
    """The lines, or why there are none."""

    async def watch(identity: Identity) -> Watcher:
        user = streaming.account_of(identity)
        await ADMISSION.call(_check, review_id, user)
        return await reviews().watch(review_id, identity)

    return await streaming.followed(request, "replay:read_private", watch)


def _check(review_id: str, user: int) -> None:
    """Raises what keeps *user* from following: it is for those who have joined and may see the table."""
    if not selectors.row(review_id, User.objects.get(pk=user)).people.filter(user=user).exists():
        raise NotAllowed("not_joined", _("Join first."))
