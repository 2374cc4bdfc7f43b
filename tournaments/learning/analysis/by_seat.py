"""What was found of each person at a table, kept in rows: to find their games by, and for means over many of them."""

from collections.abc import Iterator, Set
from math import sqrt
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from django.db.models import Avg, Count, F, StdDev, Sum

from accounts.models import User
from engine.game import parse_options
from engine.registry import GAMES
from tournaments.learning.analysis.findings import Findings
from tournaments.learning.analysis.models import SeatAnalysis
from tournaments.tables.selectors import Summary

ENOUGH: Final = 20
"""Games before a mean of luck says anything."""
_SURE: Final = 1.96
Which: TypeAlias = Literal["all", "thrown", "mistakes"]
WHICH: Final[tuple[Which, ...]] = get_args(Which)


class Summed(NamedTuple):
    """What there is over all analysed games of somebody at one game. ``luck`` is the mean in standard deviations of a
    game, ``margin`` half its interval of 95%; both ``None`` until there are enough games, and where luck is not told.
    """

    game: str
    games: int
    mistakes: int
    solved: int
    preferred: int
    weighed: int
    told: int
    """Games that tell luck."""
    luck: float | None
    margin: float | None

    @property
    def waits(self) -> int:
        """Games that are missing until luck is told; 0 in a game where it never is."""
        return max(0, ENOUGH - self.told) if GAMES[self.game].luck else 0


def hold(table: Summary) -> set[int]:
    """Who plays at *table* and is not erased. An erasure, which locks an account first, waits for the caller's
    transaction; so this comes before whatever else that changes."""
    people = User.objects.filter(pk__in=[user for user in table.seats if user is not None], erased_at=None)
    return {user.pk for user in people.order_by("pk").select_for_update(no_key=True)}


def keep(table: Summary, found: Findings, people: Set[int]) -> None:
    """Of those of *people* who sit there, in place of what was found before; nothing of bots, and nothing where the
    game goes on from another one, which counts in no result."""
    SeatAnalysis.objects.filter(analysis=table.id).delete()
    if table.origin is None:
        mine = [(seat, user) for seat, user in enumerate(table.seats) if user in people and not table.bots[seat]]
        SeatAnalysis.objects.bulk_create([_row(table, found, seat, user) for seat, user in mine if user is not None])


def _row(table: Summary, found: Findings, seat: int, user: int) -> SeatAnalysis:
    let_go = any(decision.had_won for decision in found.of(seat))
    return SeatAnalysis(
        analysis_id=table.id,
        seat=seat,
        user=user,
        game=table.game,
        ended_at=table.finished_at or 0,
        **found.tally(seat)._asdict(),
        thrown=let_go and not _won(table, seat),
        luck=found.luck[seat] if found.luck else None,
    )


def _won(table: Summary, seat: int) -> bool:
    """Whether the first place was its team's alone."""
    game, places = GAMES[table.game], table.outcome.places if table.outcome else ()
    teams = game.teams(len(table.seats), parse_options(game, table.options))
    first = {at for at, place in enumerate(places) if place == 1}
    return seat in first and any(first <= set(team) for team in teams)


def forget(user: int, table: str | None = None) -> None:
    """Of one table, or of all."""
    rows = SeatAnalysis.objects.filter(user=user)
    (rows.filter(analysis=table) if table else rows).delete()


def rows(user: int) -> Iterator[dict[str, object]]:
    """What was found of *user*, for an export."""
    of = ("seat", "game", "ended_at", "mistakes", "solved", "preferred", "weighed", "thrown", "luck")
    own = SeatAnalysis.objects.filter(user=user).order_by("ended_at", "analysis")
    yield from own.values(*of, table=F("analysis_id"))


def games_of(user: int, which: Which, limit: int, offset: int) -> list[SeatAnalysis]:
    """Those of *user*, the last ended first: all, where a proved win was let go, or those with proved mistakes."""
    rows = SeatAnalysis.objects.filter(user=user)
    rows = {"all": rows, "thrown": rows.filter(thrown=True), "mistakes": rows.filter(mistakes__gt=0)}[which]
    return list(rows.order_by("-ended_at", "analysis")[offset : offset + limit])


def summed(user: int) -> list[Summed]:
    """By game, that of most games first."""
    rows = SeatAnalysis.objects.filter(user=user).values("game")
    sums = {name: Sum(name) for name in ("mistakes", "solved", "preferred", "weighed")}
    found = rows.annotate(games=Count("seat"), told=Count("luck"), mean=Avg("luck"), spread=StdDev("luck", sample=True))
    return [_summed(**row) for row in found.annotate(**sums).order_by("-games", "game") if row["game"] in GAMES]


def _summed(told: int, mean: float | None, spread: float | None, **of: int | str) -> Summed:
    usual = GAMES[str(of["game"])].luck
    if not usual or told < ENOUGH or mean is None or spread is None:
        return Summed(told=told, luck=None, margin=None, **of)  # type: ignore[arg-type]  # as the query names them
    return Summed(told=told, luck=mean / usual, margin=_SURE * spread / sqrt(told) / usual, **of)  # type: ignore[arg-type]
