"""A club's webhooks, for whom the gate lets."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.sessions import user_of
from tournaments.clubs import selectors as clubs
from tournaments.kit.words import sentence
from tournaments.notices import hooks
from tournaments.notices.errors import RoomError
from tournaments.notices.hooks import FLAVOURS
from tournaments.notices.kinds import KINDS, WEBHOOK_KINDS


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, address: str) -> HttpResponse:
    """What there is, and a form for another. Its secret is on the answer that makes it and nowhere else."""
    user = user_of(request)
    club_id, slug = clubs.address(address)
    context: dict[str, object] = {"made": None, "error": "", "field": ""}
    status = 200
    if request.method == "POST":
        given = {"url": request.POST.get("url", "").strip(), "flavour": request.POST.get("flavour", "standard")}
        try:
            context["made"] = hooks.add(user=user, club_id=club_id, **given, kinds=request.POST.getlist("kinds"))
        except RoomError as error:
            if error.status in (403, 404, 429):
                raise
            context |= {"error": sentence(error.reason), "field": getattr(error, "field", ""), "given": given}
            status = 422
    context |= {
        "area": "clubs",
        "club": clubs.club(club_id),
        "slug": slug,
        "hooks": hooks.of_club(user=user, club_id=club_id),
        "flavours": FLAVOURS,
        "kinds": [KINDS[kind] for kind in WEBHOOK_KINDS],
    }
    return render(request, "notices/webhooks.html", context, status=status)


@require_POST
@login_required
def remove(request: HttpRequest, address: str, webhook: str) -> HttpResponse:
    club_id, slug = clubs.address(address)
    hooks.remove(user=user_of(request), club_id=club_id, webhook_id=webhook)
    return redirect("club-webhooks", slug)
