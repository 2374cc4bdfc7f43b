"""Films are drawn here, by a worker: the pictures of a few positions, one after the other.

Every worker has to know the task; what draws is imported by the one that carries it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from celery import shared_task

from tournaments.tables import films, selectors
from tournaments.tables.errors import RoomError

if TYPE_CHECKING:
    from tournaments.tables.web.pictures import Showing

_log = structlog.get_logger(__name__)


@shared_task(name=films.MAKE)
def make_film(key: str) -> None:
    """Make the film that was ordered under *key*, unless it is there."""
    asked = films.begin(key)
    if asked is None:
        return
    try:
        made = _made(asked)
    except RoomError as gone:
        _log.info("film_not_made", table=asked.table, code=gone.code)
        films.give_up(key)
        return
    if made is None:
        films.give_up(key)
    else:
        films.keep(key, made)


def key_of(view: Showing, first: int, last: int, kind: films.Kind = "webp") -> str:
    return view.key("film", first, last, *(() if kind == "webp" else (kind,)))


def _made(asked: films.Asked) -> bytes | None:
    from tournaments.tables.web.drawing import raster
    from tournaments.tables.web.pictures import showing

    given = {"seat": asked.seat, "front": str(asked.front), "lang": asked.language}
    view = showing(selectors.summary(asked.table), given)
    drawn = [view.drawn(number) for number in range(asked.first, asked.last + 1)]
    return (raster.gif if asked.kind == "gif" else raster.film)(drawn, films.LARGEST)
