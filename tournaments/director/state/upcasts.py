"""Events of earlier versions as those of today: what was stored once is read forever."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from engine.game import Upcast
from tournaments.director.formats.record import marks

Fields = dict[str, Any]


def _announcement(fields: Fields) -> Fields:
    """Before there was a grace nobody was awaited: a round's tables began when it was paired."""
    return fields | {"settings": fields["settings"] | {"grace_minutes": None}}


def _tie_breaks(fields: Fields) -> Fields:
    """Before tie-breaks could be chosen all tournaments had the same."""
    return fields | {"settings": fields["settings"] | {"tie_breaks": [], "unplayed": "2026"}}


_MORE: Fields = {
    "table_points": "share",
    "place_points": [],
    "late_round": 0,
    "late_bye": "Z",
    "half_byes": 0,
    "acceleration": "none",
    "neighbours": True,
    "apart_rounds": 0,
    "rematches": True,
    "series": None,
    "third_place": True,
    "advance": 2,
    "least_rating": None,
    "most_rating": None,
    "least_games": 0,
    "least_days": 0,
    "entry_code": "",
    "private": False,
    "by_invitation": False,
    "waiting_list": False,
    "check_in_minutes": 0,
    "team_size": 1,
    "words": None,
    "groups": 1,
    "cycles": 1,
    "stages": [],
}
"""What later settings were before they could be set."""


def _more(fields: Fields) -> Fields:
    return fields | {"settings": fields["settings"] | _MORE}


def _club(fields: Fields) -> Fields:
    """Before there were clubs no tournament belonged to one."""
    return fields | {"settings": fields["settings"] | {"club": None}}


def _ties(fields: Fields) -> Fields:
    """The lot parted those who were equal on a cut line."""
    settings = fields["settings"]
    return fields | {"settings": settings | {"stages": [each | {"ties": "lot"} for each in settings["stages"]]}}


def _round(fields: Fields) -> Fields:
    return fields | {"grace": None}


def _keys_and_absences(fields: Fields) -> Fields:
    """Every round was whole, and its matches stood in their order. Before anybody could stay away for a round, the
    absent had left."""
    number = fields["round"]
    matches = [each | {"key": f"R{number}.{at}"} for at, each in enumerate(fields["matches"], start=1)]
    return fields | {"reached": number, "matches": matches, "absences": []}


def _start(fields: Fields) -> Fields:
    """Ratings were used for the seeds and forgotten; nobody had to check in."""
    return fields | {"ratings": [], "left_out": []}


def _result(fields: Fields) -> Fields:
    """Every match was played, and its places say what each entry made of it."""
    return {"match": fields["match"], "table": fields["table"], "marks": to_builtins(marks(fields["places"]))}


def _counted(fields: Fields) -> Fields:
    """The game's own points counted nowhere."""
    return fields


def _opened(fields: Fields) -> Fields:
    """All tables had the round's times."""
    return fields | {"deadline": None, "grace": None}


UPCASTS: Mapping[tuple[str, int], Upcast] = {
    ("tournament.announced", 1): _announcement,
    ("tournament.announced", 2): _tie_breaks,
    ("tournament.announced", 3): _more,
    ("tournament.announced", 4): _club,
    ("tournament.announced", 5): _ties,
    ("tournament.edited", 1): _announcement,
    ("tournament.edited", 2): _tie_breaks,
    ("tournament.edited", 3): _more,
    ("tournament.edited", 4): _club,
    ("tournament.edited", 5): _ties,
    ("tournament.round_paired", 1): _round,
    ("tournament.round_paired", 2): _keys_and_absences,
    ("tournament.started", 1): _start,
    ("tournament.tables_opened", 1): _opened,
    ("tournament.result_recorded", 1): _result,
    ("tournament.result_recorded", 2): _counted,
    ("tournament.table_recorded", 1): _counted,
}
