"""What a club's webhooks are sent: signed (Standard Webhooks), or as Discord and Slack take it."""

import html
import re
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import override

from tournaments.clubs import selectors as clubs
from tournaments.log import sources
from tournaments.notices import naming, outside
from tournaments.notices.errors import Refused
from tournaments.notices.models import Webhook
from tournaments.notices.outside import Unreachable
from tournaments.notices.sending.outbox import Parcel, Result


class Letter(msgspec.Struct, frozen=True):
    """A request to somebody's webhook, ready to be sent."""

    url: str
    body: bytes
    headers: dict[str, str]


def prepare(parcel: Parcel) -> Letter | None:
    """What *parcel* says; ``None`` where the club is no longer there."""
    row = parcel.rows[0]
    hook, told = row.webhook, row.body
    if hook is None or told is None:
        return None
    club = clubs.by_ids([hook.club]).get(hook.club)
    if club is None:
        return None
    with override(club.language or settings.LANGUAGE_CODE):
        text, path = naming.sentence_and_path(told["kind"], told["facts"])
    return letter(hook, parcel.name, {**told, "club": hook.club}, text, naming.absolute(path), sources.now_ms())


def letter(hook: Webhook, name: str, told: dict[str, Any], text: str, url: str, now: int) -> Letter:
    """*told* for *hook*, under the *name* that it keeps at every try."""
    headers = {"Content-Type": "application/json"}
    if hook.flavour == "discord":
        body = msgspec.json.encode({"content": f"{_unmarked(text)}\n{url}", "allowed_mentions": {"parse": []}})
        return Letter(hook.url, body, headers)
    if hook.flavour == "slack":
        escaped = html.escape(text, quote=False)  # Slack's control characters: nobody can be called
        return Letter(hook.url, msgspec.json.encode({"text": f"{escaped}\n{url}"}), headers)
    at = datetime.fromtimestamp(now // 1000, UTC)
    said = datetime.fromtimestamp(told["at"] / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    data = {"text": text, "url": url, "club": told["club"], **told["facts"]}
    body = msgspec.json.encode({"type": told["kind"], "timestamp": said, "data": data})
    from standardwebhooks import Webhook as Signer

    signed = {
        "webhook-id": name,
        "webhook-timestamp": str(now // 1000),
        "webhook-signature": Signer(hook.secret).sign(name, at, body.decode()),
    }
    return Letter(hook.url, body, headers | signed)


def send(prepared: Letter) -> Result:
    """Needs no database."""
    try:
        answer = outside.post(prepared.url, prepared.body, prepared.headers)
    except Refused as refused:
        return Result(error=refused.code, final=True)
    except Unreachable as away:
        return Result(error=str(away))
    if 200 <= answer.status_code < 300:
        return Result()
    return Result(error=f"HTTP {answer.status_code}", final=answer.status_code == 410)


def record(parcel: Parcel, result: Result) -> Result:
    """So that the owner of the webhook sees how it goes."""
    said = result.error or "ok"
    Webhook.objects.filter(pk=parcel.rows[0].webhook_id).update(last_status=said[:60], last_at=sources.now_ms())
    return result


def _unmarked(text: str) -> str:
    """As Discord shows it word for word: nobody's title is a link to elsewhere, or a heading."""
    return re.sub(r"([\\*_~`|>#\[\]()<:@-])", r"\\\1", text)
