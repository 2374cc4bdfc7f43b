"""Pages and answers hide what belongs to a club that the reader may not see."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from tournaments.kit.error_pages import refusal
from tournaments.kit.words import sentence
from tournaments.log.errors import RoomError
from tournaments.platform.registry import Registry

Check: TypeAlias = Callable[[str, User | AnonymousUser], None]
"""Raises the ``RoomError`` of what is not there, if *user* may not know of what has this id."""

CHECKS: Registry[Check] = Registry()
"""By the name that such an id has in paths: ``table_id``."""
HIDING: Registry[Check] = Registry()
"""The same for what is looked up later, by an address: every refusal about it is checked, since it would tell."""


def check(given: Mapping[str, Any], user: User | AnonymousUser) -> None:
    """Check all that a path names, *given* by name."""
    for name, one in CHECKS.items():
        if name in given:
            one(given[name], user)


def hidden(given: Mapping[str, Any], user: User | AnonymousUser) -> RoomError | None:
    """Why nothing that a path names is there for *user*, if so."""
    try:
        for name, one in HIDING.items():
            if name in given:
                one(given[name], user)
    except RoomError as unknown:
        return unknown
    return None


class Visibility:
    """Asks before any page; paths of the API ask in their own way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, given: dict[str, Any]
    ) -> HttpResponse | None:
        if request.path.startswith("/api/") or getattr(view, "asks_itself", False):
            return None
        try:
            check(given, request.user)
        except RoomError as refused:
            return refusal(request, refused.status, sentence(refused.reason))
        return None
