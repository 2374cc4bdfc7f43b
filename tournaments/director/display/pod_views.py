"""A knock-out at tables of three to five as it is shown: round by round its tables, and who goes on from each."""

from collections.abc import Iterator, Mapping, Sequence

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.display.bracket_shapes import BracketInfo, PlaceInfo, SlotInfo, StageInfo, Status
from tournaments.director.display.shapes import EntryInfo, MatchInfo
from tournaments.director.display.stage_words import Origins
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.pod_knockout.played import Played, played
from tournaments.pairing.pod_knockout.tables import Table, field_sizes, seat
from tournaments.pairing.registry import FORMATS


def pods(
    tournament: Tournament,
    seq: int,
    entries: Mapping[int, EntryInfo],
    drawn: Mapping[str, MatchInfo],
    origins: Origins | None = None,
) -> BracketInfo:
    """*drawn* are the matches by their ids."""
    origins = origins or Origins({})
    if tournament.pods is None:
        raise LookupError("this tournament has no pods")
    made = played(tournament.pods, tournament.seeds, tournament.played)
    view = _View(tournament, made, [entries[entry] for entry in tournament.seeds], drawn, origins)
    stages = tuple(view.stages())
    tables = [table for stage in stages for table in stage.matches]
    over = sum(table.status == "decided" for table in tables)
    return BracketInfo(seq, stages, over, len(tables), origins.fixed)


class _View:
    def __init__(
        self,
        tournament: Tournament,
        made: Played,
        seeds: Sequence[EntryInfo],
        drawn: Mapping[str, MatchInfo],
        origins: Origins,
    ) -> None:
        self.tournament, self.made, self.seeds, self.drawn, self.origins = tournament, made, seeds, drawn, origins
        self.number = 0

    def stages(self) -> Iterator[StageInfo]:
        rounds, sizes = self.made.progress.rounds, field_sizes(self.made.rules)
        for number, size in enumerate(sizes, start=1):
            if number <= len(rounds):
                each = rounds[number - 1]
                tables = tuple(self._table(table) for table in (*each.tables, *each.tie_breaks))
            else:
                _resting, to_come = seat(self.made.rules, number, range(1, size + 1))
                tables = tuple(self._to_come(table) for table in to_come)
            yield StageInfo(f"R{number}", "tables", self._title(f"R{number}.1"), tables)

    def _title(self, key: str) -> Text:
        return FORMATS[self.tournament.settings.format].round_title(key, self.tournament.planned)

    def _count(self) -> int:
        self.number += 1
        return self.number

    def _table(self, table: Table) -> PlaceInfo:
        drawn = self.made.drawn.get(table.key)
        match = self.drawn.get(drawn.match) if drawn else None
        goes_on, places = self.made.goes_on(table), self.made.results.get(table.key)
        slots = [
            SlotInfo(
                self.seeds[seed - 1],
                None,
                Text("{name}", {"name": self.seeds[seed - 1].name}),
                None if goes_on is None else seed in goes_on,
                "" if places is None else "–" if places[at] is None else str(places[at]),
                self.origins.sources.get(self.seeds[seed - 1].number),
            )
            if self.origins.fixed
            else self.origins.slot(self.seeds[seed - 1])
            for at, seed in enumerate(table.entries)
        ]
        if places is not None:
            slots.sort(key=lambda slot: (not slot.won, slot.score == "–", slot.score))
        status: Status = "decided" if places is not None else "playing" if drawn else "ready"
        status = status if self.origins.fixed else "waiting"
        return PlaceInfo(table.key, self._count(), self._title(table.key), status, tuple(slots), match, None, None)

    def _to_come(self, table: Table) -> PlaceInfo:
        slots = tuple(SlotInfo(None, "tbd", Text(_("to be decided")), None, "") for _seed in table.entries)
        return PlaceInfo(table.key, self._count(), self._title(table.key), "waiting", slots, None, None, None)
