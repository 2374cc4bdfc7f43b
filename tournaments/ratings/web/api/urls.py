"""The addresses in the API of this room."""

from tournaments.kit.endpoints import routes
from tournaments.ratings.web.api import ladders, players

urlpatterns = routes(ladders, players)
