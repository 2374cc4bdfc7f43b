"""Correcting by hand: a club's owner says how a table counts in a pool of the club, the service's staff in the site's.

Everything else stays: the table, the standings it counted in, other pools.
"""

from django.db import transaction

from accounts import naming
from engine.text import gettext_noop as _
from tournaments.clubs import written
from tournaments.log.errors import Refused
from tournaments.platform import limits
from tournaments.ratings import selectors, services
from tournaments.ratings.access import check_may
from tournaments.ratings.facts import Places
from tournaments.ratings.models import RatedTable
from tournaments.ratings.selectors import Foreseen

LONGEST = 500
"""Characters that say why."""


def foresee(*, pool: str, table: str, places: Places, by: int) -> Foreseen:
    """What :func:`correct` would do to ratings. Nothing is written; raises what that would."""
    limits.count("leagues", user=by)
    check_may(pool, "correct_pool", by)
    _check_new(pool, table, services.checked_places(pool, table, places))
    return selectors.corrected(pool, table, places)


def correct(*, pool: str, table: str, places: Places, text: str, by: int, command: str | None = None) -> None:
    """Have *table* count with *places* in *pool* (``()``: as it was played; ``None``: not at all), as *by* rules, who
    says why: the *text* can be erased."""
    limits.count("leagues", user=by)
    check_may(pool, "correct_pool", by)
    if len(text) > LONGEST or not naming.is_seen(text) or not naming.is_readable(text):
        raise Refused("bad_text", _("A ruling needs a reason of 1 to 500 characters."), field="text")
    places = services.checked_places(pool, table, places)
    text_id = written.text_id(f"correction/{pool}/{table}", by, text) or ""
    with transaction.atomic():
        written.keep(text_id, by, text)
        services.correct_in_pool(
            pool=pool,
            table=table,
            places=places,
            ruling=text_id,
            by=by,
            command=command,
            check=lambda: _check_new(pool, table, places),
        )


def _check_new(pool: str, table: str, places: Places) -> None:
    """Raise if *table* counts so already."""
    row = RatedTable.objects.get(pool=pool, table=table)
    if (None if row.places is None else tuple(row.places)) == places:
        raise Refused("counts_so", _("The table already counts like that."), field="places")
