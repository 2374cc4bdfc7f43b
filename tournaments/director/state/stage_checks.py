"""Which stages can be announced: held against each other, against the format and against the game. Pure."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.text import Text, shortened
from engine.text import gettext_noop as _
from tournaments.director.state import match_settings, sides
from tournaments.director.state.announced import MOST_ROUNDS, Settings
from tournaments.director.state.stage_settings import Stage
from tournaments.pairing.format import Format
from tournaments.pairing.qualification import All, Best, Place, Take, Top
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.tiebreaks.codes import TIE_BREAKS

MOST_STAGES = 3
MOST_TAKEN = 500

Faults = Iterator[tuple[str, Text]]


def completed(stage: Stage) -> Stage:
    """*stage* with the tie-breaks and the tables of a match that are usual in its format, if none are named."""
    usual = FORMATS[stage.format]
    return replace(stage, tie_breaks=stage.tie_breaks or usual.codes, series=stage.series or usual.series)


def faults(settings: Settings) -> Faults:
    first = FORMATS[settings.format]
    if settings.groups > 1 and not first.groups:
        yield "bad_groups", Text(_("This format is not played in groups."))
    if settings.cycles != 1 and not (first.groups and settings.cycles == 2):
        yield "bad_cycles", Text(_("In a round robin everybody meets everybody once or twice."))
    if len(settings.stages) >= MOST_STAGES:
        yield "bad_stages", Text(_("There can be at most {most} stages."), {"most": MOST_STAGES})
    groups = settings.groups
    before: str = settings.format
    seats = sides.numbers(settings)
    for stage in settings.stages:
        if FORMATS[before].knocks_out:
            yield "bad_stages", Text(_("Nothing comes after a knock-out: it says who has won."))
        yield from _stage_faults(stage, groups, seats)
        groups, before = 1, stage.format


def _stage_faults(stage: Stage, groups: int, seats: Sequence[int]) -> Faults:
    kind = FORMATS[stage.format]
    sizes = kind.table_sizes(seats)
    if not sizes:
        yield "bad_stages", Text(_("This game is not played at tables of the size that this format needs."))
        return
    if stage.cycles != 1 and not (kind.groups and stage.cycles == 2):
        yield "bad_stages", Text(_("In a round robin everybody meets everybody once or twice."))
    if stage.rounds is not None and not 1 <= stage.rounds <= MOST_ROUNDS:
        yield "bad_stages", Text(_("A stage must have between 1 and {most} rounds."), {"most": MOST_ROUNDS})
    if stage.carries != "none" and kind.knocks_out:
        yield "bad_stages", Text(_("A knock-out has no points, so none can be carried over."))
    yield from (("bad_stages", reason) for reason in _take_faults(stage.takes, groups, min(sizes)))
    yield from (("bad_stages", reason) for reason in _order_faults(stage, kind))
    yield from (("bad_stages", reason) for _code, reason in match_settings.advance_faults(stage.advance, sizes))
    if stage.series is not None:
        yield from (("bad_stages", reason) for _code, reason in match_settings.faults(stage.series, kind, sizes))


def _take_faults(takes: Sequence[Take], groups: int, least: int) -> Iterator[Text]:
    if not takes:
        yield Text(_("Say who goes on."))
    if len(set(takes)) != len(takes) or (len(takes) > 1 and any(isinstance(take, All | Top) for take in takes)):
        yield Text(_("Either everybody goes on, or the best of all, or places of groups and the best of the rest."))
    if any(not 1 <= number <= MOST_TAKEN for number in map(_number, takes)):
        yield Text(_("Between 1 and {most} players can advance."), {"most": MOST_TAKEN})
    elif takes and not any(isinstance(take, All) for take in takes) and _most(takes, groups) < least:
        yield Text(_("Too few players advance for a table."))


def _number(take: Take) -> int:
    return take.place if isinstance(take, Place) else take.count if isinstance(take, Top | Best) else 1


def _most(takes: Sequence[Take], groups: int) -> int:
    """How many go on if enough are there."""
    return sum(groups if isinstance(take, Place) else _number(take) for take in takes)


def _order_faults(stage: Stage, kind: Format) -> Iterator[Text]:
    if stage.tie_breaks and not kind.codes:
        yield Text(_("This format has its own tie-breaks."))
    for code in stage.tie_breaks:
        if code not in TIE_BREAKS:
            yield Text(_("There is no tie-break {code}."), {"code": shortened(code)})
    if len(set(stage.tie_breaks)) != len(stage.tie_breaks):
        yield Text(_("A tie-break is named twice."))
