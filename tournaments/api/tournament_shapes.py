"""What requests about tournaments hold, and what is answered. Points are as people write them: 2½."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins
from msgspec.structs import asdict

from tournaments.api import standings_shapes, table_parts
from tournaments.api.stage_shapes import SeriesSetting, StageSetting
from tournaments.api.standings_shapes import EntryInfo, LineInfo, SubstituteInfo, TeamInfo
from tournaments.api.table_parts import Clock, ClockSetting
from tournaments.api.table_shapes import GameKey, PlayerName, Seq
from tournaments.api.words import plain
from tournaments.director.display.instants import seq_of
from tournaments.director.formats.format import OddTables
from tournaments.director.formats.points import Kind as PointsKind
from tournaments.director.formats.record import Code, Rest
from tournaments.director.formats.series.rules import Level
from tournaments.director.formats.tiebreaks.settings import Rules
from tournaments.director.selectors import Detail, RoundInfo, Summary
from tournaments.director.state.attendance import Away
from tournaments.director.state.events import Acceleration, Format, Settings
from tournaments.director.state.tournament import Status

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
            "those who are level, the mean); for winning alone, and for sharing the first place; the game's own points."
        ),
    ] = "share"
    place_points: Annotated[
        tuple[Annotated[str, Meta(max_length=8, examples=["4", "5/2"])], ...],
        Meta(
            max_length=5,
            description="What goes with `places` (4 3 2 1), with `winner` (5 1), and what a round won without a table "
            "counts with `game` (1). None: those.",
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
        given = {name: getattr(self, name) for name in AnnounceTournament.__struct_fields__ if name != "entry_code"}
        series = self.series.series(self.format) if self.series else None
        given |= {"clock": self.clock.clock() if self.clock else None, "series": series}
        return Settings(**given | {"stages": tuple(each.stage() for each in self.stages)})


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


class Done(Struct, frozen=True):
    """It is done."""

    ok: Literal[True] = True


class MatchSeries(Struct, frozen=True, kw_only=True):
    """What a match of several tables is."""

    kind: Literal["best_of", "fixed"]
    tables: int
    draws: Literal["replay", "share"]
    level: Level


class TournamentFacts(Struct, frozen=True, kw_only=True):
    """A tournament in a list. Times are epoch milliseconds."""

    id: str
    seq: Annotated[int, Meta(description="The number of its last event.")]
    name: str
    game: str
    format: Format
    status: Status
    organiser: str
    starts_at: int
    entries: Annotated[int, Meta(description="How many have entered.")]
    round: Annotated[int, Meta(description="The round being played, 0 before the first.")]
    rounds: Annotated[int | None, Meta(description="How many there will be, once that is known.")]
    ended_at: int | None


class Tournaments(Struct, frozen=True):
    """Tournaments, the latest start first."""

    tournaments: tuple[TournamentFacts, ...]


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament as it was announced, and who has entered."""

    id: str
    seq: Annotated[int, Meta(description="The number of its last event; `as_of` takes it.")]
    name: str
    description: str
    game: str
    options: dict[str, Any]
    format: Format
    status: Status
    cancelled: Annotated[str | None, Meta(description="Why it was called off.")]
    organiser: str
    organisers: Annotated[tuple[str, ...], Meta(description="Who else directs it.")]
    clock: Clock | None
    rated: bool
    bots: bool
    rounds: Annotated[int, Meta(description="How many there will be.")]
    round: Annotated[int, Meta(description="The last that is paired, 0 before the first.")]
    round_minutes: int | None
    grace_minutes: int | None
    max_entries: int | None
    table_points: PointsKind
    place_points: tuple[str, ...]
    table_size: int
    bye: str
    tie_breaks: Annotated[tuple[str, ...], Meta(description="Codes, in their order after points.")]
    unplayed: str
    late_round: int
    late_bye: Away
    half_byes: int
    acceleration: Acceleration
    neighbours: bool
    apart_rounds: int
    rematches: bool
    takes_late: Annotated[bool, Meta(description="Whether one may enter now, after the start.")]
    least_rating: int | None
    most_rating: int | None
    least_games: int
    least_days: int
    needs_code: Annotated[bool, Meta(description="Whether one names an entry code.")]
    private: bool
    by_invitation: bool
    waiting_list: bool
    waiting: Annotated[tuple[EntryInfo, ...], Meta(description="Those who come in when somebody leaves, in turn.")]
    check_in_minutes: int
    check_in_opens: Annotated[int | None, Meta(description="Epoch milliseconds; null: nobody is asked.")]
    series: Annotated[MatchSeries | None, Meta(description="The tables of a match; null: a single one.")]
    third_place: bool
    advance: int
    groups: int
    cycles: int
    stages: Annotated[tuple[dict[str, Any], ...], Meta(description="What follows, as `announceTournament` takes it.")]
    stage: Annotated[int, Meta(description="The one that is played, from 1.")]
    team_size: Annotated[int, Meta(description="How many players an entry has.")]
    teams: Annotated[tuple[TeamInfo, ...], Meta(description="Those that wait for somebody to confirm: no entries yet.")]
    substitutes: Annotated[
        tuple[SubstituteInfo, ...], Meta(description="Who is asked to play instead of somebody, before the start.")
    ]
    entries: Annotated[tuple[EntryInfo, ...], Meta(description="In the order of their seeds, once it has started.")]
    announced_at: int
    starts_at: int
    started_at: int | None
    ended_at: int | None


