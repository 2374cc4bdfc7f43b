"""The formats of tournaments, by the names that stand in the log."""

from typing import Final

from tournaments.pairing.format import Format
from tournaments.pairing.knock_out import DoubleElimination, KnockOut
from tournaments.pairing.pod_knock_out import PodKnockOut
from tournaments.pairing.pods import Pods
from tournaments.pairing.round_robin import RoundRobin
from tournaments.pairing.swiss import Swiss

FORMATS: Final[dict[str, Format]] = {
    each.key: each for each in (Swiss(), RoundRobin(), Pods(), KnockOut(), DoubleElimination(), PodKnockOut())
}
