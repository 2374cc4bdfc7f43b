"""``GET /api/clubs/{club}/chat/stream``: that something was written in a club. Served by the ASGI process."""

from __future__ import annotations

import asyncio

import structlog
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from accounts.credentials import Identity
from accounts.models import User
from tournaments.api.stream import HEADERS, PATIENCE, PLACES, RETRY, Refusal, identity_of, problem
from tournaments.clubs import selectors as clubs
from tournaments.people import places
from tournaments.people.errors import RoomError
from tournaments.people.streaming import talks
from tournaments.tables.places import holder_of
from tournaments.tables.readers import ADMISSION
from tournaments.tables.watching import Watcher

_log = structlog.get_logger(__name__)


@require_GET
async def stream(request: HttpRequest, club: str) -> HttpResponseBase:
    """Server-sent events: the number of the last line in the club's chat, at first and with each new one."""
    answer = await follow(request, club)
    if isinstance(answer, HttpResponseBase):
        return answer
    return StreamingHttpResponse(answer, content_type="text/event-stream", headers=HEADERS)


async def follow(request: HttpRequest, club: str) -> Watcher | HttpResponse:
    """The lines, or why there are none."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await _admitted(request, await identity_of(request), club)
    except Refusal as refusal:
        return problem(refusal.status, refusal.code, refusal.detail)
    except RoomError as error:
        return problem(error.status, error.code, str(error.reason))
    except (DatabaseError, TimeoutError) as error:
        _log.warning("talk_refused", error=repr(error))
        return problem(503, "unavailable", "The database does not answer. Try again in a few seconds.")


async def _admitted(request: HttpRequest, identity: Identity, address: str) -> Watcher:
    if identity.user is None:
        raise Refusal(401, "not_authenticated", "This needs an account.")
    holder = holder_of(identity, request)
    if not PLACES.take(holder):
        raise Refusal(429, "too_many_streams", "You have too many streams open. Close some of them first.")
    try:
        club = await ADMISSION.call(_club, address, identity.user)
        watcher = await talks().watch(club, identity)
    except BaseException:
        PLACES.give_back(holder)
        raise
    watcher.on_close(lambda: PLACES.give_back(holder))
    watcher.begin([RETRY])
    return watcher


def _club(address: str, user: int) -> str:
    """The club that is meant, if *user* may read its chat; raises what the chat itself refuses."""
    club = clubs.address(address)[0]
    places.standing(places.in_club(club), User.objects.get(pk=user))
    return club
