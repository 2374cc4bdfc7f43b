"""What webhooks are sent: signed (Standard Webhooks), or as Discord and Slack take it."""

import html
import re
from datetime import UTC, datetime

import msgspec
from django.utils.translation import override

from tournaments.log import sources
from tournaments.notices import outside
from tournaments.notices.errors import Refused
from tournaments.notices.hooks import owners, services
from tournaments.notices.hooks.contents import Message, said
from tournaments.notices.models import Outgoing, Webhook
from tournaments.notices.outside import Unreachable
from tournaments.notices.sending.outbox import Parcel, Result
from tournaments.platform.units import DAY

PATIENCE = 3 * DAY
"""How long (ms) all may fail before a webhook ends."""
GONE = "HTTP 410"


class Letter(msgspec.Struct, frozen=True):
    """A request to somebody's webhook, ready to be sent."""

    url: str
    body: bytes
    headers: dict[str, str]


def prepare(parcel: Parcel) -> Letter | None:
    """What *parcel* says; ``None`` where nobody may be told it (any more). A webhook whose maker has lost the right to
    it goes."""
    row = parcel.rows[0]
    hook, told = row.webhook, row.body
    if hook is None or told is None or hook.ended_at is not None:
        return None
    if not owners.may_keep(hook):
        hook.delete()
        return None
    with override(owners.language(hook)):
        data = said(hook, row)
    if data is None:
        return None
    at = datetime.fromtimestamp(told["at"] / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    message = Message(type=told["type"], timestamp=at, position=row.number or 0, data=data)
    return letter(hook, parcel.name, message, sources.now_ms())


def letter(hook: Webhook, name: str, message: Message, now: int) -> Letter:
    """*message* for *hook*, under the *name* that it keeps at every try."""
    headers = {"Content-Type": "application/json"}
    text, url = message.data.text, message.data.url
    if hook.flavour == "discord":
        body = msgspec.json.encode({"content": f"{_unmarked(text)}\n{url}", "allowed_mentions": {"parse": []}})
        return Letter(hook.url, body, headers)
    if hook.flavour == "slack":
        escaped = html.escape(text, quote=False)  # Slack's control characters: nobody can be called
        return Letter(hook.url, msgspec.json.encode({"text": f"{escaped}\n{url}"}), headers)
    body = msgspec.json.encode(message)
    from standardwebhooks import Webhook as Signer

    signed = {
        "webhook-id": name,
        "webhook-timestamp": str(now // 1000),
        "webhook-signature": Signer(hook.secret).sign(name, datetime.fromtimestamp(now // 1000, UTC), body.decode()),
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
    said = f"HTTP {answer.status_code}"
    if 200 <= answer.status_code < 300:
        return Result(said=said)
    return Result(error=said, final=said == GONE)


def record(parcel: Parcel, result: Result) -> Result:
    """So that the owner of the webhook sees how it goes. One that fails for long ends."""
    row, now = parcel.rows[0], sources.now_ms()
    hook = Webhook.objects.filter(pk=row.webhook_id).first()
    if hook is None:
        return result
    hook.last_status, hook.last_at = (result.error or "ok")[:60], now
    hook.failing_since = (hook.failing_since or now) if result.error else None
    hook.save(update_fields=["last_status", "last_at", "failing_since"])
    Outgoing.objects.filter(pk=row.pk).update(answer=(result.error or result.said)[:60])
    if result.error == GONE:
        services.end(hook, "gone")
    elif hook.failing_since is not None and now - hook.failing_since >= PATIENCE:
        services.end(hook, "failing")
    return result


def _unmarked(text: str) -> str:
    """As Discord shows it word for word: nobody's title is a link to elsewhere, or a heading."""
    return re.sub(r"([\\*_~`|>#\[\]()<:@-])", r"\\\1", text)
