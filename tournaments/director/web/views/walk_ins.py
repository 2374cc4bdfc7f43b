"""Walk-ins: an organiser enters somebody by name, who comes to their place by a link."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import erasure
from accounts.models import User
from accounts.selectors import called
from accounts.services import LONGEST_WALK_IN
from accounts.sessions import user_of
from tournaments.director import selectors
from tournaments.director.commands import walk_ins
from tournaments.director.display import starting
from tournaments.director.display import walk_ins as display
from tournaments.director.display.walk_ins import WalkInInfo
from tournaments.director.errors import Refused, RoomError, UnknownTournament
from tournaments.director.policy.conditions import Candidate, verdicts
from tournaments.director.selectors import Detail
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.director.web import claims
from tournaments.director.web.views.tournaments import directed
from tournaments.kit.refusals import done, filed
from tournaments.kit.words import sentence

ACTS = {"confirm": walk_ins.confirm, "refuse": walk_ins.refuse}
BACKEND = "django.contrib.auth.backends.ModelBackend"
ALIKE = 0.8
"""How alike two names are, from 0 to 1, that may be one person's."""


class WalkInForm(forms.Form):
    """A name; where somebody with nearly the same is in, also that this is somebody else."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_WALK_IN, widget=forms.TextInput({"autofocus": True})
    )  # one after the other

    def __init__(self, data: QueryDict | None, *, detail: Detail) -> None:
        super().__init__(data)
        entered = (entry.name for entry in (*detail.entries, *detail.waiting) if not entry.withdrawn)
        self.alike = resembling(data.get("name", ""), entered) if data else []
        if self.alike:
            self.fields["another"] = forms.BooleanField(label=_("This is somebody else"), required=False)

    def clean_name(self) -> str:
        if self.alike and "another" not in self.data:
            said = gettext("Already entered: {names}. Is this somebody else?")
            raise forms.ValidationError(said.format(names=", ".join(self.alike)))
        return str(self.cleaned_data["name"])


def resembling(name: str, entered: Iterable[str]) -> list[str]:
    """Those of *entered* whose names are nearly *name*, but for a number behind it."""
    plain = {each: each.casefold().rstrip("-0123456789") for each in entered}
    wanted = "-".join(name.split()).casefold().rstrip("-0123456789")
    near = get_close_matches(wanted, plain.values(), n=3, cutoff=ALIKE)
    return [each for each, short in plain.items() if short in near and wanted]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def listed(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The walk-ins of a tournament with their links, for its organisers; posted: one more."""
    detail = directed(request, tournament_id)
    form = WalkInForm(request.POST or None, detail=detail)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        number = filed(form, walk_ins.enter, tournament_id=tournament_id, by=user_of(request).pk, name=name)
        if number is not None:
            _say_name(request, tournament_id, number, name)
            return redirect("tournament-walk-ins", tournament_id=tournament_id)
    again = starting.again(tournament_id)
    context = {"area": "tournaments", "t": detail, "form": form, "again": again}
    context |= {"walk_ins": _linked(request, tournament_id), "not_asked": _not_asked(detail)}
    return render(request, "tournaments/walk_ins.html", context, status=422 if form.errors else 200)


def _not_asked(detail: Detail) -> list[str]:
    """The conditions that walk-ins do not meet, in words: an organiser lets them in."""
    guest = Candidate(is_guest=True, is_member=False)
    return [sentence(each.condition) for each in verdicts(detail.id, detail.settings, guest) if not each.met]


def _say_name(request: HttpRequest, tournament_id: str, number: int, wanted: str) -> None:
    """What the entry is called, where that is not what was written: names are unique, and have no spaces."""
    (user,) = TOURNAMENTS.current(tournament_id).state.entries[number].users
    given = called([user])[user].name
    if given == wanted:
        return
    if given == "-".join(wanted.split()):
        messages.info(request, gettext("The entry is called {name}: names have no spaces.").format(name=given))
    else:
        said = gettext("The entry is called {name}: “{wanted}” is taken, or cannot be a name here.")
        messages.warning(request, said.format(name=given, wanted=wanted))


