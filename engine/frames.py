"""What was decided is seen before it is cleared: frames, the pictures to be held between one move and the next.

A trick's last card, what it decides, the cards drawn after it and even the next deal come in one commit, so that the
state after it has an empty table. A frame is the table on the way there. It is made as every picture is, from what its
viewer may know then: the view, and the events as that viewer sees them.
"""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.events import Event, Seat
from engine.game import AnyGame
from engine.game import replay as fold
from engine.picture import Picture, Zone
from engine.text import Text


class Frame(msgspec.Struct, frozen=True):
    """The table after the first ``events`` of a commit: ``picture.prompt`` says what was decided, nothing is asked."""

    events: int
    picture: Picture


def frames(game: AnyGame, state: Any, events: Sequence[Event], seat: Seat | None) -> tuple[Frame, ...]:
    """What *seat* is to see in passing as *events*, one commit, follow *state*."""
    seen = [event.seen_by(seat) for event in events]
    found: list[Frame] = []
    done = 0
    for count in game.pauses(seen):
        state, done = fold(game, events[done:count], state), count
        found.append(Frame(count, game.frame(game.view(state, seat), seen[:count])))
    return tuple(found)


# -- for games


def last_of(events: Sequence[Event | None], *kinds: type[Event]) -> tuple[int, ...]:
    """Up to the last event of one of *kinds*, if there is one: a trick, and what it brings, are one frame."""
    counts = [count for count, event in enumerate(events, start=1) if isinstance(event, kinds)]
    return tuple(counts[-1:])


def found(events: Sequence[Event | None], *kinds: type[Event]) -> list[Any]:
    """Those of *events* that are of one of *kinds*."""
    return [event for event in events if isinstance(event, kinds)]


def laid_open(picture: Picture, *middle: Zone, line: Text, why: Sequence[Text | None] = ()) -> Picture:
    """*picture* with the zones of the *middle* in place of its own, nobody to act, and *line* said."""
    lying = {spot.card for zone in middle for spot in zone.spots}
    kept = [_without(zone, lying) for zone in picture.zones if zone.form in ("hand", "known", "pile")]
    past = [zone for zone in picture.zones if zone.form == "history" and zone.key != "last"]
    said = None
    for text in why:
        if text is not None:
            said = text if said is None else Text("{one} {two}", {"one": said, "two": text})
    zones = (*middle, *kept, *past)
    return replace(picture, to_act=(), choices=(), refusal=None, zones=zones, prompt=line, why=said)


def _without(zone: Zone, lying: Collection[str | None]) -> Zone:
    """A pile does not show yet what still lies in the middle."""
    if zone.form != "pile":
        return zone
    return replace(zone, spots=tuple([spot for spot in zone.spots if spot.card not in lying or spot.card is None]))
