"""From one stage to the next: who goes on, by which rule, with which seed and with how many points. Pure."""

from collections.abc import Collection, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.errors import Refused
from tournaments.director.policy.cuts import cut
from tournaments.director.state import settings as limits
from tournaments.director.state.acts import SetQualifiers
from tournaments.director.state.events import FieldFixed, Qualified, Settings, StructureDrawn
from tournaments.director.state.order import compared
from tournaments.director.state.stage_settings import Stage
from tournaments.director.state.stage_views import settings_of
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.draw import Unpairable
from tournaments.pairing.format import Format, Options
from tournaments.pairing.qualification import All, Cut, Place, Qualifier, Take, Tie, Top
from tournaments.pairing.record import shares
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.seeding import Seed, Seeding, part_groups


def follows(tournament: Tournament) -> bool:
    """Whether another stage comes after the one that is over now, and enough go on to it."""
    number = len(tournament.fields) + 1
    return number <= len(tournament.settings.stages) and bool(_playing(tournament, number, cut(tournament)))


def begin(tournament: Tournament, seed: str) -> tuple[Event, ...]:
    """The field of the next stage, and its structure if it has one."""
    field = field_of(tournament, len(tournament.fields) + 1, seed)
    return field.events if field else ()


class Field(msgspec.Struct, frozen=True):
    """Who would play a stage, and the structure of that if it has one."""

    fixed: FieldFixed
    structure: StructureDrawn | None

    @property
    def events(self) -> tuple[Event, ...]:
        return (self.fixed, self.structure) if self.structure else (self.fixed,)


def field_of(tournament: Tournament, number: int, seed: str, *, ruling: int | None = None) -> Field | None:
    """The field of stage *number* (from 1, behind the first) by its rules, or as the organiser has named it last;
    ``None`` if too few go on."""
    made, named = cut(tournament, seed=seed, number=number), named_for(tournament, number)
    playing = _named(tournament, number, made, named) if named else _playing(tournament, number, made)
    settings = settings_of(tournament.settings, number)
    kind, options = FORMATS[settings.format], limits.format_options(settings)
    if not possible(kind, len(playing), options):
        return None
    seeding = _seeded(tournament, number, playing, parts=not named)
    rounds = kind.rounds(len(playing), settings.rounds, options)
    field = FieldFixed(
        stage=number + 1,
        entries=_qualified(tournament, number, playing, seeding.entries, named),
        rounds=rounds,
        planned=rounds + _over(tournament, number) + _to_come(tournament, number),
        seed=seed,
        ties=() if named else tuple(_without_table(tie) for tie in made.ties),
        passed=() if named else _passed(tournament, number, playing),
        moves=seeding.moves,
        clashes=seeding.clashes,
        ruling=ruling,
    )
    matches, pods = kind.structure(len(playing), options), kind.pods(len(playing), options)
    drawn = StructureDrawn(kind.algorithm, seeding.entries, matches, pods)
    return Field(field, drawn if matches or pods else None)


def _without_table(tie: Tie) -> Tie:
    """*tie* as it is decided now, if no table was or can be played for it."""
    return replace(tie, by="lot") if tie.by == "open" else tie


