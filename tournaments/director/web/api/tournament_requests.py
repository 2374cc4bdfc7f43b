"""What requests about tournaments hold."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from tournaments.director.selectors import At, at
from tournaments.director.state.events import Format, Settings
from tournaments.director.state.tournament import Status
from tournaments.director.web.api.stage_shapes import SeriesSetting, StageSetting
from tournaments.director.web.setting_fields import NamedSettings
from tournaments.kit.requests import Growing
from tournaments.pairing.points import Kind as PointsKind
from tournaments.tables.web.api.parts import ClockSetting
from tournaments.tables.web.api.shapes import ClubAddress, GameKey, PlayerName, Seq

Text = Annotated[str, Meta(max_length=4_000, pattern=r"\A[^\x00]*\Z")]
NamePart = Annotated[str, Meta(max_length=80)]
EntryCode: TypeAlias = Annotated[str, Meta(max_length=80)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Time = Annotated[int, Meta(ge=0, le=2**53 - 1)]


TieBreakCode: TypeAlias = Annotated[str, Meta(pattern="^[A-Z][A-Z0-9-]{1,7}$", examples=["BH-C1"])]


class AnnounceTournament(NamedSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament to be announced; the user who announces it is its organiser."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    club: Annotated[ClubAddress | None, Meta(description="The club that it belongs to: its members enter.")] = None
    game: Annotated[GameKey, Meta(description="The key of a game.")]
    format: Annotated[Format, Meta(description="`pods`: tables of three to five.")]
    starts_at: Annotated[Time, Meta(description="Epoch milliseconds.")]
    description: Annotated[str, Meta(max_length=4_000)] = ""
    options: Annotated[dict[str, Any], Meta(description="Those that differ from the game's defaults.")] = {}
    clock: Annotated[ClockSetting | None, Meta(description="Null: no time limit.")] = None
    table_points: Annotated[
        PointsKind,
        Meta(
            description="What a table counts (`pods`): the share of the others beaten; by a list of places (of "
            "those who are level, the mean); for winning alone, and for sharing the first place; the game's own "
            "points. In a `swiss` or `round-robin`: `share` (1, 1/2, 0), or `winner` for points of a win and of a draw."
        ),
    ] = "share"
    place_points: Annotated[
        tuple[Annotated[str, Meta(max_length=8, examples=["4", "5/2"])], ...],
        Meta(
            max_length=5,
            description="What goes with `places` (4 3 2 1), with `winner` (5 1; between two 3 1), and what a round won "
            "without a table counts with `game` (1). None: those.",
        ),
    ] = ()
    tie_breaks: Annotated[
        tuple[TieBreakCode, ...],
        Meta(max_length=10, description="In their order, after points. None: those that are usual in the format."),
    ] = ()
    entry_code: Annotated[
        str, Meta(max_length=80, description="What people must name to enter. Only a salted hash of it is kept.")
    ] = ""
    series: Annotated[
        SeriesSetting | None, Meta(description="The tables of a match. Null: one; in a knock-out until it is decided.")
    ] = None
    cycles: Annotated[int, Meta(ge=1, le=2, description="How often everybody meets everybody (`round-robin`).")] = 1
    stages: Annotated[
        tuple[StageSetting, ...],
        Meta(max_length=2, description="What follows, for those who go on; all of the above is the first stage's."),
    ] = ()
    team_size: Annotated[
        Literal[1, 2], Meta(description="2: fixed teams, seated as partners (games that seat partners).")
    ] = 1

    def settings(self) -> Settings:
        given = {
            name: getattr(self, name)
            for name in AnnounceTournament.__struct_fields__
            if name not in ("entry_code", "club")
        }
        series = self.series.series(self.format) if self.series else None
        given |= {"clock": self.clock.clock() if self.clock else None, "series": series}
        return Settings(**given | {"stages": tuple(each.stage() for each in self.stages)})

    def in_club(self, club: str | None) -> Settings:
        """The settings with the club's id in the place of its address."""
        return replace(self.settings(), club=club)


class EnterTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """Nobody named: you. The organiser may enter bots, and take anybody out."""

    player: Annotated[str | None, Meta(description="The name of an account.")] = None


class JoinTournament(EnterTournament, frozen=True, forbid_unknown_fields=True):
    """Nobody named: you. The organiser may enter bots."""

    code: Annotated[EntryCode | None, Meta(description="The entry code, if it needs one.")] = None


class TournamentQuery(Growing, frozen=True, forbid_unknown_fields=True):
    moments = ("started_at", "starts_at")
    status: Annotated[Status | UnsetType, Meta(description="Only tournaments in this state.")] = UNSET
    game: Annotated[GameKey | UnsetType, Meta(description="Only tournaments of this game.")] = UNSET
    player: Annotated[PlayerName | UnsetType, Meta(description="Only those that this player has entered.")] = UNSET
    name: Annotated[NamePart | UnsetType, Meta(description="Only those with this in their names.")] = UNSET
    club: Annotated[ClubAddress | UnsetType, Meta(description="Only tournaments of this club.")] = UNSET


class AsOf(Struct, frozen=True, forbid_unknown_fields=True):
    as_of: Annotated[Seq | UnsetType, Meta(description="As it stood after this event of the tournament.")] = UNSET
    after_round: Annotated[
        Count | UnsetType, Meta(description="As it stood when this round was over: it never changes.")
    ] = UNSET

    def at(self, tournament_id: str) -> At:
        as_of = self.as_of if isinstance(self.as_of, int) else None
        after_round = self.after_round if isinstance(self.after_round, int) else None
        return at(tournament_id, as_of=as_of, after_round=after_round)


class SomeRounds(AsOf, frozen=True, forbid_unknown_fields=True):
    round: Annotated[Count | UnsetType, Meta(description="Only this one: of thousands all are long.")] = UNSET

    @property
    def part(self) -> slice:
        return slice(self.round - 1, self.round) if isinstance(self.round, int) else slice(None)


class SomeLines(AsOf, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[Count | UnsetType, Meta(description="The most lines to return.")] = UNSET
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0

    @property
    def part(self) -> slice:
        return slice(self.offset, self.offset + self.limit if isinstance(self.limit, int) else None)
