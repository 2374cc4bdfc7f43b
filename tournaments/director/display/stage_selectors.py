"""The stages of a tournament, as of any event: their groups, and who goes on and why."""

from collections.abc import Iterator, Mapping

from engine.text import Text
from tournaments.director.display import stage_words, views
from tournaments.director.display.reasons import points
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.display.stage_shapes import FieldInfo, GroupInfo, QualifierInfo, StageInfo, StageState
from tournaments.director.policy import stages as policy
from tournaments.director.state.facts import Field
from tournaments.director.state.folding import fold
from tournaments.director.state.stage_views import settings_of
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.groups import letter
from tournaments.pairing.qualification import Place
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.standings import Line

Entries = Mapping[int, EntryInfo]


def stages(tournament: Tournament, entries: Entries) -> tuple[StageInfo, ...]:
    """All that were announced, those to come without groups; nothing before the start, and for a tournament of one
    stage without groups."""
    if not tournament.seeds or not (tournament.settings.stages or tournament.groups):
        return ()
    return tuple(_stage(tournament, number, entries) for number in range(len(tournament.settings.stages) + 1))


def _stage(tournament: Tournament, number: int, entries: Entries) -> StageInfo:
    settings = settings_of(tournament.settings, number)
    begun = tournament.stages[number] if number <= len(tournament.fields) else None
    ahead = tournament.settings.stages[number - 1] if number else None
    grouped = len(tournament.groups) if number == 0 else 1
    before = tournament.groups if number == 1 else ()
    return StageInfo(
        number=number + 1,
        format=settings.format,
        title=stage_words.stage_title(settings.format, grouped),
        state=_state(tournament, number),
        first_round=sum(len(each.rounds) for each in tournament.stages[:number]),
        rounds=begun.planned if begun else 0,
        knocks_out=FORMATS[settings.format].knocks_out,
        takes=stage_words.takes(ahead.takes, bool(before)) if ahead else None,
        field=_field(tournament, number, entries) if number else None,
        groups=tuple(_groups(tournament, number, entries)) if begun else (),
    )


def _state(tournament: Tournament, number: int) -> StageState:
    reached = len(tournament.fields)
    if number == reached and tournament.status == "running":
        return "playing"
    if number <= reached:
        return "over"
    return "to_come" if tournament.status in ("announced", "running") and not tournament.ended_early else "not_played"


def provisional(tournament: Tournament) -> Tournament | None:
    """*tournament* with the next stage begun as things stand; ``None`` if there is none, or too few would play it."""
    if tournament.status != "running" or not tournament.rounds or tournament.ended_early:
        return None
    if not policy.follows(tournament):
        return None
    return fold(((event, 0) for event in policy.begin(tournament, "")), tournament)


def _field(tournament: Tournament, number: int, entries: Entries) -> FieldInfo | None:
    """Of stage *number*, from 0; as things stand if it is the next one."""
    fixed = number <= len(tournament.fields)
    whole = tournament if fixed else provisional(tournament)
    if whole is None or number > len(whole.fields):
        return None
    return _told(tournament, whole.fields[number - 1], entries, fixed=fixed, grouped=number == 1 and bool(whole.groups))


def _told(tournament: Tournament, field: Field, entries: Entries, *, fixed: bool, grouped: bool) -> FieldInfo:
    made = tuple(
        QualifierInfo(
            entries[each.entry],
            seed,
            letter(each.group) if grouped else "",
            each.place,
            stage_words.why(each, grouped),
            points(each.carried) if each.carried != "0" else "",
        )
        for seed, each in enumerate(field.fixed.entries, start=1)
    )
    return FieldInfo(fixed, field.seq if fixed else tournament.seq, made, tuple(_notes(field, entries, fixed=fixed)))


def _notes(field: Field, entries: Entries, *, fixed: bool) -> Iterator[Text]:
    names = {number: entry.name for number, entry in entries.items()}
    if field.fixed.ruling is not None:
        yield Text(stage_words.CHANGED, {"ruling": field.fixed.ruling})
    for tie in field.fixed.ties:
        yield stage_words.tie(tie if fixed else type(tie)(tie.entries, "open"), names)
    if field.fixed.passed:
        yield Text(stage_words.PASSED, {"names": ", ".join(names[entry] for entry in field.fixed.passed)})
    for one, two in field.fixed.moves:
        yield Text(stage_words.MOVED, {"one": one, "two": two})
    for one, two in field.fixed.clashes:
        yield Text(stage_words.CLASH, {"one": names[one], "two": names[two]})


def _groups(tournament: Tournament, number: int, entries: Entries) -> Iterator[GroupInfo]:
    stage = tournament.stages[number]
    if FORMATS[stage.settings.format].knocks_out:
        return
    on = _going_on(tournament, number)
    tables = {match: table for paired in stage.rounds for match, table in paired.tables.items()}
    for at, found in enumerate(stage.group_lines, start=1):
        # of those who share a place, the ones who go on stand first: the cut is below them
        lines = tuple(sorted(found, key=lambda line: (line.place or len(found) + 1, line.entry not in on)))
        shown = tuple(views.line(line, dict(entries), tables) for line in lines)
        own = tuple(paired.drawn.round for paired in stage.scored)
        yield GroupInfo(
            letter(at) if stage.groups else "",
            shown,
            tuple(views.cells_of(line, own) for line in shown),
            own,
            on,
            _cut(tournament, number, lines, on),
        )


def _going_on(tournament: Tournament, number: int) -> frozenset[int]:
    """Those who go on from stage *number*, or would as it stands."""
    if number >= len(tournament.settings.stages):
        return frozenset()
    whole = tournament if number < len(tournament.fields) else provisional(tournament)
    if whole is None or number >= len(whole.fields):
        return frozenset()
    return frozenset(each.entry for each in whole.fields[number].fixed.entries)


def _cut(tournament: Tournament, number: int, lines: tuple[Line, ...], on: frozenset[int]) -> int | None:
    """Behind the last place of the group that goes on by itself; of one group, behind the last who goes on."""
    if number >= len(tournament.settings.stages) or not on:
        return None
    takes = tournament.settings.stages[number].takes
    places = [take.place for take in takes if isinstance(take, Place)]
    there = [at for at, line in enumerate(lines, start=1) if line.entry in on]
    if not places:
        return max(there, default=None)
    return there[len(places) - 1] if len(there) >= len(places) else max(there, default=None)


def whole_bracket(tournament: Tournament) -> tuple[Tournament | None, bool]:
    """*tournament* with its bracket, and whether it is known who plays it; else it is begun as things stand."""
    if tournament.structure or tournament.pods is not None:
        return tournament, True
    later = provisional(tournament) if tournament.settings.stages else None
    return (later, False) if later and (later.structure or later.pods) else (None, False)
