"""Presets of a club: a tournament's settings without name and time, checked when kept and when used."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.text import gettext_noop as _
from tournaments.director import services as director
from tournaments.director.state.events import Settings
from tournaments.leagues.errors import Refused
from tournaments.log import sources

_APART: Final = ("name", "description", "starts_at", "entry_code", "words", "club")
"""What a night gives to its tournaments, and what is written apart."""
_SOON: Final = 3_600_000


def checked(given: Settings) -> dict[str, Any]:
    """What is kept of *given*; raises what would refuse such a tournament."""
    settings = director.check(replace(given, name="A", description="", starts_at=sources.now_ms() + _SOON))
    kept: dict[str, Any] = msgspec.to_builtins(settings)
    return {name: value for name, value in kept.items() if name not in _APART}


def settings(kept: dict[str, Any], *, name: str, starts_at: int, club: str) -> Settings:
    """A tournament by what was *kept*; raises :class:`Refused` if it is none any more."""
    try:
        return msgspec.convert(kept | {"name": name, "starts_at": starts_at, "club": club}, Settings)
    except msgspec.ValidationError as error:
        raise Refused("bad_preset", _("This preset cannot be used any more.")) from error
