"""Tournaments of several stages, as they may be announced, for the laws that hold for all of them."""

from typing import Any

import msgspec

from tournaments.director.state.stage_settings import Stage
from tournaments.pairing.qualification import All, Best, Place, Top


class Composition(msgspec.Struct, frozen=True):
    seats: tuple[int, ...]
    least: int
    """Entries with which it comes to its last stage, if nobody leaves."""
    settings: dict[str, Any]


def _followed(*stages: Stage, **first: Any) -> dict[str, Any]:
    return {**first, "stages": stages}


COMPOSITIONS: dict[str, Composition] = {
    "groups, knock-out": Composition(
        (2,), 6, _followed(Stage(format="knock-out", takes=(Place(1), Place(2))), format="round-robin", groups=2)
    ),
    "groups twice, double elimination": Composition(
        (2,),
        6,
        _followed(
            Stage(format="double-elimination", takes=(Place(1), Best(2))), format="round-robin", groups=3, cycles=2
        ),
    ),
    "Swiss, round robin with all points": Composition(
        (2,), 6, _followed(Stage(format="round-robin", takes=(Top(4),), carries="all"), format="swiss", late_round=2)
    ),
    "pods, knock-out of pods": Composition(
        (3, 4), 8, _followed(Stage(format="pod-knock-out", takes=(Top(8),)), format="pods", rounds=1)
    ),
    "groups, groups' best, final": Composition(
        (2,),
        8,
        _followed(
            Stage(format="round-robin", takes=(Place(1), Best(2)), carries="co-qualifiers"),
            Stage(format="knock-out", takes=(Top(2),)),
            format="round-robin",
            groups=2,
        ),
    ),
    "groups, ties at the table, double elimination": Composition(
        (2,),
        8,
        _followed(
            Stage(format="double-elimination", takes=(Place(1), Best(2)), ties="table"), format="round-robin", groups=2
        ),
    ),
    "pods, ties at the table, knock-out of pods": Composition(
        (3, 4), 8, _followed(Stage(format="pod-knock-out", takes=(Top(8),), ties="table"), format="pods", rounds=1)
    ),
    "Swiss, then a Swiss for everybody": Composition(
        (2,), 4, _followed(Stage(format="swiss", takes=(All(),), rounds=2), format="swiss", rounds=2)
    ),
}
