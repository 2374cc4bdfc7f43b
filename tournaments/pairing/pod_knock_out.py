"""Knock-out at tables of three to five as a format: the first of each table go on."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.pairing.brackets.played import drawn_in
from tournaments.pairing.draw import Draw, Match, Reason, Unpairable, lot
from tournaments.pairing.format import Due, Format, Moment, Options, Record
from tournaments.pairing.pod_knockout.played import Played, places_so_far, played
from tournaments.pairing.pod_knockout.tables import ALGORITHM, Rules, Table, field_sizes
from tournaments.pairing.standings import Line, closed_up


class PodKnockOut(Format):
    key = "pod-knock-out"
    title = _("Knock-out at tables of three to five")
    sizes = (3, 4, 5)
    most_entries = 500
    knocks_out = True
    may_be_level = True
    algorithm = ALGORITHM

    def rounds(self, entries: int, wanted: int | None, options: Options | None = None) -> int:
        """Raises :class:`Unpairable` if that number can never be reduced to one table."""
        try:
            return len(field_sizes(self.pods(entries, options or Options(sizes=self.sizes))))
        except ValueError as impossible:
            raise Unpairable(str(impossible)) from impossible

    def pods(self, entries: int, options: Options) -> Rules:
        return Rules(entries, options.advance, options.sizes, options.preferred, options.seats)

    def made(self, record: Record) -> Played:
        if record.pods is None:
            raise LookupError("a knock-out has its rules from the start on")
        return played(record.pods, record.seeds, record.rounds)

    def due(self, record: Record, fewest: int) -> Due | None:
        made = self.made(record)
        if made.to_draw:
            return "pairing"
        return None if made.progress.open else "finish"

    def pair(self, moment: Moment) -> Draw:
        """The tables of a round once the one before is over, and tie-break tables as soon as they are needed."""
        tables = self.made(moment).to_draw
        reached = max((_round(table.key) for table in tables), default=1)
        return Draw(ALGORITHM, tuple(_match(table, moment) for table in tables), reached=reached)

    def void(self, record: Record) -> frozenset[str]:
        if record.pods is None:
            return frozenset()
        return drawn_in(record.rounds) - {match.match for match in self.made(record).drawn.values()}

    def ranking(self, lines: Sequence[Line], record: Record) -> tuple[Line, ...]:
        if record.pods is None:
            return tuple(lines)
        places = places_so_far(self.made(record))
        rank = {entry: seed for seed, entry in enumerate(record.seeds, start=1)}
        out = [places[rank[line.entry]] for line in lines if not line.place]
        placed = [replace(line, place=line.place and closed_up(places[rank[line.entry]], out)) for line in lines]
        return tuple(sorted(placed, key=lambda line: (not line.place, line.place, rank[line.entry])))

    def round_title(self, key: str, planned: int) -> Text:
        number = _round(key)
        if key.endswith("T"):
            return Text(_("Round {round}, tie-break"), {"round": number})
        return Text(_("Final table")) if number == planned else Text(_("Round {round}"), {"round": number})


def _round(key: str) -> int:
    return int(key[1:].split(".")[0])


def _match(table: Table, moment: Moment) -> Match:
    """Its entries in the order of a lot."""
    order = sorted(table.entries, key=lambda seed: lot(f"{moment.seed}/{table.key}", seed))
    entries = tuple(moment.seeds[seed - 1] for seed in order)
    teams = moment.teams(len(entries)) if len(entries) in moment.sizes else ()
    code: Reason = Reason("tied" if table.key.endswith("T") else "snake", entries, numbers=tuple(order))
    return Match(entries, (code,), () if all(len(team) == 1 for team in teams) else teams, table.key)
