"""The switches of a settings page: a row for each kind, a box for each channel that it can take."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tournaments.notices.kinds import CHANNELS, Channel, Group, Kind, by_group

Way = Callable[[str, Channel], bool]


class Box(NamedTuple):
    """``None`` where a kind never goes that way."""

    channel: Channel
    name: str
    on: bool
    fixed: bool
    never: bool


class Row(NamedTuple):
    kind: Kind
    boxes: list[Box]


def rows(is_on: Way) -> list[tuple[Group, list[Row]]]:
    """All kinds by their groups, with what is chosen."""
    return [(group, [Row(kind, _boxes(group, kind, is_on)) for kind in kinds]) for group, kinds in by_group()]


def switched(form: Mapping[str, str]) -> dict[str, dict[str, bool]]:
    """What the page was sent back with: a box that is not there is off."""
    return {
        kind.key: {
            channel: _name(kind, channel) in form
            for channel in CHANNELS
            if channel in group.ways and not (channel == "inbox" and group.fixed)
        }
        for group, kinds in by_group()
        for kind in kinds
    }


def _boxes(group: Group, kind: Kind, is_on: Way) -> list[Box]:
    return [
        Box(
            channel=channel,
            name=_name(kind, channel),
            on=is_on(kind.key, channel),
            fixed=channel == "inbox" and group.fixed,
            never=channel not in group.ways,
        )
        for channel in CHANNELS
    ]


def _name(kind: Kind, channel: str) -> str:
    return f"{kind.key}-{channel}"
