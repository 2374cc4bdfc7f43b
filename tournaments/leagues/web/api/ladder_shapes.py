"""What requests about challenge ladders and seasons hold, and what is answered. Times are epoch milliseconds."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tournaments.director.web.api.tournament_requests import Time
from tournaments.leagues.ladders import services
from tournaments.leagues.ladders.events import Answer
from tournaments.leagues.ladders.ladder import Challenge, Ladder, Status
from tournaments.leagues.rules.deadlines import Outcome
from tournaments.leagues.rules.points import Scale, Unit
from tournaments.leagues.rules.positions import Exchange
from tournaments.leagues.rules.reasons import Code
from tournaments.leagues.web.api.night_shapes import Title
from tournaments.tables.web.api.parts import Clock, ClockSetting
from tournaments.tables.web.api.shapes import GameKey, PlayerName


class OpenLadder(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A challenge ladder; its rules stay as they are."""

    game: GameKey
    title: Title
    options: dict[str, Any] = {}
    clock: ClockSetting | None = None
    reach: Annotated[int, Meta(ge=1, le=10, description="Places up that challenges reach; the away do not count.")] = 3
    rule: Exchange = "insert"
    seats: Annotated[int, Meta(ge=2, le=5)] = 2
    rated: bool = True

    def draft(self) -> services.Draft:
        given = {name: getattr(self, name) for name in self.__struct_fields__ if name != "clock"}
        return services.Draft(clock=self.clock.clock() if self.clock else None, **given)


class MakeChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    player: PlayerName
    others: Annotated[tuple[PlayerName, ...], Meta(max_length=3, description="At a ladder of tables.")] = ()
    in_room: Annotated[bool, Meta(description="To play with real cards.")] = False


class AnswerChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    answer: Answer


class ProposeTime(Struct, frozen=True, forbid_unknown_fields=True):
    time: Time
    in_room: Annotated[
        bool | None, Meta(description="To play with real cards then. Null: as the challenger wants it.")
    ] = None


class ConfirmChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    seq: Annotated[int | None, Meta(description="The last event of the table that you saw.")] = None


class SetAway(Struct, frozen=True, forbid_unknown_fields=True):
    until: Annotated[Time | None, Meta(description="Null: until you are back, 28 days in half a year at most.")] = None


