"""Seasons as streams: what their events come to, and the rows that follow."""

from collections.abc import Sequence

from engine.events import Event
from tournaments.leagues.errors import UnknownSeason
from tournaments.leagues.models import Season
from tournaments.leagues.seasons.events import CODEC
from tournaments.leagues.seasons.season import Season as State
from tournaments.leagues.seasons.season import fold
from tournaments.log.rowed import Rowed


class Seasons(Rowed[State]):
    prefix = "season:"
    capacity = 300
    codec = CODEC

    def empty(self, stream_id: str) -> State:
        return State(stream_id)

    def advance(self, state: State, events: Sequence[Event], *, at: int, seq: int) -> State:
        return fold(((event, at) for event in events), state, seq)

    def unknown(self) -> UnknownSeason:
        return UnknownSeason()

    def write_rows(self, before: State, after: State) -> None:
        names = ("club", "game", "title", "unit", "starts_at", "ends_at")
        if after.deleted:
            Season.objects.filter(pk=after.id).delete()
            return
        facts = {name: getattr(after.rules, name) for name in names}
        row = Season(id=after.id, closed_at=after.closed_at, **facts)
        changing = ["closed_at", "title", "starts_at", "ends_at"]
        Season.objects.bulk_create([row], update_conflicts=True, unique_fields=["id"], update_fields=changing)


def clear() -> None:
    Season.objects.all().delete()


SEASONS = Seasons()
ROWS = SEASONS.projection("seasons", ("leagues_season",), clear)
