"""Finding one thing among the events of a move, or in a picture."""

from collections.abc import Sequence
from typing import TypeVar

from engine.events import Event
from engine.picture import Picture, Zone

E = TypeVar("E", bound=Event)


def only(events: Sequence[Event], kind: type[E]) -> E:
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1
    return found[0]


def zone(picture: Picture, key: str) -> Zone:
    return next(zone for zone in picture.zones if zone.key == key)


def notes(picture: Picture) -> dict[str, str]:
    return {choice.move: str(choice.note) for choice in picture.choices}
