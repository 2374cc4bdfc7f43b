"""What requests about rulings hold, and what is answered. Entries are numbers within the tournament, times epoch ms."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from tournaments.director.display import ruling_shapes, shapes
from tournaments.director.display.ruling_shapes import Grounds, MatchChange, RatingChange
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.state.acts import ReasonCode
from tournaments.director.state.desk_events import Cited
from tournaments.kit.words import plain
from tournaments.tables.web.api.shapes import Seq

Written = Annotated[
    str, Meta(max_length=1_000, description="In your own words, for those whom it concerns. It can be erased.")
]


Qualifiers = Annotated[
    bool,
    Meta(description="Whether those who play the next stage change with it, as the trial says, if it has not begun."),
]


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """An event that a ruling is about."""

    stream: Annotated[str, Meta(pattern="^(table|tournament):[A-Za-z0-9]{10}$")]
    seq: Annotated[int, Meta(ge=1, le=2**31 - 1)]

    def cited(self) -> Cited:
        return Cited(self.stream, self.seq)


class TryRuling(Struct, frozen=True, forbid_unknown_fields=True):
    ruling: Request


class SignRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling, and the event of the tournament at which you tried it: if anything has happened since, it is
    refused."""

    ruling: Request
    seq: Seq
    reason: ReasonCode
    text: Written = ""
    cites: Event | None = None
    qualifiers: Qualifiers = False


class ReverseRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """The event of the tournament at which you looked, and why."""

    seq: Seq
    reason: ReasonCode
    text: Written = ""
    qualifiers: Qualifiers = False


class Signed(Struct, frozen=True):
    """It is signed, and what follows from it has happened."""

    ruling: int


class Ruling(Struct, frozen=True):
    number: int
    act: str
    says: str
    round: int | None
    signed: Grounds
    reversed: Grounds | None


class Rulings(Struct, frozen=True):
    """The rulings of a tournament, the last first. One that was reversed stays in the list."""

    seq: Annotated[int, Meta(description="The tournament's last event.")]
    rulings: tuple[Ruling, ...]


class Standing(Struct, frozen=True):
    """A line of the standings: place (0: none), points, and tie-breaks in their order."""

    place: int
    points: str
    tie_breaks: tuple[str, ...]


class LineChange(Struct, frozen=True):
    entry: EntryInfo
    before: Standing
    after: Standing


class PairingChange(Struct, frozen=True):
    """A round before and after: entries that sit together, in seat order; one alone rests."""

    round: int
    before: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]


class FieldChange(Struct, frozen=True):
    """Others would play the stage that is next, or the same with other seeds. Entries by their numbers."""

    stage: int
    out: tuple[int, ...]
    into: tuple[int, ...]
    seeds: Annotated[tuple[int, ...], Meta(description="Everybody then, by seed.")]
    possible: Annotated[bool, Meta(description="False: that stage has begun, and who plays it stays.")]
    follows: Annotated[bool, Meta(description="True: by itself; false: only if it is signed with `qualifiers`.")]


class DryRun(Struct, frozen=True, kw_only=True):
    """What a ruling would change. Nothing has been written."""

    seq: Annotated[int, Meta(description="The event that it was worked out at: sign with it.")]
    says: str
    lines: Annotated[tuple[LineChange, ...], Meta(description="Those that would change, in their new order.")]
    matches: tuple[MatchChange, ...]
    pairings: tuple[PairingChange, ...]
    coming: Annotated[
        PairingChange | None,
        Meta(description="The next round if it were paired now; by lot it may come out otherwise."),
    ]
    ratings: tuple[RatingChange, ...]
    ratings_unknown: Annotated[
        bool, Meta(description="True: too many tables were rated since to say beforehand whose rating it moves.")
    ]
    site_ratings_stay: Annotated[
        bool,
        Meta(
            description="True: the site's ratings stay as the tables were played. Only rulings of the service's staff, "
            "and of clubs that they trust, move them; those of the club and of its seasons move."
        ),
    ]
    stopped: Annotated[tuple[str, ...], Meta(description="Tables that would end.")]
    reopened: Annotated[tuple[str, ...], Meta(description="Matches that would be played again, or on.")]
    broken: Annotated[tuple[str, ...], Meta(description="Rules of pairing that would be broken.")]
    finishes: Annotated[bool, Meta(description="Whether the tournament would be over.")]
    field: Annotated[FieldChange | None, Meta(description="Who would play the next stage, if it is somebody else.")]


def ruling(info: ruling_shapes.RulingInfo) -> Ruling:
    return Ruling(info.number, info.act, plain(info.says), info.round, info.signed, info.reversed)


def dry_run(run: ruling_shapes.DryRun) -> DryRun:
    return DryRun(
        seq=run.seq,
        says=plain(run.says),
        lines=tuple(_line(change) for change in run.lines if change.changed),
        matches=run.matches,
        pairings=tuple(map(_pairing, run.pairings)),
        coming=_pairing(run.coming) if run.coming else None,
        ratings=run.ratings,
        ratings_unknown=run.ratings_unknown,
        site_ratings_stay=run.site_stays,
        stopped=run.stopped,
        reopened=run.reopened,
        broken=tuple(map(plain, run.broken)),
        finishes=run.finishes,
        field=_field(run.field) if run.field else None,
    )


def _field(change: ruling_shapes.FieldChange) -> FieldChange:
    out, into, seeds = (tuple(entry.number for entry in each) for each in (change.out, change.into, change.seeds))
    return FieldChange(change.stage, out, into, seeds, change.possible, change.follows)


def _line(change: ruling_shapes.LineChange) -> LineChange:
    return LineChange(change.after.entry, _standing(change.before), _standing(change.after))


def _standing(line: shapes.LineInfo) -> Standing:
    return Standing(line.place, line.points, tuple(value.value for value in line.values))


def _pairing(change: ruling_shapes.PairingChange) -> PairingChange:
    return PairingChange(change.round, _tables(change.before), _tables(change.after))


def _tables(tables: Iterable[tuple[shapes.EntryInfo, ...]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(entry.number for entry in table) for table in tables)
