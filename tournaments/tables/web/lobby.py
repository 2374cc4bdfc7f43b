"""Opening tables from pages: against bots at once, or with seats left open for people."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import User
from tournaments.tables import bots, catalogue, selectors, services
from tournaments.tables.events import Clock
from tournaments.tables.lines import Line
from tournaments.tables.selectors import Summary

_DRAW = secrets.SystemRandom()


def newcomers_level() -> str:
    """The level for somebody who just clicked "Play now": one above the weakest."""
    levels = catalogue.levels()
    return levels[min(1, len(levels) - 1)]


FIRST_GAME = "german-whist"
"""Familiar tricks, two seats, one deal: about ten minutes."""


def first_game(user: User) -> str:
    """A short table for somebody who has never played here."""
    seats = min(catalogue.game(FIRST_GAME).sizes)
    return open_for(user, game=FIRST_GAME, seats=seats, options={}, level=newcomers_level(), clock=None, rated=False)


def is_first(user_id: int | None, table: Summary) -> bool:
    """Whether *table* is a user's first of its game, and no contest: then it comes with hints."""
    if user_id is None or table.match or table.rated or table.status != "playing":
        return False
    return not selectors.has_finished(user_id, table.game)


def play_now(user: User, game: str, *, level: str = "", seats: str = "") -> str:
    """A table for *user* and bots of *level*, without a clock; *seats* tells how many play.

    Without these it is as a newcomer has it. Raises ``Refused``.
    """
    sizes = {str(size): size for size in catalogue.game(game).sizes}
    count = sizes.get(seats or next(iter(sizes)), 0)
    return open_for(user, game=game, seats=count, options={}, level=level or newcomers_level(), clock=None, rated=False)


def open_for(
    user: User,
    *,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    level: str | None,
    clock: Clock | None,
    rated: bool,
    club: str | None = None,
    people_only: bool = True,
) -> str:
    """A table for *user*: bots of *level* in the other seats, or with ``None`` seats that are open. Seats are drawn."""
    others: list[int | None] = [None] * (seats - 1)
    if level is not None:
        others = [*bots.seat_bots([level] * (seats - 1), apart_from=[user.pk])]
    return services.open_table(
        game=game,
        options=options,
        seats=_drawn([user.pk, *others]),
        clock=clock,
        rated=rated,
        opener=user.pk,
        club=club,
        people_only=people_only,
    )


def bots_for(level: str, count: int, *, apart_from: Sequence[int]) -> list[int]:
    """*count* bots of *level*, none of *apart_from*."""
    return bots.seat_bots([level] * count, apart_from=apart_from)


def play_on(user: User, table_id: str, line: Line, *, seat: int, level: str | None, as_it_was: bool) -> str:
    """A table for *user* in *seat* that goes on from a position of another one; bots of *level*, or open seats."""
    count = len(selectors.summary(table_id).seats)
    seats: list[int | None] = [None] * (count - 1)
    if level is not None:
        seats = [*bots.seat_bots([level] * (count - 1), apart_from=[user.pk])]
    seats.insert(seat, user.pk)
    return services.open_from_position(
        table=table_id,
        line=line,
        seats=seats,
        as_it_was=as_it_was,
        clock=None,
        opener=user.pk,
        people_only=True,
    )


def play_again(user: User, table_id: str) -> str:
    """The same game for *user* and the same bots; the seats of the other people are open."""
    before = selectors.summary(table_id)
    kept = [who if bot or who == user.pk else None for who, bot in zip(before.seats, before.bots, strict=True)]
    if user.pk not in kept:
        kept[next((i for i, who in enumerate(kept) if who is None), 0)] = user.pk
    return services.open_table(
        game=before.game,
        options=before.options,
        seats=_drawn(kept),
        clock=before.clock,
        rated=before.rated and not user.is_guest,
        opener=user.pk,
        club=before.club,
        people_only=before.people_only,
    )


def _drawn(seats: list[int | None]) -> list[int | None]:
    drawn = list(seats)
    _DRAW.shuffle(drawn)
    return drawn
