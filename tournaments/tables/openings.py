"""Opening tables: at a user's request, for a match, or because all agreed to play again."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from django.db import transaction
from msgspec import to_builtins
from msgspec.structs import replace

from accounts.models import User
from engine.events import Event, Seat
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.log.commands import command_for
from tournaments.log.services import Conflict
from tournaments.platform import limits
from tournaments.tables import caps, clubs, decisions, frames, origins, programs
from tournaments.tables.errors import NotAllowed, Refused
from tournaments.tables.events import Chair, Clock, PlayedOn, PositionLaid, TableOpened
from tournaments.tables.lines import Line
from tournaments.tables.origins import Origin
from tournaments.tables.state import TableState, advance
from tournaments.tables.streams import TABLES


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What is played at a table, and by which users (``None``: a seat that is open for anybody)."""

    game: str
    options: Mapping[str, Any]
    seats: Sequence[int | None]
    clock: Clock | None
    rated: bool
    club: str | None = None
    in_room: bool = False
    """Whether it is played with real cards; of a match alone."""
    points: bool = False
    """Whether the points decide that are reported then."""
    people_only: bool = False
    """Whether no program may play there (:mod:`tournaments.tables.programs`)."""


def open_table(
    *,
    game: str,
    options: Mapping[str, Any],
    seats: Sequence[int | None],
    clock: Clock | None,
    rated: bool,
    opener: int | None,
    club: str | None = None,
    people_only: bool = False,
    command: str | None = None,
) -> str:
    """Open a table for *opener* (``None``: the service itself) and return its id.

    It starts at once if nobody is missing. With *people_only* no program may play there. Part of the caller's
    transaction if there is one. The same *command* of the same *opener* answers with the same table; for another table
    it is refused as ``key_reused``.
    """
    programs.check(people_only=people_only)
    setup = Setup(game=game, options=options, seats=seats, clock=clock, rated=rated, club=club, people_only=people_only)
    asks = None if opener is None else User.objects.get(pk=opener)
    if asks is not None:
        limits.count("tables", user=asks.pk, guest=asks.is_guest)
        if club is not None:
            clubs.check_opens(club, asks)
    table_id = sources.id_for(opener, command) if command else sources.new_id()
    return _open(table_id, _opening(setup, opener=opener), asks=asks, command=command)


def open_from_position(
    *,
    table: str,
    line: Line,
    seats: Sequence[int | None],
    as_it_was: bool,
    clock: Clock | None,
    opener: int,
    people_only: bool = False,
    command: str | None = None,
) -> str:
    """Open a table for *opener* that goes on from a position of *table*, and return its id.

    The position is the one after the event and the moves of *line*. The cards that the seat of *opener* had not been
    told of are dealt again, unless all stay *as_it_was*. It is never rated. Of a club that strangers may not know of
    it stays there.
    """
    programs.check(people_only=people_only)
    asks = User.objects.get(pk=opener)
    limits.count("tables", user=asks.pk, guest=asks.is_guest)
    origin = Origin(frames.commits(table), line)
    facts = origin.table.facts
    club = None if clubs.known_to(None).filter(pk=table).exists() else facts.club
    if club is not None:
        clubs.check_opens(club, asks)
    if opener not in seats:
        raise Refused("no_seat", _("Take a seat yourself."), field="seats")
    setup = Setup(
        game=facts.game,
        options=facts.options,
        seats=seats,
        clock=clock,
        rated=False,
        club=club,
        people_only=people_only,
    )
    table_id = sources.id_for(opener, command) if command else sources.new_id()
    dealt = command is not None and TABLES.exists(table_id)  # the request is repeated, and nothing is kept of it
    told, seed = origin.told(Seat(list(seats).index(opener)), dealt_again=not as_it_was), sources.new_seed()
    laid = origins.laid_out(origin.position(), told.seat, seed, dealt_again=told.dealt_again and not dealt)
    events = _opening(setup, opener=opener, seed=seed, origin=(told, laid))
    return _open(table_id, events, asks=asks, command=command, about=(told, line.text))


