"""A message to a webhook, as it leaves the house, and the guide's own lines that check it."""

import re
import time
from importlib import resources
from typing import Any

SECRET = "whsec_Zm91ciBhbmQgdHdlbnR5IGJ5dGVzISE="


def guided(first: str) -> str:
    """The lines of code in the guide that begin with *first*."""
    guide = resources.files("tournaments.site").joinpath("guide.md").read_text(encoding="utf-8")
    found = re.search(rf"^    {re.escape(first)}.*\n(?:    .*\n|\n(?=    ))*", guide, re.MULTILINE)
    assert found is not None
    return "".join(line.removeprefix("    ") for line in found[0].splitlines(keepends=True))


def signed() -> dict[str, Any]:
    """Secret, body and headers of a message that is sent now. Wants Django, and no database."""
    from tournaments.notices.hooks.contents import Message
    from tournaments.notices.hooks.shapes import WebhookTold
    from tournaments.notices.models import Webhook
    from tournaments.notices.sending.webhooks import letter

    hook = Webhook(url="https://program.example.org/in", flavour="standard", secret=SECRET)
    data = WebhookTold(text="Zoë’s cup “Ünter” ♠", url="https://cards.example.org/")
    message = Message(type="webhook.test", timestamp="2026-11-29T17:00:00.000Z", position=7, data=data)
    sent = letter(hook, "abcdefghijklmnopqrstuvwxyz", message, int(time.time() * 1000))
    return {"secret": SECRET, "body": sent.body.decode(), "headers": sent.headers}
