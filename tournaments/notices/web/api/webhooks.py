"""``/api/clubs/.../webhooks``: where a club's notices are sent to."""

from typing import Annotated

from msgspec import Meta, Struct

from tournaments.clubs import selectors as clubs
from tournaments.kit.endpoints import Own, operation
from tournaments.kit.operations import Done
from tournaments.notices import hooks
from tournaments.notices.hooks import Flavour
from tournaments.notices.kinds import WEBHOOK_KINDS
from tournaments.notices.models import Webhook


class AddWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    url: Annotated[str, Meta(max_length=500, description="https, at a public address.")]
    flavour: Annotated[
        Flavour, Meta(description="`standard` is signed as Standard Webhooks are; the others as these take it.")
    ] = "standard"
    kinds: Annotated[tuple[str, ...], Meta(min_length=1, max_length=20)] = WEBHOOK_KINDS


class WebhookFacts(Struct, frozen=True, kw_only=True):
    """A webhook of a club."""

    id: str
    url: str
    flavour: Flavour
    kinds: tuple[str, ...]
    made_at: int
    last_status: Annotated[
        str,
        Meta(description="How the last try went (`ok`, `unknown_host`, `HTTP 500`); empty before the first."),
    ]
    last_at: int | None


class WebhookMade(Struct, frozen=True):
    """A new webhook, and the secret that its messages are signed with, which is never returned again."""

    webhook: WebhookFacts
    secret: str


class Webhooks(Struct, frozen=True):
    """Those of a club."""

    webhooks: tuple[WebhookFacts, ...]


@operation("GET clubs/<club:club>/webhooks", "listWebhooks", tag="clubs", refusals={403, 404})
def list_webhooks(caller: Own, *, club: str) -> Webhooks:
    """List the webhooks of a club, for its owner."""
    found = hooks.of_club(user=caller.user, club_id=clubs.address(club)[0])
    return Webhooks(tuple(map(_facts, found)))


@operation("POST clubs/<club:club>/webhooks", "addWebhook", tag="clubs", status=201, scope="notices")
def add_webhook(caller: Own, *, club: str, body: AddWebhook, command: str | None) -> WebhookMade:
    """Have a club's notices sent to an address too."""
    made = hooks.add(
        user=caller.user,
        club_id=clubs.address(club)[0],
        url=body.url,
        flavour=body.flavour,
        kinds=list(body.kinds),
        command=command,
    )
    return WebhookMade(_facts(made), made.secret)


@operation(
    "POST clubs/<club:club>/webhooks/<id:webhook>/remove", "removeWebhook", tag="clubs", refusals={403, 404, 409}
)
def remove_webhook(caller: Own, *, club: str, webhook: str, command: str | None) -> Done:
    """Remove a webhook."""
    hooks.remove(user=caller.user, club_id=clubs.address(club)[0], webhook_id=webhook)
    return Done()


def _facts(hook: Webhook) -> WebhookFacts:
    return WebhookFacts(
        id=hook.pk,
        url=hook.url,
        flavour=hook.flavour,  # type: ignore[arg-type]
        kinds=tuple(hook.kinds),
        made_at=hook.made_at,
        last_status=hook.last_status,
        last_at=hook.last_at,
    )
