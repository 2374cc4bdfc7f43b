"""What reaches somebody: a switch for each kind and channel, browsers, and the link that stops a kind of mail."""

from collections.abc import Callable, Mapping
from importlib import resources
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.sessions import user_of
from tournaments.clubs import selectors as clubs
from tournaments.kit.words import sentence
from tournaments.notices import keys, selectors, services
from tournaments.notices.errors import RoomError
from tournaments.notices.kinds import CHANNELS, KINDS, Channel, Group, Kind, by_group
from tournaments.notices.policy import is_on
from tournaments.notices.selectors import choices_of
from tournaments.notices.sending import unsubscribing


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    if request.method != "POST":
        return _page(request, user)
    hours = [request.POST.get(name, "") for name in ("quiet_from", "quiet_until")]
    quiet = (int(hours[0]), int(hours[1])) if all(each.isdecimal() and len(each) < 3 for each in hours) else None
    mail, language = request.POST.get("mail") == "on", request.POST.get("language") or None
    try:
        services.choose(user_id=user.pk, switches=switched(request.POST), quiet=quiet, mail=mail, language=language)
    except RoomError as error:
        messages.error(request, sentence(error.reason))
        return _page(request, user, status=422)
    messages.success(request, gettext("Your settings are saved."))
    return redirect("notice-settings")


@require_POST
@login_required
def mute(request: HttpRequest) -> HttpResponse:
    """A club is heard no more, or again: one that the reader may know."""
    muted = request.POST.get("muted") == "yes"
    services.mute(user=user_of(request), club=request.POST.get("club", ""), muted=muted)
    return redirect("notice-settings")


# -- pushes


@require_POST
@login_required
def push(request: HttpRequest) -> HttpResponse:
    """A browser of the reader's takes pushes: sent by its script."""
    given = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    try:
        services.subscribe(user_id=user_of(request).pk, **given, device=request.headers.get("User-Agent", ""))
    except RoomError as error:
        return HttpResponse(sentence(error.reason), status=error.status, content_type="text/plain")
    return HttpResponse(status=204)


@require_POST
@login_required
def remove_push(request: HttpRequest) -> HttpResponse:
    services.unsubscribe(user_id=user_of(request).pk, endpoint=request.POST.get("endpoint", ""))
    return HttpResponse(status=204) if "X-Script" in request.headers else redirect("notice-settings")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that shows pushes. It may only do so from the root of the site."""
    text = (resources.files("tournaments.site") / "static" / "js" / "push-worker.js").read_text(encoding="utf-8")
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


# -- mails


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """By the signed link of a mail, without a session: to look at it changes nothing, only a POST acts (RFC 8058)."""
    held = unsubscribing.read(token)
    if held is None:
        raise Http404
    if request.method == "POST":
        unsubscribing.unsubscribe(held)
    kind = KINDS[held.kind].title if held.kind in KINDS else ""
    context = {"kind": gettext(kind) if kind else "", "done": request.method == "POST"}
    return render(request, "notices/unsubscribe.html", context)


def _page(request: HttpRequest, user: User, *, status: int = 200) -> HttpResponse:
    chosen = choices_of([user.pk])[user.pk]
    preferences = selectors.preferences(user.pk)
    own = clubs.of_user(user.pk, viewer=user)
    context = {
        "area": "me",
        "part": "notices",
        "groups": switch_rows(lambda kind, channel: is_on(kind, channel, chosen)),
        "preferences": preferences,
        "hours": range(24),
        "language": preferences.language or get_language(),
        "address": EmailAddress.objects.filter(user=user).order_by("-primary", "-verified").first(),
        "targets": selectors.push_targets(user.pk),
        "push_key": keys.public(),
        "muted": [club for club in own if club.id in preferences.muted],
        "heard": [club for club in own if club.id not in preferences.muted],
    }
    return render(request, "notices/settings.html", context, status=status)


Way = Callable[[str, Channel], bool]


class Box(NamedTuple):
    """``None`` where a kind never goes that way."""

    channel: Channel
    name: str
    on: bool
    fixed: bool
    never: bool


class Row(NamedTuple):
    kind: Kind
    boxes: list[Box]


def switch_rows(is_on: Way) -> list[tuple[Group, list[Row]]]:
    """All kinds by their groups, with what is chosen."""
    return [(group, [Row(kind, _boxes(group, kind, is_on)) for kind in kinds]) for group, kinds in by_group()]


def switched(form: Mapping[str, str]) -> dict[str, dict[str, bool]]:
    """What the page was sent back with: a box that is not there is off."""
    return {
        kind.key: {
            channel: _name(kind, channel) in form
            for channel in CHANNELS
            if channel in group.ways and not (channel == "inbox" and group.fixed)
        }
        for group, kinds in by_group()
        for kind in kinds
    }


def _boxes(group: Group, kind: Kind, is_on: Way) -> list[Box]:
    return [
        Box(
            channel=channel,
            name=_name(kind, channel),
            on=is_on(kind.key, channel),
            fixed=channel == "inbox" and group.fixed,
            never=channel not in group.ways,
        )
        for channel in CHANNELS
    ]


def _name(kind: Kind, channel: str) -> str:
    return f"{kind.key}-{channel}"
