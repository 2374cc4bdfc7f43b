"""Where those come from who play a bracket behind another stage."""

from collections.abc import Mapping

import msgspec

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.display.bracket_shapes import SlotInfo
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.display.stage_words import source
from tournaments.director.state.tournament import Tournament


class Origins(msgspec.Struct, frozen=True):
    """By entry the place that it comes from; not *fixed*: as things stand, others may still come."""

    sources: Mapping[int, Text]
    fixed: bool = True

    def slot(self, entry: EntryInfo) -> SlotInfo:
        """A seed that is not known yet, with who would have it now."""
        stands = self.sources.get(entry.number)
        words = Text(_("{source}: now {name}"), {"source": stands or "", "name": entry.name})
        return SlotInfo(None, "tbd", words, None, "", stands)


def origins(tournament: Tournament, *, fixed: bool) -> Origins:
    """Of those who play the last stage of *tournament*."""
    if not tournament.fields:
        return Origins({}, fixed)
    grouped = len(tournament.fields) == 1 and bool(tournament.groups)
    return Origins({each.entry: source(each, grouped) for each in tournament.fields[-1].fixed.entries}, fixed)
