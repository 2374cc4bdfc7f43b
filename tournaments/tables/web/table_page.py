"""A table as one viewer sees it: what its page needs to know, and the parts of it that an event may change."""

from collections.abc import Mapping

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from accounts.models import User
from tournaments.director import read as director
from tournaments.ratings import read as ratings
from tournaments.tables import catalogue, frames, hints, selectors, vacations
from tournaments.tables.seen import SeatView, users_of
from tournaments.tables.selectors import Summary
from tournaments.tables.state import deal_is_over
from tournaments.tables.web import lobby
from tournaments.tables.web.board import Board
from tournaments.tables.web.came_from import came_from, told
from tournaments.tables.web.ending import ending
from tournaments.tables.web.forms import clock_words, level_choices
from tournaments.tables.web.held import frames_html
from tournaments.tables.web.names import names_of
from tournaments.tables.web.reel import at_a_glance

KEPT = 60
"""Seconds for which a drawn board is kept: long enough for everybody who was woken by the same event."""


def facts(summary: Summary) -> dict[str, object]:
    """What every page about the table shows."""
    return {
        "area": "tables",
        "site_url": settings.SITE_URL,
        "summary": summary,
        "game": catalogue.game(summary.game),
        "clock": clock_words(summary.clock),
        "names": (names := names_of([summary])),
        "goes_on": told(summary, names),
        "vacations": _vacations(summary, names),
    }


def _vacations(summary: Summary, names: Mapping[int, User]) -> list[tuple[str, int]]:
    """Who of a slow table is on vacation, and until when."""
    if summary.status != "playing" or not (summary.clock and summary.clock.per_move):
        return []
    return [(names[user].username, until) for user, until in vacations.away(names).items()]


def match_of(summary: Summary) -> director.Contest | None:
    """The match of a tournament that is played here."""
    return director.contest(summary.match) if summary.match else None


def barred(request: HttpRequest, summary: Summary) -> bool:
    """Whether the viewer needs an account to sit down here: the page says so, and leads there and back."""
    return (
        summary.status == "open" and summary.rated and not (request.user.is_authenticated and not request.user.is_guest)
    )


def live_html(request: HttpRequest, summary: Summary, *, since: int | None, advised: str | None = None) -> str:
    """All that an event may change: the board, and what the menu offers; before it what was decided behind *since*.

    Raises :class:`~accounts.errors.TooOften` if the viewer may look back on no more for now.
    """
    held = "" if since is None else frames_html(summary, request.user, since, facts)
    menu = {
        "summary": summary,
        "game": catalogue.game(summary.game),
        "mine": summary.seat_of(request.user.pk),
        "came_from": came_from(summary, request.user.pk),
    }
    return held + board_html(request, summary, advised=advised) + render_to_string("tables/menu.html", menu, request)


def board_html(request: HttpRequest, summary: Summary, *, advised: str | None = None) -> str:
    """One render for everybody who may see the same: by audience, event, language and the move that a bot advised."""
    seat = summary.seat_of(request.user.pk)
    kept_out = barred(request, summary)
    key = f"board/{summary.id}/{summary.seq}/{'barred' if kept_out else seat}/{get_language()}/{advised}"
    kept: str | None = cache.get(key)
    if kept is not None:
        return kept
    user_id = summary.seats[seat] if seat is not None else None
    view = selectors.view(table_id=summary.id, user_id=user_id)
    context = _drawn(summary, view, user_id, advised if view.seq == summary.seq else None)
    html = render_to_string("tables/board.html", context | {"barred": kept_out})
    if view.seq == summary.seq and (view.rematch is None or view.rematch.status != "open"):  # an offer lapses unsaid
        cache.set(key, html, KEPT)
    return html


def _drawn(summary: Summary, view: SeatView, user_id: int | None, advised: str | None) -> dict[str, object]:
    """What the board of *view* is drawn from."""
    board = Board(view, advised=advised)
    match = match_of(summary)
    # one render is for all who watch: a private tournament is named to those alone who play
    unnamed = match is not None and match.private and user_id is None
    context = facts(summary) | {"board": board, "view": view, "match": match, "unnamed": unnamed}
    context["hints"] = hints.are_given(summary, user_id)
    if view.status == "open":
        context |= _invitation(summary, user_id)
    if view.status == "aborted" and summary.match:
        context |= _forgone(summary, user_id)
    if view.outcome is not None:
        context["changes"] = ratings.change_at_table(summary.id)
        moments = frames.commits(summary.id)
        over = ending(board, moments, summary.seat_of(user_id), users_of(moments[-1][1]))
        context["ending"] = over
        if deal_is_over(view):
            context["reel"] = at_a_glance(moments, summary.id, board.reader, over.names)
    return context


def _invitation(summary: Summary, user_id: int | None) -> dict[str, object]:
    """What helps a waiting table to be filled."""
    return {
        "share_url": settings.SITE_URL + reverse("table", args=[summary.id]),
        "mine_to_fill": user_id is not None and user_id == summary.opener,
        "levels": level_choices(),
        "newcomers_level": lobby.newcomers_level(),
    }


def _forgone(summary: Summary, user_id: int | None) -> dict[str, object]:
    """What became of a match whose table was called off: what it counts for the viewer, and where it is played now."""
    contest = match_of(summary)
    match = director.match(contest, summary.match) if contest and summary.match else None
    why = selectors.why_aborted(summary.id)
    ruled, redrawn = why == "ruling", why == "redrawn"
    if match is None:
        return {"ruled": ruled, "redrawn": redrawn}
    codes = zip(match.entries, match.codes or (), strict=False)
    mine = next((code for entry, code in codes if user_id in entry.users), "")
    set_by_ruling = match.made if contest and contest.ruling else ()
    elsewhere = match.table if match.table != summary.id else None
    return {"code": mine, "elsewhere": elsewhere, "ruled": ruled, "set_by_ruling": set_by_ruling}
