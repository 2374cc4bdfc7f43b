"""From the fold of a table to its row. The hot path and ``rebuild`` write the same columns by the same function."""

from collections.abc import Mapping
from itertools import repeat
from typing import Any

import msgspec

from tournaments.log.events import Projected
from tournaments.platform.database import execute
from tournaments.tables.models import Result, Seat, Table
from tournaments.tables.state import TableState

MOVED = ("seq", "to_act", "due", "bot_since")
"""The columns that every move changes; ``models.Table`` says why they have no index."""
CHANGING = (
    *MOVED,
    "chairs",
    "status",
    "places",
    "points",
    "stake",
    "reason",
    "moves",
    "margin",
    "comeback",
    "settled",
    "started_at",
    "finished_at",
)
"""The columns that an event after the first can change."""


def row(table: TableState) -> dict[str, Any]:
    """Every column of the table's row, by name."""
    facts, result = table.facts, table.result
    return _moved(table) | {
        "id": table.id,
        "game": facts.game,
        "rules": facts.rules,
        "options": facts.options,
        "chairs": msgspec.to_builtins(table.chairs),
        "clock": msgspec.to_builtins(facts.clock),
        "rated": facts.rated,
        "match": facts.match,
        "opener": facts.opener,
        "club": facts.club,
        "status": table.status,
        "places": list(result.places) if result else None,
        "points": list(result.points) if result else None,
        "stake": result.stake if result else None,
        "reason": result.reason if result else None,
        **table.swing._asdict(),
        "settled": table.settled,
        "in_room": table.in_room,
        "people_only": facts.people_only or None,
        "came_from": msgspec.to_builtins(table.origin),
        "opened_at": table.opened_at,
        "started_at": table.started_at,
        "finished_at": table.finished_at,
    }


def _moved(table: TableState) -> dict[str, Any]:
    due = [when for seat in table.to_act if (when := table.due(seat)) is not None]
    asked = [since for seat in table.bots_to_act if (since := table.clocks[seat].since) is not None]
    return {
        "seq": table.seq,
        "to_act": list(table.to_act),
        "due": min(due, default=None),
        "bot_since": min(asked, default=None),
    }


def _update(before: TableState, after: TableState) -> Projected:
    """A plain move writes no more than it changes."""
    if _only_moved(before, after):
        return Projected(_MOVE, _as_texts(_moved(after)) | {"id": after.id})
    columns = row(after) | {"chairs": _json(after.chairs)}
    params = _as_texts({name: columns[name] for name in CHANGING})
    return Projected(_UPDATE, params | {"id": after.id})


def _seated(table: TableState) -> Projected:
    """The seats' rows, for those who sit."""
    seated = [{"seat": i, "user": chair.user} for i, chair in enumerate(table.chairs) if chair.user is not None]
    return Projected(_SEATS, {"seated_at": table.id, "seats": _json(seated)})


def _ended(table: TableState) -> Projected:
    """That the table ended, and what came of it for each seat."""
    facts = {"game": table.facts.game, "club": table.facts.club, "ended_at": table.finished_at}
    facts |= {"seats": len(table.chairs), **table.swing._asdict()}
    results = _results(table) if table.origin is None else [{}] * len(table.chairs)
    seats = [facts | {"seat": seat} | result for seat, result in enumerate(results)]
    return Projected(_ENDED, {"ended": table.id, "results": _json(seats)})


def _results(table: TableState) -> list[dict[str, Any]]:
    """By seat."""
    assert table.result is not None  # noqa: S101  it is finished
    first = {team for team in table.teams if any(table.result.places[seat] == 1 for seat in team)}
    won = Result.WON if len(first) == 1 else Result.SHARED
    results = {seat: won if team in first else Result.LOST for team in table.teams for seat in team}
    told = table.result.reason != "reported" or any(table.result.points)
    points = table.result.points if told else repeat(None)
    tally = table.tally if table.tally and table.game.tally else repeat(None)
    return [
        {"place": place, "points": point, "tally": count, "result": results[seat].value}
        for seat, (place, point, count) in enumerate(zip(table.result.places, points, tally, strict=False))
    ]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _only_moved(before: TableState, after: TableState) -> bool:
    """Whether the table was and is being played, by the same people: then nothing beside ``MOVED`` can differ."""
    return before.status == after.status == "playing" and before.chairs == after.chairs


