"""What is answered about tournaments. Points are as people write them: 2½."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import asdict

from tournaments.clubs.read import ClubAt, club_at
from tournaments.director.display.shapes import Absence, EntryInfo, TableOver
from tournaments.director.selectors import Detail, RoundInfo, Summary
from tournaments.director.state.announced import DECLARED
from tournaments.director.state.events import Format
from tournaments.director.state.tournament import Status
from tournaments.director.web.api import standings_shapes
from tournaments.director.web.api.standings_shapes import LineInfo, SubstituteInfo, TeamInfo
from tournaments.director.web.setting_fields import AnnouncedSettings
from tournaments.kit.words import plain
from tournaments.pairing.points import Kind as PointsKind
from tournaments.pairing.record import Code
from tournaments.pairing.series.rules import Level
from tournaments.tables.web.api import parts as table_parts
from tournaments.tables.web.api.parts import Clock


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
    starts_at: Annotated[int, Meta(description="As announced.")]
    started_at: Annotated[int | None, Meta(description="As it was; null before that.")]
    entries: Annotated[int, Meta(description="How many have entered.")]
    round: Annotated[int, Meta(description="The last that is paired, 0 before the first.")]
    rounds: Annotated[
        int | None, Meta(description="How many there will be, once that is known; of a bracket at least.")
    ]
    ended_at: int | None
    club: Annotated[ClubAt | None, Meta(description="The club that it belongs to, if you may see it.")]


class Tournaments(Struct, frozen=True):
    """Tournaments, the latest start first."""

    tournaments: tuple[TournamentFacts, ...]


class Tournament(AnnouncedSettings, frozen=True, kw_only=True):
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
    club: Annotated[ClubAt | None, Meta(description="The club that it belongs to, if you may see it.")]
    clock: Clock | None
    unrated: Annotated[bool, Meta(description="Whether it was taken out of the site's ratings.")]
    rounds: Annotated[int, Meta(description="How many there will be; of a bracket at least.")]
    round: Annotated[int, Meta(description="The last that is paired, 0 before the first.")]
    table_points: PointsKind
    place_points: tuple[str, ...]
    tie_breaks: Annotated[tuple[str, ...], Meta(description="Codes, in their order after points.")]
    takes_late: Annotated[bool, Meta(description="Whether one may enter now, after the start.")]
    needs_code: Annotated[bool, Meta(description="Whether one names an entry code.")]
    waiting: Annotated[tuple[EntryInfo, ...], Meta(description="Those who come in when somebody leaves, in turn.")]
    check_in_opens: Annotated[int | None, Meta(description="Epoch milliseconds; null: nobody is asked.")]
    series: Annotated[MatchSeries | None, Meta(description="The tables of a match; null: a single one.")]
    cycles: int
    stages: Annotated[tuple[dict[str, Any], ...], Meta(description="What follows, as `announceTournament` takes it.")]
    stage: Annotated[int, Meta(description="The one that is played, from 1.")]
    held_until: Annotated[
        int | None,
        Meta(description="Until when the next round, which is due, is held; 2^53: until an organiser publishes it."),
    ]
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
            description="The result of each entry, in the same order: won, level, lost; `+` the others were absent, "
            "`-` it was absent itself; `LL` all have lost, by ruling."
        ),
    ]
    reasons: tuple[str, ...]


class Bye(Struct, frozen=True):
    entry: EntryInfo
    reasons: tuple[str, ...]


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
    by_hand: Annotated[tuple[int, ...], Meta(description="The rulings that have paired it by hand.")]
    drafts: Annotated[int, Meta(description="How often organisers had it drawn before it was published.")]
    seen_by: Annotated[tuple[str, ...], Meta(description="The organisers who play and saw it before it was published.")]


class Rounds(Struct, frozen=True):
    """The rounds that have been paired so far."""

    rounds: tuple[Round, ...]


class Standings(Struct, frozen=True):
    """The standings; each line says round by round what it is made of."""

    standings: tuple[LineInfo, ...]


def listed(row: Summary, organiser: str, club: ClubAt | None) -> TournamentFacts:
    return TournamentFacts(
        id=row.id,
        seq=row.seq,
        name=row.name,
        game=row.game,
        format=row.format,
        status=row.status,
        organiser=organiser,
        starts_at=row.starts_at,
        started_at=row.started_at,
        entries=row.entries,
        round=row.round,
        rounds=row.rounds,
        ended_at=row.ended_at,
        club=club,
    )


def tournament(whole: Detail, *, viewer: int | None) -> Tournament:
    settings = whole.settings
    declared = {name: getattr(settings, name) for name in DECLARED} | {"rounds": whole.planned}
    return Tournament(
        **declared,
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
        club=club_at(settings.club, viewer),
        clock=table_parts.clock(settings.clock),
        unrated=whole.unrated,
        round=whole.reached,
        table_points=settings.table_points,
        place_points=settings.place_points,
        tie_breaks=settings.tie_breaks,
        takes_late=whole.takes_late,
        needs_code=bool(settings.entry_code),
        waiting=whole.waiting,
        check_in_opens=whole.check_in_opens,
        series=MatchSeries(**asdict(settings.series)) if settings.series else None,
        cycles=settings.cycles,
        stages=tuple(to_builtins(each) for each in settings.stages),
        stage=whole.stage,
        held_until=whole.held_until,
        team_size=settings.team_size,
        teams=standings_shapes.teams(whole.teams),
        substitutes=standings_shapes.substitutes(whole.substitutes),
        entries=whole.entries,
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
                tables_over=match.over,
                score=match.score,
                entries=match.entries,
                places=match.places,
                codes=match.codes,
                reasons=tuple(map(plain, match.reasons)),
            )
            for match in drawn.matches
        ),
        byes=tuple(Bye(bye.entry, tuple(map(plain, bye.reasons))) for bye in drawn.byes),
        absences=drawn.absences,
        compromises=tuple(map(plain, drawn.compromises)),
        built_on=drawn.built_on,
        by_hand=drawn.by_hand,
        drafts=drawn.drafts,
        seen_by=drawn.seen_by,
    )
