"""The paths of clubs' nights, ladders and seasons under ``/api/``."""

from tournaments.kit.endpoints import routes
from tournaments.leagues.web.api import corrections, ladders, nights, seasons

urlpatterns = routes(corrections, ladders, nights, seasons)
