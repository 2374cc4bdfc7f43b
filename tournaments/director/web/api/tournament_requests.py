"""What requests about tournaments hold."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from tournaments.director.display.instants import seq_of
from tournaments.director.state.attendance import Away
from tournaments.director.state.events import Acceleration, Format, Settings
from tournaments.director.state.tournament import Status
from tournaments.director.web.api.stage_shapes import SeriesSetting, StageSetting
from tournaments.pairing.format import OddTables
from tournaments.pairing.points import Kind as PointsKind
from tournaments.pairing.tiebreaks.settings import Rules
from tournaments.tables.web.api.parts import ClockSetting
from tournaments.tables.web.api.shapes import ClubAddress, GameKey, PlayerName, Seq

Text = Annotated[str, Meta(max_length=4_000, pattern=r"\A[^\x00]*\Z")]
NamePart = Annotated[str, Meta(max_length=80)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
EntryCode: TypeAlias = Annotated[str, Meta(max_length=80)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Time = Annotated[int, Meta(ge=0, le=2**53 - 1)]


TieBreakCode: TypeAlias = Annotated[str, Meta(pattern="^[A-Z][A-Z0-9-]{1,7}$", examples=["BH-C1"])]


class AnnounceTournament(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament to be announced; the user who announces it is its organiser."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    club: Annotated[ClubAddress | None, Meta(description="The club that it belongs to: its members enter.")] = None
    game: Annotated[GameKey, Meta(description="The key of a game.")]
    format: Annotated[Format, Meta(description="`pods`: tables of three to five.")]
    starts_at: Annotated[Time, Meta(description="Epoch milliseconds.")]
    description: Annotated[str, Meta(max_length=4_000)] = ""
    options: Annotated[dict[str, Any], Meta(description="Those that differ from the game's defaults.")] = {}
    rounds: Annotated[Count | None, Meta(description="Null: as many as the format needs.")] = None
    clock: Annotated[ClockSetting | None, Meta(description="Null: no time limit.")] = None
    rated: bool = True
    round_minutes: Annotated[Count | None, Meta(description="After this time those who are to act are flagged.")] = None
    grace_minutes: Annotated[
        Count | None,
        Meta(description="How long players are awaited at their tables. Null: five minutes, without a clock a round."),
    ] = None
    max_entries: Count | None = None
    bots: Annotated[bool, Meta(description="Whether bots may enter.")] = True
    table_size: Annotated[int, Meta(ge=2, le=10, description="The size that tables should have (`pods`).")] = 4
    odd_tables: Annotated[OddTables, Meta(description="Who sits at tables of another size (`pods`).")] = "lowest"
    table_points: Annotated[
        PointsKind,
        Meta(
            description="What a table counts (`pods`): the share of the others that one beat; by a list of places (of "
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
    bye: Annotated[Literal["1", "1/2", "0"], Meta(description="What a bye is worth, in wins.")] = "1"
    tie_breaks: Annotated[
        tuple[TieBreakCode, ...],
        Meta(max_length=10, description="In their order, after points. None: those that are usual in the format."),
    ] = ()
    unplayed: Annotated[Rules, Meta(description="The FIDE rules for rounds that were not played.")] = "2026"
    late_round: Annotated[
        int, Meta(ge=0, le=1_000, description="The last round that somebody may begin in who comes late; 0: nobody.")
    ] = 0
    late_bye: Annotated[Away, Meta(description="What they get for the last round that they missed.")] = "Z"
    acceleration: Annotated[
        Acceleration, Meta(description="`baku`: the upper half of the seeds is paired as if it had won more (`swiss`).")
    ] = "none"
    neighbours: Annotated[bool, Meta(description="Neighbours meet in the last round (`swiss`).")] = False
    apart_rounds: Annotated[
        int, Meta(ge=0, le=30, description="In how many rounds club-mates are kept apart where they can be (`swiss`).")
    ] = 0
    rematches: Annotated[bool, Meta(description="More rounds than everybody has opponents may be played.")] = False
    half_byes: Annotated[
        int, Meta(ge=0, le=1_000, description="How many rounds each may ask to miss for half a point.")
    ] = 0
    least_rating: Annotated[Number | None, Meta(description="At the game, to enter.")] = None
    most_rating: Annotated[Number | None, Meta(description="Likewise.")] = None
    least_games: Annotated[int, Meta(ge=0, le=1_000_000, description="Rated tables of the game, to enter.")] = 0
    least_days: Annotated[int, Meta(ge=0, le=1_000_000, description="Since signing up, to enter.")] = 0
    entry_code: Annotated[
        str, Meta(max_length=80, description="What people must name to enter. Only a salted hash of it is kept.")
    ] = ""
    private: Annotated[bool, Meta(description="Whether it stands in no list: people come by its address.")] = False
    by_invitation: Annotated[bool, Meta(description="Whether only those may enter who are invited.")] = False
    waiting_list: Annotated[bool, Meta(description="Whether those wait who come when it is full.")] = False
    check_in_minutes: Annotated[
        int, Meta(ge=0, le=1_000_000, description="Before the start, for saying that one is there; 0: nobody is asked.")
    ] = 0

    series: Annotated[
        SeriesSetting | None, Meta(description="The tables of a match. Null: one; in a knock-out until it is decided.")
    ] = None
    third_place: Annotated[bool, Meta(description="Whether a knock-out has a match for third place.")] = True
    advance: Annotated[int, Meta(ge=1, le=4, description="How many of each table go on (`pod-knock-out`).")] = 2
    groups: Annotated[int, Meta(ge=1, le=1_000, description="So many side by side (`round-robin`).")] = 1
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


class TournamentQuery(Struct, frozen=True, forbid_unknown_fields=True):
    status: Annotated[Status | UnsetType, Meta(description="Only tournaments in this state.")] = UNSET
    game: Annotated[GameKey | UnsetType, Meta(description="Only tournaments of this game.")] = UNSET
    player: Annotated[PlayerName | UnsetType, Meta(description="Only those that this player has entered.")] = UNSET
    name: Annotated[NamePart | UnsetType, Meta(description="Only those with this in their names.")] = UNSET
    club: Annotated[ClubAddress | UnsetType, Meta(description="Only tournaments of this club.")] = UNSET
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0


class AsOf(Struct, frozen=True, forbid_unknown_fields=True):
    as_of: Annotated[Seq | UnsetType, Meta(description="As it stood after this event of the tournament.")] = UNSET
    after_round: Annotated[
        Count | UnsetType, Meta(description="As it stood when this round was over: it never changes.")
    ] = UNSET

    def seq(self, tournament_id: str) -> int | None:
        """The event; ``None``: the last."""
        as_of = self.as_of if isinstance(self.as_of, int) else None
        after_round = self.after_round if isinstance(self.after_round, int) else None
        return seq_of(tournament_id, as_of=as_of, after_round=after_round)


class SomeRounds(AsOf, frozen=True, forbid_unknown_fields=True):
    round: Annotated[Count | UnsetType, Meta(description="Only this one: of thousands all are long.")] = UNSET

    @property
    def part(self) -> slice:
        return slice(self.round - 1, self.round) if isinstance(self.round, int) else slice(None)


class SomeLines(AsOf, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[Count | UnsetType, Meta(description="Only so many lines: of thousands all are long.")] = UNSET
    offset: Annotated[int, Meta(ge=0, le=1_000_000, description="Lines to pass over.")] = 0

    @property
    def part(self) -> slice:
        return slice(self.offset, self.offset + self.limit if isinstance(self.limit, int) else None)
