"""Playing with others: bots for the free seats of the user's own table, and another game with the same people."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.tables import rematches, services
from tournaments.tables.errors import NotSeated, RoomError
from tournaments.tables.web.views.answers import refused_page


@require_POST
def fill(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Have bots take the free seats."""
    try:
        level = request.POST.get("level", "")
        services.fill_with_bots(table_id=table_id, user_id=_user(request), level=level)
    except RoomError as refused:
        return refused_page(request, table_id, refused)
    return redirect("table", table_id=table_id)


@require_POST
def rematch(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Offer, accept or decline. The player who completes it goes to the new table."""
    answer = rematches.decline if request.POST.get("answer") == "no" else rematches.ask
    try:
        offer = answer(table_id=table_id, user_id=_user(request)).rematch
    except RoomError as refused:
        return refused_page(request, table_id, refused)
    return redirect("table", table_id=offer.table if offer is not None and offer.table else table_id)


def _user(request: HttpRequest) -> int:
    if not request.user.is_authenticated:
        raise NotSeated()
    return request.user.pk
