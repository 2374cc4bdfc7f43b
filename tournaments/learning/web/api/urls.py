"""The paths of what is learned from games under ``/api/``."""

from tournaments.kit.endpoints import routes
from tournaments.learning.web.api import analysis, puzzles, statistics, studies

urlpatterns = routes(analysis, puzzles, statistics, studies)
