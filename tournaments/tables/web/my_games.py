"""The games of the viewer in words, the most urgent first: for the bar of every page, and for the first page."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.models import User
from tournaments.director import read as director
from tournaments.tables import catalogue, mine, selectors
from tournaments.tables.mine import Mine
from tournaments.tables.selectors import Reported, Summary
from tournaments.tables.web.minis import look
from tournaments.tables.web.names import names_of


class Around(NamedTuple):
    """What is known of all of them: who sits there; by match what it was paired in, and its table in the
    room; the tables there of which a result is reported that the viewer can confirm."""

    names: dict[int, User]
    rounds: dict[str, director.Paired]
    in_room: dict[str, director.InRoom]
    reported: frozenset[str]


class Game:
    """One of them: what to do, with whom, and until when."""

    def __init__(self, own: Mine, me: int, around: Around) -> None:
        table, names = own.table, around.names
        self._table = table
        self.id = table.id
        self.my_turn = own.my_turn
        self.tournament, self.round, until = around.rounds.get(table.match or "", ("", 0, None))
        placed = around.in_room.get(table.match or "")
        self.number = placed.number if placed else None
        self.asks = table.id in around.reported
        self.gathers = table.status == "open" and bool(table.match) and not own.came and not table.in_room
        self.waits = table.status == "open" and not table.match
        self.urgent = own.my_turn or self.gathers or self.asks
        self.due = min((at for at in (own.due, until) if at), default=None) if own.my_turn else None
        others = [names[user].username for user in table.seats if user is not None and user != me and user in names]
        self.what = _what(gettext(catalogue.game(table.game).name), others)
        self.state = self._state(own, names)

    @property
    def cards(self) -> list[SafeString]:
        """What lies in the middle while it is the player's turn, as everybody sees it."""
        return look(self._table)[0] if self.my_turn else []

    def _state(self, own: Mine, names: dict[int, User]) -> str:
        table = own.table
        if own.my_turn:
            return gettext("Your turn")
        if table.match and table.status == "open":
            return self._of_match(table)
        if self.waits:
            taken = sum(user is not None for user in table.seats)
            return gettext("{taken} of {seats} seats taken").format(taken=taken, seats=len(table.seats))
        user = names.get(table.seats[table.to_act[0]] or 0) if len(table.to_act) == 1 else None
        if user is None:
            return gettext("Waiting for the others")
        return gettext("Waiting for {name}").format(name=user.username)

    def _of_match(self, table: Summary) -> str:
        """Of one that has not begun; a challenge on a ladder is in no round."""
        if self.asks:
            return gettext("A result is reported: is it right?")
        if not self.round:
            played = gettext("Played with real cards") if table.in_room else gettext("Waiting for the others")
            return gettext("The table is open") if self.gathers else played
        if self.gathers:
            state = gettext("Round {round} has started")
        elif table.in_room:
            state = gettext("Round {round}, table {n}: played with real cards")
        else:
            state = gettext("Round {round}: waiting for the others")
        return state.format(round=self.round, n=self.number)


class MyGames:
    """All of them; empty for somebody without any."""

    def __init__(self, request: HttpRequest | None) -> None:
        user = request.user if request else None
        try:
            found = mine.of_user(user.pk) if user and user.is_authenticated else []
        except DatabaseError:  # an error page has this bar too
            found = []
        self.player = user.username if user and user.pk else ""
        self.games = _games(found, user.pk) if user and user.pk and found else []
        self.ids = [game.id for game in self.games]
        self.urgent = [game.id for game in self.games if game.urgent]

    @property
    def first(self) -> Game:
        return self.games[0]

    @property
    def others(self) -> list[Game]:
        return self.games[1:]


def _what(game: str, others: list[str]) -> str:
    if not others:
        return game
    return gettext("{game} with {names}").format(game=game, names=", ".join(others))


def _games(found: Sequence[Mine], me: int) -> list[Game]:
    matches = [one.table.match for one in found if one.table.match]
    in_room = {one.table.id: one.table.match for one in found if one.table.match and one.table.in_room}
    told = selectors.waiting(in_room) if in_room else {}
    around = Around(
        names_of(one.table for one in found),
        director.rounds_of(matches) if matches else {},
        director.tables_in_room(in_room.values()) if in_room else {},
        frozenset(table for table, (_came, each) in told.items() if each and _may_confirm(each, me)),
    )
    return [Game(one, me, around) for one in found]


def _may_confirm(told: Reported, me: int) -> bool:
    return told.report.disputed is None and me in told.against
