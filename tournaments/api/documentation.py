"""The pages about the API itself: the document, Swagger UI from local files, and what is not there."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from tournaments.api.endpoints import Endpoint
from tournaments.api.schema import document


@require_safe
def serve_document(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        document(),
        content_type="application/vnd.oai.openapi+json;version=3.1",
        headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300"},
    )


class Docs(SpectacularSwaggerSplitView):
    """Swagger UI in two requests, page and script, as the content security policy wants it."""

    url_name = "api-document"
    template_name = "api/docs.html"
    title = "Cardroom API"


class Unknown(Endpoint):
    """Whatever else stands under ``/api/``: a problem in JSON, not the site's page."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotFound(_("There is no such path."))
