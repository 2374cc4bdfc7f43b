"""``/api/clubs/.../webhooks``: where a club's notices are sent to."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tournaments.clubs import selectors as clubs
from tournaments.kit.endpoints import Own, operation
from tournaments.kit.operations import Done, Nothing
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
    """A new webhook, and the secret that its messages are signed with: it is told here and nowhere else."""

    webhook: WebhookFacts
    secret: str


class Webhooks(Struct, frozen=True):
    """Those of a club."""

    webhooks: tuple[WebhookFacts, ...]


class WebhookList(Own):
    @operation("listWebhooks", tag="clubs", answers=Webhooks, refusals={403, 404})
    def get(self, *, club: str) -> Webhooks:
        """List the webhooks of a club, for its owner."""
        found = hooks.of_club(user=self.user, club_id=clubs.address(club)[0])
        return Webhooks(tuple(map(_facts, found)))

    @operation(
        "addWebhook",
        tag="clubs",
        answers=WebhookMade,
        takes=AddWebhook,
        status=201,
        refusals={403, 404, 409, 422},
        scope="notices",
        idempotent=True,
    )
    def post(self, *, club: str, body: AddWebhook, command: str | None) -> WebhookMade:
        """Have a club's notices sent to an address too."""
        made = hooks.add(
            user=self.user,
            club_id=clubs.address(club)[0],
            url=body.url,
            flavour=body.flavour,
            kinds=list(body.kinds),
            command=command,
        )
        return WebhookMade(_facts(made), made.secret)


class WebhookRemoval(Own):
    @operation("removeWebhook", tag="clubs", answers=Done, takes=Nothing, refusals={403, 404, 409}, idempotent=True)
    def post(self, *, club: str, webhook: str, command: str | None) -> Done:
        """Remove a webhook."""
        hooks.remove(user=self.user, club_id=clubs.address(club)[0], webhook_id=webhook)
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
