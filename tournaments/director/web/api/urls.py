"""The addresses in the API of this room."""

from tournaments.director.web.api import (
    announcing,
    attendance,
    desk,
    drafts,
    exports,
    imports,
    reviews,
    rulings,
    substitutes,
    teams,
    tournaments,
    walk_ins,
)
from tournaments.kit.endpoints import routes

urlpatterns = routes(
    announcing, attendance, desk, drafts, exports, imports, reviews, rulings, substitutes, teams, tournaments, walk_ins
)
