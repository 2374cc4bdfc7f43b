"""Every path under ``/api/``, room by room. None ends with a slash."""

from django.urls import include, path

from tournaments.site.documentation import Docs, Document
from tournaments.site.urls import ROOMS

urlpatterns = [
    *(path("", include(f"tournaments.{room}.web.api.urls")) for room in ROOMS),
    path("docs", Docs.as_view(), name="api-docs"),
    path("openapi.json", Document.as_view(), name="api-document"),
]
