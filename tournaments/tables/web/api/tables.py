"""``/api/tables``: open, join, play, watch."""

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from accounts.sessions import count_reader
from tournaments.clubs.web.api.narrowing import club_named, user_named
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.problems import Malformed
from tournaments.platform import callers
from tournaments.tables import bots, frames, records, rematches, selectors, services
from tournaments.tables.lines import Line
from tournaments.tables.web.api.shapes import (
    FillTable,
    Head,
    JoinTable,
    MakeMove,
    OpenTable,
    PlayOn,
    Record,
    Table,
    TableQuery,
    Tables,
    WholeTable,
    WholeTableQuery,
    listed,
    table,
    whole_table,
)


def _users(caller: Endpoint, seats: tuple[str | None, ...]) -> list[int | None]:
    levels = [seat.removeprefix("bot:") for seat in seats if seat and seat != "me"]
    chosen = iter(bots.seat_bots(levels, apart_from=[caller.actor]))
    return [None if seat is None else caller.actor if seat == "me" else next(chosen) for seat in seats]


@operation("GET tables", "listTables", needs="table:read", tag="tables", refusals={404, 422})
def list_tables(caller: Endpoint, *, query: TableQuery) -> Tables:
    """List tables.

    With `status=open` these are the ones that can be joined.
    """
    found = selectors.listed(
        query.status or None,
        game=query.game or None,
        user=user_named(query.player),
        club=club_named(query.club, caller.request.user),
        viewer=caller.viewer,
        behind=query.behind,
        limit=query.limit,
        offset=query.offset,
    )
    return Tables(listed(found, viewer=caller.viewer))


@operation("POST tables", "openTable", needs="table:play", tag="tables", status=201, scope="tables")
def open_table(caller: Endpoint, *, body: OpenTable, command: str | None) -> WholeTable:
    """Open a table.

    Bots are seated by their level, each at most once at a table. A table that is not full is listed until it is.
    """
    table_id = services.open_table(
        game=body.game,
        options=body.options,
        seats=_users(caller, body.seats),
        clock=body.clock.clock() if body.clock else None,
        rated=body.rated,
        opener=caller.actor,
        club=club_named(body.club, caller.request.user),
        people_only=people_only(body.programs),
        command=command,
    )
    caller.headers["Location"] = f"/api/tables/{table_id}"
    return as_opened(caller.actor, table_id, seat=body.seats.index("me") if "me" in body.seats else None)


@operation("POST tables/<id:table_id>/play-on", "playOn", needs="table:play", tag="tables", status=201, scope="tables")
def play_on(caller: Endpoint, *, table_id: str, body: PlayOn, command: str | None) -> WholeTable:
    """Play on from a position of a table that is over.

    A new table begins there. It is never rated and counts in no result. The cards that your seat had not been told of
    are dealt again: each deal that fits what it knew is as likely as any other. `no_deal` says that none was found.
    Of a table of a private club it stays in that club.
    """
    count_reader(caller.request.user, "positions")
    new = services.open_from_position(
        table=table_id,
        line=Line.of(str(body.seq), body.line),
        seats=_users(caller, body.seats),
        as_it_was=body.as_it_was,
        clock=body.clock.clock() if body.clock else None,
        opener=caller.actor,
        people_only=people_only(body.programs),
        command=command,
    )
    caller.headers["Location"] = f"/api/tables/{new}"
    return as_opened(caller.actor, new, seat=body.seats.index("me"))


@operation("GET tables/<id:table_id>", "getTable", needs="table:read", tag="tables", refusals={404})
def get_table(caller: Endpoint, *, table_id: str, query: WholeTableQuery) -> WholeTable:
    """Get a table as you may see it.

    A tournament's table begins once all of its players have come: by this, by a stream, or by joining it.
    """
    if caller.viewer is not None:
        services.arrive(table_id=table_id, user_id=caller.viewer)
    seen = selectors.view(table_id=table_id, user_id=caller.viewer)
    return whole_table(seen, selectors.summary(table_id), viewer=caller.viewer, drawn=query.picture)


@operation(
    "POST tables/<id:table_id>/join",
    "joinTable",
    needs="table:play",
    tag="tables",
    refusals={403, 404, 409},
    scope="tables",
)
def join_table(caller: Endpoint, *, table_id: str, body: JoinTable, command: str | None) -> Table:
    """Take a seat at an open table.

    The player who takes the last one starts the game.
    """
    return table(services.join(table_id=table_id, user_id=caller.actor, seat=body.seat, command=command))


