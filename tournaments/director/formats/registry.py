"""The formats of tournaments, by the names that stand in the log."""

from __future__ import annotations

from typing import Final

from tournaments.director.formats.format import Format
from tournaments.director.formats.knock_out import DoubleElimination, KnockOut
from tournaments.director.formats.pod_knock_out import PodKnockOut
from tournaments.director.formats.pods import Pods
from tournaments.director.formats.round_robin import RoundRobin
from tournaments.director.formats.swiss import Swiss

FORMATS: Final[dict[str, Format]] = {
    each.key: each for each in (Swiss(), RoundRobin(), Pods(), KnockOut(), DoubleElimination(), PodKnockOut())
}
