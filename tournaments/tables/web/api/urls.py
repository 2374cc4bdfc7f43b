"""The addresses in the API of this room."""

from __future__ import annotations

from django.urls import path

from tournaments.kit import paths
from tournaments.tables.web.api.games import GameDetail, GameList
from tournaments.tables.web.api.stream import stream
from tournaments.tables.web.api.tables import (
    TableAbortion,
    TableDetail,
    TableFilling,
    TableHead,
    TableList,
    TableMove,
    TableRecord,
    TableRematch,
    TableRematchRefusal,
    TableResignation,
    TableSeat,
)
from tournaments.tables.web.api.vacations import OwnVacation

paths.register()

urlpatterns = [
    path("games", GameList.as_view()),
    path("games/<key:key>", GameDetail.as_view()),
    path("tables", TableList.as_view()),
    path("tables/<id:table_id>", TableDetail.as_view()),
    path("tables/<id:table_id>/join", TableSeat.as_view()),
    path("tables/<id:table_id>/fill", TableFilling.as_view()),
    path("tables/<id:table_id>/move/<notation:move>", TableMove.as_view()),
    path("tables/<id:table_id>/resign", TableResignation.as_view()),
    path("tables/<id:table_id>/abort", TableAbortion.as_view()),
    path("tables/<id:table_id>/rematch", TableRematch.as_view()),
    path("tables/<id:table_id>/rematch/decline", TableRematchRefusal.as_view()),
    path("tables/<id:table_id>/head", TableHead.as_view()),
    path("tables/<id:table_id>/record", TableRecord.as_view()),
    path("tables/<str:table_id>/stream", stream, name="table-stream"),
    path("account/vacation", OwnVacation.as_view()),
]
