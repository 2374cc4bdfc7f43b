"""The order in which notices were told, or were told to be over: what a program that was away has missed of them."""

from typing import Final

from django.db import models

from tournaments.platform import writers
from tournaments.platform.database import execute

TABLE: Final = "notices_notice"
_LAST = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM notices_number"


class NextNumber(models.Func):
    """Drawn from the sequence that numbers what was told."""

    template = "nextval('notices_number')"
    output_field = models.BigIntegerField()


def reached(before: int = 0) -> int:
    """The number up to which nothing is still to come; *before*, where that is not certain of any later one."""
    (last,) = execute(_LAST, {}).fetchone() or (0,)
    return last if last == before or writers.are_done(TABLE) else before