@operation("POST tables/<id:table_id>/fill", "fillTable", needs="table:play", tag="tables", scope="tables")
def fill_table(caller: Endpoint, *, table_id: str, body: FillTable, command: str | None) -> Table:
    """Fill the free seats of a table that you opened with bots.

    The game starts.
    """
    seen = services.fill_with_bots(table_id=table_id, user_id=caller.actor, level=body.level, command=command)
    return table(seen)


@operation(
    "POST tables/<id:table_id>/move/<notation:move>", "makeMove", needs="table:play", tag="tables", scope="moves"
)
def make_move(
    caller: Endpoint, *, table_id: str, move: str, body: MakeMove, query: MakeMove, command: str | None
) -> Table:
    """Make a move.

    `expected_seq` may stand in the body or in the query. The answer is the table as you see it after the move.
    """
    seen = services.make_move(
        table_id=table_id, user_id=caller.actor, move=move, command=command, expected_seq=expected_seq(body, query)
    )
    return table(seen)


@operation(
    "POST tables/<id:table_id>/resign",
    "resign",
    needs="table:play",
    tag="tables",
    refusals={403, 404, 409},
    scope="moves",
)
def resign(caller: Endpoint, *, table_id: str, command: str | None) -> Table:
    """Give the game up.

    With more than two seats a bot plays yours on, and you are placed last.
    """
    return table(services.resign(table_id=table_id, user_id=caller.actor, command=command))


@operation(
    "POST tables/<id:table_id>/abort",
    "abortTable",
    needs="table:play",
    tag="tables",
    refusals={403, 404, 409},
    scope="moves",
)
def abort_table(caller: Endpoint, *, table_id: str, command: str | None) -> Table:
    """Call off a table that you opened, before it starts."""
    return table(services.abort(table_id=table_id, user_id=caller.actor, command=command))


@operation(
    "POST tables/<id:table_id>/rematch",
    "offerRematch",
    needs="table:play",
    tag="tables",
    refusals={403, 404, 409},
    scope="tables",
)
def offer_rematch(caller: Endpoint, *, table_id: str, command: str | None) -> Table:
    """Offer a rematch, or accept one.

    Bots accept at once. Once everybody has accepted, `rematch` names the new table: everybody sits one seat further
    on. An offer lapses after two minutes.
    """
    return table(rematches.ask(table_id=table_id, user_id=caller.actor, command=command))


@operation(
    "POST tables/<id:table_id>/rematch/decline",
    "declineRematch",
    needs="table:play",
    tag="tables",
    refusals={403, 404, 409},
    scope="tables",
)
def decline_rematch(caller: Endpoint, *, table_id: str, command: str | None) -> Table:
    """Decline a rematch, or withdraw your offer."""
    return table(rematches.decline(table_id=table_id, user_id=caller.actor, command=command))


@operation("GET tables/<id:table_id>/head", "getTableHead", needs="table:read", tag="tables", refusals={404})
def get_table_head(caller: Endpoint, *, table_id: str) -> Head:
    """Get the head of the digest chain.

    Write it down while the game is played: the record must still contain it afterwards.
    """
    return msgspec.convert(records.head(table_id=table_id), Head)


@operation(
    "GET tables/<id:table_id>/record",
    "getTableRecord",
    needs="replay:read_private",
    tag="tables",
    refusals={404},
    scope="replays",
)
def get_table_record(caller: Endpoint, *, table_id: str) -> Record:
    """Get the log of a table.

    All of it once the table is over; before that what you may see of each event, without what proves the chain.
    """
    count_reader(caller.request.user, "replays")
    return msgspec.convert(records.record(table_id=table_id, user_id=caller.viewer), Record)


def as_opened(viewer: int, table_id: str, *, seat: int | None) -> WholeTable:
    """The table as it stood when it was opened, so that a repeated request is answered as the first was."""
    opening = frames.commits(table_id)[0][1].seq
    seen = selectors.view_at(table_id=table_id, user_id=viewer, seq=opening, seat=seat)
    return whole_table(seen, selectors.summary(table_id), viewer=viewer)


def people_only(programs: bool | UnsetType) -> bool:
    """Whether no program may play at a table: as is asked, else as the opener is."""
    return not (callers.is_program() if programs is UNSET else programs)


def expected_seq(*given: MakeMove) -> int | None:
    """The one `expected_seq` of body and query."""
    named = {one.expected_seq for one in given if one.expected_seq is not UNSET}
    if len(named) > 1:
        raise Malformed(_("Body and query name different events."), field="expected_seq")
    return next(iter(named), None)