def _as_texts(columns: Mapping[str, Any]) -> dict[str, str | None]:
    """As PostgreSQL reads them: numbers, nulls and arrays all have one type then, and a statement is planned once."""
    return {name: None if value is None else _as_text(value) for name, value in columns.items()}


def _as_text(value: Any) -> str:
    return f"{{{','.join(map(str, value))}}}" if type(value) is list else str(value)


def changes(before: TableState, after: TableState) -> list[Projected]:
    """What an append does to the rows, to go along with it in one statement."""
    if before.opened is None:
        return [Projected(_INSERT, {"row": _json(row(after))}), _seated(after)]
    seated = [_seated(after)] if before.chairs != after.chairs else []
    ended = [_ended(after)] if before.status != after.status == "finished" else []
    return [_update(before, after), *seated, *ended]


def insert(table: TableState, *, archived: bool = False) -> None:
    """The rows of a table, made again from its events; whether those are in the archive is none of them."""
    for one in (*changes(TableState(table.id), table), *([_ended(table)] if table.status == "finished" else ())):
        execute(f"WITH head AS (SELECT) {one.statement}", one.params)
    if archived:
        mark_archived(table.id, archived=True)


def mark_archived(table_id: str, *, archived: bool) -> None:
    Table.objects.filter(pk=table_id).update(archived=archived or None)


def clear() -> None:
    Seat.objects.all().delete()
    Table.objects.all().delete()


_MOVE = """
UPDATE tables_table SET
    seq = %(seq)s::int, to_act = %(to_act)s::smallint[], due = %(due)s::bigint, bot_since = %(bot_since)s::bigint
FROM head WHERE id = %(id)s::text"""
_UPDATE = """
UPDATE tables_table SET
    chairs = %(chairs)s::jsonb, status = %(status)s::text, seq = %(seq)s::int, to_act = %(to_act)s::smallint[],
    due = %(due)s::bigint, bot_since = %(bot_since)s::bigint, places = %(places)s::smallint[],
    points = %(points)s::int[], stake = %(stake)s::int, reason = %(reason)s::text, moves = %(moves)s::int,
    margin = %(margin)s::int, comeback = %(comeback)s::bool, settled = %(settled)s::bool,
    started_at = %(started_at)s::bigint, finished_at = %(finished_at)s::bigint
FROM head WHERE id = %(id)s::text"""
_INSERT = """
INSERT INTO tables_table SELECT made.* FROM head, jsonb_populate_record(NULL::tables_table, %(row)s::jsonb) AS made"""
_ENDED = """
UPDATE tables_seat AS sat SET
    game = one.game, club = one.club, ended_at = one.ended_at, seats = one.seats, place = one.place,
    points = one.points, tally = one.tally, result = one.result, moves = one.moves, margin = one.margin,
    comeback = one.comeback
FROM head, jsonb_to_recordset(%(results)s::jsonb) AS one (
    seat smallint, game text, club text, ended_at bigint, seats smallint, place smallint, points int, tally smallint,
    result text, moves int, margin int, comeback bool)
WHERE table_id = %(ended)s::text AND sat.seat = one.seat"""
_SEATS = """
INSERT INTO tables_seat (table_id, seat, "user")
SELECT %(seated_at)s::text, one.seat, one."user"
FROM head, jsonb_to_recordset(%(seats)s::jsonb) AS one (seat smallint, "user" bigint)
ON CONFLICT DO NOTHING"""