def named_for(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Those whom the organiser has put in stage *number*, in the order of their seeds; nobody: its rules decide."""
    for ruling in reversed(tournament.rulings):
        act = ruling.act
        if ruling.reversed is None and isinstance(act, SetQualifiers) and act.stage == number + 1:
            return act.entries
    return ()


def begun(tournament: Tournament, started: Collection[str]) -> bool:
    """Whether a match of the stage that is played has a result, or its table has *started*."""
    return any(
        match.match in paired.played.results or match.match in started
        for paired in tournament.current.rounds
        for match in paired.played.matches
    )


def differs(one: FieldFixed, other: FieldFixed) -> bool:
    """Whether others play, or the same with other seeds or points."""
    return [(each.entry, each.carried) for each in one.entries] != [
        (each.entry, each.carried) for each in other.entries
    ]


def _qualified(
    tournament: Tournament, number: int, playing: Sequence[Qualifier], seeds: Sequence[int], named: Collection[int]
) -> tuple[Qualified, ...]:
    brought, by_entry = _carried(tournament, number, seeds), {each.entry: each for each in playing}
    return tuple(
        Qualified(
            entry,
            by_entry[entry].group,
            by_entry[entry].place,
            None if named else by_entry[entry].rule,
            str(brought.get(entry, 0)),
        )
        for entry in seeds
    )


def _playing(tournament: Tournament, number: int, made: Cut) -> tuple[Qualifier, ...]:
    """As many of the qualifiers as the stage can be played by: all, unless no set of tables holds that number."""
    settings = settings_of(tournament.settings, number)
    options = limits.format_options(settings)
    for count in range(len(made.qualifiers), 1, -1):
        if possible(FORMATS[settings.format], count, options):
            return made.qualifiers[:count]
    return ()


def possible(kind: Format, entries: int, options: Options) -> bool:
    """Whether a stage of *kind* can be played by this number."""
    if not options.sizes or not min(options.sizes) <= entries <= kind.most_entries:
        return False
    try:
        kind.rounds(entries, None, options)
    except Unpairable:
        return False
    return True


def _named(tournament: Tournament, number: int, made: Cut, named: Sequence[int]) -> tuple[Qualifier, ...]:
    """The entries that the organiser has named, with the places that they had."""
    lines = compared(tournament.stages[number - 1].group_lines, tournament.stages[number - 1].settings)
    stood = {line.entry: Qualifier(line.entry, line.group, line.place, All()) for line in lines}
    stood |= {each.entry: each for each in made.qualifiers}
    return tuple(stood[entry] for entry in named if entry in stood)  # one of them may be disqualified by now


def _seeded(tournament: Tournament, number: int, playing: Sequence[Qualifier], *, parts: bool) -> Seeding:
    """In a bracket two of one group do not meet at once, where that can be."""
    settings = settings_of(tournament.settings, number)
    kind, grouped = FORMATS[settings.format], tournament.stages[number - 1].groups
    entries = tuple(each.entry for each in playing)
    if not (parts and grouped and kind.knocks_out and not kind.may_be_level):
        return Seeding(entries, (), ())
    return part_groups([Seed(each.entry, each.group, each.place) for each in playing])


def _passed(tournament: Tournament, number: int, playing: Sequence[Qualifier]) -> tuple[int, ...]:
    """Who would be in the field but for having left, or for being too many."""
    there = {each.entry for each in playing}
    wanted = [*cut(tournament, number=number, everybody=True).qualifiers, *cut(tournament, number=number).qualifiers]
    gone = {each.entry for each in wanted if tournament.entries[each.entry].withdrawn}
    crowded = {each.entry for each in wanted[len(wanted) // 2 :] if each.entry not in there}
    return tuple(sorted((gone | crowded) - there))


def _carried(tournament: Tournament, number: int, entries: Sequence[int]) -> dict[int, Fraction]:
    """The points that each takes along from the stage before."""
    carries, stage = tournament.settings.stages[number - 1].carries, tournament.stages[number - 1]
    if carries == "none":
        return {}
    if carries == "all":
        return {line.entry: line.points for line in stage.lines if line.entry in entries}
    return _against_each_other(stage, frozenset(entries))


def _against_each_other(stage: Tournament, entries: frozenset[int]) -> dict[int, Fraction]:
    """What each has made at tables where all others go on, too."""
    made = dict.fromkeys(entries, Fraction(0))
    for played in stage.counted:
        for match in played.matches:
            marks = None if match.match in played.annulled else played.results.get(match.match)
            if marks is not None and entries.issuperset(match.entries):
                for entry, share in zip(match.entries, shares(marks, match.teams), strict=True):
                    made[entry] += share
    return made


# -- before it is known who they are


class Expected(msgspec.Struct, frozen=True):
    """A stage to come for this number of entries: how many play it, in how many rounds."""

    entries: int
    rounds: int


def expected(settings: Settings, entries: int) -> tuple[Expected, ...]:
    """The stages after the first, if *entries* begin; one that could not be played, and all after it, are left out."""
    found: list[Expected] = []
    groups = settings.groups
    for number, stage in enumerate(settings.stages, start=1):
        own = settings_of(settings, number)
        entries = taken(stage, entries, groups)
        kind, options = FORMATS[own.format], limits.format_options(own)
        if not possible(kind, entries, options):
            break
        found.append(Expected(entries, kind.rounds(entries, own.rounds, options)))
        groups = 1
    return tuple(found)


LEAST_GROUP = 2


def with_groups_for(settings: Settings, entries: int, *, fit: bool) -> Settings:
    """*settings* if *entries* fill the groups; else a refusal, or with as many as they fill if it is to *fit*."""
    most = max(1, entries // LEAST_GROUP)
    if settings.groups <= most:
        return settings
    if not fit:
        reason = Text(_("{entries} players can fill at most {most} groups."), {"entries": entries, "most": most})
        raise Refused("too_many_groups", reason, field="groups")
    return replace(settings, groups=most)


def taken(stage: Stage, entries: int, groups: int) -> int:
    """How many of *entries* in *groups* go on to *stage*."""
    return min(entries, sum(_taken(take, entries, groups) for take in stage.takes))


def _taken(take: Take, entries: int, groups: int) -> int:
    match take:
        case All():
            return entries
        case Place(place=place):
            return max(0, min(groups, entries - groups * (place - 1)))
        case Top(count=count):
            return count
    return take.count


def _over(tournament: Tournament, number: int) -> int:
    """The rounds of the stages before stage *number*."""
    return sum(len(each.rounds) for each in tournament.stages[:number])


def _to_come(tournament: Tournament, number: int) -> int:
    """The rounds of the stages behind stage *number*."""
    settings = tournament.settings
    later = replace(settings, groups=1, stages=settings.stages[number:])
    entries = taken(settings.stages[number - 1], len(tournament.seeds), len(tournament.groups) or 1)
    return sum(each.rounds for each in expected(later, entries))
