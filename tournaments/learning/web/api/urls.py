"""The paths of what is learned from games under ``/api/``."""

from tournaments.kit.endpoints import routes
from tournaments.learning.web.api import analysis, puzzles, studies

urlpatterns = routes(analysis, puzzles, studies)
