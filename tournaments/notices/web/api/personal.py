"""``GET /api/stream``: everything that concerns who asks. Served by the ASGI process."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_GET

from accounts.credentials import Identity
from tournaments.kit import streaming
from tournaments.kit.streaming import Refusal
from tournaments.notices.personal.lines import Cursor
from tournaments.notices.personal.streaming import Follower, followers
from tournaments.streams.forms import preferred
from tournaments.streams.watchers import Watcher


@require_GET
async def stream(request: HttpRequest) -> HttpResponseBase:
    """Tables, turns, results and notices of who asks; ``Last-Event-ID`` (or ``?since=``) resumes."""
    return streaming.answered(await follow(request))


async def follow(request: HttpRequest) -> Watcher | HttpResponse:
    """The lines, or why there are none."""

    async def watch(identity: Identity) -> Watcher:
        user, since = streaming.account_of(identity), _since(request)
        if (sit := request.GET.get("sit", "true")) not in ("true", "false"):
            raise Refusal(400, "bad_sit", "`sit` is true or false.")
        form, language = preferred(request.headers.get("Accept", "")), get_language_from_request(request)
        sits = sit == "true" and identity.plays
        return await followers().watch(Follower(user, identity, form, language, sits=sits), since)

    return await streaming.followed(request, "notice:read", watch)


def _since(request: HttpRequest) -> Cursor | None:
    """The place that the caller names; raises ``Refusal`` for what is none."""
    text = request.headers.get("Last-Event-ID") or request.GET.get("since")
    since = None if text is None else Cursor.parse(text)
    if text is not None and since is None:
        raise Refusal(400, "bad_since", "The last event id must be the cursor of a line.")
    return since
