"""Looking for opponents: who waits for a game at a pace, until a table is opened for them and others who do.

Nothing of it is an event before the table is. A wait holds as long as somebody renews it: a page that is open does.
"""

import secrets
from typing import Annotated, Final

import msgspec
from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet

from accounts import privacy
from accounts.models import Session, User
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.log.commands import digest
from tournaments.log.errors import KeyReused
from tournaments.people import matching
from tournaments.people.errors import NotAllowed, Refused
from tournaments.people.matching import Waiter
from tournaments.people.models import Seek
from tournaments.platform import callers, limits
from tournaments.ratings import selectors as ratings
from tournaments.tables import caps, catalogue, openings
from tournaments.tables import selectors as tables
from tournaments.tables.events import Clock

HERE: Final = 8_000
"""Only somebody whose wait was renewed within this many ms is seated: a player who has gone keeps nobody waiting."""
KEPT: Final = 30_000
"""For this many ms a wait that nobody renews is kept; and it is known for as long which table came of it."""
PATIENCE: Final = 60_000
"""After this many ms bots are offered instead."""
REMEMBERED: Final = 86_400
"""For this many seconds a command is known again, however long its wait has been over."""
MOST: Final = 100
"""Of those who wait for the same, this many at a time are looked at, who have waited longest."""

_LOT = secrets.SystemRandom()


class Wait(msgspec.Struct, frozen=True):
    """What somebody looks for, and the table at which they have found it."""

    game: str
    seats: int
    clock: Annotated[str, msgspec.Meta(description="Seconds and the increment, or seconds for each move.")]
    rated: Annotated[bool, msgspec.Meta(description="Whether the table may be rated: it is if all agree.")]
    programs: Annotated[bool, msgspec.Meta(description="Whether programs may play there.")]
    since: Annotated[int, msgspec.Meta(description="Epoch milliseconds.")]
    table: Annotated[str | None, msgspec.Meta(description="Where you play, once you do.")]

    @property
    def waited(self) -> int:
        """For how many ms."""
        return sources.now_ms() - self.since

    @property
    def patient(self) -> bool:
        """Whether they have waited so long that bots are offered."""
        return self.waited >= PATIENCE


def ask(
    *,
    user: User,
    game: str,
    seats: int | None = None,
    clock: str = "",
    rated: bool = False,
    programs: bool | None = None,
    session: str | None = None,
    command: str | None = None,
) -> Wait:
    """Look for opponents, in place of what *user* looked for before: asked for the same again, the wait goes on.

    Without *seats* and *clock* as usual. With *programs* they sit with others who allow them too; of a program that is
    taken for granted. A guest's table is not rated. With *session*, a key, it ends when that does.
    The same *command* within a day gets its first answer, and begins no other wait.
    """
    limits.count("tables", user=user.pk, guest=user.is_guest)
    place = f"seek:{digest('seek', user.pk, command).hex()}" if command else None
    request = (game, seats, clock, rated, programs)
    if place and (known := cache.get(place)):
        if known[0] != request:
            raise KeyReused()
        return msgspec.convert(known[1], Wait)
    found = _ask(user, game, seats, clock, rated=rated, programs=programs, session=session)
    if place:
        cache.add(place, (request, msgspec.to_builtins(found)), REMEMBERED)
    return found


def _ask(
    user: User, game: str, seats: int | None, clock: str, *, rated: bool, programs: bool | None, session: str | None
) -> Wait:
    if user.house_level:
        raise NotAllowed("bot_account", _("Bots cannot look for opponents."))
    is_program = user.is_program or callers.is_program()
    if programs is None:
        programs = is_program
    if is_program and not programs:
        raise NotAllowed("no_programs", _("Programs may not play here."))
    sizes, clock = catalogue.game(game).sizes, clock or catalogue.USUAL_CLOCK
    seats = sizes[0] if seats is None else seats
    if seats not in sizes:
        raise Refused("bad_seats", _("This game is not for that number of players."))
    if clock not in catalogue.USUAL_CLOCKS:
        raise Refused("bad_clock", _("People do not look for each other at this pace."))
    caps.check_tables(user, ())
    wanted = {"game": game, "seats": seats, "clock": clock, "rated": rated and not user.is_guest, "programs": programs}
    if (found := _keep(user, wanted, session)).table is None:
        _pair(found)
    return of_user(user.pk) or wait_of(found)


