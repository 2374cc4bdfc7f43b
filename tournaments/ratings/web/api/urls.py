"""The addresses in the API of this room."""

from __future__ import annotations

from django.urls import path

from tournaments.kit import paths
from tournaments.ratings.web.api.ladders import LadderDetail, RatingList, SuspicionList
from tournaments.ratings.web.api.players import PlayerDetail

paths.register()

urlpatterns = [
    path("ladders/<key:game>", LadderDetail.as_view()),
    path("ratings/<pool:pool>", RatingList.as_view()),
    path("ratings/<pool:pool>/suspicions", SuspicionList.as_view()),
    path("players/<name:name>", PlayerDetail.as_view()),
]