class TableOver(Struct, frozen=True):
    """One of a match's tables, in the order of its entries."""

    table: str
    codes: tuple[Code, ...]
    places: tuple[int, ...]


class Match(Struct, frozen=True, kw_only=True):
    """Who meets in a round, in the order of their seats, and why."""

    match: str
    key: Annotated[str, Meta(description="Where it stands: `W2.1` in a bracket, `R3.4` the fourth of round 3.")]
    title: Annotated[str, Meta(description="Its round in words.")]
    table: Annotated[str | None, Meta(description="The last, if there are several.")]
    tables_over: Annotated[tuple[TableOver, ...], Meta(description="Of a match of several tables, in their order.")]
    score: Annotated[tuple[str, ...] | None, Meta(description="What each entry has of several tables.")]
    entries: tuple[EntryInfo, ...]
    places: Annotated[tuple[int, ...] | None, Meta(description="In the same order; null while it is played.")]
    codes: Annotated[
        tuple[Code, ...] | None,
        Meta(
            description="Likewise: won, level, lost; `+` the others were not there, `-` it was not itself; "
            "`LL` all have lost, by ruling."
        ),
    ]
    reasons: tuple[str, ...]


class Bye(Struct, frozen=True):
    entry: EntryInfo
    reasons: tuple[str, ...]


class Absence(Struct, frozen=True):
    entry: EntryInfo
    code: Annotated[Rest, Meta(description="`H` half a win, `F` a win, `Z` nothing.")]


class Round(Struct, frozen=True, kw_only=True):
    """A round and how it was drawn: with the same seed and inputs the algorithm draws it again."""

    number: int
    paired_at: int
    deadline: int | None
    grace: Annotated[int | None, Meta(description="Until when players are awaited at their tables.")]
    complete: bool
    algorithm: str
    seed: str
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...]
    absences: Annotated[tuple[Absence, ...], Meta(description="Who was away: on request, late, or withdrawn.")]
    compromises: Annotated[tuple[str, ...], Meta(description="The rules that could not be kept.")]
    built_on: Annotated[
        tuple[int, ...], Meta(description="Rulings that counted when it was paired, and have been reversed since.")
    ]


class Rounds(Struct, frozen=True):
    """The rounds that have been paired so far."""

    rounds: tuple[Round, ...]


