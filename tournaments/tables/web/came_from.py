"""Where a table goes on from, in words: they tell how its cards were dealt, and of none where it was."""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import User
from tournaments.tables import selectors
from tournaments.tables.events import PlayedOn
from tournaments.tables.selectors import Summary
from tournaments.tables.web.names import names_of


class CameFrom(NamedTuple):
    """``short``: a few words; ``told``: all of it; ``href``: the moment there, empty if the viewer may not see it."""

    short: str
    told: str
    href: str


def came_from(summary: Summary, viewer: int | None) -> CameFrom | None:
    """``None`` for a table that begins with a deal of its own."""
    origin = summary.origin
    if origin is None:
        return None
    seen = not selectors.unseen([(origin.table, viewer)])
    short = gettext("Played on, dealt again") if origin.dealt_again else gettext("Played on, as it was")
    return CameFrom(short, told(summary, names_of([summary])), _href(origin) if seen else "")


def told(summary: Summary, names: Mapping[int, User]) -> str:
    """All of it in words, the same for all viewers; empty for a table that begins with a deal of its own."""
    origin = summary.origin
    if origin is None:
        return ""
    user = names.get(summary.seats[origin.seat] or 0)
    name = user.username if user else ""
    said = gettext("It goes on from a moment of another game, with all cards as they were.")
    if origin.dealt_again:
        said = gettext("It goes on from a moment of another game. The cards that {name} did not know were dealt again.")
    if not origin.tried:
        return said.format(name=name)
    tried = ngettext("{count} move was tried first.", "{count} moves were tried first.", origin.tried)
    return f"{said.format(name=name)} {tried.format(count=origin.tried)}"


def _href(origin: PlayedOn) -> str:
    seat = str(origin.seat) if origin.dealt_again else "all"
    return f"{reverse('table-replay', args=[origin.table])}?seq={origin.seq}&seat={seat}"
