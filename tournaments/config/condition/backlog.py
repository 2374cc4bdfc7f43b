"""What should have been done by now, judged: pure."""

import math
from collections.abc import Mapping
from typing import Final

from engine.text import gettext_noop as _
from tournaments.config.condition.facts import Waiting
from tournaments.config.condition.parts import HOUR, MINUTE, Part, graded, number, part, span

PATIENCE: Final[Mapping[str, tuple[int, float]]] = {
    "clocks": (10, 2 * MINUTE),
    "bots": (15, 5 * MINUTE),
    "results": (30, 5 * MINUTE),
    "tournaments": (30, math.inf),  # most wait for a person
    "notices": (2 * MINUTE, HOUR),
}
"""Seconds after which something of a kind is late, and after which it fails."""

_LATE: Final[Mapping[str, str]] = {
    "clocks": _("Tables: {n}, the first for {age}: the tick does not come to them. See the worker of the clocks."),
    "bots": _("Tables: {n}, the first for {age}: start more workers with -Q bots, or set weaker bots."),
    "results": _("Tables: {n}, the first for {age}: see the log of the worker for default."),
    "tournaments": _("Number: {n}, the first for {age}: see the desk of each, and the log of the worker for default."),
    "notices": _("Number: {n}, the first for {age}: see the log of the worker for notices, and EMAIL_URL."),
}


def judge(waiting: Waiting) -> Part:
    if not waiting.count:
        return part(waiting.name, "ok", _("None is late."))
    warns, fails = PATIENCE[waiting.name]
    state = graded(max(waiting.seconds, warns), warns=warns, fails=fails)
    count = number(waiting.count, more=waiting.more)
    return part(waiting.name, state, _LATE[waiting.name], n=count, age=span(waiting.seconds))
