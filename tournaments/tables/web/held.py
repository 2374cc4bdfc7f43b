"""What was decided since a page was last drawn, as boards to be held for a moment before the present one."""

from collections.abc import Callable, Mapping

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.models import User
from accounts.sessions import count_reader
from tournaments.tables import frames, hints
from tournaments.tables.selectors import Summary
from tournaments.tables.web.board import Board

MOST = 4
"""How many are worth showing to somebody who was away; older ones are told by the story beside the table."""
KEPT = 60


def frames_html(
    summary: Summary,
    user: User | AnonymousUser,
    since: int,
    facts: Callable[[Summary], Mapping[str, object]],
) -> str:
    """The frames behind event *since*, each a board in a ``template``: one render for all who may see the same.

    Looking back is counted here, so for every way of asking; raises :class:`~accounts.errors.TooOften`.
    """
    if since >= summary.seq:
        return ""
    count_reader(user, "boards")
    start = frames.first(table_id=summary.id, seq=since, most=MOST)
    if start is None:
        return ""
    seat = summary.seat_of(user.pk)
    key = f"frames/{summary.id}/{summary.seq}/{start}/{seat}/{get_language()}"
    kept: str | None = cache.get(key)
    if kept is None:
        kept = _drawn(summary, user.pk if seat is not None else None, start, facts)
        cache.set(key, kept, KEPT)
    return kept


def _drawn(summary: Summary, user_id: int | None, start: int, facts: Callable[[Summary], Mapping[str, object]]) -> str:
    views = frames.since(table_id=summary.id, user_id=user_id, seq=start, most=MOST)
    shared = {**facts(summary), "hints": hints.are_given(summary, user_id)} if views else {}
    contexts = [{**shared, "board": Board(view, held=True), "view": view} for view in views]
    drawn = [render_to_string("tables/board.html", context) for context in contexts]
    return "".join(f'<template class="frame">{html}</template>' for html in drawn)