@require_POST
@login_required
def act(request: HttpRequest, tournament_id: str, number: int, verb: str) -> HttpResponse:
    """Confirm who claims a place, or refuse them."""
    directed(request, tournament_id)
    if done(request, ACTS[verb], tournament_id=tournament_id, by=user_of(request).pk, number=number):
        messages.success(request, gettext("Confirmed.") if verb == "confirm" else gettext("There is another link now."))
    page = "tournament-desk" if request.POST.get("from") == "desk" else "tournament-walk-ins"
    return redirect(page, tournament_id=tournament_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, tournament_id: str, number: int, given: str) -> HttpResponse:
    """The place of a walk-in, by its link: claimed, shown to the organiser, and once that is confirmed, played."""
    try:
        tournament = TOURNAMENTS.current(tournament_id).state
        walk_ins.check_secret(tournament, number, given)
    except (UnknownTournament, Refused):
        raise Http404 from None
    if _is_theirs(request, tournament, number) and not _has_logged_in(request, tournament, number):
        return _come_in(request, tournament, number)
    refused, status = "", 200
    if request.method == "POST" and tournament.walk_ins[number].claim is None:
        try:
            _claim(request, tournament_id, number, given)
            return redirect(request.path)
        except RoomError as error:
            refused, status = sentence(error.reason), error.status
    return render(request, "tournaments/claim.html", _place(request, tournament, number, refused), status=status)


claim.asks_itself = True  # type: ignore[attr-defined]  # the secret in its address lets people in, of private clubs too


def _claim(request: HttpRequest, tournament_id: str, number: int, given: str) -> None:
    shown = walk_ins.claim(tournament_id=tournament_id, number=number, given=given, user_id=claims.account(request))
    request.session[claims.CLAIM] = [tournament_id, number, shown]


def _is_theirs(request: HttpRequest, tournament: Tournament, number: int) -> bool:
    walk_in, users = tournament.walk_ins[number], tournament.entries[number].users
    return walk_in.standing(users) == "in" and claims.shows(request, tournament, number) is not None


def _has_logged_in(request: HttpRequest, tournament: Tournament, number: int) -> bool:
    """Whether somebody who claimed the place without an account has logged in to one since."""
    claimed = tournament.walk_ins[number].claim
    return claimed is not None and claimed.user is None and claims.account(request) is not None


def _come_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Lead a player whose claim is confirmed to the tournament. A player without an account is logged in as the guest
    that was made for them, unless an organiser refuses them at that moment: both lock the guest's row."""
    if claims.account(request) is not None:
        del request.session[claims.CLAIM]
        return _led_on(request, tournament)
    with transaction.atomic():
        guest = User.objects.select_for_update().get(pk=tournament.walk_ins[number].user)
        if not guest.is_guest or not guest.is_active:
            raise Http404
        if not _is_theirs(request, TOURNAMENTS.current(tournament.id).state, number):
            return redirect(request.path)
        login(request, guest, backend=BACKEND)
        request.session.save()
        erasure.take_back(user=guest)
    return _led_on(request, tournament)


def _led_on(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    address = reverse("tournament", args=[tournament.id])
    if request.headers.get("HX-Request"):  # a script follows a plain redirect by itself, and stays where it is
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _place(request: HttpRequest, tournament: Tournament, number: int, refused: str) -> dict[str, Any]:
    walk_in = tournament.walk_ins[number]
    shown = claims.shows(request, tournament, number)
    return {
        "area": "tournaments",
        "t": selectors.detail(tournament.id),
        "name": called([walk_in.user])[walk_in.user].name,
        "shown": shown,
        "used": shown is None and (walk_in.claim is not None or walk_in.confirmed),
        "logged_in": _has_logged_in(request, tournament, number) and shown is not None,
        "over": tournament.status in ("finished", "cancelled"),
        "refused": refused,
    }


def _linked(request: HttpRequest, tournament_id: str) -> list[tuple[WalkInInfo, str]]:
    """The walk-ins, each with its link."""
    infos = display.walk_ins(tournament_id)
    paths = (reverse("tournament-claim", args=[tournament_id, info.entry, info.secret]) for info in infos)
    return [(info, request.build_absolute_uri(path)) for info, path in zip(infos, paths, strict=True)]