class Standings(Struct, frozen=True):
    """The standings; each line says round by round what it is made of."""

    standings: tuple[LineInfo, ...]


def listed(row: Summary, organiser: str) -> TournamentFacts:
    return TournamentFacts(
        id=row.id,
        seq=row.seq,
        name=row.name,
        game=row.game,
        format=row.format,
        status=row.status,
        organiser=organiser,
        starts_at=row.starts_at,
        entries=row.entries,
        round=row.round,
        rounds=row.rounds,
        ended_at=row.ended_at,
    )


def tournament(whole: Detail) -> Tournament:
    settings = whole.settings
    return Tournament(
        id=whole.id,
        seq=whole.seq,
        name=settings.name,
        description=settings.description,
        game=settings.game,
        options=settings.options,
        format=settings.format,
        status=whole.status,
        cancelled=whole.cancelled,
        organiser=whole.organiser_name,
        organisers=whole.organiser_names,
        clock=table_parts.clock(settings.clock),
        rated=settings.rated,
        bots=settings.bots,
        rounds=whole.planned,
        round=whole.reached,
        round_minutes=settings.round_minutes,
        grace_minutes=settings.grace_minutes,
        max_entries=settings.max_entries,
        table_size=settings.table_size,
        table_points=settings.table_points,
        place_points=settings.place_points,
        bye=settings.bye,
        tie_breaks=settings.tie_breaks,
        unplayed=settings.unplayed,
        late_round=settings.late_round,
        late_bye=settings.late_bye,
        half_byes=settings.half_byes,
        acceleration=settings.acceleration,
        neighbours=settings.neighbours,
        apart_rounds=settings.apart_rounds,
        rematches=settings.rematches,
        takes_late=whole.takes_late,
        least_rating=settings.least_rating,
        most_rating=settings.most_rating,
        least_games=settings.least_games,
        least_days=settings.least_days,
        needs_code=bool(settings.entry_code),
        private=settings.private,
        by_invitation=settings.by_invitation,
        waiting_list=settings.waiting_list,
        waiting=standings_shapes.entries(whole.waiting),
        check_in_minutes=settings.check_in_minutes,
        check_in_opens=whole.check_in_opens,
        series=MatchSeries(**asdict(settings.series)) if settings.series else None,
        third_place=settings.third_place,
        advance=settings.advance,
        groups=settings.groups,
        cycles=settings.cycles,
        stages=tuple(to_builtins(each) for each in settings.stages),
        stage=whole.stage,
        team_size=settings.team_size,
        teams=standings_shapes.teams(whole.teams),
        substitutes=standings_shapes.substitutes(whole.substitutes),
        entries=standings_shapes.entries(whole.entries),
        announced_at=whole.announced_at,
        starts_at=settings.starts_at,
        started_at=whole.started_at,
        ended_at=whole.ended_at,
    )


def paired(drawn: RoundInfo) -> Round:
    return Round(
        number=drawn.number,
        paired_at=drawn.paired_at,
        deadline=drawn.deadline,
        grace=drawn.grace,
        complete=drawn.complete,
        algorithm=drawn.algorithm,
        seed=drawn.seed,
        matches=tuple(
            Match(
                match=match.match,
                key=match.key,
                title=plain(match.title),
                table=match.table,
                tables_over=tuple(TableOver(over.table, over.codes, over.places) for over in match.over),
                score=match.score,
                entries=standings_shapes.entries(match.entries),
                places=match.places,
                codes=match.codes,
                reasons=tuple(map(plain, match.reasons)),
            )
            for match in drawn.matches
        ),
        byes=tuple(Bye(standings_shapes.entry(bye.entry), tuple(map(plain, bye.reasons))) for bye in drawn.byes),
        absences=tuple(Absence(standings_shapes.entry(each.entry), each.code) for each in drawn.absences),
        compromises=tuple(map(plain, drawn.compromises)),
        built_on=drawn.built_on,
    )
