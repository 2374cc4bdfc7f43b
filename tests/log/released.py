"""What the last release reads: a kind or version that it does not know may not be stored by the next one yet.

python -m tests.log.released     at every release, from the first one on: writes stored/released.json
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from engine.events import Event
from engine.registry import GAMES
from tournaments.clubs.events import CLUB_EVENTS
from tournaments.director.state.codec import TOURNAMENT_EVENTS
from tournaments.leagues.ladders.events import LADDER_EVENTS
from tournaments.leagues.nights.events import CALENDAR_EVENTS
from tournaments.leagues.seasons.events import SEASON_EVENTS
from tournaments.learning.studies.events import STUDY_EVENTS
from tournaments.ratings.events import POOL_EVENTS
from tournaments.tables.events import TABLE_EVENTS

PATH: Final = Path(__file__).parent / "stored" / "released.json"
ROOMS: Final[tuple[tuple[type[Event], ...], ...]] = (
    TABLE_EVENTS, TOURNAMENT_EVENTS, POOL_EVENTS, CLUB_EVENTS, CALENDAR_EVENTS, SEASON_EVENTS, LADDER_EVENTS,
    STUDY_EVENTS,
)  # fmt: skip


def events() -> list[type[Event]]:
    return [event for room in (*ROOMS, *(game.events for game in GAMES.values())) for event in room]


def readable() -> dict[str, int]:
    """The last version of each kind that this code reads."""
    return {event.kind: event.version for event in events()}


def too_early(stored: Iterable[type[Event]], last: Mapping[str, int]) -> list[str]:
    """Of what may be *stored* that which a release that reads these *last* versions could not read."""
    versions = ((event.kind, event.version if event.written is None else event.written) for event in stored)
    return sorted(f"{kind} v{version}" for kind, version in versions if version > last.get(kind, 0))


def main() -> None:
    PATH.write_text(json.dumps(readable(), indent=0, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
