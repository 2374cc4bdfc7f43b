"""The addresses of clubs in the API."""

from tournaments.clubs.web.api import clubs, members, office
from tournaments.kit.endpoints import routes

urlpatterns = routes(clubs, members, office)
