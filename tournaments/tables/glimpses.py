"""Finished tables as they are told from afar: the cards that decided, the points as they grew, how it was won.

All of it is what a spectator saw. Those that are asked for together are read from the log by one query.
"""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
import structlog
from django.core.cache import cache

from engine.game import Game
from engine.picture import Picture
from tournaments.log import selectors as log
from tournaments.log.events import Stored
from tournaments.tables import highlights
from tournaments.tables.course import pictures
from tournaments.tables.errors import RoomError
from tournaments.tables.frames import Moment, folded, pauses
from tournaments.tables.state import deal_is_over
from tournaments.tables.streams import TABLES

_log = structlog.get_logger(__name__)

KEPT: Final = 24 * 60 * 60
"""Seconds. What is over does not change; what nobody looks for any more has to go."""
CARDS: Final = 5
STEPS: Final = 40
"""The most points of a curve."""
_FORMS: Final = ("trick", "row", "grid")


class Card(msgspec.Struct, frozen=True):
    code: str
    won: bool


class Glimpse(msgspec.Struct, frozen=True, kw_only=True):
    """``seq`` is the moment of ``cards``; it was ``decisive`` if the winner was certain from then on. ``late``: who
    wins was open until the last one. ``behind`` has the winner's points and the best of the others when it was furthest
    behind; ``ahead``: nobody was ever in front of the winner."""

    deck: str
    seq: int
    cards: tuple[Card, ...]
    decisive: bool
    late: bool
    points: tuple[tuple[int, ...], ...]
    behind: tuple[int, int] | None
    ahead: bool


def of(tables: Collection[str]) -> dict[str, Glimpse]:
    """Those of finished *tables* that can be told: not of those in the archive, or played with real cards."""
    keys = {f"glimpse/1/{table}": table for table in tables}
    kept: dict[str, Glimpse | None] = cache.get_many(keys)
    missing = {TABLES.name(table): key for key, table in keys.items() if key not in kept}
    if missing:
        rows = log.tails(dict.fromkeys(missing, 0))
        made = {key: _told(keys[key], rows[stream]) if rows[stream] else None for stream, key in missing.items()}
        cache.set_many(made, KEPT)
        kept |= made
    return {keys[key]: each for key, each in kept.items() if each is not None}


def _told(table: str, rows: Sequence[Stored]) -> Glimpse | None:
    try:
        return glimpse(folded(table, rows))
    except RoomError as unreadable:
        _log.info("glimpse_not_made", table=table, code=unreadable.code)
        return None


def glimpse(moments: Sequence[Moment]) -> Glimpse | None:
    """That of the table of *moments*; ``None`` if it is not over, or nothing was shown there."""
    last = moments[-1][1]
    if last.result is None or last.state is None or not deal_is_over(last):
        return None
    shown = [moment for moment in moments if pauses(moment[0], moment[3])]
    settled = next((each for each in shown if each[1].game.settled(each[1].state)), None)
    at = settled or (shown[-1] if shown else None)
    if at is None:
        return None
    picture = pictures(at[0], at[3], None)[-1]
    points = [tuple(each[1].game.points(each[1].state)) for each in moments if each[1].state is not None]
    winners = [seat for seat, place in enumerate(last.result.places) if place == 1]
    return Glimpse(
        deck=picture.edition or picture.deck,
        seq=pauses(at[0], at[3])[-1],
        cards=_cards(picture),
        decisive=settled is not None,
        late=settled is None and type(last.game).settled is not Game.settled,
        points=_fewer(points),
        behind=highlights.furthest_behind(moments, winners[0]),
        ahead=_was_ahead(points, winners[0]),
    )


def _cards(picture: Picture) -> tuple[Card, ...]:
    """The trick, or else the first row; of many cards those that were marked."""
    zones = sorted((zone for zone in picture.zones if zone.form in _FORMS), key=lambda zone: _FORMS.index(zone.form))
    for zone in zones:
        found = [Card(spot.card, bool(spot.mark)) for spot in zone.spots if spot.card]
        if found:
            marked = [card for card in found if card.won]
            return tuple((marked or found)[:CARDS] if len(found) > CARDS else found)
    return ()


def _fewer(points: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Some of *points*, evenly, with the last of them."""
    every = -(-len(points) // STEPS)
    return tuple(reversed(points[::-1][::every]))


def _was_ahead(points: Sequence[tuple[int, ...]], winner: int) -> bool:
    """Whether nobody was ever in front of *winner*, in a game in which the points differed three times at least."""
    counted = {each for each in points if len(set(each)) > 1}
    return len(counted) > 2 and all(each[winner] == max(each) for each in counted)
