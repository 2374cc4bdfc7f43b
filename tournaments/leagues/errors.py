"""What can go wrong with nights, seasons and ladders; the kinds are the log's (``log/errors.py``)."""

from engine.text import gettext_noop as _
from tournaments.log.errors import NotAllowed as NotAllowed
from tournaments.log.errors import Refused as Refused
from tournaments.log.errors import RoomError
from tournaments.log.errors import WrongStatus as WrongStatus


class Unknown(RoomError):
    status = 404


class UnknownNight(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_night", _("There is no such night."))


class UnknownSchedule(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_schedule", _("There is no such schedule."))


class UnknownPreset(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_preset", _("There is no such preset."))


class UnknownSeason(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_season", _("There is no such season."))


class UnknownLadder(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_ladder", _("There is no such ladder."))


class UnknownChallenge(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_challenge", _("There is no such challenge."))


__all__ = [
    "NotAllowed",
    "Refused",
    "RoomError",
    "Unknown",
    "UnknownChallenge",
    "UnknownLadder",
    "UnknownNight",
    "UnknownPreset",
    "UnknownSchedule",
    "UnknownSeason",
    "WrongStatus",
]
