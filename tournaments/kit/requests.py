"""Requests are read strictly: an unknown field, a wrong type or a number out of range is a 400 that names it."""

import re
from collections.abc import Iterator, Mapping
from typing import IO, Annotated, Any, ClassVar, TypeVar

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from tournaments.kit.problems import Malformed, TooLarge
from tournaments.platform.places import PATTERN, Place, place

MAX_BYTES = 64 * 1024

S = TypeVar("S", bound=msgspec.Struct)

_KEY = re.compile(r"[!-~]{1,128}")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Characters that no text has, names and descriptions neither: control characters and lone surrogates. Those that part
lines are none of them."""
_AT = re.compile(r" - at `(?:key in )?\$\.?(.*)`$")
_NAMED = re.compile(r"field `([^`]*)`")


class JsonBytes(BaseParser):
    """Hands the body on unread; :func:`read_body` decodes it straight into its struct."""

    media_type = "application/json"
    most = MAX_BYTES

    def parse(  # type: ignore[override]  # the stubs know of parsed data only
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        body: bytes = stream.read(self.most + 1)
        if len(body) > self.most:
            raise TooLarge
        return body


class LongJsonBytes(JsonBytes):
    """For what is a file of its own."""

    most = 1_000_000


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of a list is asked for. The first list of the answer is meant; ``Link`` says where it goes on."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=200, description="The most lines to return.")] = 50
    offset: Annotated[int, msgspec.Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0
    count: Annotated[
        bool,
        msgspec.Meta(description="Whether the header `Total-Count` says how many lines there are, up to 100,000."),
    ] = False


class Growing(Part, frozen=True, forbid_unknown_fields=True):
    """A part of a list whose newest line comes first. ``Link`` leads on by places, which new lines do not move."""

    moments: ClassVar[tuple[str, ...]]
    """The fields of a line by which it is ordered: the first that it has."""
    after: Annotated[
        Annotated[str, msgspec.Meta(pattern=PATTERN)] | msgspec.UnsetType,
        msgspec.Meta(description="Behind this place in the list, which `Link` names."),
    ] = msgspec.UNSET

    @property
    def behind(self) -> Place | None:
        return place(self.after) if isinstance(self.after, str) else None

    @classmethod
    def place_of(cls, line: Any) -> Place:
        return Place(next(at for name in cls.moments if (at := getattr(line, name)) is not None), line.id)


def read_body(request: Request, shape: type[S]) -> S:
    """The body as *shape*; an empty one counts as ``{}``."""
    try:
        content = _content(request)
        _check_characters(content)
        return msgspec.json.decode(content, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _malformed(error) from error
    except RecursionError as error:
        raise Malformed(_("The request is nested too deeply.")) from error


def _content(request: Request) -> bytes:
    body: Any = request.data  # an empty mapping if nothing was sent
    return body or b"{}"


def _check_characters(content: bytes) -> None:
    """Refuse texts with control characters; JSON can only have them escaped."""
    if b"\\u00" in content and any(map(CONTROL.search, _texts(msgspec.json.decode(content)))):
        raise Malformed(_("The text contains a control character."))


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for part in value:
                yield from _texts(part)
        case dict():
            for name, part in value.items():
                yield name
                yield from _texts(part)


def read_query(request: Request, shape: type[S] | None) -> S | None:
    """The query string as *shape*; each name at most once."""
    given = _once(request.query_params)
    if shape is None:
        if given:
            raise Malformed(_("This path takes no query parameters."), field=min(given))
        return None
    try:
        return msgspec.convert(given, shape, strict=False)
    except msgspec.ValidationError as error:
        raise _malformed(error) from error


def idempotency_key(request: Request) -> str | None:
    """The name that the client gave this command; the same name again gives the first answer again."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise Malformed(_("An Idempotency-Key is 1 to 128 visible ASCII characters."), field="Idempotency-Key")
    return key


def _once(query: QueryDict) -> dict[str, str]:
    for name, values in query.lists():
        if len(values) > 1:
            raise Malformed(_("This query parameter is given more than once."), field=name)
    return {name: str(value) for name, value in query.items()}


def _malformed(error: Exception) -> Malformed:
    """msgspec's message, and the path of the field that it names."""
    message = str(error)
    where = _AT.search(message)
    parts = [where.group(1)] if where else []
    text = _AT.sub("", message)
    if named := _NAMED.search(text):
        parts.append(named.group(1))
    return Malformed(text, field=".".join(filter(None, parts)))
