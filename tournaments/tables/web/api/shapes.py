"""What requests about tables hold, and what is answered."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from accounts import selectors as accounts
from engine.picture import Picture
from tournaments.clubs.read import ClubAt, club_at, clubs_at
from tournaments.kit.requests import Growing
from tournaments.kit.words import plain
from tournaments.tables import selectors
from tournaments.tables.seen import ClockView, RematchView, SeatInfo, SeatView, View
from tournaments.tables.selectors import Summary
from tournaments.tables.state import Status
from tournaments.tables.web.api import parts
from tournaments.tables.web.api.parts import Clock, ClockSetting, Result

Seq = Annotated[int, Meta(ge=0, le=2**53 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
GameKey = Annotated[str, Meta(max_length=40)]
ClubAddress = Annotated[str, Meta(pattern="^[A-Za-z0-9-]{3,40}$")]
PlayerName = Annotated[str, Meta(max_length=150)]
Chosen = Annotated[str, Meta(pattern="^(me|bot:[a-z0-9-]{1,32})$")]


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. It starts at once if no seat is left open."""

    game: Annotated[GameKey, Meta(description="The key of a game.")]
    seats: Annotated[
        tuple[Chosen | None, ...],
        Meta(
            description='In order: "me", "bot:LEVEL", or null for a seat that anybody may take.',
            min_length=1,
            max_length=10,
            examples=[["me", "bot:greedy", None]],
        ),
    ]
    options: Annotated[dict[str, Any], Meta(description="Those that differ from the game's defaults.")] = {}
    clock: Annotated[ClockSetting | None, Meta(description="Null: no time limit.")] = None
    rated: bool = False
    club: Annotated[ClubAddress | None, Meta(description="The club that it belongs to: its members sit there.")] = None
    programs: Annotated[
        bool | UnsetType, Meta(description="Whether programs may play there. Left out: they may if a program asks.")
    ] = UNSET


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that goes on from a position of one that is over. It starts at once if no seat is left open."""

    seq: Annotated[Seq, Meta(description="The position after this event, and the move that it belongs to.")]
    seats: Annotated[
        tuple[Chosen | None, ...],
        Meta(
            description='In order, as for a new table: one is "me".',
            min_length=1,
            max_length=10,
            examples=[["me", "bot:greedy"]],
        ),
    ]
    line: Annotated[
        str,
        Meta(
            description="Moves that are made from there first, each with its seat from 1.",
            max_length=10_000,
            examples=["1:KS.2:3S"],
        ),
    ] = ""
    programs: Annotated[
        bool | UnsetType, Meta(description="Whether programs may play there. Left out: they may if a program asks.")
    ] = UNSET
    as_it_was: Annotated[
        bool,
        Meta(description="All cards lie as they were; else those that your seat did not know are dealt again."),
    ] = False
    clock: Annotated[ClockSetting | None, Meta(description="Null: no time limit.")] = None


class JoinTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat is wanted; the first free one if none is named."""

    seat: SeatNumber | None = None


class FillTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Which bots are wanted."""

    level: Annotated[str, Meta(description="A level of bots.", pattern="^[a-z0-9-]{1,32}$", examples=["greedy"])]


class MakeMove(Struct, frozen=True, forbid_unknown_fields=True):
    """What the move was decided on."""

    expected_seq: Annotated[
        Seq | UnsetType,
        Meta(description="The last `seq` you have seen: 409 `stale` if what you may do has changed since."),
    ] = UNSET


class WholeTableQuery(Struct, frozen=True, forbid_unknown_fields=True):
    picture: Annotated[bool, Meta(description="Whether you draw the table: then `picture` says how.")] = False


class TableQuery(Growing, frozen=True, forbid_unknown_fields=True):
    moments = ("opened_at",)
    status: Annotated[Status | UnsetType, Meta(description="Only tables in this state.")] = UNSET
    game: Annotated[GameKey | UnsetType, Meta(description="Only tables of this game.")] = UNSET
    player: Annotated[PlayerName | UnsetType, Meta(description="Only tables where this player sits.")] = UNSET
    club: Annotated[ClubAddress | UnsetType, Meta(description="Only tables of this club.")] = UNSET


class Player(Struct, frozen=True):
    """Who sits in a seat."""

    name: str
    is_bot: bool
    level: Annotated[str, Meta(description="The level of a bot, `program` for others' bots; empty for a person.")]


class Origin(Struct, frozen=True):
    """The position of another table that a table goes on from."""

    table: Annotated[str | None, Meta(description="Null if you may not know of it.")]
    seq: Annotated[int, Meta(description="The last event before it.")]
    tried: Annotated[int, Meta(description="How many moves were tried from there first.")]
    seat: Annotated[int, Meta(description="The seat that was played on.")]
    dealt_again: Annotated[
        bool, Meta(description="Whether the cards that this seat did not know were dealt again; else as they were.")
    ]


class TableFacts(Struct, frozen=True, kw_only=True):
    """A table in a list. Times are epoch milliseconds."""

    id: str
    seq: Annotated[int, Meta(description="The number of its last event.")]
    game: str
    rules_version: int
    options: dict[str, Any]
    players: Annotated[tuple[Player | None, ...], Meta(description="By seat; null where a seat is open.")]
    clock: Clock | None
    rated: bool
    status: Status
    match: Annotated[str | None, Meta(description="The match of a tournament that it decides.")]
    club: Annotated[ClubAt | None, Meta(description="The club that it belongs to, if you may see it.")]
    opener: Annotated[str | None, Meta(description="Who opened it; null for a tournament.")]
    programs: Annotated[bool, Meta(description="Whether programs may play there.")]
    origin: Annotated[Origin | None, Meta(description="Where it goes on from; null: it begins with a deal of its own.")]
    to_act: tuple[int, ...]
    outcome: Result | None
    opened_at: int
    started_at: int | None
    finished_at: int | None


class Tables(Struct, frozen=True):
    """Tables, the newest first."""

    tables: tuple[TableFacts, ...]


class Told(Struct, frozen=True):
    """Something that happened, in words."""

    seq: int
    seat: Annotated[int | None, Meta(description="Whose doing it was.")]
    kind: str
    text: str


class Table(Struct, frozen=True, kw_only=True):
    """A table as the caller may see it: from their seat (`me`), or as a spectator (`me` is null)."""

    id: str
    seq: Annotated[int, Meta(description="The number of its last event; the stream resumes from it.")]
    game: str
    status: Status
    me: Annotated[int | None, Meta(description="Your seat.")]
    to_act: Annotated[tuple[int, ...], Meta(description="The seats that are to act, counted from 0.")]
    legal: Annotated[tuple[str, ...], Meta(description="Every move that you may make now.")]
    view: Annotated[View | None, Meta(description="All you may know, by the game; null before the deal.")]
    picture: Annotated[
        Picture | None, Meta(description="The same, ready to be drawn, for `getTable` with `picture=true`; else null.")
    ]
    clocks: Annotated[tuple[ClockView, ...], Meta(description="By seat; empty without a time limit.")]
    seats: tuple[SeatInfo, ...]
    outcome: Result | None
    told: Annotated[tuple[Told, ...], Meta(description="What happened lately; empty in answers to moves.")]
    rematch: Annotated[RematchView | None, Meta(description="The last offer to play again; null without one.")]


class WholeTable(Table, frozen=True, kw_only=True):
    """A table as the caller may see it, with what it was opened as."""

    rules_version: int
    options: dict[str, Any]
    clock: Clock | None
    rated: bool
    match: Annotated[str | None, Meta(description="The match of a tournament that it decides.")]
    club: Annotated[ClubAt | None, Meta(description="The club that it belongs to, if you may see it.")]
    programs: Annotated[bool, Meta(description="Whether programs may play there.")]
    origin: Annotated[Origin | None, Meta(description="Where it goes on from; null: it begins with a deal of its own.")]
    opened_at: int
    started_at: int | None
    finished_at: int | None


class Head(Struct, frozen=True):
    """The end of a table's digest chain: write it down, and no event before it can be changed unnoticed."""

    seq: int
    digest: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class RecordedEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event as it was stored; while the table is played only as much of it as the caller may see."""

    seq: int
    kind: str
    version: int
    payload: dict[str, Any]
    recorded_at: int
    actor: Annotated[
        int | UnsetType | None,
        Meta(description="A user id; null for the service. This, and what follows, once the table is over."),
    ] = UNSET
    command: Annotated[
        str | UnsetType | None, Meta(description="On the first event of a commit: a keyed digest of your key.")
    ] = UNSET
    salt: str | UnsetType = UNSET
    digest: str | UnsetType = UNSET


class Record(Struct, frozen=True, kw_only=True):
    """A table's log. Once it is finished `python -m engine verify FILE` proves it without us."""

    format: Literal["cardroom-record/1"]
    stream: str
    events: tuple[RecordedEvent, ...]
    head: Annotated[str | UnsetType, Meta(description="This, and what follows, once the table is over.")] = UNSET
    site: str | UnsetType = UNSET
    names: Annotated[tuple[str, ...] | UnsetType, Meta(description="Those of the seats, in order.")] = UNSET
    key: Annotated[str | UnsetType, Meta(description="The public key of the site (Ed25519, base64url).")] = UNSET
    signature: Annotated[
        str | UnsetType, Meta(description="Of the JSON array of stream, head, site and names, without spaces.")
    ] = UNSET


