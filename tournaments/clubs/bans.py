"""What a club's ban does in the rooms above: what somebody has entered there is withdrawn at once."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.platform.registry import Registry

FOLLOWERS: Registry[Callable[[str, int], None]] = Registry()
"""Called with the club and the user after the ban is stored. What dies between is for the upkeep of each room."""