def open_agreed(setup: Setup, *, table_id: str, opener: int) -> None:
    """Open a table that all have agreed to. It counts among those of *opener*, whose request was counted already."""
    _open(table_id, _opening(setup, opener=opener), asks=User.objects.get(pk=opener))


def open_found(setup: Setup, *, opener: int) -> str:
    """Open a table of people who have found each other, and return its id. It counts among those of *opener*, who is
    not refused it: nobody can say when it will be."""
    return _open(sources.new_id(), _opening(setup, opener=opener))


def open_match(setup: Setup, *, match: str, organiser: int, came: Collection[int] = ()) -> str:
    """Open a table of *match*, which starts once everybody has come (*came*: the users who are there already)."""
    return _open(sources.new_id(), _opening(setup, opener=organiser, match=match, came=came))


def _opening(
    setup: Setup,
    *,
    opener: int | None,
    match: str | None = None,
    came: Collection[int] = (),
    seed: bytes | None = None,
    origin: tuple[PlayedOn, PositionLaid] | None = None,
) -> Sequence[Event]:
    users = User.objects.in_bulk([user for user in setup.seats if user is not None])
    return decisions.opening_events(
        game=setup.game,
        options=setup.options,
        chairs=_chairs(setup, users, of_match=match is not None),
        clock=setup.clock,
        rated=setup.rated,
        match=match,
        came=came,
        opener=opener,
        seed=seed or sources.new_seed(),
        origin=origin,
        club=setup.club,
        in_room=setup.in_room,
        points=setup.points,
        people_only=setup.people_only,
        guests=[Seat(at) for at, user in enumerate(setup.seats) if user is not None and users[user].is_guest],
    )


def _open(
    table_id: str,
    events: Sequence[Event],
    *,
    asks: User | None = None,
    command: str | None = None,
    about: Sequence[object] = (),
) -> str:
    """Append what opens a table, within the caps of *asks*, or find the one that *command* opened before.

    *about*: what was asked for beside its opening.
    """
    actor = asks.pk if asks else None
    asked = command_for(command, "open", _asked_for(table_id, events[0]), *about)
    try:
        with transaction.atomic():
            if asks is not None:
                caps.hold_opener(asks)
            opened = TABLES.begin(table_id, events, actor=actor, command=asked)
            if asks is not None:
                caps.check_tables(asks, to_builtins(opened.chairs))
    except Conflict:
        TABLES.has_taken(table_id, actor=actor, command=asked)
    return table_id


def _chairs(setup: Setup, users: Mapping[int, User], *, of_match: bool) -> list[Chair]:
    """The chairs of those who sit down: at a match all whom it pairs, guests too."""
    seated = [user for user in setup.seats if user is not None]
    if setup.rated and len(set(seated)) < len(seated):
        raise Refused("seated_twice", _("Nobody can play two seats at a rated table."))
    chairs = []
    for user_id in setup.seats:
        if user_id is None:
            chairs.append(Chair())
            continue
        user = users.get(user_id)
        if user is None:
            raise Refused("unknown_user", _("There is no such player."))
        if setup.rated and user.is_guest and not of_match:
            raise NotAllowed("guests_unrated", _("Guests cannot play rated tables. Sign up to sit down at this one."))
        if not of_match:
            programs.check(people_only=setup.people_only, user=user)
        clubs.check_seats(None if of_match else setup.club, user)
        chairs.append(Chair(user.pk, user.house_level))
    return chairs


def _asked_for(table_id: str, opening: Event) -> TableOpened:
    """The table to open. Of bots only the level is given."""
    opened = advance(TableState(table_id), [opening], at=0, seq=1).facts
    chairs = tuple(Chair(None, chair.bot) if chair.bot else chair for chair in opened.chairs)
    return replace(opened, chairs=chairs, commit="")
