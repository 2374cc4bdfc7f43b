"""A move that a bot advises: where nobody else plays, and nothing counts."""

from engine.text import gettext_noop as _
from tournaments.tables import bots
from tournaments.tables.errors import NotAllowed
from tournaments.tables.selectors import Summary
from tournaments.tables.streams import TABLES


def are_given(table: Summary, user_id: int | None) -> bool:
    """Whether *user_id* may ask at *table*: it is unrated and no match, and the others are bots."""
    seat = table.seat_of(user_id)
    if seat is None or table.rated or table.match is not None or table.status != "playing":
        return False
    return all(bot for user, bot in zip(table.seats, table.bots, strict=True) if user != user_id)


def ask(table: Summary, user_id: int | None) -> str | None:
    """What a bot would do there now, in notation; ``None`` if *user_id* is not to act. Raises ``NotAllowed``."""
    if not are_given(table, user_id):
        raise NotAllowed("no_hints", _("Hints are given at friendly tables against bots alone."))
    now = TABLES.current(table.id).state
    seat = now.seat_of(user_id)
    if seat is None or seat not in now.to_act or seat in now.gone:
        return None
    return bots.advised(now, seat)
