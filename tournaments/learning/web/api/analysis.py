"""``/api/tables/<id>/analysis``: what was found of a table that is over."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts.sessions import count_reader
from engine.analysis.decisions import Decision
from tournaments.kit.endpoints import Own, operation
from tournaments.learning.analysis import selectors, services
from tournaments.learning.analysis.findings import Chances, gains
from tournaments.learning.analysis.selectors import Report, Status
from tournaments.learning.web.analysed import LUCK
from tournaments.tables import selectors as tables

Share = Annotated[float, Meta(description="Of the other seats (of other teams) that this seat ends ahead of, 0 to 1.")]
ERROR = "The standard error of the mean."
STEPS = f"By seat, from -2 to 2: {' '.join(LUCK)} Empty in games where luck tells too little."


class Value(Struct, frozen=True):
    """What a move is worth, from what its seat knew."""

    move: str
    mean: Share
    error: Annotated[float, Meta(description=ERROR)]


class Searched(Struct, frozen=True):
    """What two moves bring in a search below both, which is trusted more than values: a preference rests on it."""

    best: Share
    move: Share


class Exact(Struct, frozen=True):
    """What a move leads to, everybody playing their best from there."""

    move: str
    gain: Annotated[int, Meta(description=gains())]
    share: Annotated[
        float | None, Meta(description="What that makes of the game; null where it does not end with this deal.")
    ]


class Judged(Struct, frozen=True):
    """A decision with more than one legal move, made after event ``seq``."""

    seq: int
    seat: int
    move: str
    best: str
    loss: Annotated[float, Meta(description="The best move's value less this one's; 0 where the ending is solved.")]
    preferred: Annotated[bool, Meta(description="Whether a search finds the best move surely and clearly better.")]
    searched: Annotated[
        Searched | None, Meta(description="Where the best move is preferred; null in what older versions found.")
    ]
    lost: Annotated[int, Meta(description="What the move gave away, exactly; 0 where nothing is solved.")]
    advised: Annotated[str, Meta(description="The move of a bot of level Strong; empty where the ending is solved.")]
    values: Annotated[tuple[Value, ...], Meta(description="The best first, all of the same worlds.")]
    others: Annotated[tuple[str, ...], Meta(description="Moves that were looked at too, and not found better.")]
    solved: tuple[Exact, ...]
    sure: Annotated[
        tuple[str, ...], Meta(description="Moves that are proved, from what the seat knew, to win the game.")
    ]


class Chance(Struct, frozen=True):
    mean: Share
    error: Annotated[float, Meta(description=ERROR)]


class Point(Struct, frozen=True):
    """What each seat could hope for after event ``seq``, as far as everybody knew."""

    seq: int
    seats: tuple[Chance, ...]


class Analysis(Struct, frozen=True):
    """What was found; while it is made again, what was found before. Times are epoch milliseconds."""

    status: Status
    done: Annotated[int, Meta(description="Percent.")]
    version: Annotated[str, Meta(description="Of the analyser and of the bots; others find other values.")]
    made_at: int | None
    decisions: tuple[Judged, ...]
    chances: tuple[Point, ...]
    luck: Annotated[tuple[int, ...], Meta(description=STEPS)]
    left_out: Annotated[int, Meta(description="Decisions that the time did not suffice for.")]
    unproved: Annotated[
        tuple[int, ...],
        Meta(description="By `seq`, decisions for which there was no time to look for a certain win. Asking goes on."),
    ]


@operation(
    "GET tables/<id:table_id>/analysis",
    "getAnalysis",
    needs="replay:read_private",
    tag="tables",
    refusals={404, 422},
    scope="replays",
)
def get_analysis(caller: Own, *, table_id: str) -> Analysis:
    """Get what was found of a table that is over, or how far it is.

    Values are from what a seat knew then. What is solved is exact.
    """
    count_reader(caller.request.user, "replays")
    table = tables.summary(table_id)
    services.check(table)
    return _seen(table.game, selectors.report(table_id))


@operation(
    "POST tables/<id:table_id>/analysis",
    "analyseTable",
    needs="replay:write",
    tag="tables",
    status=202,
    scope="analyses",
)
def analyse_table(caller: Own, *, table_id: str, command: str | None) -> Analysis:
    """Have a table that is over analysed, unless it is or is being.

    It takes about ten seconds of computing, longer while others play. Ask again for how far it is.
    """
    services.ask(table_id, caller.user)
    return _seen(tables.summary(table_id).game, selectors.report(table_id))


def _seen(game: str, report: Report) -> Analysis:
    found = report.findings
    return Analysis(
        status=report.status,
        done=report.done,
        version=report.version,
        made_at=report.made_at,
        decisions=tuple([_judged(each.seq, each.decision) for each in found.decisions]) if found else (),
        chances=tuple([_point(each) for each in found.chances]) if found else (),
        luck=found.luck_at(game) if found else (),
        left_out=found.left_out if found else 0,
        unproved=found.unproved if found else (),
    )


def _judged(seq: int, decision: Decision) -> Judged:
    return Judged(
        seq=seq,
        seat=decision.seat,
        move=decision.made,
        best=decision.best,
        loss=round(decision.loss, 4),
        preferred=decision.preferred,
        searched=_searched(decision),
        lost=decision.lost,
        advised=decision.advised,
        values=tuple([Value(move, round(own.mean, 4), round(own.error, 4)) for move, own in decision.values.items()]),
        others=decision.others,
        solved=tuple([Exact(move, own.gain, own.share) for move, own in decision.solved.items()]),
        sure=decision.sure,
    )


def _searched(decision: Decision) -> Searched | None:
    return Searched(*(round(share, 4) for share in decision.searched)) if decision.searched else None


def _point(point: Chances) -> Point:
    return Point(point.seq, tuple([Chance(round(own.mean, 4), round(own.error, 4)) for own in point.by_seat]))
