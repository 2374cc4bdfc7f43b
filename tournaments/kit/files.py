"""Operations that answer with a file: the same reading and refusals as all others, another kind of answer."""

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from tournaments.kit import examples
from tournaments.kit.endpoints import Endpoint, declared_as, read, shapes
from tournaments.kit.operations import Nothing, Operation
from tournaments.platform.files import CSV, ICS, JSON, JSON_LINES, TRF, File


class FileOperation(Operation, frozen=True, kw_only=True):
    media_type: str

    @property
    def attributes(self) -> dict[str, Any]:
        return {"renderer_classes": [_RENDERERS[self.media_type]]}

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


class LinesRenderer(FileRenderer):
    media_type, format = JSON_LINES, "jsonl"


_RENDERERS = {CSV: CsvRenderer, TRF: TrfRenderer, ICS: IcsRenderer, JSON: ModelRenderer, JSON_LINES: LinesRenderer}


def file_operation(
    route: str, name: str, *, media_type: str, **declared: Any
) -> Callable[[Callable[..., File]], Callable[..., HttpResponseBase]]:
    """Make a handler that returns a file, as :func:`~tournaments.kit.endpoints.operation` makes the others."""

    def decorate(handler: Callable[..., File]) -> Callable[..., HttpResponseBase]:
        given_as = shapes(route, handler) | {"answers": Nothing} | declared
        declaration = FileOperation(route=route, name=name, media_type=media_type, **given_as)

        @functools.wraps(handler)
        def handle(endpoint: Endpoint, request: Request, **given: Any) -> HttpResponseBase:
            made = handler(endpoint, **given | read(request, declaration))
            headers = {"Content-Disposition": content_disposition_header(True, made.name) or "attachment"}
            content_type = f"{made.media_type}; charset=utf-8"
            return HttpResponse(made.body, headers=headers, content_type=content_type)

        return declared_as(declaration, handle)

    return decorate
