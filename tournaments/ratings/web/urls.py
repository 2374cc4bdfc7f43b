"""The addresses of the pages of this room."""

from django.urls import path

from tournaments.ratings.web.views import ladders
from tournaments.ratings.web.views import players as people

urlpatterns = [
    path("ladders", ladders.ladders, name="ladders"),
    path("ladders/<slug:key>", ladders.ladder, name="ladder"),
    path("ladders/<slug:key>/rulings", ladders.rulings, name="ladder-rulings"),
    path("ladders/<slug:key>/suspicions", ladders.suspicions, name="ladder-suspicions"),
    path("players", people.players, name="players"),
    path("players/<str:name>", people.player, name="player"),
]
