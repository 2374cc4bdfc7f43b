"""Handlers: each is given what its operation takes, and returns what it answers."""

import functools
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, NoReturn, TypeVar, get_type_hints

import msgspec
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.contrib.auth.models import AnonymousUser
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.scopes import Need
from accounts.selectors import Shown
from accounts.sessions import count_reader
from tournaments.kit import paths, requests, visibility
from tournaments.kit.operations import Nothing, Operation
from tournaments.kit.problems import ScopeMissing, Unprocessable
from tournaments.log.errors import RoomError
from tournaments.platform import limits, places
from tournaments.platform.errors import Refusal

A = TypeVar("A", bound=msgspec.Struct)


_TELLING = (RoomError, Refusal, Unprocessable)
"""Refusals that follow a look at the club, and so would tell that there is one."""


@method_decorator(conditional_page, name="dispatch")
class Endpoint(APIView):
    """What all paths share: who asks, and how they are answered."""

    withheld: str = ""
    """The scope that the caller's token would have needed to be known by."""

    @property
    def viewer(self) -> int | None:
        """The id of the user who asks, if it is one."""
        pk: int | None = self.request.user.pk
        return pk

    @property
    def actor(self) -> int:
        """The same, where only accounts are let through."""
        if self.viewer is None:
            self.permission_denied(self.request)
        return self.viewer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What belongs to a club that the viewer may not see is not there for them."""
        limits.forget()
        super().initial(request, *args, **kwargs)
        visibility.check(kwargs, request.user)

    @property
    def needs(self) -> Need:
        """What a token must be for to call the operation."""
        declared = getattr(getattr(self, (self.request.method or "").lower(), None), "operation", None)
        return "public" if declared is None else declared.needs

    def perform_authentication(self, request: Request) -> None:
        """A token that is for other things reads as a stranger does: what all may read needs no
        scope."""
        super().perform_authentication(request)
        if isinstance(request.auth, Shown) and not request.auth.opens(self.needs):
            if request.method not in ("GET", "HEAD") or self.needs == "session":
                self.refuse(self.needs)
            self.withheld = self.needs
            request.user = AnonymousUser()

    def refuse(self, needs: Need) -> NoReturn:
        """A token opens what a program needs, and makes no other way in: its finder cannot keep the account."""
        if needs == "session":
            raise PermissionDenied(_("You must be logged in to do that; a token is not enough."), "needs_session")
        raise ScopeMissing(needs)

    def resolved(self, given: dict[str, Any]) -> dict[str, Any]:
        """What a handler is *given*, with the addresses in its path looked up."""
        return given

    def handle_exception(self, exc: Exception) -> Response:
        """Answer every refusal about a club that the viewer may not know of as if there were no such club."""
        if isinstance(exc, _TELLING):
            exc = visibility.hidden(self.kwargs, self.request.user) or exc
        if self.withheld and getattr(exc, "status_code", getattr(exc, "status", 500)) in (401, 403):
            exc = ScopeMissing(self.withheld)
        answer: Response = super().handle_exception(exc)
        return answer

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """What differs by viewer is not kept; what anybody may read is, and asked for again by its ``ETag``, so that
        what is hidden or erased is so at once. What was counted says how much is left of it."""
        done: Response = super().finalize_response(request, response, *args, **kwargs)
        is_read = request.method in ("GET", "HEAD") and done.status_code == 200
        is_public = is_read and not request.user.is_authenticated and "token" not in kwargs  # a secret in the address
        done.headers.setdefault("Cache-Control", "public, no-cache" if is_public else "private, no-store")
        patch_vary_headers(done, ("Authorization", "Cookie"))
        if left := limits.counted():
            done.headers["RateLimit-Policy"] = ", ".join(
                f'"{each.name}";q={each.rate.most};w={each.rate.seconds}' for each in left
            )
            done.headers["RateLimit"] = ", ".join(f'"{each.name}";r={each.left};t={each.seconds}' for each in left)
        return done

    def options(self, request: Request, *args: Any, **kwargs: Any) -> Response:  # type: ignore[override]
        """Which methods there are stands in the header that every answer has."""
        return Response(status=204)


class Own(Endpoint):
    """For people with an account."""

    @property
    def user(self) -> User:
        return User.objects.get(pk=self.actor)

    def check_presence(self) -> None:
        """Somebody who finds a screen left open cannot make a way in for themselves."""
        if is_reauthentication_required(self.request, app="allauth.account"):
            reason = _("Your login is too old for that. Log in again, or create the token in your settings.")
            raise PermissionDenied(reason, "needs_fresh_login")


WRITING = {403, 404, 409, 422}
"""How a command may be refused, unless it says otherwise."""


def operation(route: str, name: str, **declared: Any) -> Callable[[Callable[..., A]], Callable[..., Response]]:
    """Make a handler of ``"POST tables/<id:table_id>/join"``.

    It is given who calls and what stands in the path. What else it takes says what is read of the request: ``body``,
    ``query`` and ``command`` (the idempotency key). What it returns is the answer.
    """

    def decorate(handler: Callable[..., A]) -> Callable[..., Response]:
        declaration = Operation(route=route, name=name, **shapes(route, handler) | declared)

        @functools.wraps(handler)
        def handle(endpoint: Endpoint, request: Request, **given: Any) -> Response:
            given = endpoint.resolved(given | read(request, declaration))
            wanted = getattr(given.get("query"), "count", False) is True
            if wanted:
                count_reader(request.user, "searches")
            with places.counting(wanted):
                answer, total = handler(endpoint, **given), places.total()
            leaving = declaration.leaving.headers if declaration.leaving else {}
            links = [each for each in (_links(request, given.get("query"), answer), leaving.get("Link")) if each]
            headers = leaving | ({"Link": ", ".join(links)} if links else {})
            if total is not None:
                headers |= {"Total-Count": str(total)}
            return Response(answer, status=declaration.status, headers=headers)

        return declared_as(declaration, handle)

    return decorate


def _links(request: Request, query: object, answer: msgspec.Struct) -> str:
    """Where a list that was asked for in parts goes on (RFC 8288), and where it came from."""
    limit, offset = getattr(query, "limit", None), getattr(query, "offset", None)
    if not isinstance(limit, int) or not isinstance(offset, int):
        return ""
    lines = next(value for value in msgspec.structs.asdict(answer).values() if isinstance(value, tuple))
    behind = isinstance(query, requests.Growing) and query.behind is not None
    steps: dict[str, dict[str, object]] = {"prev": {"offset": max(0, offset - limit)}} if offset and not behind else {}
    if len(lines) == limit and isinstance(query, requests.Growing):
        steps["next"] = {"after": query.place_of(lines[-1])}
    elif len(lines) == limit:
        steps["next"] = {"offset": offset + limit}
    return ", ".join(f'<{_at(request, each)}>; rel="{name}"' for name, each in steps.items())


def _at(request: Request, step: dict[str, object]) -> str:
    """The address of another part of the same list."""
    asked = request.query_params.copy()
    for name in ("offset", "after"):
        asked.pop(name, None)
    asked.update({name: str(value) for name, value in step.items()})
    return request.build_absolute_uri(f"{request.path}?{asked.urlencode()}")


def shapes(route: str, handler: Callable[..., Any]) -> dict[str, Any]:
    """What *handler* takes and answers, by its annotations."""
    hints = get_type_hints(handler)
    takes = hints.get("body", None if route.startswith("GET ") else Nothing)
    refusals = () if takes is None else WRITING
    own = {"refusals": refusals, "takes": takes, "query": hints.get("query", Nothing), "answers": hints["return"]}
    return own | {"idempotent": "command" in hints}


H = TypeVar("H", bound=Callable[..., Any])


def declared_as(declaration: Operation, handle: H) -> H:
    """*handle*, described by its docstring, for :func:`routes`."""
    handle.operation = declaration  # type: ignore[attr-defined]
    described: H = extend_schema(**declaration.documentation(handle.__doc__ or ""))(handle)
    return described


def routes(*modules: ModuleType) -> list[URLPattern]:
    """The paths of the operations that *modules* declare, fixed parts before those that take a value."""
    paths.register()
    found: dict[str, dict[str, Any]] = {}
    for module in modules:
        for handle in vars(module).values():
            if (declared := getattr(handle, "operation", None)) is not None and handle.__module__ == module.__name__:
                found.setdefault(declared.path, {})[declared.method] = handle
    return [_path(each, found[each]) for each in sorted(found, key=_literal_first)]


def _literal_first(route: str) -> list[tuple[bool, str]]:
    return [("<" in part, part) for part in route.split("/")]


def _path(route: str, handlers: dict[str, Any]) -> URLPattern:
    """The view of a path; its base is what its handlers name as their caller."""
    handle = next(iter(handlers.values()))
    base: type[Endpoint] = get_type_hints(inspect.unwrap(handle))["caller"]
    view: Any = type(handle.__name__, (base,), handlers | handle.operation.attributes)
    found: URLPattern = path(route, view.as_view(), name=handle.operation.address)
    return found


def read(request: Request, declared: Operation) -> dict[str, Any]:
    """What the handler is given beside the path. Everything sent is read, so that nothing is silently passed over."""
    given: dict[str, Any] = {}
    given["query"] = requests.read_query(request, declared.query)
    if declared.takes is not None:
        given["body"] = requests.read_body(request, declared.takes)
    if declared.idempotent:
        given["command"] = requests.idempotency_key(request)
    return {name: value for name, value in given.items() if not isinstance(value, Nothing)}
