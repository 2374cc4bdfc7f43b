"""The live stream of a table: served by the ASGI process, under the API's paths."""

from __future__ import annotations

from django.urls import path

from tournaments.tables.streams import stream

urlpatterns = [path("api/tables/<str:table_id>/stream", stream, name="table-stream")]
