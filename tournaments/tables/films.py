"""Films of a few moves of a table that is over: ordered once, made by a worker, kept for a while.

A film is named by a key of all that it follows from: the log, the moves, the eyes, names, words, the look. So the same
one is made once for all who ask, and belongs to nobody. Who may see a table is asked each time a film of it is fetched.
They lie in the database, since nodes share no disk and Valkey drops what it has no room for: a few MB at most.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from django.core.cache import cache
from django.db import transaction
from django.db.models import Count, Min, Q, Sum
from django.db.models.functions import Length

from accounts.holdings import Holding
from accounts.models import User
from tournaments.log import sources
from tournaments.platform import valkey
from tournaments.platform.errors import TooOften
from tournaments.platform.units import DAY, HOUR, MINUTE, SECOND
from tournaments.tables.models import Film, Seat

Kind: TypeAlias = Literal["webp", "gif"]
State: TypeAlias = Literal["none", "waiting", "made", "failed"]

MAKE: Final = "tables.make_film"
MOST: Final = 20
"""Positions of a film."""
LARGEST: Final = 400_000
"""Bytes of a film."""
KEPT: Final = 7 * DAY
ROOM: Final = 200
"""Films that are kept at a time; the oldest give way."""
WAITING: Final = 50
"""Films that wait to be made; nobody orders one more."""
TRIES: Final = 3
PATIENCE: Final = 45 * SECOND
"""A worker that has not made a film by then has died, or its message was lost."""


class Asked(msgspec.Struct, frozen=True):
    """What a film shows: positions ``first`` to ``last`` of a table, through given eyes, in one language."""

    table: str
    first: int
    last: int
    seat: str
    front: int
    language: str
    kind: Kind = "webp"


def state(key: str) -> State:
    row = Film.objects.filter(pk=key).values_list("made_at", "tries").first()
    if row is None:
        return "none"
    made_at, tries = row
    if made_at is not None:
        return "made"
    return "failed" if tries >= TRIES else "waiting"


def film(key: str) -> bytes | None:
    """The file, of the kind that was asked for."""
    found = Film.objects.filter(pk=key, made_at__isnull=False).values_list("film", flat=True).first()
    return None if found is None else bytes(found)


def order(key: str, asked: Asked) -> None:
    """Have a film made, unless it is there or being made. Raises :class:`TooOften` while too many are."""
    now = sources.now_ms()
    Film.objects.filter(pk=key, made_at=None, tries__gte=TRIES).delete()
    if Film.objects.filter(made_at=None, tries__lt=TRIES).exclude(pk=key).count() >= WAITING:
        raise TooOften(retry_after=60)
    given = {"table": asked.table, "asked": msgspec.to_builtins(asked), "asked_at": now}
    _row, ordered = Film.objects.get_or_create(pk=key, defaults=given)
    if ordered:
        transaction.on_commit(lambda: valkey.send_task(MAKE, [key]))


def begin(key: str) -> Asked | None:
    """What to make, for the worker that asks first; ``None`` for the others."""
    now = sources.now_ms()
    free = Q(begun_at=None) | Q(begun_at__lt=now - PATIENCE)
    with transaction.atomic():
        row = Film.objects.select_for_update().filter(free, pk=key, made_at=None, tries__lt=TRIES).first()
        if row is None:
            return None
        row.begun_at, row.tries = now, row.tries + 1
        row.save(update_fields=["begun_at", "tries"])
    return msgspec.convert(row.asked, Asked)


def keep(key: str, made: bytes) -> None:
    """What *key* names; nothing if it was forgotten meanwhile."""
    Film.objects.filter(pk=key).update(film=made, made_at=sources.now_ms())


def give_up(key: str) -> None:
    """It cannot be made."""
    Film.objects.filter(pk=key, made_at=None).update(tries=TRIES)


def upkeep() -> None:
    """Delete what is old or too much, and have made what was lost on the way."""
    now = sources.now_ms()
    Film.objects.filter(asked_at__lt=now - KEPT).delete()
    over = Film.objects.filter(made_at__isnull=False).order_by("-asked_at", "pk").values_list("pk", flat=True)[ROOM:]
    Film.objects.filter(pk__in=list(over)).delete()
    lost = Film.objects.filter(made_at=None, tries__lt=TRIES, asked_at__lt=now - PATIENCE)
    for key in lost.exclude(begun_at__gte=now - PATIENCE).values_list("pk", flat=True)[:WAITING]:
        valkey.send_task(MAKE, [key], expires=MINUTE / SECOND)


class Shelf(NamedTuple):
    """How many films there are and may be, their bytes, how many wait, and for how many seconds the first of these."""

    kept: int
    most: int
    size: int
    waiting: int
    seconds: float


def shelf() -> Shelf:
    waiting = Q(made_at=None, tries__lt=TRIES)
    row = Film.objects.aggregate(
        kept=Count("pk", filter=Q(made_at__isnull=False)),
        size=Sum(Length("film")),
        waiting=Count("pk", filter=waiting),
        since=Min("asked_at", filter=waiting),
    )
    ago = 0.0 if row["since"] is None else max(0, sources.now_ms() - row["since"]) / 1000
    return Shelf(row["kept"], ROOM, row["size"] or 0, row["waiting"], ago)


def count_picture() -> None:
    """A picture of a moment has been drawn; those who run the service see how many."""
    cache.set(_hour(), pictures() + 1, 2 * 60 * 60)


def pictures() -> int:
    """How many were drawn since the hour began; about, where several are drawn at once."""
    return int(cache.get(_hour()) or 0)


def _hour() -> str:
    return f"pictures/{sources.now_ms() // HOUR}"


def forget(user: int) -> None:
    """Delete films that have the name of *user* in them: it has changed, or is not theirs any more."""
    Film.objects.filter(table__in=Seat.objects.filter(user=user).values("table")).delete()


def _of_nobody(user: User) -> Iterable[object]:
    return ()


HOLDING: Final = Holding("films", _of_nobody, forget)
