"""Kinds of evening that an organiser knows by name: settings that go well together. Pure."""

from typing import Any, Final

import msgspec

from engine.text import gettext_noop as _
from tournaments.director.state.events import Settings
from tournaments.director.state.settings import table_sizes
from tournaments.director.state.stage_settings import Stage
from tournaments.pairing.qualification import Place
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.series.rules import Series
from tournaments.tables.events import Clock

DAY = 24 * 60
"""Minutes."""


class Preset(msgspec.Struct, frozen=True):
    key: str
    title: str
    """Marked for translation, as is *about*."""
    about: str
    format: str
    chosen: dict[str, Any]
    """The settings that it decides, by their names."""

    def suits(self, game: str) -> bool:
        """Whether *game* can be played like that."""
        if self.format not in FORMATS:
            return False
        settings = Settings(name="", game=game, starts_at=0, **self.settings)
        return bool(table_sizes(settings))

    @property
    def settings(self) -> dict[str, Any]:
        return {"format": self.format, **self.chosen}


_EVENING = {"clock": Clock(600, 5), "round_minutes": 40, "grace_minutes": 10, "check_in_minutes": 15}
_IN_ROOM: Final = {"clock": None, "round_minutes": 60, "in_room": True}
_BEST_OF_THREE = Series("best_of", 3, level="tie_break")
_OPEN = {"late_round": 2, "half_byes": 2}

PRESETS: Final[dict[str, Preset]] = {
    preset.key: preset
    for preset in (
        Preset(
            "club-evening",
            _("Club evening"),
            _("Swiss: winners meet winners, nobody is knocked out"),
            "swiss",
            {**_EVENING, **_OPEN},
        ),
        Preset(
            "real-cards",
            _("Evening with real cards"),
            _("Swiss around real tables: a player of each reports the result by phone"),
            "swiss",
            {**_EVENING, **_OPEN, **_IN_ROOM},
        ),
        Preset(
            "pods-evening",
            _("Pods evening"),
            _("Tables of three to five, new company each round"),
            "pods",
            {**_EVENING, **_OPEN, "rounds": 4},
        ),
        Preset(
            "real-cards-pods",
            _("Pods with real cards"),
            _("Real tables of three to five, new company each round; one player of each reports the result by phone"),
            "pods",
            {**_EVENING, **_OPEN, **_IN_ROOM, "rounds": 4},
        ),
        Preset(
            "teams-evening",
            _("Evening of pairs"),
            _("Swiss with fixed partners, entered as a team of two"),
            "swiss",
            {**_EVENING, **_OPEN, "team_size": 2},
        ),
        Preset(
            "real-cards-pairs",
            _("Pairs with real cards"),
            _("Real tables with fixed partners; a player of each reports the result by phone"),
            "swiss",
            {**_EVENING, **_OPEN, **_IN_ROOM, "team_size": 2},
        ),
        Preset(
            "knock-out",
            _("Knock-out"),
            _("Best of three, with a match for third place"),
            "knock-out",
            {
                **_EVENING,
                "clock": Clock(300, 5),
                "round_minutes": 60,
                "series": _BEST_OF_THREE,
            },
        ),
        Preset(
            "groups-final",
            _("Groups, then final"),
            _("Everybody meets everybody in small groups; the first two of each go on to a knock-out"),
            "round-robin",
            {
                **_EVENING,
                "clock": Clock(300, 5),
                "round_minutes": 30,
                "groups": 4,
                "stages": (Stage(format="knock-out", takes=(Place(1), Place(2)), series=_BEST_OF_THREE),),
            },
        ),
        Preset(
            "league-week",
            _("League week"),
            _("Three days a round, played when both can, a day for each move"),
            "swiss",
            {
                "clock": Clock(60 * DAY, per_move=True),
                "round_minutes": 3 * DAY,
                "grace_minutes": 3 * DAY,
                "rounds": 4,
                "late_round": 2,
                "half_byes": 1,
            },
        ),
        Preset(
            "quick",
            _("Quick"),
            _("5 minutes + 3 s, fifteen minutes a round"),
            "swiss",
            {"clock": Clock(300, 3), "round_minutes": 15, "grace_minutes": 3, "late_round": 2},
        ),
    )
}


def suiting(game: str) -> list[Preset]:
    return [preset for preset in PRESETS.values() if preset.suits(game)]
