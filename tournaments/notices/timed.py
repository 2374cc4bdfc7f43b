"""What moments bring: a turn that waits, an appointment, a deadline, a night tomorrow. Found by the tick, told once."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

import structlog
from django.db import DatabaseError, transaction
from django.db.models import F

from accounts.models import Token
from tournaments.clubs.streams import CLUBS
from tournaments.director.models import Match, Round, Tournament
from tournaments.director.read import Paired, rounds_of
from tournaments.director.streams import TOURNAMENTS
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.models import Challenge, Night
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.notices import inserting
from tournaments.notices.models import Looked, Notice
from tournaments.notices.telling import calendars, ladders, tournaments
from tournaments.notices.telling.tables import is_slow, turn
from tournaments.notices.told import Over, Told
from tournaments.platform.units import DAY, HOUR, MINUTE, WEEK
from tournaments.tables.events import Clock
from tournaments.tables.models import Table
from tournaments.tables.streams import TABLES

_log = structlog.get_logger(__name__)

IDLE: Final = 10 * MINUTE
BEFORE: Final = 15 * MINUTE
TURNS: Final = ("your_turn", "slow_turn")
BATCH: Final = 500


def look_at_tables() -> int:
    """Whose turn has waited, or ends soon; and whose is over. How many are told for the first time."""
    now = sources.now_ms()
    _end_turns(now)
    waiting = list(Table.objects.filter(status="playing", to_act__len__gt=0, bot_since=None).order_by("id"))
    told = 0
    for batch in (waiting[at : at + BATCH] for at in range(0, len(waiting), BATCH)):
        latest = log.latest([TABLES.name(row.pk) for row in batch])
        rounds = rounds_of(row.match for row in batch if row.match)
        found = [each for row in batch for each in _turns(row, latest.get(TABLES.name(row.pk), now), rounds, now)]
        told += _write(found, now)
    return told


def look_at_leagues() -> int:
    """Appointments, deadlines of challenges and of rounds, check-in, and nights that are a day away."""
    now = sources.now_ms()
    found = (_of_challenges(now), _of_rounds(now), _of_check_ins(now))
    return sum(_write(each, now) for each in found) + _tomorrow(now)


def look_at_tokens() -> int:
    """Tokens that end within a week: each is told once, from where it was looked last."""
    now = sources.now_ms()
    looked, _made = Looked.objects.get_or_create(name="tokens", defaults={"until": now})
    since, until = (datetime.fromtimestamp(at / 1000, UTC) for at in (max(looked.until, now), now + WEEK))
    rows = Token.objects.filter(revoked_at=None, ends_at__gt=since, ends_at__lte=until).order_by("ends_at")
    count = _write(map(_ending, rows), now)
    Looked.objects.filter(pk="tokens", until__lt=now + WEEK).update(until=now + WEEK)
    return count


def _ending(row: Token) -> Told:
    assert row.ends_at is not None  # noqa: S101  it was asked for by that
    at = int(row.ends_at.timestamp() * 1000)
    facts = {"token": row.pk, "name": row.name, "at": at}
    return Told(kind="token_ends", users=(row.user_id,), subject=f"token/{row.pk}", facts=facts, due=at)


def _turns(row: Table, moved_at: int, rounds: Mapping[str, Paired], now: int) -> Iterator[Told]:
    """Of a table that was last moved at *moved_at*; *rounds*: what its match was paired in."""
    seats = [row.chairs[seat] for seat in row.to_act]
    users = tuple(chair["user"] for chair in seats if chair["user"] is not None and not chair["bot"])
    clock = Clock(**row.clock) if row.clock else None
    paired = rounds.get(row.match or "")
    until = min((at for at in (row.due, paired and paired.until) if at is not None), default=None)
    left = until - now if until is not None else None
    kinds = []
    if is_slow(clock):
        kinds = [("slow_turn", True), ("deadline", left is not None and left <= DAY)]
        kinds.append(("your_turn", left is not None and left <= HOUR))
    else:
        kinds = [("your_turn", now - moved_at >= IDLE)]
    for kind, is_so in kinds:
        if is_so and users:
            yield turn(kind, row.pk, row.game, users, due=row.due, until=until, since=row.seq)


def _end_turns(now: int) -> None:
    """A turn that was moved since, or whose player has gone, is no longer due."""
    open_ones = Notice.objects.filter(kind__in=(*TURNS, "deadline"), stream=None, over_at=None, facts__has_key="table")
    told = list(open_ones.values_list("subject", "user_id", "facts__due", "facts__seq").distinct())
    tables = Table.objects.in_bulk({subject for subject, *_rest in told})
    over = [Over((*TURNS, "deadline"), one[0], (one[1],)) for one in told if not _still(tables.get(one[0]), *one[1:])]
    with transaction.atomic():
        inserting.end(over, stream="", seq=0, now=now)


def _still(table: Table | None, user: int, due: int | None, seq: int) -> bool:
    """Whether it is the turn of *user* that they were told of."""
    if table is None or table.status != "playing":
        return False
    acting = [table.chairs[seat]["user"] for seat in table.to_act]
    return user in acting and (table.due == due if due is not None else table.seq == seq)


def _of_challenges(now: int) -> Iterator[Told]:
    soon = Challenge.objects.filter(status="agreed", time__gt=now, time__lte=now + BEFORE)
    waiting = Challenge.objects.filter(status__in=("asked", "accepted"))
    for row in [*soon, *waiting]:
        ladder = LADDERS.current(row.ladder).state
        challenge = ladder.challenges[row.pk]
        if challenge.status == "agreed":
            yield ladders.appointment(challenge, ladder)
        elif (told := ladders.deadline(challenge, ladder)) and told.due is not None and now < told.due <= now + DAY:
            yield told


def _of_rounds(now: int) -> Iterator[Told]:
    """Of rounds that last longer than a day: matches due within one."""
    soon = {"deadline__gt": now, "deadline__lte": now + DAY}
    rounds = Round.objects.filter(paired_at__lt=F("deadline") - DAY, **soon).values_list("tournament", flat=True)
    matches = Match.objects.filter(places__isnull=True, **soon).values_list("tournament", flat=True)
    running = Tournament.objects.filter(pk__in={*rounds, *matches}, status="running")
    for tournament in running.order_by("pk").values_list("pk", flat=True):
        yield from tournaments.deadlines(TOURNAMENTS.current(tournament).state, now=now)


def _of_check_ins(now: int) -> Iterator[Told]:
    soon = Tournament.objects.filter(status="announced", starts_at__gt=now, starts_at__lte=now + DAY)
    for tournament in soon.order_by("pk").values_list("pk", flat=True):
        yield from tournaments.check_ins(TOURNAMENTS.current(tournament).state, now=now)


def _tomorrow(now: int) -> int:
    """Each night once, also if nobody looked for a while: from where it was looked last."""
    looked, _made = Looked.objects.get_or_create(name="nights", defaults={"until": now + DAY})
    rows = Night.objects.filter(cancelled=False, starts_at__gt=max(looked.until, now), starts_at__lte=now + DAY)
    told = [
        calendars.tomorrow(CALENDARS.current(row.club).state.nights[row.pk], CLUBS.current(row.club).state)
        for row in rows
    ]
    count = _write(told, now)
    Looked.objects.filter(pk="nights", until__lt=now + DAY).update(until=now + DAY)
    return count


def _write(told: Iterable[Told], now: int) -> int:
    """One's trouble must not hold up the others."""
    count = 0
    for each in told:
        try:
            with transaction.atomic():
                count += inserting.write_timed(each, at=now)
        except DatabaseError:
            raise
        except Exception:
            _log.exception("notice_not_made", kind=each.kind, subject=each.subject)
    return count
