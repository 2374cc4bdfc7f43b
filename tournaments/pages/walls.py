"""What belongs to a club that somebody may not see is not there for them, on whichever page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.director import selectors as tournaments
from tournaments.pages.views.errors import refusal
from tournaments.pages.words import said
from tournaments.tables import clubs as tables
from tournaments.tables.errors import RoomError


class Walls:
    """Asks before any view of a table or a tournament; paths of the API ask in their own way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, given: dict[str, Any]
    ) -> HttpResponse | None:
        if request.path.startswith("/api/"):
            return None
        try:
            if "table_id" in given:
                tables.check_seen(given["table_id"], request.user)
            if "tournament_id" in given:
                tournaments.check_seen(given["tournament_id"], request.user)
        except RoomError as refused:
            return refusal(request, refused.status, said(refused.reason))
        return None
