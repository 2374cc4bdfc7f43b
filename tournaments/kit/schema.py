"""The OpenAPI 3.1 document: drf-spectacular, with schemas that msgspec derives from the structs themselves."""

import functools
from threading import Lock
from typing import Any, Final, TypeAlias

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent

from accounts.scopes import SCOPES, Need

Schema: TypeAlias = dict[str, Any]


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A msgspec struct wherever drf-spectacular takes a serializer."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        name = str(self.target.__name__)
        _claim(name, schemas(self.target)[name])  # what is there under its name is not made again
        return name

    def get_identity(self, auto_schema: AutoSchema, direction: str) -> str:
        return self.get_name(auto_schema, direction)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> Schema:
        components = dict(schemas(self.target))
        own = components.pop(self.target.__name__)
        _claim(self.target.__name__, own)
        for name, schema in components.items():
            _claim(name, schema)
            found = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, name)  # type: ignore[no-untyped-call]
            auto_schema.registry.register_on_missing(found)
        return own


_CLAIMED: Final[dict[str, Schema]] = {}


def _claim(name: str, schema: Schema) -> None:
    """Two shapes of one name would be one in the document: raises ``LookupError``."""
    if _CLAIMED.setdefault(name, schema) != schema:
        raise LookupError(f"two shapes are called {name}: the document would have one of them")


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """One header for both: a token that its owner made, and one that an app was given."""

    target_class = "tournaments.kit.authentication.BearerAuthentication"
    name = ["token", "app"]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[Schema]:
        token = {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of yours, made on the settings page or by `manage.py token USER`. It needs the "
            "scope that each operation names for apps.",
        }
        flow = {
            "authorizationUrl": "/oauth/authorize",
            "tokenUrl": "/api/oauth/token",
            "refreshUrl": "/api/oauth/token",
            "scopes": {name: str(allowed.words) for name, allowed in SCOPES.items()},
        }
        app = {"type": "oauth2", "description": "The token of an app.", "flows": {"authorizationCode": flow}}
        return [token, app]


class OperationSchema(AutoSchema):
    """What an operation asks of its caller: a token with its scope, or a session; where strangers may read, neither."""

    def get_auth(self) -> list[dict[str, list[str]]]:
        declared = getattr(getattr(self.view, self.method.lower(), None), "operation", None)
        found: list[dict[str, list[str]]] = super().get_auth()
        return found if declared is None else security(found, declared.needs)


def security(found: list[dict[str, list[str]]], needs: Need) -> list[dict[str, list[str]]]:
    """What stands in the document for an operation that *needs* this of a token."""
    if needs == "session":
        return [{"cookieAuth": []}]
    scopes: list[str] = [] if needs == "public" else [needs]
    others = [each for each in found if "app" not in each]
    return [{"token": []}, {"app": scopes}, *others] if len(others) < len(found) else others


@functools.cache
def schemas(shape: type[msgspec.Struct]) -> dict[str, Schema]:
    """The JSON schema of *shape* and of all that it is made of, by name."""
    _refs, components = msgspec.json.schema_components([shape], ref_template="#/components/schemas/{name}")
    return {name: typed(schema) for name, schema in components.items()}


def typed(schema: Schema) -> Schema:
    """The same *schema*, in words that generators of clients understand: whatever is in it has one type, or is one of
    several that have. (msgspec names no type beside an ``enum``, and makes a choice of choices.)"""
    made: Schema = {}
    for word, said in schema.items():
        if word == "properties":
            made[word] = {name: typed(one) for name, one in said.items()}
        elif word == "items" and said is False:
            continue  # a fixed number of them: `prefixItems` says what they are, `maxItems` how many
        elif word == "type" and "$ref" in schema:
            continue  # a field says itself which schema it has, in the place of its type
        elif isinstance(said, dict) and word in ("items", "additionalProperties"):
            made[word] = typed(said)
        elif word == "anyOf":
            made |= _choice([typed(one) for one in said])
        elif word == "prefixItems":
            made |= {"items": _choice([typed(one) for at, one in enumerate(said) if one not in said[:at]])}
        elif word == "enum":
            made |= _choice([{"type": kind, "enum": values} for kind, values in _kinds(said).items()])
        else:
            made[word] = said
    return made


def _kinds(values: list[int | str]) -> dict[str, list[int | str]]:
    names = {"string": str, "integer": int}
    found = {name: [value for value in values if isinstance(value, kind)] for name, kind in names.items()}
    return {name: own for name, own in found.items() if own}


def _choice(several: list[Schema]) -> Schema:
    """One of *several*; a single one needs no choice, and several lists of words are one."""
    words = [one for one in several if one.keys() == {"type", "enum"} and one["type"] == "string"]
    if len(words) > 1:
        whole = {"type": "string", "enum": [word for one in words for word in one["enum"]]}
        return _choice([whole, *(one for one in several if one not in words)])
    return several[0] if len(several) == 1 else {"anyOf": several}


_MAKING: Final = Lock()


def document() -> bytes:
    """The whole document. It depends on the code alone, so it is made once a process: by one request, and others wait.
    Two at once is what drf-spectacular cannot (its extensions are looked up as they are first used)."""
    with _MAKING:
        return _document()


@functools.cache
def _document() -> bytes:
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return msgspec.json.encode(made)
