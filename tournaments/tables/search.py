"""Finding finished tables again: by who sat there, by what was played, by how it went. Only those that the viewer may
know of; what somebody hides, no filter tells.

A player who hides their games is found by nobody else: only at tables where the viewer sat too, and there alone are
they named.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts import privacy
from tournaments.clubs.selectors import visible_to
from tournaments.platform import replica
from tournaments.platform.places import Place, beyond
from tournaments.tables.models import Note, Seat, Table
from tournaments.tables.selectors import Summary, hidden_from, summarised

USUAL: Final = 100
"""Games of a kind that say how long one usually is."""
USUAL_KEPT: Final = 60 * 60
"""Seconds."""
PEOPLE: Final = 4
"""The most that may be named beside the first."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to look for; a field that keeps its default narrows nothing. Users, clubs and matches are ids: the caller
    has checked that the viewer may know of the club, and of the tournament whose matches they are."""

    player: int | None = None
    opponents: tuple[int, ...] = ()
    """They sat there too; partners count."""
    game: str = ""
    options: Mapping[str, Any] = {}
    """Of the game: those that have to be so."""
    club: str | None = None
    matches: tuple[str, ...] | None = None
    since: int | None = None
    """It ended from then on, and before *until* (epoch ms)."""
    until: int | None = None
    moves_from: int | None = None
    moves_to: int | None = None
    margin_from: int | None = None
    margin_to: int | None = None
    comeback: bool = False
    result: str = ""
    """What the player has made of it; the same of *place*."""
    place: int | None = None
    noted: bool = False
    """The viewer has marked it, or noted something about it."""

    @property
    def people(self) -> tuple[int, ...]:
        return (*(() if self.player is None else (self.player,)), *self.opponents)


class Found(msgspec.Struct, frozen=True):
    """A table that was found, how it went, and the users there who are not named to the viewer."""

    table: Summary
    moves: int | None
    margin: int | None
    comeback: bool
    hidden: frozenset[int]

    @property
    def place(self) -> Place:
        return Place(self.table.finished_at or 0, self.table.id)


def search(wanted: Wanted, *, viewer: int | None, behind: Place | None = None, limit: int) -> list[Found]:
    """The last finished first, those behind a place in the list."""
    rows = _seats(wanted, viewer) if wanted.people else _tables(wanted, viewer)
    if rows is None:
        return []
    ended, table = _ORDER[rows.model]
    if behind is not None:
        rows = rows.filter(beyond(behind, ended, table))
    found = rows.order_by(F(ended).desc(), table).values_list(ended, table)
    if wanted.people:
        found = found.distinct()  # an account may have had two seats
    ids = replica.ask(
        lambda using: [table for _ended, table in found.using(using)[:limit]],
        holds=lambda ids: viewer in wanted.people or not hidden_from(viewer, ids),  # who sat there always may
    )
    return found_again(ids, viewer)


_Rows: TypeAlias = QuerySet[Any]
_ORDER: Final[Mapping[type, tuple[str, str]]] = {Seat: ("ended_at", "table"), Table: ("finished_at", "id")}
_BOUNDS: Final = {
    "moves__gte": "moves_from",
    "moves__lte": "moves_to",
    "margin__gte": "margin_from",
    "margin__lte": "margin_to",
}


def _tables(wanted: Wanted, viewer: int | None) -> _Rows:
    """Of all tables."""
    rows = _narrowed(Table.objects.filter(status="finished"), wanted, "")
    return _noted(rows, wanted, viewer).filter(_in_clubs(viewer))


def _seats(wanted: Wanted, viewer: int | None) -> _Rows | None:
    """Of the tables of the people who are named: the seats of the first, whose own index says all that is asked."""
    first, *others = wanted.people
    rows = _narrowed(Seat.objects.filter(user=first, ended_at__isnull=False), wanted, "table__")
    rows = _noted(rows, wanted, viewer).filter(**_given({"result": wanted.result or None, "place": wanted.place}))
    own = viewer in wanted.people
    if not own and _hiding(wanted.people, viewer):
        if viewer is None:
            return None
        own, others = True, [*others, viewer]
    for other in others:
        rows = rows.filter(Exists(Seat.objects.filter(table=OuterRef("table"), user=other)))
    return rows if own else rows.filter(_in_clubs(viewer))


def _narrowed(rows: _Rows, wanted: Wanted, table: str) -> _Rows:
    """*rows* of tables or of seats; *table* leads to what stands in a table's row alone."""
    ended = _ORDER[rows.model][0]
    chosen = {bound: getattr(wanted, name) for bound, name in _BOUNDS.items()}
    chosen |= {f"{ended}__gte": wanted.since, f"{ended}__lt": wanted.until, "club": wanted.club}
    chosen |= {"game": wanted.game or None, "comeback": wanted.comeback or None}
    chosen |= {f"{table}match__in": wanted.matches}
    if wanted.options:  # the index of options has finished tables alone
        chosen |= {f"{table}options__contains": wanted.options, f"{table}status": "finished"}
    return rows.filter(**_given(chosen))


def _noted(rows: _Rows, wanted: Wanted, viewer: int | None) -> _Rows:
    if not wanted.noted:
        return rows
    if viewer is None:
        return rows.none()
    _ended, table = _ORDER[rows.model]
    return rows.filter(**{f"{table}__in": Note.objects.filter(user=viewer).values("table")})


def _given(chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in chosen.items() if value is not None}


def _in_clubs(viewer: int | None) -> Q:
    return Q(club__isnull=True) | Q(club__in=visible_to(viewer))


def _hiding(users: Iterable[int | None], viewer: int | None) -> frozenset[int]:
    """Those of *users* who show their games to themselves alone."""
    chosen = privacy.of_many({user for user in users if user is not None} - {viewer})
    return frozenset(user for user, choices in chosen.items() if not choices.show_games)


def found_again(found: Sequence[str], viewer: int | None) -> list[Found]:
    """The tables with these ids, in their order; the caller has asked whether *viewer* may know of them."""
    rows = Table.objects.in_bulk(found)
    tables = {each: summarised(rows[each]) for each in found if each in rows}
    hiding = _hiding((user for table in tables.values() for user in table.seats), viewer)
    return [
        Found(
            table=table,
            moves=rows[each].moves,
            margin=rows[each].margin,
            comeback=bool(rows[each].comeback),
            hidden=frozenset() if viewer in table.seats else hiding & frozenset(table.seats),
        )
        for each, table in tables.items()
    ]


def usual_moves(games: Collection[str]) -> dict[str, int]:
    """How many moves the games lately played by everybody had, by the middle one; not of a game that is rare."""
    keys = {f"moves/{game}": game for game in games}
    kept: dict[str, int] = cache.get_many(keys)
    missing = [game for key, game in keys.items() if key not in kept]
    if missing:
        fresh = {f"moves/{game}": _middle(moves) for game, moves in _lately(missing).items()}
        cache.set_many(fresh, USUAL_KEPT)
        kept |= fresh
    return {keys[key]: moves for key, moves in kept.items() if moves}


def _lately(games: Sequence[str]) -> dict[str, list[int]]:
    rows = Table.objects.filter(status="finished", club__isnull=True, moves__gt=0).order_by("-finished_at", "id")
    of_each = [rows.filter(game=game).values_list("game", "moves")[:USUAL] for game in games]
    found: dict[str, list[int]] = {game: [] for game in games}
    for game, moves in of_each[0].union(*of_each[1:], all=True):
        found[game].append(moves or 0)
    return found


def _middle(moves: Sequence[int]) -> int:
    return sorted(moves)[len(moves) // 2] if len(moves) >= USUAL // 5 else 0