class RuleLadder(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The order of everybody, or the outcome of a challenge, or both; and why."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    order: Annotated[tuple[PlayerName, ...], Meta(max_length=500)] | None = None
    challenge: Annotated[str, Meta(pattern="^[A-Za-z0-9]{10}$")] | None = None
    outcome: Outcome | None = None


class EditSeason(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a season is called, and its days, which stay once a result has counted."""

    title: Title
    since: date = msgspec.field(name="from")
    to: date


class OpenSeason(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A season; its rules stay as they are. A day begins at midnight in the club's time zone."""

    game: GameKey
    title: Title
    since: date = msgspec.field(name="from")
    to: date
    unit: Unit = "table"
    points: Annotated[
        tuple[Annotated[Scale, Meta(min_length=1, max_length=100)], ...],
        Meta(
            max_length=4, description="By place: one scale for events, one for each size of a table. None: the usual."
        ),
    ] = ()
    best: Annotated[int, Meta(ge=1, le=500)] | None = None
    least: Annotated[int, Meta(ge=0, le=500)] = 0
    divisions: Annotated[
        tuple[tuple[PlayerName, ...], ...],
        Meta(max_length=10, description="Who begins where. None: as the season before ended."),
    ] = ()
    down: Annotated[int, Meta(ge=0, le=50)] = 1
    pool: Annotated[bool, Meta(description="Whether it has a rating pool of its own, from 1500.")] = False


# -- answers


class LadderLine(Struct, frozen=True, kw_only=True):
    """A challenge ladder in a list."""

    id: str
    title: str
    game: str
    players: int
    opened_at: int
    closed_at: int | None


class ClubLadders(Struct, frozen=True):
    """The challenge ladders of a club, the oldest first."""

    ladders: tuple[LadderLine, ...]


class LadderRung(Struct, frozen=True, kw_only=True):
    """Who stands there since when; if you are on it: why you cannot challenge them, and until when that holds."""

    place: int
    player: str
    since: int
    away_until: int | None
    away: bool
    obstacle: Code | None
    obstacle_until: int | None


class ChallengeTime(Struct, frozen=True):
    player: str
    time: int
    in_room: bool


class ChallengeFacts(Struct, frozen=True, kw_only=True):
    """A challenge, from the asking to its end."""

    id: str
    ladder: str
    challenger: str
    defender: str
    others: tuple[str, ...]
    in_room: Annotated[bool, Meta(description="Played with real cards: one player reports, another confirms.")]
    status: Status
    respond_by: int
    play_by: int | None
    proposals: tuple[ChallengeTime, ...]
    time: Annotated[int | None, Meta(description="The time that was agreed.")]
    table: str | None
    outcome: Outcome | None
    ended_at: int | None


class ClubLadder(Struct, frozen=True, kw_only=True):
    """A challenge ladder with its rules, its rungs, and the challenges that are open."""

    id: str
    seq: int
    title: str
    game: str
    options: dict[str, Any]
    clock: Clock | None
    reach: int
    rule: Exchange
    seats: int
    rated: bool
    closed_at: int | None
    rungs: tuple[LadderRung, ...]
    open: tuple[ChallengeFacts, ...]


class SeasonLine(Struct, frozen=True, kw_only=True):
    """A season in a list."""

    id: str
    title: str
    game: str
    unit: Unit
    starts_at: int
    ends_at: int
    closed_at: int | None


class ClubSeasons(Struct, frozen=True):
    """The seasons of a club, the latest first."""

    seasons: tuple[SeasonLine, ...]


class SeasonRow(Struct, frozen=True, kw_only=True):
    """A player of a season. Points are exact fractions; a result is null where somebody was not there."""

    place: int | None
    player: str
    points: str
    results: tuple[str | None, ...]
    counted: Annotated[tuple[int, ...], Meta(description="Which results count, from 0.")]


class ClubSeason(SeasonLine, frozen=True, kw_only=True):
    """A season with the table of each division."""

    seq: int
    best: int | None
    least: int
    down: int
    divisions: tuple[tuple[SeasonRow, ...], ...]
    pool: Annotated[str | None, Meta(description="Its own ratings, under `/api/ratings/{pool}`; null: it has none.")]
    dropped: Annotated[tuple[str, ...], Meta(description="Tables or tournaments that count no more, by a ruling.")]
    amended_at: Annotated[int | None, Meta(description="When a correction last changed how the season ended.")]


class TitleLine(Struct, frozen=True, kw_only=True):
    """A title, and the event that it follows from."""

    player: str
    title: Literal["season", "division", "event", "ladder"]
    name: str
    at: int
    stream: str
    seq: int


class ClubTitles(Struct, frozen=True):
    """The titles won in a club, the latest first."""

    titles: tuple[TitleLine, ...]


class Feed(Struct, frozen=True):
    """The secret address of your calendar; null if it has none."""

    path: str | None


def challenge(ladder: Ladder, found: Challenge, names: Mapping[int, str]) -> ChallengeFacts:
    own = ("id", "in_room", "status", "respond_by", "play_by", "time", "table", "outcome", "ended_at")
    return ChallengeFacts(
        ladder=ladder.id,
        challenger=names.get(found.challenger, ""),
        defender=names.get(found.defender, ""),
        others=tuple(names.get(user, "") for user in found.others),
        proposals=tuple(ChallengeTime(names.get(each.user, ""), each.time, each.in_room) for each in found.proposals),
        **{name: getattr(found, name) for name in own},
    )