def renew(*, user: User) -> Wait | None:
    """Say that *user* still waits; ``None`` if they do not, or not any more."""
    limits.count("boards", user=user.pk, guest=user.is_guest)
    row = _lasting(user.pk).first()
    if row is not None and row.table is None:
        _lasting(user.pk).filter(table=None).update(seen_at=sources.now_ms())
        _pair(row)
    return of_user(user.pk)


def of_user(user_id: int) -> Wait | None:
    """What *user_id* looks for, or has just found."""
    row = _lasting(user_id).first()
    return None if row is None else wait_of(row)


def end(*, user: User) -> None:
    """Look for nobody any more; a table that was found stays."""
    Seek.objects.filter(pk=user.pk).delete()


def forget_old() -> None:
    """Nobody has renewed them, or their table was opened a while ago."""
    Seek.objects.filter(seen_at__lt=sources.now_ms() - KEPT).delete()


def wait_of(row: Seek) -> Wait:
    return Wait(row.game, row.seats, row.clock, row.rated, row.programs, row.since, row.table)


def _lasting(user_id: int) -> QuerySet[Seek]:
    return Seek.objects.filter(pk=user_id, seen_at__gte=sources.now_ms() - KEPT)


def _keep(user: User, wanted: dict[str, object], session: str | None) -> Seek:
    """The wait of *user*: the one that there is if it is for the same, or if it has just led to a table (somebody has
    pressed twice)."""
    now = sources.now_ms()
    with transaction.atomic():
        caps.hold(user.pk)  # there may be no row of the wait to hold
        row = _lasting(user.pk).select_for_update().first()
        if row is not None and row.table is not None and tables.summary(row.table).status == "playing":
            return row
        goes_on = row is not None and row.table is None and all(getattr(row, name) == wanted[name] for name in wanted)
        since = row.since if row is not None and goes_on else now
        held = Session.objects.filter(pk=session).first() if session else None
        told = wanted | {"since": since, "seen_at": now, "session": held, "table": None}
        return Seek.objects.update_or_create(pk=user.pk, defaults=told)[0]


def _pair(wanted: Seek) -> None:
    """Open tables for those who wait for the same as *wanted*, as far as they can be paired.

    One at a time, and with their rows held: nobody is seated twice, and nobody who has ended the wait meanwhile.
    """
    now = sources.now_ms()
    same = {"game": wanted.game, "seats": wanted.seats, "clock": wanted.clock, "programs": wanted.programs}
    with transaction.atomic():
        caps.hold("seek {game} {seats} {clock} {programs}".format(**same))
        waiting = Seek.objects.filter(**same, table=None, seen_at__gte=now - HERE, user__is_active=True)
        rows = {row.pk: row for row in waiting.order_by("since", "pk").select_for_update(of=("self",))[:MOST]}
        for group in matching.groups(_waiters(rows, wanted.game), wanted.seats, now) if len(rows) > 1 else ():
            _seat([rows[user] for user in group])


def _waiters(rows: dict[int, Seek], game: str) -> list[Waiter]:
    rated, apart = ratings.ratings_of(game, rows), privacy.apart_among(rows)
    return [Waiter(user, rated[user], row.since, apart.get(user, frozenset())) for user, row in rows.items()]


def _seat(group: list[Seek]) -> None:
    """Open a table for *group*. It counts among those of the one who has waited longest."""
    seats: list[int | None] = [row.pk for row in group]
    _LOT.shuffle(seats)
    setup = openings.Setup(
        game=group[0].game,
        options={},
        seats=seats,
        clock=Clock.of(group[0].clock),
        rated=all(row.rated for row in group),
        people_only=not group[0].programs,
    )
    table = openings.open_found(setup, opener=group[0].pk)
    Seek.objects.filter(pk__in=[row.pk for row in group]).update(table=table, seen_at=sources.now_ms())
