"""Rooms above withdraw at once what a banned person has entered."""

from collections.abc import Callable

from tournaments.platform.registry import Registry

FOLLOWERS: Registry[Callable[[str, int], None]] = Registry()
"""Called with the club and the user after the ban is stored. If the process dies before, the room's upkeep does it."""
