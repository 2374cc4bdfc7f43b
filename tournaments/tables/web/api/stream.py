"""``GET /api/tables/{id}/stream``: who may follow a table, and from where on. Served by the ASGI process."""

import re
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from accounts.credentials import Identity
from tournaments.kit import streaming
from tournaments.kit.streaming import Refusal
from tournaments.streams.readers import ADMISSION
from tournaments.streams.watchers import Watcher
from tournaments.tables import clubs, services
from tournaments.tables.errors import UnknownTable
from tournaments.tables.hub import hub

SEQ = re.compile(r"[0-9]{1,18}")
TABLE = re.compile(r"[0-9A-Za-z]{1,10}")


@require_GET
async def stream(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Server-sent events of one table, as its caller may see them; ``Last-Event-ID`` (or ``?since=``) resumes."""
    return streaming.answered(await follow(request, table_id))


async def follow(request: HttpRequest, table_id: str) -> Watcher | HttpResponse:
    """The lines of the table as its caller may see them, or why there are none."""

    async def watch(identity: Identity) -> Watcher:
        since = request.headers.get("Last-Event-ID") or request.GET.get("since")
        if since is not None and not SEQ.fullmatch(since):
            raise Refusal(400, "bad_since", "The last event id must be a number.")
        if (stay := request.GET.get("stay", "false")) not in ("true", "false"):
            raise Refusal(400, "bad_stay", "`stay` is true or false.")
        if (seat := request.GET.get("seat", "true")) not in ("true", "false"):
            raise Refusal(400, "bad_seat", "`seat` is true or false.")
        if not TABLE.fullmatch(table_id):
            raise UnknownTable
        await ADMISSION.call(clubs.check_followed, table_id, identity.user)
        sits = seat == "true" and identity.plays
        if identity.user is not None and sits:
            arrives = partial(services.arrive, table_id=table_id, user_id=identity.user)
            await ADMISSION.call(partial(arrives, program=bool(identity.token)))
        seen = None if since is None else int(since)
        return await hub().watch(table_id, identity, seen, stays=stay == "true", seated=sits)

    return await streaming.followed(request, "table:read", watch)
