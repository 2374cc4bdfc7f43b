"""A running table as everybody may see it: on TV, and some time late for those who show it to others."""

from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sessions import count_reader
from engine.text import gettext_noop
from tournaments.log import sources
from tournaments.tables import catalogue, clubs, late
from tournaments.tables.errors import Refused, UnknownTable
from tournaments.tables.late import Lag, Late, by_moves, by_time
from tournaments.tables.seen import SeatView, users_of
from tournaments.tables.web.board import Board
from tournaments.tables.web.ending import ending

KEPT = 60
DELAYS: Final = {
    "60": (by_time, 60, _("one minute")),
    "0": (by_time, 0, _("none")),
    "15": (by_time, 15, _("15 seconds")),
    "30": (by_time, 30, _("30 seconds")),
    "180": (by_time, 180, _("3 minutes")),
    "600": (by_time, 600, _("10 minutes")),
    "2moves": (by_moves, 2, _("2 moves")),
    "3moves": (by_moves, 3, _("3 moves")),
    "5moves": (by_moves, 5, _("5 moves")),
    "10moves": (by_moves, 10, _("10 moves")),
}
"""How late a streamer's view may be, as addresses and people call it, the usual one first."""
GROUNDS: Final = {"felt": _("The felt, on a dark ground"), "clear": _("Nothing: the cards lie on your own picture")}


class Choices(NamedTuple):
    """What an address of a streamer's view says."""

    delay: str
    ground: str
    front: str
    """The name of the player who is at the bottom, in all games; empty: who is there in the first."""

    @classmethod
    def of(cls, request: HttpRequest) -> "Choices":
        """Raises :class:`~tournaments.tables.errors.Refused`."""
        delay, ground = request.GET.get("late", "60"), request.GET.get("ground", "felt")
        if delay not in DELAYS:
            said = gettext_noop("It can be 0, 15, 30, 60, 180 or 600 seconds late, or 2, 3, 5 or 10 moves: `3moves`.")
            raise Refused("bad_delay", said)
        if ground not in GROUNDS:
            raise Refused("bad_ground", gettext_noop("What it stands on is `felt` or `clear`."))
        return cls(delay, ground, request.GET.get("front", "")[:40])

    def lag(self) -> Lag:
        """For one look."""
        late_by, much, _words = DELAYS[self.delay]
        return late_by(much)

    @property
    def query(self) -> dict[str, str]:
        return {"late": self.delay, "ground": self.ground} | ({"front": self.front} if self.front else {})


class Watched(NamedTuple):
    """What is shown, drawn; ``view`` is ``None`` before the table was opened."""

    html: str
    view: SeatView | None


def at_table(table_id: str, user: User | AnonymousUser) -> str:
    """The table as it stands now, drawn for spectators."""
    count_reader(user, "boards")
    return _drawn(table_id, late.seen(table_id, by_time(0)), 0, "0")


def polled(table_id: str, chosen: Choices, user: User | AnonymousUser) -> str:
    """What a page of it asks for every second: worked out once a second for all strangers together."""
    if user.is_authenticated or chosen.front:
        return some_time_ago(table_id, chosen, user).html
    key = f"late/{table_id}/{sources.now_ms() // 1000}/{get_language()}/{chosen.delay}/{chosen.ground}"
    kept: str | None = cache.get(key)
    if kept is None:
        kept = some_time_ago(table_id, chosen, user).html
        cache.set(key, kept, 2)
    return kept


def some_time_ago(table_id: str, chosen: Choices, user: User | AnonymousUser) -> Watched:
    """The table, or what follows it, as late as was *chosen*."""
    count_reader(user, "boards")
    lag = chosen.lag()

    def may_see(other: str) -> bool:
        try:
            clubs.check_seen(other, user)
        except UnknownTable:
            return False
        return True

    now_at = late.followed(table_id, lag, may_see)
    seen = late.seen(now_at, lag)
    front = _front(table_id, now_at, lag, chosen.front, seen)
    html = _drawn(now_at, seen, front, chosen.delay)
    return Watched(html, seen.view if seen else None)


def _front(first: str, table_id: str, lag: Lag, name: str, seen: Late | None) -> int:
    """The seat at the bottom: of who was chosen, else of who sat there in the first game."""
    named = (each.seat for each in (seen.view.seats if seen else ()) if name and each.name.lower() == name.lower())
    chosen = next(named, None)
    return late.seat_of(table_id, lag, late.sits_first(first, lag)) if chosen is None else chosen


def _drawn(table_id: str, seen: Late | None, front: int, delay: str) -> str:
    """One render for all who see the same."""
    if seen is None:
        return render_to_string("tables/watched.html", {"board": None})
    view = seen.view
    key = f"watched/{table_id}/{view.seq}/{bool(seen.held)}/{front}/{delay}/{get_language()}"
    kept: str | None = cache.get(key)
    if kept is None:
        board = Board(view, perspective=front, held=bool(seen.held))
        context: dict[str, object] = {"board": board, "view": view, "game": catalogue.game(view.game)}
        if view.outcome is not None:
            context["ending"] = ending(board, seen.moments, None, users_of(seen.moments[-1][1]))
        kept = render_to_string("tables/watched.html", context)
        cache.set(key, kept, KEPT)
    return kept
