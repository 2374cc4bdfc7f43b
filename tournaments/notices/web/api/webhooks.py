"""Where what is told is sent to as well: webhooks of clubs, of tournaments, and of one's account."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.kit.endpoints import Own, operation
from tournaments.kit.operations import Done
from tournaments.notices.hooks import deliveries, services
from tournaments.notices.hooks.deliveries import Delivery
from tournaments.notices.hooks.owners import Owner, address, of
from tournaments.notices.hooks.services import Flavour
from tournaments.notices.models import Webhook
from tournaments.notices.webhook_types import TYPES, USUAL


class AddWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    url: Annotated[str, Meta(max_length=500, description="https, at a public address.")]
    flavour: Annotated[
        Flavour, Meta(description="`standard` is signed as Standard Webhooks are; the others as these take it.")
    ] = "standard"
    types: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=100)] | None,
        Meta(
            description="What is sent: names of `webhooks` in this document, those of the owner. Without it all, but "
            "of a club those that begin with `club.`.",
        ),
    ] = None


class WebhookFacts(Struct, frozen=True, kw_only=True):
    """A webhook."""

    id: str
    url: Annotated[str, Meta(description="Others than its maker see the host alone.")]
    flavour: Flavour
    types: tuple[str, ...]
    made_at: int
    last_status: Annotated[
        str,
        Meta(description="How the last try went (`ok`, `unknown_host`, `HTTP 500`); empty before the first."),
    ]
    last_at: int | None
    ended_at: Annotated[int | None, Meta(description="Since when it is sent nothing more (epoch ms).")]
    ended_why: Annotated[
        str | None,
        Meta(
            description="`failing` for three days, `gone` (it answered 410), by the `staff`, "
            "or, of an account, with its `tokens`."
        ),
    ]


class WebhookMade(Struct, frozen=True):
    """A new webhook, and the secret that its messages are signed with, which is never returned again."""

    webhook: WebhookFacts
    secret: str


class Webhooks(Struct, frozen=True):
    """Those of a club, a tournament or an account."""

    webhooks: tuple[WebhookFacts, ...]


class Deliveries(Struct, frozen=True):
    """What went to a webhook, and what is on its way, the newest first."""

    deliveries: tuple[Delivery, ...]


class Earlier(Struct, frozen=True, forbid_unknown_fields=True):
    before: Annotated[int, Meta(ge=1, le=2**53, description="Those with a lower position.")] = 2**53


class FromHere(Struct, frozen=True, forbid_unknown_fields=True):
    position: Annotated[int, Meta(ge=0, le=2**53, description="The first that is sent again.")]


class SentAgain(Struct, frozen=True):
    """How many messages are sent again."""

    messages: int


@operation("GET clubs/<club:club>/webhooks", "listWebhooks", needs="webhook:write", tag="clubs", refusals={403, 404})
def list_webhooks(caller: Own, *, club: str) -> Webhooks:
    """List the webhooks of a club, for its owner."""
    return _listed(caller, _club(caller, club))


@operation(
    "POST clubs/<club:club>/webhooks", "addWebhook", needs="webhook:write", tag="clubs", status=201, scope="notices"
)
def add_webhook(caller: Own, *, club: str, body: AddWebhook, command: str | None) -> WebhookMade:
    """Have what a club tells sent to an address too; also what happens in its tournaments that are not private."""
    return _added(caller, _club(caller, club), body, command)


@operation(
    "GET tournaments/<id:tournament_id>/webhooks",
    "listTournamentWebhooks",
    needs="webhook:write",
    tag="tournaments",
    refusals={403, 404},
)
def list_tournament_webhooks(caller: Own, *, tournament_id: str) -> Webhooks:
    """List the webhooks of a tournament, for those who direct it."""
    return _listed(caller, Owner("tournament", tournament_id))


@operation(
    "POST tournaments/<id:tournament_id>/webhooks",
    "addTournamentWebhook",
    needs="webhook:write",
    tag="tournaments",
    status=201,
    scope="notices",
)
def add_tournament_webhook(caller: Own, *, tournament_id: str, body: AddWebhook, command: str | None) -> WebhookMade:
    """Have what happens in a tournament sent to an address too.

    What was announced is sent first. It ends when you direct the tournament no more, and 30 days after its end.
    """
    return _added(caller, Owner("tournament", tournament_id), body, command)


@operation("GET account/webhooks", "listAccountWebhooks", needs="webhook:write", tag="notices", refusals={403})
def list_account_webhooks(caller: Own) -> Webhooks:
    """List the webhooks of your account."""
    return _listed(caller, _own(caller))


@operation(
    "POST account/webhooks", "addAccountWebhook", needs="webhook:write", tag="notices", status=201, scope="notices"
)
def add_account_webhook(caller: Own, *, body: AddWebhook, command: str | None) -> WebhookMade:
    """Have your notices sent to an address too, whatever else they reach you by. It ends with your password."""
    if caller.request.auth is None:  # somebody at a screen
        caller.check_presence()
    return _added(caller, _own(caller), body, command)


@operation(
    "POST webhooks/<id:webhook>/remove", "removeWebhook", needs="webhook:write", tag="notices", refusals={403, 404, 409}
)
def remove_webhook(caller: Own, *, webhook: str, command: str | None) -> Done:
    """Remove a webhook, with what is on its way to it."""
    services.remove(user=caller.user, webhook_id=webhook)
    return Done()


@operation("POST webhooks/<id:webhook>/test", "testWebhook", needs="webhook:write", tag="notices", scope="deliveries")
def try_webhook(caller: Own, *, webhook: str, command: str | None) -> Done:
    """Send a message of the type `webhook.test`."""
    services.try_out(user=caller.user, webhook_id=webhook, command=command)
    return Done()


@operation(
    "GET webhooks/<id:webhook>/deliveries", "listDeliveries", needs="webhook:write", tag="notices", refusals={404}
)
def list_deliveries(caller: Own, *, webhook: str, query: Earlier) -> Deliveries:
    """List the last 50 messages to a webhook, or the 50 before a position. They are kept for a week."""
    return Deliveries(deliveries.of_webhook(user=caller.user, webhook_id=webhook, before=query.before))


@operation("POST webhooks/<id:webhook>/again", "sendAgain", needs="webhook:write", tag="notices", scope="deliveries")
def send_again(caller: Own, *, webhook: str, body: FromHere, command: str | None) -> SentAgain:
    """Send everything again from a position on, 200 messages at most.

    Each keeps its `webhook-id`, by which a receiver drops what it has had.
    """
    done = services.again(user=caller.user, webhook_id=webhook, position=body.position, command=command)
    return SentAgain(done)


def _club(caller: Own, club: str) -> Owner:
    caller.user  # noqa: B018  before a club is looked up: who is nobody learns of none
    return Owner("club", clubs.address(club)[0])


def _own(caller: Own) -> Owner:
    return Owner("account", str(caller.actor))


def _listed(caller: Own, owner: Owner) -> Webhooks:
    user = caller.user
    return Webhooks(tuple(_facts(each, user) for each in services.of_owner(user=user, owner=owner)))


def _added(caller: Own, owner: Owner, body: AddWebhook, command: str | None) -> WebhookMade:
    types = USUAL[owner.sort] if body.types is None else body.types
    made = services.add(user=caller.user, owner=owner, url=body.url, flavour=body.flavour, types=types, command=command)
    return WebhookMade(_facts(made, caller.user), made.secret)


def _facts(hook: Webhook, user: User) -> WebhookFacts:
    known = TYPES[of(hook).sort]
    return WebhookFacts(
        id=hook.pk,
        url=address(hook, user),
        flavour=hook.flavour,  # type: ignore[arg-type]
        types=tuple(known[key].name for key in hook.kinds if key in known),
        made_at=hook.made_at,
        last_status=hook.last_status,
        last_at=hook.last_at,
        ended_at=hook.ended_at,
        ended_why=hook.ended_why,
    )
