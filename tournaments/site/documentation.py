"""The pages about the API itself: the document, Swagger UI from local files, and what is not there."""

import functools
import gzip
import re
from hashlib import sha256
from typing import Any, Final, NoReturn

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from tournaments.kit import problems
from tournaments.kit.endpoints import Endpoint
from tournaments.kit.schema import document

SIDECAR: Final = "drf_spectacular_sidecar/swagger-ui-dist"
GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)
"""In what a client accepts."""


@method_decorator(csrf_exempt, name="dispatch")  # nothing is done by it, and the refusal of a method is a problem too
class Reading(View):
    """The same for everybody, whatever they show or accept; it is read, and nothing else."""

    http_method_names = ["get", "head"]

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        refusal = problems.problem(405, "method_not_allowed", _("This address can only be read."))
        body, headers = msgspec.json.encode(refusal), {"Allow": "GET, HEAD"}
        return HttpResponse(body, status=405, headers=headers, content_type=problems.MEDIA_TYPE)


@functools.cache
def _sent(compressed: bool) -> tuple[bytes, dict[str, str]]:
    """The document as it is sent, and the headers that are its own: made once a process.

    The tag is of what is sent. One that ends in `-gzip` would be Caddy's, which takes that off before it asks."""
    body = gzip.compress(document(), mtime=0) if compressed else document()
    headers = {"ETag": f'"{sha256(body).hexdigest()[:16]}"'}
    return body, headers | ({"Content-Encoding": "gzip"} if compressed else {})


class Document(Reading):
    def get(self, request: HttpRequest) -> HttpResponse | None:
        body, own = _sent(compressed=bool(GZIP.search(request.headers.get("Accept-Encoding", ""))))
        headers = own | {"Cache-Control": "public, max-age=300", "Vary": "Accept-Encoding"}
        whole = HttpResponse(body, content_type="application/vnd.oai.openapi+json;version=3.1", headers=headers)
        return get_conditional_response(request, etag=own["ETag"], response=whole)


class Docs(Reading):
    """Swagger UI in two requests, page and script, as the content security policy wants it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        if "script" in request.GET:
            script = "drf_spectacular/swagger_ui.js"
            return render(request, script, _script(), content_type="application/javascript")
        return render(request, "api/docs.html", _page())


def _page() -> dict[str, str]:
    return {
        "title": "Cardroom API",
        "favicon_href": static(f"{SIDECAR}/favicon-32x32.png"),
        "swagger_ui_css": static(f"{SIDECAR}/swagger-ui.css"),
        "swagger_ui_bundle": static(f"{SIDECAR}/swagger-ui-bundle.js"),
        "swagger_ui_standalone": static(f"{SIDECAR}/swagger-ui-standalone-preset.js"),
        "script_url": f"{reverse('api-docs')}?script",
    }


def _script() -> dict[str, str]:
    shown = settings.SPECTACULAR_SETTINGS["SWAGGER_UI_SETTINGS"]
    return {
        "settings": msgspec.json.encode(shown).decode(),
        "schema_auth_names": "[]",
        "csrf_header_name": "X-CSRFToken",
        "schema_url": reverse("api-document"),
    }


class Unknown(Endpoint):
    """Whatever else stands under ``/api/``: a problem in JSON, not the site's page."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotFound(_("There is no such path."))
