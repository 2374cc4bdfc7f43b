"""Operations that answer with a file: the same reading and refusals as all others, another kind of answer."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.kit import examples
from tournaments.kit.endpoints import Endpoint, read
from tournaments.kit.operations import Nothing, Operation
from tournaments.platform.files import CSV, ICS, JSON, TRF, File


class FileOperation(Operation, frozen=True, kw_only=True):
    media_type: str

    def _responses(self) -> Iterator[tuple[int | tuple[int, str], OpenApiResponse]]:
        _answer, *refusals = super()._responses()
        shown = [OpenApiExample("Recorded", value=value) for value in examples.recorded(self.name)]
        kind = OpenApiTypes.OBJECT if self.media_type == JSON else OpenApiTypes.STR
        answer = OpenApiResponse(kind, description="The file, in UTF-8.", examples=shown)
        yield (self.status, self.media_type), answer
        yield from refusals


class FileRenderer(BaseRenderer):
    """Hands a file on as it is; a refusal is JSON here too."""

    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return data if isinstance(data, bytes) else b"" if data is None else msgspec.json.encode(data)


class CsvRenderer(FileRenderer):
    media_type, format = CSV, "csv"


class TrfRenderer(FileRenderer):
    media_type, format = TRF, "trf"


class IcsRenderer(FileRenderer):
    media_type, format = ICS, "ics"


class ModelRenderer(FileRenderer):
    media_type, format = JSON, "json"


def file_operation(
    name: str, *, media_type: str, **declared: Any
) -> Callable[[Callable[..., File]], Callable[..., HttpResponseBase]]:
    """Make a handler that returns a file, as :func:`~tournaments.kit.endpoints.operation` makes the others."""
    declaration = FileOperation(name=name, answers=Nothing, media_type=media_type, **declared)

    def decorate(handler: Callable[..., File]) -> Callable[..., HttpResponseBase]:
        @functools.wraps(handler)
        def handle(endpoint: Endpoint, request: Request, **given: Any) -> HttpResponseBase:
            made = handler(endpoint, **given | read(request, declaration))
            headers = {"Content-Disposition": content_disposition_header(True, made.name) or "attachment"}
            content_type = f"{made.media_type}; charset=utf-8"
            return Response(made.body, headers=headers, content_type=content_type)

        handle.operation = declaration  # type: ignore[attr-defined]
        return extend_schema(**declaration.documentation(handler.__doc__ or ""))(handle)

    return decorate
