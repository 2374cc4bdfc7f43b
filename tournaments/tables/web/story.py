"""A player's last game as a story: who won and from where, how it went, the moment, and where to see that again."""

import structlog
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.tables import catalogue, frames, results, selectors
from tournaments.tables.errors import RoomError
from tournaments.tables.seen import users_of
from tournaments.tables.web.board import Board
from tournaments.tables.web.ending import ending
from tournaments.tables.web.reel import at_a_glance

_log = structlog.get_logger(__name__)

KEPT = 300
"""Seconds. What is told of a table that is over changes with names, and with who may find it."""


def of_last(user: int) -> SafeString | None:
    """The last one of *user* that was finished, drawn; empty if nothing can be told of it, ``None`` without any.

    Drawn again it is one query.
    """
    table = results.latest(user)
    if table is None:
        return None
    key = f"story/{table}/{user}/{get_language()}"
    kept: str | None = cache.get(key)
    if kept is None:
        try:
            kept = _drawn(table, user)
        except RoomError as unreadable:  # the archive is away: the page is not
            _log.info("story_not_told", table=table, code=unreadable.code)
            kept = ""
        cache.set(key, kept, KEPT)
    return mark_safe(kept)  # noqa: S308  # drawn by a template


def _drawn(table_id: str, user: int) -> str:
    """Empty for a table with real cards, of which nothing is recorded, and one that the player may no longer find."""
    summary = selectors.summary(table_id)
    if summary.in_room or selectors.hidden_from(user, [table_id]):
        return ""
    view = selectors.view(table_id=table_id, user_id=user)
    moments = frames.commits(table_id)
    board = Board(view)
    over = ending(board, moments, summary.seat_of(user), users_of(moments[-1][1]))
    context = {
        "summary": summary,
        "game": catalogue.game(summary.game),
        "ending": over,
        "reel": at_a_glance(moments, table_id, board.reader, over.names),
    }
    return render_to_string("tables/story.html", context)
