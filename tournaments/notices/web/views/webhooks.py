"""Webhooks of a club, a tournament or an account, for those who may set them up; and what went to each."""

from functools import partial
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import user_of
from tournaments.clubs import selectors as clubs
from tournaments.kit.refusals import done
from tournaments.kit.words import sentence
from tournaments.notices.errors import RoomError
from tournaments.notices.hooks import deliveries, owners, services
from tournaments.notices.hooks.owners import Owner
from tournaments.notices.webhook_types import TYPES, USUAL, Type, grouped

Groups = list[tuple[str, list[tuple[Type, bool]]]]
"""Titles, and what there is under each, with whether it is chosen at first."""


@login_required
def of_club(request: HttpRequest, address: str) -> HttpResponse:
    club_id, _slug = clubs.address(address)
    return _page(request, Owner("club", club_id))


@login_required
def of_tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    return _page(request, Owner("tournament", tournament_id))


@login_required
@reauthentication_required(enabled=lambda request: request.method == "POST")  # type: ignore[untyped-decorator]
def of_account(request: HttpRequest) -> HttpResponse:
    return _page(request, Owner("account", str(user_of(request).pk)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def _page(request: HttpRequest, owner: Owner) -> HttpResponse:
    """What there is, and a form for another. Its secret is on the answer that makes it and nowhere else."""
    user, context, status = user_of(request), dict[str, Any](), 200
    if request.method == "POST":
        given = {"url": request.POST.get("url", "").strip(), "flavour": request.POST.get("flavour", "standard")}
        types = request.POST.getlist("types")
        try:
            context["made"] = services.add(user=user, owner=owner, **given, types=types)
        except RoomError as error:
            if error.status in (403, 404, 429):
                raise
            context = {"error": sentence(error.reason), "field": getattr(error, "field", ""), "given": given}
            context["chosen"], status = types, 422
    context |= {
        "area": {"club": "clubs", "tournament": "tournaments", "account": "me"}[owner.sort],
        "part": "webhooks",
        "owner": owner,
        "name": owners.name(owner),
        "back": _home(owner),
        "hooks": [(each, owners.address(each, user)) for each in services.of_owner(user=user, owner=owner)],
        "flavours": services.FLAVOURS,
        "groups": _groups(owner, context.get("chosen")),
    }
    base = "people/settings.html" if owner.sort == "account" else "notices/webhooks_frame.html"
    return render(request, "notices/webhooks.html", context | {"base": base}, status=status)


@never_cache
@login_required
@require_safe
def webhook(request: HttpRequest, webhook: str) -> HttpResponse:
    """One of them, and the log of what went to it."""
    user = user_of(request)
    hook = services.one(user=user, webhook_id=webhook)
    before = request.GET.get("before", "")
    number = int(before) if before.isdecimal() and len(before) < 16 else None
    owner = owners.of(hook)
    context = {
        "area": {"club": "clubs", "tournament": "tournaments", "account": "me"}[owner.sort],
        "hook": hook,
        "address": owners.address(hook, user),
        "back": _at(owner),
        "types": [TYPES[owner.sort][key].name for key in hook.kinds if key in TYPES[owner.sort]],
        "deliveries": (lines := deliveries.of_webhook(user=user, webhook_id=webhook, before=number)),
        "earlier": lines[-1].position if len(lines) == deliveries.SHOWN else None,
    }
    return render(request, "notices/webhook.html", context)


@require_POST
@login_required
def act(request: HttpRequest, webhook: str, verb: str) -> HttpResponse:
    """Send a test, send again from a message on, or remove it."""
    user = user_of(request)
    if verb == "remove":
        return redirect(_at(services.remove(user=user, webhook_id=webhook)))
    acts = {"test": _test, "again": _again}
    done(request, partial(acts[verb], request, webhook))
    return redirect("webhook", webhook)


def _test(request: HttpRequest, webhook: str) -> None:
    services.try_out(user=user_of(request), webhook_id=webhook)
    messages.success(request, gettext("A test is on its way."))


def _again(request: HttpRequest, webhook: str) -> None:
    count = services.again(user=user_of(request), webhook_id=webhook, position=_position(request))
    said = ngettext("{n} message is sent again.", "{n} messages are sent again.", count)
    messages.success(request, said.format(n=count))


def _position(request: HttpRequest) -> int:
    given = request.POST.get("position", "")
    return int(given) if given.isdecimal() and len(given) < 16 else 2**53


def _at(owner: Owner) -> str:
    """The page of all webhooks there."""
    if owner.sort == "account":
        return reverse("account-webhooks")
    where = {"address": owner.id} if owner.sort == "club" else {"tournament_id": owner.id}
    return reverse(f"{owner.sort}-webhooks", kwargs=where)


def _home(owner: Owner) -> str:
    if owner.sort == "tournament":
        return reverse("tournament-desk", kwargs={"tournament_id": owner.id})
    return reverse("club", kwargs={"address": owner.id}) if owner.sort == "club" else ""


def _groups(owner: Owner, chosen: list[str] | None) -> Groups:
    on = frozenset(USUAL[owner.sort] if chosen is None else chosen)
    return [(title, [(each, each.name in on) for each in types]) for title, types in grouped(owner.sort)]
