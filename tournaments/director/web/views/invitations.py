"""Who is to come: names from a file with a preview, and one's own invitation."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.sessions import user_of
from tournaments.director import imports
from tournaments.director.commands.intake import Intake
from tournaments.director.web.import_form import ApartForm, ImportForm
from tournaments.director.web.views.tournaments import directed
from tournaments.kit.refusals import done, filed
from tournaments.kit.words import sentence
from tournaments.tables.errors import RoomError


@login_required
def take_in(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """First what the file would do, line by line; with ``confirm`` it is done."""
    detail = directed(request, tournament_id)
    form = ImportForm(request.POST or None, request.FILES or None)
    seen: Intake | None = None
    if request.method == "POST" and form.is_valid():
        asked = {"tournament_id": tournament_id, "by": user_of(request).pk, "kind": form.cleaned_data["kind"]}
        try:
            if "confirm" in request.POST:
                partly = "partly" in request.POST
                taken = imports.take_in(**asked, text=form.cleaned_data["text"], partly=partly)
                messages.success(request, _summary(taken))
                if not taken.refused:
                    return redirect("tournament", tournament_id=tournament_id)
            seen = imports.preview(**asked, text=form.cleaned_data["text"])
        except RoomError as refused:
            form.add_error("text", sentence(refused.reason))
    context = {"area": "tournaments", "form": form, "t": detail, "seen": seen}
    return render(request, "tournaments/import.html", context, status=422 if form.errors else 200)


def _summary(done: Intake) -> str:
    outcomes = [line.outcome for line in done.lines]
    counts = {"bots": outcomes.count("enters"), "people": outcomes.count("invited")}
    return gettext("Bots entered: {bots}. People invited: {people}.").format(**counts)


@login_required
def keep_apart(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Groups of whom no two meet, or should meet."""
    detail = directed(request, tournament_id)
    known = ["\n".join(", ".join(group) for group in groups) for groups in imports.kept_apart(tournament_id)]
    initial = dict(zip(("forbidden", "mates"), known, strict=True))
    form = ApartForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        groups = {"forbidden": form.groups("forbidden"), "mates": form.groups("mates")}
        filed(form, imports.keep_apart, tournament_id=tournament_id, by=user_of(request).pk, **groups)
        if form.is_valid():
            return redirect("tournament", tournament_id=tournament_id)
    context = {"area": "tournaments", "form": form, "t": detail}
    return render(request, "tournaments/apart.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def decline(request: HttpRequest, tournament_id: str) -> HttpResponse:
    done(request, imports.decline, tournament_id=tournament_id, user_id=user_of(request).pk)
    return redirect("tournament", tournament_id=tournament_id)


@require_POST
@login_required
def by_rating(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Forget the order of the seeds."""
    directed(request, tournament_id)
    done(request, imports.order_seeds, tournament_id=tournament_id, by=user_of(request).pk, users=())
    return redirect("tournament", tournament_id=tournament_id)
