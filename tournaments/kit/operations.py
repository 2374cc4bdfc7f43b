"""What an operation takes and answers, declared once; from it drf-spectacular's description follows."""

import datetime
import inspect
from collections.abc import Collection, Iterator
from email.utils import format_datetime
from typing import Annotated, Any, Final

import msgspec
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework.parsers import BaseParser

from accounts.scopes import Need
from tournaments.kit import examples, problems
from tournaments.kit.schema import typed
from tournaments.platform.limits import Action

REFUSALS = {
    400: "The request cannot be read: not JSON, an unknown field, a wrong type.",
    401: "This needs an account, or the token is not valid.",
    403: "Somebody else may do this, you may not.",
    404: "There is no such thing.",
    409: "Too late: things have changed since you looked.",
    413: "The body is longer than any that this takes.",
    415: "The body is not JSON.",
    422: "The rules do not allow it.",
    429: "Too often: wait for as long as `Retry-After` says.",
    503: "The service is starting, or its database is away: try again as `Retry-After` says.",
}


ON_LISTS: Final[tuple[tuple[str, type, str], ...]] = (
    ("Link", str, "The addresses of the next part of the list and of the one before (RFC 8288)."),
    ("Total-Count", int, "How many lines there are, up to 100,000, where `count` asks for it."),
)


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No body, or an empty object; no query."""


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    ok: Annotated[bool, msgspec.Meta(description="Always true.")] = True


class Leaving(msgspec.Struct, frozen=True):
    """What is going to be taken away: *since* when it should not be used any more, *until* when it is there, and the
    path of what takes its place."""

    since: datetime.date
    until: datetime.date
    instead: str

    @property
    def headers(self) -> dict[str, str]:
        """``Deprecation`` (RFC 9745), ``Sunset`` (RFC 8594) and a link to what takes its place."""
        since, until = (
            datetime.datetime.combine(day, datetime.time(), datetime.UTC) for day in (self.since, self.until)
        )
        return {
            "Deprecation": f"@{int(since.timestamp())}",
            "Sunset": format_datetime(until, usegmt=True),
            "Link": f'<{self.instead}>; rel="successor-version"',
        }


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """``route`` is its method and path, ``name`` the ``operationId``, which also names the recorded example in
    ``examples/``. ``address`` names the path for templates, ``parser`` reads bodies that are longer than usual.

    ``needs`` is what a token must be for (:mod:`accounts.scopes`), ``scope`` what the service counts it as
    (:mod:`tournaments.platform.limits`)."""

    route: str
    name: str
    tag: str
    needs: Need
    answers: type[msgspec.Struct]
    takes: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] = Nothing
    status: int = 200
    refusals: Collection[int] = ()
    scope: Action | None = None
    idempotent: bool = False
    address: str | None = None
    parser: type[BaseParser] | None = None
    leaving: Leaving | None = None

    @property
    def method(self) -> str:
        return self.route.partition(" ")[0].lower()

    @property
    def path(self) -> str:
        return self.route.partition(" ")[2]

    @property
    def attributes(self) -> dict[str, Any]:
        """What the view of its path has of its own."""
        return {} if self.parser is None else {"parser_classes": [self.parser]}

    def documentation(self, docstring: str) -> dict[str, Any]:
        """The arguments of ``extend_schema``; the first line of *docstring* is the summary."""
        summary, _blank, description = inspect.cleandoc(docstring).partition("\n")
        return {
            "operation_id": self.name,
            "deprecated": True if self.leaving else None,
            "tags": [self.tag],
            "summary": summary.rstrip("."),
            "description": description.strip(),
            "request": None if self.takes in (None, Nothing) else {"application/json": self.takes},
            "parameters": list(self._parameters()),
            "responses": dict(self._responses()),
        }

    def _parameters(self) -> Iterator[OpenApiParameter]:
        yield from parameters(self.query)
        if self.idempotent:
            yield OpenApiParameter(
                "Idempotency-Key",
                {"type": "string", "pattern": "^[!-~]{1,128}$"},
                OpenApiParameter.HEADER,
                description="A name for this command. Sent again with the same name it has no second effect and is "
                "answered as it was the first time.",
            )
        if "count" in self.query.__struct_fields__:
            for name, kind, said in ON_LISTS:
                yield OpenApiParameter(name, kind, OpenApiParameter.HEADER, description=said, response=[200])
        if self.scope:
            yield OpenApiParameter(
                "Retry-After", int, OpenApiParameter.HEADER, description="Seconds to wait.", response=[429]
            )

    def _responses(self) -> Iterator[tuple[int | tuple[int, str], OpenApiResponse]]:
        shown = [OpenApiExample("Recorded", value=value) for value in examples.recorded(self.name)]
        says = self.answers.__doc__ or self.name
        yield self.status, OpenApiResponse(self.answers, description=says.partition("\n")[0], examples=shown)
        refusals = {400, 401, 503, *self.refusals} | ({413, 415} if self.takes else set())
        refusals |= {429} if self.scope or "count" in self.query.__struct_fields__ else set()
        refusals |= set() if self.needs == "public" else {403}
        refusals |= {422} if self.idempotent else set()  # a name that another command has had
        for status in sorted(refusals):
            yield (status, problems.MEDIA_TYPE), OpenApiResponse(problems.Problem, description=REFUSALS[status])


def parameters(query: type[msgspec.Struct]) -> Iterator[OpenApiParameter]:
    """The fields of *query* as parameters, with the schemas that they are read by."""
    _refs, components = msgspec.json.schema_components([query])
    shape = components[query.__name__]
    for name, schema in shape["properties"].items():
        yield OpenApiParameter(
            name,
            typed({key: value for key, value in schema.items() if key != "description"}),
            description=schema.get("description", ""),
            required=name in shape.get("required", ()),
        )
