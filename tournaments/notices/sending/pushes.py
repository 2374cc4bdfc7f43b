"""A notice, or several, to the browsers of somebody (Web Push)."""

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db.models import F
from django.utils.translation import gettext, override

from tournaments.notices import keys, naming, outside
from tournaments.notices.errors import Refused
from tournaments.notices.kinds import group_of
from tournaments.notices.models import Notice, Preferences, PushTarget
from tournaments.notices.outside import Answer, Unreachable
from tournaments.notices.sending.outbox import Parcel, Result

GONE: Final = (404, 410)
REFUSALS: Final = 5
"""Failures in a row after which a browser is forgotten."""
PATIENCE: Final = 4.0
"""Seconds for one browser, of the :data:`outside.SECONDS` for all that somebody has."""
TTL: Final = 86_400
URGENT_TTL: Final = 3_600


class Message(msgspec.Struct, frozen=True):
    """What is pushed, and to which browsers."""

    targets: tuple[PushTarget, ...]
    payload: bytes
    headers: dict[str, str]
    seconds: int


class Pushed(msgspec.Struct, frozen=True):
    """What became of it, browser by browser."""

    took: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    error: str = ""


class Session:
    """What pywebpush posts with: our own door to the outside."""

    def post(self, url: str, data: bytes, headers: dict[str, Any], timeout: float | None = None, **_: object) -> Answer:
        given = {name: str(value) for name, value in headers.items()}
        return outside.post(url, data, given, seconds=timeout or PATIENCE)


def prepare(parcel: Parcel, rows: Sequence[Notice]) -> Message | None:
    """The push about *rows*; ``None`` for somebody without a browser under our present key."""
    user, key = rows[0].user, keys.public()
    PushTarget.objects.filter(user=user).exclude(key=key).delete()  # they subscribe again when they come
    targets = tuple(PushTarget.objects.filter(user=user).order_by("refusals", "-pk"))
    if not targets:
        return None
    chosen = Preferences.objects.filter(pk=user.pk).first()
    with override(chosen.language if chosen and chosen.language else settings.LANGUAGE_CODE):
        shown = naming.in_words(list(rows), zone=user.timezone)
        text = shown[0].text if len(shown) == 1 else gettext("{count} notices").format(count=len(shown))
    path = shown[0].path if len(shown) == 1 else "/notices"
    urgent = group_of(rows[0].kind).urgent
    payload = msgspec.json.encode({"text": text, "path": path, "tag": parcel.name})
    headers = {"Topic": parcel.name, "Urgency": "high" if urgent else "normal"}
    return Message(targets, payload, headers, URGENT_TTL if urgent else TTL)


def send(message: Message) -> Pushed:
    """To each browser, as far as the time for all of them goes. Needs no database."""
    from pywebpush import WebPushException  # 5 MB, in the process alone that sends

    took, gone, refused, error = [], [], [], ""
    until = monotonic() + outside.SECONDS
    for target in message.targets:
        left = until - monotonic()
        if left <= 0:
            error = "too slow"
            break
        try:
            _push(target, message, min(left, PATIENCE))
            took.append(target.pk)
        except WebPushException as failed:
            status = getattr(failed.response, "status_code", 0)
            if status in GONE:
                gone.append(target.pk)
            else:
                refused.append(target.pk)
                error = f"push service: {status}"
        except (Refused, ValueError):
            gone.append(target.pk)
        except Unreachable as away:
            error = str(away)
    return Pushed(tuple(took), tuple(gone), tuple(refused), error)


def record(pushed: Pushed) -> Result:
    """Forget the browsers that are gone, or have refused too often."""
    PushTarget.objects.filter(pk__in=pushed.took).exclude(refusals=0).update(refusals=0)
    PushTarget.objects.filter(pk__in=pushed.refused).update(refusals=F("refusals") + 1)
    PushTarget.objects.filter(pk__in=pushed.gone).delete()
    PushTarget.objects.filter(refusals__gte=REFUSALS).delete()
    return Result(error=pushed.error)


def _push(target: PushTarget, message: Message, seconds: float) -> None:
    from pywebpush import webpush

    webpush(
        {"endpoint": target.endpoint, "keys": {"p256dh": target.p256dh, "auth": target.auth}},
        data=message.payload,
        vapid_private_key=keys.private(),
        vapid_claims={"sub": f"mailto:{_address()}"},
        ttl=message.seconds,
        headers=dict(message.headers),
        timeout=seconds,
        requests_session=Session(),
    )


def _address() -> str:
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("<")[2].rstrip(">")
