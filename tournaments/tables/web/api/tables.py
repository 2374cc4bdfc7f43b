"""``/api/tables``: open, join, play, watch."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET

from accounts.sessions import count_reader
from tournaments.clubs.web.api.narrowing import club_named, user_named
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Nothing
from tournaments.kit.problems import Malformed
from tournaments.tables import bots, records, rematches, selectors, services
from tournaments.tables.web.api.shapes import (
    FillTable,
    Head,
    JoinTable,
    MakeMove,
    OpenTable,
    Record,
    Table,
    TableQuery,
    Tables,
    WholeTable,
    listed,
    table,
    whole_table,
)


class TableList(Endpoint):
    @operation("listTables", tag="tables", answers=Tables, query=TableQuery, refusals={404, 422})
    def get(self, *, query: TableQuery) -> Tables:
        """List tables.

        With `status=open` these are the ones that can be joined.
        """
        found = selectors.listed(
            query.status or None,
            game=query.game or None,
            user=user_named(query.player),
            club=club_named(query.club, self.request.user),
            viewer=self.viewer,
            limit=query.limit,
            offset=query.offset,
        )
        return Tables(listed(found, viewer=self.viewer))

    @operation(
        "openTable",
        tag="tables",
        answers=WholeTable,
        takes=OpenTable,
        status=201,
        refusals={403, 404, 409, 422},
        scope="tables",
        idempotent=True,
    )
    def post(self, *, body: OpenTable, command: str | None) -> WholeTable:
        """Open a table.

        Bots are seated by their level, each at most once at a table. A table that is not full is listed until it is.
        """
        table_id = services.open_table(
            game=body.game,
            options=body.options,
            seats=self._users(body.seats),
            clock=body.clock.clock() if body.clock else None,
            rated=body.rated,
            opener=self.actor,
            club=club_named(body.club, self.request.user),
            command=command,
        )
        self.headers["Location"] = f"/api/tables/{table_id}"
        return as_opened(self.actor, table_id, seat=body.seats.index("me") if "me" in body.seats else None)

    def _users(self, seats: tuple[str | None, ...]) -> list[int | None]:
        levels = [seat.removeprefix("bot:") for seat in seats if seat and seat != "me"]
        chosen = iter(bots.seat_bots(levels, apart_from=[self.actor]))
        return [None if seat is None else self.actor if seat == "me" else next(chosen) for seat in seats]


class TableDetail(Endpoint):
    @operation("getTable", tag="tables", answers=WholeTable, refusals={404})
    def get(self, *, table_id: str) -> WholeTable:
        """Get a table as you may see it.

        A tournament's table begins once all of its players have come: by this, by its stream, or by joining it.
        """
        if self.viewer is not None:
            services.arrive(table_id=table_id, user_id=self.viewer)
        return seen_by(self.viewer, table_id)


class TableSeat(Endpoint):
    @operation(
        "joinTable",
        tag="tables",
        answers=Table,
        takes=JoinTable,
        refusals={403, 404, 409},
        scope="tables",
        idempotent=True,
    )
    def post(self, *, table_id: str, body: JoinTable, command: str | None) -> Table:
        """Take a seat at an open table.

        The player who takes the last one starts the game.
        """
        return table(services.join(table_id=table_id, user_id=self.actor, seat=body.seat, command=command))


class TableFilling(Endpoint):
    @operation(
        "fillTable",
        tag="tables",
        answers=Table,
        takes=FillTable,
        refusals={403, 404, 409, 422},
        scope="tables",
        idempotent=True,
    )
    def post(self, *, table_id: str, body: FillTable, command: str | None) -> Table:
        """Fill the free seats of a table that you opened with bots.

        The game starts.
        """
        seen = services.fill_with_bots(table_id=table_id, user_id=self.actor, level=body.level, command=command)
        return table(seen)


class TableMove(Endpoint):
    @operation(
        "makeMove",
        tag="tables",
        answers=Table,
        takes=MakeMove,
        query=MakeMove,
        refusals={403, 404, 409, 422},
        scope="moves",
        idempotent=True,
    )
    def post(self, *, table_id: str, move: str, body: MakeMove, query: MakeMove, command: str | None) -> Table:
        """Make a move.

        `expected_seq` may stand in the body or in the query. The answer is the table as you see it after the move.
        """
        seen = services.make_move(
            table_id=table_id, user_id=self.actor, move=move, command=command, expected_seq=expected_seq(body, query)
        )
        return table(seen)


class TableResignation(Endpoint):
    @operation(
        "resign", tag="tables", answers=Table, takes=Nothing, refusals={403, 404, 409}, scope="moves", idempotent=True
    )
    def post(self, *, table_id: str, command: str | None) -> Table:
        """Give the game up.

        With more than two seats a bot plays yours on, and you are placed last.
        """
        return table(services.resign(table_id=table_id, user_id=self.actor, command=command))


class TableAbortion(Endpoint):
    @operation(
        "abortTable",
        tag="tables",
        answers=Table,
        takes=Nothing,
        refusals={403, 404, 409},
        scope="moves",
        idempotent=True,
    )
    def post(self, *, table_id: str, command: str | None) -> Table:
        """Call off a table that you opened, before it starts."""
        return table(services.abort(table_id=table_id, user_id=self.actor, command=command))


class TableRematch(Endpoint):
    @operation(
        "offerRematch",
        tag="tables",
        answers=Table,
        takes=Nothing,
        refusals={403, 404, 409},
        scope="tables",
        idempotent=True,
    )
    def post(self, *, table_id: str, command: str | None) -> Table:
        """Offer a rematch, or accept one.

        Bots accept at once. Once everybody has accepted, `rematch` names the new table: everybody sits one seat further
        on. An offer lapses after two minutes.
        """
        return table(rematches.ask(table_id=table_id, user_id=self.actor, command=command))


class TableRematchRefusal(Endpoint):
    @operation(
        "declineRematch",
        tag="tables",
        answers=Table,
        takes=Nothing,
        refusals={403, 404, 409},
        scope="tables",
        idempotent=True,
    )
    def post(self, *, table_id: str, command: str | None) -> Table:
        """Decline a rematch, or withdraw your offer."""
        return table(rematches.decline(table_id=table_id, user_id=self.actor, command=command))


class TableHead(Endpoint):
    @operation("getTableHead", tag="tables", answers=Head, refusals={404})
    def get(self, *, table_id: str) -> Head:
        """Get the head of the digest chain.

        Write it down while the game is played: the record must still contain it afterwards.
        """
        return msgspec.convert(records.head(table_id=table_id), Head)


class TableRecord(Endpoint):
    @operation("getTableRecord", tag="tables", answers=Record, refusals={404}, scope="replays")
    def get(self, *, table_id: str) -> Record:
        """Get the log of a table.

        All of it once the table is over; before that what you may see of each event, without what proves the chain.
        """
        count_reader(self.request.user, "replays")
        return msgspec.convert(records.record(table_id=table_id, user_id=self.viewer), Record)


def seen_by(viewer: int | None, table_id: str) -> WholeTable:
    seen = selectors.view(table_id=table_id, user_id=viewer)
    return whole_table(seen, selectors.summary(table_id), viewer=viewer)


def as_opened(viewer: int, table_id: str, *, seat: int | None) -> WholeTable:
    """The table as it stood when it was opened, so that a repeated request is answered as the first was."""
    opening = selectors.steps(table_id=table_id, user_id=viewer, seat=None)[0].seq
    seen = selectors.view_at(table_id=table_id, user_id=viewer, seq=opening, seat=seat)
    return whole_table(seen, selectors.summary(table_id), viewer=viewer)


def expected_seq(*given: MakeMove) -> int | None:
    """The one `expected_seq` of body and query."""
    named = {one.expected_seq for one in given if one.expected_seq is not UNSET}
    if len(named) > 1:
        raise Malformed(_("Body and query name different events."), field="expected_seq")
    return next(iter(named), None)
