"""The addresses in the API of this room."""

from django.urls import path

from tournaments.kit.endpoints import routes
from tournaments.tables.web.api import games, in_room, notes, open_data, search, tables, vacations
from tournaments.tables.web.api.stream import stream

urlpatterns = [
    *routes(games, in_room, notes, open_data, search, tables, vacations),
    path("tables/<str:table_id>/stream", stream, name="table-stream"),
]
