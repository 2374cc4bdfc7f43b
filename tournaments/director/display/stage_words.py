"""The stages of a tournament in words: where a match belongs, who goes on and why."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.director.display.bracket_shapes import SlotInfo
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.state.events import Qualified
from tournaments.director.state.facts import Round
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.groups import letter
from tournaments.pairing.qualification import All, Best, Place, Take, Tie, Top
from tournaments.pairing.registry import FORMATS

Names: TypeAlias = Mapping[int, str]
"""Of entries."""


def round_title(tournament: Tournament, paired: Round, key: str) -> Text:
    """The round that the match *key* of *paired* is in."""
    if paired.parts_ties:
        return Text(_("Tie-break table"))
    own = tournament.stage_of(paired)
    return FORMATS[own.settings.format].round_title(key, own.planned)


def stage_title(kind: str, groups: int) -> Text:
    return Text(_("Groups")) if groups > 1 else Text(FORMATS[kind].title)


def source(each: Qualified, grouped: bool) -> Text:
    """The place that somebody comes from: second of group B."""
    words: dict[str, Hole] = {"place": each.place, "group": letter(each.group)}
    return Text(_("Place {place} of group {group}"), words) if grouped else Text(_("Place {place}"), words)


def why(each: Qualified, grouped: bool) -> Text:
    """By which rule somebody goes on."""
    stood = source(each, grouped)
    if each.rule is None:
        return Text(_("{stood}: put in by the organiser."), {"stood": stood})
    return Text(_("{stood}: {rule}"), {"stood": stood, "rule": _said(each.rule)})


def _said(rule: Take) -> Text:
    match rule:
        case All():
            return Text(_("everybody goes on."))
        case Top(count=count):
            return Text(_("the best {count} go on."), {"count": count})
        case Place(place=place):
            return Text(_("place {place} of each group goes on."), {"place": place})
        case Best(count=count):
            return Text(_("among the best {count} of the rest, by points per game."), {"count": count})


def takes(rules: Sequence[Take], grouped: bool) -> Text:
    """Who goes on, as it was announced."""
    places = [rule.place for rule in rules if isinstance(rule, Place)]
    best = sum(rule.count for rule in rules if isinstance(rule, Best))
    top = next((rule.count for rule in rules if isinstance(rule, Top)), 0)
    if any(isinstance(rule, All) for rule in rules):
        return Text(_("Everybody goes on."))
    if top:
        return Text(_("The best {count} go on."), {"count": top})
    words: dict[str, Hole] = {"places": ", ".join(map(str, sorted(places))), "best": best}
    if not places:
        return Text(_("The best {best} go on."), words)
    if not grouped:
        return Text(_("These places go on: {places}."), words)
    if best:
        return Text(_("Of each group these places go on: {places}; and the best {best} of the rest."), words)
    return Text(_("Of each group these places go on: {places}."), words)


def tie(each: Tie, names: Names) -> Text:
    told = _TIES[each.by]
    return Text(told, {"names": ", ".join(names.get(entry, f"#{entry}") for entry in each.entries)})


_TIES = {
    "open": _("{names} are equal on the qualifying line after all tie-breaks."),
    "tie_break_table": _("{names} were equal on the qualifying line after all tie-breaks: a tie-break table decided."),
    "lot": _("{names} were equal on the qualifying line after all tie-breaks: the lot decided."),
}

PASSED = _("{names} would have gone on, but had left or could not be seated: the next in line have moved up.")
MOVED = _("Seeds {one} and {two} changed places, so that two of one group do not meet at once.")
CLASH = _("{one} and {two} are from the same group and meet at once: no exchange would have separated them.")
CHANGED = _("A ruling has changed who goes on: R{ruling}.")


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
    """Where the entries of the last stage of *tournament* come from."""
    if not tournament.fields:
        return Origins({}, fixed)
    grouped = len(tournament.fields) == 1 and bool(tournament.groups)
    return Origins({each.entry: source(each, grouped) for each in tournament.fields[-1].fixed.entries}, fixed)
