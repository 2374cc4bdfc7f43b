"""``GET /api/clubs/{club}/chat/stream``: that something was written in a club. Served by the ASGI process."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from accounts.credentials import Identity
from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.kit import streaming
from tournaments.people import places
from tournaments.people.streaming import talks
from tournaments.streams.readers import ADMISSION
from tournaments.streams.watchers import Watcher


@require_GET
async def stream(request: HttpRequest, club: str) -> HttpResponseBase:
    """Server-sent events: the number of the last line in the club's chat, at first and with each new one."""
    return streaming.answered(await follow(request, club))


async def follow(request: HttpRequest, club: str) -> Watcher | HttpResponse:
    """The lines, or why there are none."""

    async def watch(identity: Identity) -> Watcher:
        user = streaming.account_of(identity)
        return await talks().watch(await ADMISSION.call(_club, club, user), identity)

    return await streaming.followed(request, "message:read", watch)


def _club(address: str, user: int) -> str:
    """The club that is meant, if *user* may read its chat; raises what the chat itself refuses."""
    club = clubs.address(address)[0]
    places.standing(places.in_club(club), User.objects.get(pk=user))
    return club
