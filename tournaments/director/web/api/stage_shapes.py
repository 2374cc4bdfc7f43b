"""The stages of a tournament: as they are announced, and as they stand."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, convert, to_builtins

from tournaments.director.display import stage_shapes
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.state.events import Format
from tournaments.director.state.match_settings import MOST_TABLES, series_of
from tournaments.director.state.stage_checks import MOST_TAKEN
from tournaments.director.state.stage_settings import Carries, Stage, Ties
from tournaments.director.web.api import standings_shapes
from tournaments.director.web.api.standings_shapes import LineInfo
from tournaments.kit.words import plain
from tournaments.pairing.qualification import Take
from tournaments.pairing.series.rules import Level, Series

Taken: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_TAKEN)]


class SeriesSetting(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Matches of several tables."""

    kind: Annotated[
        Literal["best_of", "fixed"],
        Meta(description="Until somebody has more than half, or all of them."),
    ] = "best_of"
    tables: Annotated[int, Meta(ge=1, le=MOST_TABLES)] = 3
    draws: Annotated[
        Literal["replay", "share"],
        Meta(description="Best of: a drawn table is played again, twice at most, or counts half for both."),
    ] = "replay"
    level: Annotated[
        Level | None,
        Meta(description="What a level match is. Null: a draw; in a knock-out the better seed's."),
    ] = None

    def series(self, kind: str) -> Series:
        return series_of(kind, self.tables, form=self.kind, draws=self.draws, level=self.level)


class TakeAll(Struct, frozen=True, forbid_unknown_fields=True, tag="all"):
    """Everybody goes on."""


class TakeTop(Struct, frozen=True, forbid_unknown_fields=True, tag="top"):
    """The first of the stage: all firsts of groups, then all seconds, and so on."""

    count: Taken


class TakePlace(Struct, frozen=True, forbid_unknown_fields=True, tag="place"):
    """Those in this place of each group."""

    place: Taken


class TakeBest(Struct, frozen=True, forbid_unknown_fields=True, tag="best"):
    """The best of those whom no other rule takes, by points per game, then tie-breaks."""

    count: Taken


class StageSetting(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A stage after the first."""

    format: Format
    takes: Annotated[
        tuple[TakeAll | TakeTop | TakePlace | TakeBest, ...],
        Meta(min_length=1, max_length=32, description="Who goes on to it from the stage before."),
    ]
    carries: Annotated[
        Carries,
        Meta(description="Points brought along: none, those against others who go on, or all; none in a knock-out."),
    ] = "none"
    ties: Annotated[
        Ties, Meta(description="Equals on the line, after all tie-breaks: the lot decides, or a table that they play.")
    ] = "lot"
    rounds: Annotated[Taken | None, Meta(description="Null: as many as the format needs.")] = None
    cycles: Annotated[int, Meta(ge=1, le=2, description="How often everybody meets everybody.")] = 1
    tie_breaks: Annotated[
        tuple[Annotated[str, Meta(pattern="^[A-Z][A-Z0-9-]{1,7}$", examples=["BH-C1"])], ...],
        Meta(max_length=10, description="None: those that are usual in the format."),
    ] = ()
    series: Annotated[SeriesSetting | None, Meta(description="The tables of a match.")] = None
    third_place: bool = True
    advance: Annotated[int, Meta(ge=1, le=4)] = 2

    def stage(self) -> Stage:
        given: dict[str, Any] = {name: getattr(self, name) for name in StageSetting.__struct_fields__}
        given["takes"] = convert(to_builtins(self.takes), tuple[Take, ...])
        given["series"] = self.series.series(self.format) if self.series else None
        return Stage(**given)


class Qualifier(Struct, frozen=True, kw_only=True):
    """Somebody who goes on, and why."""

    entry: EntryInfo
    seed: Annotated[int, Meta(description="In the stage to which it goes on.")]
    group: Annotated[str, Meta(description="A, B, ...; empty where all were together.")]
    place: Annotated[int, Meta(description="In its group, without those who had left.")]
    why: str
    carried: Annotated[str, Meta(description="The points that it brings along; empty for none.")]


class StageField(Struct, frozen=True, kw_only=True):
    """Who plays a stage."""

    fixed: Annotated[bool, Meta(description="False: who would play it as things stand.")]
    seq: Annotated[int, Meta(description="The event that fixed it, or as of which it is told.")]
    entries: Annotated[tuple[Qualifier, ...], Meta(description="In the order of their seeds.")]
    notes: Annotated[
        tuple[str, ...], Meta(description="How ties on the line were broken, who was passed over, seeds exchanged.")
    ]


class Group(Struct, frozen=True, kw_only=True):
    """A group, or all who are in a stage without groups."""

    name: Annotated[str, Meta(description="A, B, ...; empty if all are together.")]
    standings: tuple[LineInfo, ...]
    goes_on: Annotated[tuple[int, ...], Meta(description="The entries that go on, or would as it stands.")]


class StageInfo(Struct, frozen=True, kw_only=True):
    number: Annotated[int, Meta(description="From 1.")]
    format: Format
    title: str
    state: Literal["to_come", "playing", "over", "not_played"]
    rounds: Annotated[int, Meta(description="As planned; 0 while that is not known.")]
    takes: Annotated[str, Meta(description="Who goes on to it; empty for the first.")]
    field: Annotated[StageField | None, Meta(description="Null for the first, and while nothing can be said.")]
    groups: Annotated[tuple[Group, ...], Meta(description="None of a knock-out, and of a stage to come.")]


class Stages(Struct, frozen=True):
    """The stages of a tournament; none before its start, and if it has a single one without groups."""

    stages: tuple[StageInfo, ...]


def stage(info: stage_shapes.StageInfo) -> StageInfo:
    return StageInfo(
        number=info.number,
        format=info.format,
        title=plain(info.title),
        state=info.state,
        rounds=info.rounds,
        takes=plain(info.takes) if info.takes else "",
        field=_field(info.field) if info.field else None,
        groups=tuple(map(_group, info.groups)),
    )


def _field(info: stage_shapes.FieldInfo) -> StageField:
    entries = tuple(
        Qualifier(
            entry=each.entry,
            seed=each.seed,
            group=each.group,
            place=each.place,
            why=plain(each.why),
            carried=each.carried,
        )
        for each in info.entries
    )
    return StageField(fixed=info.fixed, seq=info.seq, entries=entries, notes=tuple(map(plain, info.notes)))


def _group(info: stage_shapes.GroupInfo) -> Group:
    lines = tuple(map(standings_shapes.line, info.lines))
    return Group(
        name=info.name, standings=lines, goes_on=tuple(sorted(info.on & {line.entry.number for line in lines}))
    )
