"""``GET /api/notices/stream``: how many notices wait, as it changes. Served by the ASGI process."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from accounts.credentials import Identity
from tournaments.kit import streaming
from tournaments.notices.badge import badges
from tournaments.streams.watchers import Watcher


@require_GET
async def stream(request: HttpRequest) -> HttpResponseBase:
    """Server-sent events: the number of unread notices of who asks, at first and whenever it changes."""
    return streaming.answered(await follow(request))


async def follow(request: HttpRequest) -> Watcher | HttpResponse:
    """The lines, or why there are none."""

    async def watch(identity: Identity) -> Watcher:
        return await badges().watch(streaming.account_of(identity), identity)

    return await streaming.followed(request, "notice:read", watch)
