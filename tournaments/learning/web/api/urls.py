"""The paths of what is learned from games under ``/api/``."""

from tournaments.kit.endpoints import routes

urlpatterns = routes()