def table(seen: SeatView) -> Table:
    return Table(**_fields(seen))


def whole_table(seen: SeatView, facts: Summary, *, viewer: int | None, drawn: bool = False) -> WholeTable:
    """*seen* may be older than *facts*; times that were not known then are left out. With its picture if *drawn*."""
    return WholeTable(
        **_fields(seen) | {"picture": seen.picture if drawn else None},
        rules_version=facts.version,
        options=facts.options,
        clock=parts.clock(facts.clock),
        rated=facts.rated,
        match=facts.match,
        club=club_at(facts.club, viewer),
        programs=not facts.people_only,
        origin=_origins([facts], viewer).get(facts.id),
        opened_at=facts.opened_at,
        started_at=facts.started_at if seen.status != "open" else None,
        finished_at=facts.finished_at if seen.status in {"finished", "aborted"} else None,
    )


def listed(found: Iterable[Summary], *, viewer: int | None) -> tuple[TableFacts, ...]:
    """*found* with names in place of user ids, looked up once for all."""
    rows = list(found)
    ids = {user for row in rows for user in (*row.seats, row.opener) if user is not None}
    users = accounts.by_ids(ids)
    players = {pk: Player(user.username, user.is_bot, user.bot_level) for pk, user in users.items()}
    clubs = clubs_at((row.club for row in rows), viewer)
    origins = _origins(rows, viewer)
    return tuple(_facts(row, players, clubs, origins.get(row.id)) for row in rows)


def _origins(rows: Iterable[Summary], viewer: int | None) -> dict[str, Origin]:
    """By the tables that have one."""
    found = {row.id: row.origin for row in rows if row.origin is not None}
    unseen = selectors.unseen([(origin.table, viewer) for origin in found.values()]) if found else set()
    return {
        table: Origin(
            table=None if (origin.table, viewer) in unseen else origin.table,
            seq=origin.seq,
            tried=origin.tried,
            seat=origin.seat,
            dealt_again=origin.dealt_again,
        )
        for table, origin in found.items()
    }


def _fields(seen: SeatView) -> dict[str, Any]:
    fields = asdict(seen) | {
        "id": seen.table,
        "outcome": parts.outcome(seen.outcome),
        "told": tuple(Told(line.seq, line.seat, line.kind, plain(line.text)) for line in seen.told),
    }
    return {name: value for name, value in fields.items() if name not in ("table", "before")}


def _facts(
    row: Summary, players: dict[int, Player], clubs: Mapping[str | None, ClubAt], origin: Origin | None
) -> TableFacts:
    opener = players.get(row.opener) if row.opener is not None else None
    return TableFacts(
        id=row.id,
        seq=row.seq,
        game=row.game,
        rules_version=row.version,
        options=row.options,
        players=tuple(None if user is None else players.get(user) for user in row.seats),
        clock=parts.clock(row.clock),
        rated=row.rated,
        status=row.status,
        match=row.match,
        club=clubs.get(row.club),
        opener=opener.name if opener else None,
        programs=not row.people_only,
        origin=origin,
        to_act=row.to_act,
        outcome=parts.outcome(row.outcome),
        opened_at=row.opened_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )
