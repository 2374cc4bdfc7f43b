"""The OpenAPI 3.1 document: drf-spectacular, with schemas that msgspec derives from the structs themselves."""

from __future__ import annotations

import functools
from typing import Any, TypeAlias

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent

Schema: TypeAlias = dict[str, Any]


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A msgspec struct wherever drf-spectacular takes a serializer."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        return str(self.target.__name__)

    def get_identity(self, auto_schema: AutoSchema, direction: str) -> str:
        return self.get_name(auto_schema, direction)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> Schema:
        components = schemas(self.target)
        own = components.pop(self.target.__name__)
        for name, schema in components.items():
            found = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, name)  # type: ignore[no-untyped-call]
            auto_schema.registry.register_on_missing(found)
        return own


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.authentication.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Schema:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of yours, made on the settings page or by `manage.py token USER`.",
        }


def schemas(shape: type[msgspec.Struct]) -> dict[str, Schema]:
    """The JSON schema of *shape* and of all that it is made of, by name."""
    _refs, components = msgspec.json.schema_components([shape], ref_template="#/components/schemas/{name}")
    return components


@functools.cache
def document() -> bytes:
    """The whole document. It depends on the code alone, so it is made once a process."""
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return msgspec.json.encode(made)
