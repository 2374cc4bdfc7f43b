"""The page about bots: whose one's account is, which ones are one's own, and what a bot accepts."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import bots as accounts
from accounts.errors import BadVersion
from accounts.models import User
from accounts.sessions import user_of
from tournaments.kit.words import sentence
from tournaments.people.bots import acceptance, smoke, versions, wishes
from tournaments.people.errors import RoomError
from tournaments.people.web.bot_forms import RulesForm, SmokeForm, UpgradeForm, VersionForm
from tournaments.tables.errors import RoomError as TableError


@never_cache
@login_required
@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    return _page(request)


@require_POST
@login_required
def ask(request: HttpRequest) -> HttpResponse:
    form = UpgradeForm(request.POST)
    return _saved(request, "upgrade_form", form, lambda: wishes.ask(user=user_of(request), **form.cleaned_data))


@require_POST
@login_required
def announce(request: HttpRequest) -> HttpResponse:
    form = VersionForm(request.POST)
    return _saved(request, "version_form", form, lambda: versions.announce(bot=user_of(request), **form.cleaned_data))


@require_POST
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    form = RulesForm(request.POST)
    return _saved(request, "rules_form", form, lambda: acceptance.choose(bot=user_of(request), rules=form.rules()))


@require_POST
@login_required
def try_out(request: HttpRequest) -> HttpResponse:
    form = SmokeForm(request.POST)
    return _saved(request, "smoke_form", form, lambda: smoke.open_smoke(bot=user_of(request), **form.cleaned_data))


ACTS: Final[dict[str, Callable[[User, str], None]]] = {
    "withdraw": lambda user, _name: wishes.take_back(user=user),
    "accept": lambda user, name: wishes.accept(owner=user, name=name),
    "decline": lambda user, name: wishes.decline(owner=user, name=name),
    "drop-rules": lambda user, _name: acceptance.drop(bot=user),
}
"""What takes a button alone, by the last part of its address."""
_DONE: Final = {
    "withdraw": gettext_lazy("The request is taken back."),
    "accept": gettext_lazy("It is your bot now."),
    "decline": gettext_lazy("Declined."),
    "drop-rules": gettext_lazy("Its program answers invitations again."),
}


@require_POST
@login_required
def act(request: HttpRequest, verb: str) -> HttpResponse:
    try:
        ACTS[verb](user_of(request), request.POST.get("account", "").strip())
    except RoomError as refused:
        return _page(request, {"refused": sentence(refused.reason)}, status=refused.status)
    messages.success(request, str(_DONE[verb]))
    return redirect("settings-bots")


def _saved(request: HttpRequest, name: str, form: Any, save: Callable[[], object]) -> HttpResponse:
    """The page again, with what was wrong with *form* beside its fields."""
    if form.is_valid():
        try:
            save()
        except (RoomError, TableError) as refused:
            form.add_error(refused.field if refused.field in form.fields else None, sentence(refused.reason))
        except BadVersion:
            form.add_error("version", gettext("A version is a line of visible letters."))
        else:
            messages.success(request, gettext("Done."))
            return redirect("settings-bots")
    return _page(request, {name: form}, status=422)


def _page(request: HttpRequest, given: dict[str, Any] | None = None, *, status: int = 200) -> HttpResponse:
    user = user_of(request)
    context: dict[str, Any] = {"area": "me", "part": "bots", "owned": wishes.owned(user)}
    if user.is_program:
        rules = acceptance.of(user)
        context |= {"rules": rules, "versions": accounts.versions(user)[:10], "smoke_tables": smoke.report(user)}
        context |= {"version_form": VersionForm(), "rules_form": RulesForm(rules=rules), "smoke_form": SmokeForm()}
    else:
        context |= {"asked": accounts.asked_by(user), "upgrade_form": UpgradeForm()}
    return render(request, "people/bots.html", context | (given or {}), status=status)
