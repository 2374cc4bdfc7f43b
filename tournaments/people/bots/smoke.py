"""A table at which an author tries a bot, and what went wrong there in words: kept for a week, and not for ever."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec
import structlog
from django.conf import settings
from django.db import DatabaseError, transaction

from accounts.models import User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.kit.problems import Problem
from tournaments.kit.words import plain
from tournaments.log import sources
from tournaments.people.bots.acceptance import check_bot, is_connected
from tournaments.people.errors import Refused
from tournaments.people.models import BotProblem, SmokeTable
from tournaments.platform import limits
from tournaments.platform.units import DAY
from tournaments.tables import bots, caps, catalogue, services
from tournaments.tables import selectors as tables
from tournaments.tables.events import Clock
from tournaments.tables.seen import SeatView
from tournaments.tables.selectors import Summary

_log = structlog.get_logger(__name__)

KEPT: Final = 7 * DAY
MOST: Final = 50
"""Problems of one table; the oldest are forgotten."""
LEVEL: Final = "greedy"
PACE: Final = Clock(30, per_move=True)
"""A program that does not move is noticed within half a minute."""
SHOWN: Final = 40
"""Legal moves that are named."""


class Trouble(msgspec.Struct, frozen=True):
    """Something that went wrong at a smoke table. `at` is epoch milliseconds."""

    code: Annotated[str, msgspec.Meta(description="As of the problem that the program was answered with.")]
    text: str
    at: int


class Smoke(msgspec.Struct, frozen=True):
    """A smoke table, and what went wrong there, the latest first. `at` is epoch milliseconds."""

    table: str
    game: str
    status: str
    at: int
    problems: tuple[Trouble, ...]


def open_smoke(*, bot: User, game: str, command: str | None = None) -> str:
    """A table of *game* for *bot* alone with bots of the house, and its id."""
    limits.count("bots", user=bot.pk)
    check_bot(bot)
    seats = catalogue.game(game).sizes[0]
    with transaction.atomic():
        caps.hold(f"smoke {bot.pk}")
        others = bots.seat_bots([LEVEL] * (seats - 1), apart_from=[bot.pk])
        table = services.open_table(
            game=game, options={}, seats=[bot.pk, *others], clock=PACE, rated=False, opener=bot.pk, command=command
        )
        _row, made = SmokeTable.objects.get_or_create(pk=table, defaults={"user": bot, "at": sources.now_ms()})
        if made:
            _check_room(bot)
    return table


def report(bot: User) -> tuple[Smoke, ...]:
    """The smoke tables of *bot*, the latest first."""
    rows = list(SmokeTable.objects.filter(user=bot, at__gte=_old()).order_by("-at").prefetch_related("problems"))
    facts = {table.id: table for table in tables.of_ids([row.pk for row in rows])}
    return tuple(_smoke(bot, row, facts[row.pk]) for row in rows if row.pk in facts)


def hear(user: User, given: Mapping[str, Any], problem: Problem) -> None:
    """The program of *user* was answered with *problem*: at a smoke table that is kept for its author. What comes too
    often, or is the service's own fault, is left out; and keeping it must not change the answer."""
    if "table_id" not in given or problem.status in (401, 404, 429) or problem.status >= 500:
        return
    try:
        _note(user, str(given["table_id"]), problem)
    except DatabaseError as error:
        _log.warning("smoke_problem_not_kept", error=str(error))


def forget_old() -> None:
    SmokeTable.objects.filter(at__lt=_old()).delete()


def _note(user: User, table: str, problem: Problem) -> None:
    smoke = SmokeTable.objects.filter(pk=table, user=user).first()
    if smoke is None:
        return
    BotProblem.objects.create(smoke=smoke, at=sources.now_ms(), code=problem.code, text=_words(user, table, problem))
    kept = BotProblem.objects.filter(smoke=smoke).values("pk")[:MOST]
    BotProblem.objects.filter(smoke=smoke).exclude(pk__in=kept).delete()


def _words(user: User, table: str, problem: Problem) -> str:
    """What was wrong, and what would have been right."""
    said = [problem.detail, *(f"({name})" for name in problem.errors if name)]
    seen = tables.view(table_id=table, user_id=user.pk)
    if problem.code == "stale":
        said.append(plain(Text(_("The table was at event {seq}."), {"seq": seen.seq})))
    if problem.status == 422 and seen.legal:
        said.append(_legal(seen))
    return " ".join(said)[:500]


def _legal(seen: SeatView) -> str:
    more = " …" if len(seen.legal) > SHOWN else ""
    return plain(Text(_("Legal moves were: {moves}"), {"moves": ", ".join(seen.legal[:SHOWN]) + more}))


def _smoke(bot: User, row: SmokeTable, table: Summary) -> Smoke:
    noted = (Trouble(each.code, each.text, each.at) for each in row.problems.all())
    return Smoke(row.pk, table.game, table.status, row.at, (*_found(bot, table), *noted))


def _found(bot: User, table: Summary) -> Iterator[Trouble]:
    """What the table itself says."""
    seen = tables.view(table_id=table.id, user_id=bot.pk)
    own = next(seat for seat in seen.seats if seat.user == bot.pk)
    at = table.finished_at or sources.now_ms()
    if own.presence == "flagged":
        reason = _("No move came within {seconds} seconds: the bot ran out of time.")
        yield Trouble("time_passed", plain(Text(reason, {"seconds": PACE.base})), at)
    if (table.status == "playing" or own.presence == "flagged") and not is_connected(bot):
        yield Trouble("no_stream", plain(Text(_("Your program has no stream open: it is not told of its turns."))), at)


def _check_room(bot: User) -> None:
    own = SmokeTable.objects.filter(user=bot).values_list("pk", flat=True)
    going_on = sum(table.status in ("open", "playing") for table in tables.of_ids(list(own)))
    most = settings.CAPS["smoke_tables"]
    if going_on > most:
        text = _("You have {most} smoke tables going on: finish or leave one of them first.")
        raise Refused("too_many_smoke_tables", Text(text, {"most": most}))


def _old() -> int:
    return sources.now_ms() - KEPT
