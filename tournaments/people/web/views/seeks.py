"""Looking for opponents: asking, waiting on a page that keeps the wait up, and what ends it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.sessions import ensure_user
from tournaments.kit.numbers import number_in
from tournaments.kit.words import sentence
from tournaments.people import seeks
from tournaments.people.errors import RoomError
from tournaments.people.seeks import Wait
from tournaments.tables import catalogue
from tournaments.tables.web import lobby
from tournaments.tables.web.forms import clock_choices, clock_of, clock_words, level_choices


class SeekForm(forms.Form):
    """At which pace to look, and whether it may count. The game and its seats are chosen beside it."""

    clock = forms.ChoiceField(label=_("Pace"), initial=catalogue.USUAL_CLOCK)
    rated = forms.BooleanField(
        label=_("Rated"), required=False, help_text=_("The table counts for the ladder if everybody at it wants that.")
    )

    programs = forms.BooleanField(
        label=_("Also with programs"),
        required=False,
        help_text=_("Bots that others wrote, and programs that play for people, may sit there."),
    )

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clock = self.fields["clock"]
        assert isinstance(clock, forms.ChoiceField)  # noqa: S101  declared above
        clock.choices = clock_choices()[1:]
        if not user.is_authenticated or user.is_guest:
            del self.fields["rated"]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seek(request: HttpRequest) -> HttpResponse:
    """The page on which one waits, which leads to the table; before that, what to look for."""
    if request.method == "POST":
        return _ask(request)
    wait = _renewed(request)
    if wait is not None and wait.table is not None:
        return redirect("table", table_id=wait.table)
    return _page(request, wait)


@never_cache
@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """How the wait stands, for the page's script, which goes on when it is over."""
    wait = _renewed(request)
    if wait is None:
        messages.info(request, gettext("You are no longer looking for opponents."))
        return _gone(reverse("seek"))
    if wait.table is not None:
        return _gone(reverse("table", args=[wait.table]))
    return render(request, "people/seek_part.html", _words(wait))


@require_POST
def end(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, User):
        seeks.end(user=request.user)
    return redirect("seek")


@require_POST
def bots(request: HttpRequest) -> HttpResponse:
    """Play the same with bots, at once, without a clock."""
    user = ensure_user(request)
    wait = seeks.of_user(user.pk)
    if wait is None or wait.table is not None:
        return redirect("seek")
    try:
        table = lobby.play_now(user, wait.game, level=request.POST.get("level", ""), seats=str(wait.seats))
    except RoomError as refused:
        return _page(request, wait, refused=refused)
    seeks.end(user=user)
    return redirect("table", table_id=table)


def _ask(request: HttpRequest) -> HttpResponse:
    """A visitor without an account becomes a guest."""
    game = catalogue.game(request.POST.get("game", "")).key
    seats, clock = request.POST.get(f"seats-{game}", ""), request.POST.get("clock", "")
    try:
        wait = seeks.ask(
            user=ensure_user(request),
            game=game,
            seats=number_in(seats, digits=2),
            clock=clock,
            rated="rated" in request.POST,
            programs="programs" in request.POST,
            session=request.session.session_key,
        )
    except RoomError as refused:
        return _page(request, None, refused=refused)
    return redirect("seek") if wait.table is None else redirect("table", table_id=wait.table)


def _renewed(request: HttpRequest) -> Wait | None:
    return seeks.renew(user=request.user) if isinstance(request.user, User) else None


def _page(request: HttpRequest, wait: Wait | None, *, refused: RoomError | None = None) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    known = {game.key for game in catalogue.games()}
    chosen = wait.game if wait else asked.get("game", "")
    initial = {"clock": wait.clock, "rated": wait.rated} if wait else {}
    context = {
        "area": "games",
        "games": catalogue.games(),
        "chosen": chosen if chosen in known else next(iter(catalogue.games())).key,
        "form": SeekForm(user=request.user, initial=initial),
        "refused": sentence(refused.reason) if refused else "",
        **(_words(wait) if wait else {}),
    }
    return render(request, "people/seek.html", context, status=refused.status if refused else 200)


def _words(wait: Wait) -> dict[str, Any]:
    minutes, seconds = divmod(wait.waited // 1_000, 60)
    return {
        "wait": wait,
        "game": catalogue.game(wait.game),
        "pace": clock_words(clock_of(wait.clock)),
        "waited": f"{minutes}:{seconds:02}",
        "levels": level_choices(),
        "newcomers_level": lobby.newcomers_level(),
    }


def _gone(address: str) -> HttpResponse:
    """Have the page's script go there."""
    return HttpResponse(headers={"HX-Redirect": address})
