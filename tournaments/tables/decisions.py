"""What follows from a request at a table: pure, with the time and the seed handed in.

Each ``*_events`` function gives the events, or raises a :class:`~tournaments.tables.errors.RoomError`.
"""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal

import msgspec

from engine.chance import Chance, SeedChance
from engine.deals import Laid, set_up
from engine.events import Event, Seat
from engine.game import Rejected, parse_options, play
from engine.places import final_places, staying
from engine.refusals import LONGEST_MOVE, unknown_move
from engine.registry import GAMES, rules_for
from engine.text import gettext_noop as _
from tournaments.tables import rematch
from tournaments.tables.errors import NotAllowed, NotSeated, Refused, WrongStatus
from tournaments.tables.events import (
    AbortReason,
    BotSeated,
    Chair,
    Clock,
    PlayedInRoom,
    PlayedOn,
    PositionLaid,
    RematchAccepted,
    RematchDeclined,
    RematchOffered,
    RematchOpened,
    RematchWithdrawn,
    SeatFlagged,
    SeatResigned,
    SeatTaken,
    SeedDrawn,
    SeedRevealed,
    TableAborted,
    TableFinished,
    TableJoined,
    TableOpened,
    TableStarted,
)
from tournaments.tables.state import Left, Result, TableState


def opening_events(
    *,
    game: str,
    options: Mapping[str, Any],
    chairs: Sequence[Chair],
    clock: Clock | None,
    rated: bool,
    match: str | None,
    opener: int | None,
    seed: bytes,
    came: Collection[int] = (),
    club: str | None = None,
    in_room: bool = False,
    points: bool = False,
    guests: Collection[Seat] = (),
    people_only: bool = False,
    origin: tuple[PlayedOn, PositionLaid] | None = None,
) -> list[Event]:
    """A table is opened; it starts at once if nobody is missing.

    At a match everybody has to come first: bots have, and the users *came*. Nobody comes to one that is played with
    real cards, *in_room*; *points*: what is reported of it has to tell them. Of a rated one the *guests* count nowhere:
    it is not rated if fewer than two sides are without one. One with an *origin* goes on from there.
    """
    rules = GAMES.get(game)
    if rules is None:
        raise Refused("unknown_game", _("There is no such game."))
    if len(chairs) not in rules.sizes:
        raise Refused("bad_seats", _("This game is not for that number of players."))
    try:
        parsed = parse_options(rules, options)
    except Rejected as rejected:
        raise Refused.by_rules(rejected) from rejected
    full = [team for team in rules.teams(len(chairs), parsed) if set(team).isdisjoint(guests)]
    rated = rated and len(full) > 1
    opened = TableOpened(
        game=game,
        rules=rules.version,
        options=msgspec.to_builtins(parsed),
        chairs=tuple(chairs),
        clock=clock,
        rated=rated,
        match=match,
        opener=opener,
        commit=sha256(seed).hexdigest(),
        club=club,
        guests=tuple(guests) if rated else (),
        people_only=people_only,
    )
    events: list[Event] = [opened, SeedDrawn(seed.hex()), *(origin or ())]
    if in_room:
        return [*events, PlayedInRoom(points)]
    there = [Seat(at) for at, chair in enumerate(chairs) if match is None or chair.bot or chair.user in came]
    if match is not None:
        events += map(TableJoined, there)
    if len(there) == len(chairs) and all(chair.user is not None for chair in chairs):
        events += start_events(opened, seed, origin[1].laid if origin else None)
    return events


def arriving_events(table: TableState, user: int) -> list[Event]:
    """*user* has come to the table of a match: it starts with the last of them. Anywhere else nothing follows."""
    if not table.gathering:
        return []
    came = [seat for seat in table.seats_of(user) if seat not in table.joined]
    events: list[Event] = [TableJoined(seat) for seat in came]
    if came and len(table.joined) + len(came) == len(table.chairs):
        events += start_events(table.facts, bytes.fromhex(table.seed), table.laid)
    return events


def start_events(opened: TableOpened, seed: bytes, laid: Laid | None = None) -> list[Event]:
    """Every seat is filled: the table starts, and the game deals, or comes to what was *laid*."""
    game = rules_for(opened.game, opened.rules)
    options = parse_options(game, opened.options)
    begun = set_up(game, len(opened.chairs), options, laid or Laid((), ()), SeedChance(seed))
    return [TableStarted(), *begun.log]


def joining_events(table: TableState, user: int, seat: Seat | None) -> list[Event]:
    if table.status != "open":
        raise WrongStatus("not_open", _("This table is no longer open."))
    if table.in_room:
        raise WrongStatus("in_room", _("This table is played with real cards."))
    if table.gathering and table.seats_of(user):
        return arriving_events(table, user)
    if table.gathering:
        raise NotSeated()
    if table.seats_of(user):
        raise WrongStatus("already_seated", _("You already sit at this table."))
    if seat is not None and not 0 <= seat < len(table.chairs):
        raise Refused("unknown_seat", _("This table has no such seat."))
    free = free_seats(table)
    if seat is not None and seat not in free:
        raise WrongStatus("seat_taken", _("That seat is taken."))
    taken = SeatTaken(free[0] if seat is None else seat, user)
    events: list[Event] = [taken]
    if len(free) == 1:
        events += start_events(table.facts, bytes.fromhex(table.seed), table.laid)
    return events


def filling_events(table: TableState, user: int, bots: Sequence[Chair]) -> list[Event]:
    """Who opened the table has the free seats filled with *bots*, one for each: it starts.

    The table of a match has none, and waits for its players.
    """
    if user != table.facts.opener:
        raise NotAllowed("not_opener", _("Only the player who opened this table may fill it."))
    if table.facts.match is not None:
        raise NotAllowed("match_table", _("A tournament's table begins when all of its players have come."))
    if table.status != "open":
        raise WrongStatus("not_open", _("This table is no longer open."))
    seats = zip(free_seats(table), bots, strict=True)
    seated: list[Event] = [BotSeated(seat, bot.user, bot.bot) for seat, bot in seats if bot.user is not None]
    return [*seated, *start_events(table.facts, bytes.fromhex(table.seed), table.laid)]


def free_seats(table: TableState) -> list[Seat]:
    return [Seat(i) for i, chair in enumerate(table.chairs) if chair.user is None]


def move_events(table: TableState, seat: Seat, text: str, chance: Chance | None = None) -> list[Event]:
    """What follows when *seat* makes the move that *text* names, the end of the table included.

    Shuffles are those of the table's seed unless *chance* has others.
    """
    if table.status != "playing":
        raise WrongStatus("not_playing", _("This table is not being played."))
    game = table.game
    try:
        if len(text) > LONGEST_MOVE:  # it is not even read
            raise unknown_move(text)
        move = game.parse_move(text)
        state, decided = play(game, table.state, seat, move, chance or table.chance())
    except Rejected as rejected:
        raise Refused.by_rules(rejected) from rejected
    events = list(decided)
    outcome = game.outcome(state)
    if outcome is not None:
        places = final_places(outcome.places, [out.seat for out in table.left], table.teams)
        events += _ending(table, Result(places, outcome.points, outcome.stake, "played"))
    return events


def leaving_events(table: TableState, seat: Seat, how: Literal["resigned", "flagged"]) -> list[Event]:
    """*seat* goes before the end. A bot plays it on, unless only one player, or team, would be left.

    A casual table at which no person has made a decision is called off with the last who could.
    """
    if table.status != "playing":
        raise WrongStatus("not_playing", _("This table is not being played."))
    if seat in table.gone:
        raise WrongStatus("already_left", _("That seat has already been given up."))
    event: Event = SeatResigned(seat) if how == "resigned" else SeatFlagged(seat)
    left = (*table.left, Left(seat, how))
    gone = [out.seat for out in left]
    if _unplayed(table, gone):
        return [event, TableAborted("unplayed"), SeedRevealed(table.seed)]
    if len(staying(table.teams, gone)) > 1:
        return [event]
    places = final_places((1,) * len(table.chairs), gone, table.teams)
    return [event, *_ending(table, Result(places, table.game.points(table.state), 1, how))]


def _unplayed(table: TableState, gone: Collection[Seat]) -> bool:
    """Whether nothing is left to count once *gone* have gone: nobody has played, and nobody who could is there."""
    if table.played or table.facts.rated or table.facts.match is not None:
        return False
    people = [seat for seat, chair in enumerate(table.chairs) if not chair.bot and seat not in gone]
    return not people or len(staying(table.teams, gone)) <= 1


def abort_events(table: TableState, *, user: int | None, reason: AbortReason) -> list[Event]:
    """The table is called off before it starts; once it is being played only its tournament does that: by its end, by a
    ruling, or before the first card."""
    if reason == "opener" and (user != table.facts.opener or table.facts.match is not None):
        raise (
            NotSeated()
            if not table.seats_of(user)
            else NotAllowed("not_opener", _("Only the player who opened the table can abort it."))
        )
    if reason == "redrawn" and table.begun:
        raise WrongStatus("begun", _("A card has been played at this table."))
    if table.status != "open" and not (table.status == "playing" and reason in ("cancelled", "ruling", "redrawn")):
        raise WrongStatus("not_open", _("This table is no longer open."))
    return [TableAborted(reason), SeedRevealed(table.seed)]


def asking_events(table: TableState, seat: Seat, at: int, new_id: str) -> list[Event]:
    """What follows when *seat* asks at *at* to play again; nothing if it has done so, or if they play already."""
    _check_rematch(table)
    offer = table.rematch
    if offer is not None and (offer.table is not None or (offer.is_open(at) and offer.agrees(seat, table.chairs))):
        return []
    standing = offer is not None and offer.is_open(at)
    if offer is not None and not standing and offer.exhausted:
        raise WrongStatus("too_many_offers", _("A rematch has been declined or withdrawn too often here."))
    event: Event = RematchAccepted(seat) if standing else RematchOffered(seat, rematch.SECONDS)
    after = rematch.evolve(offer, event, at)
    return [event, RematchOpened(new_id)] if after.complete(table.chairs) else [event]


def declining_events(table: TableState, seat: Seat, at: int) -> list[Event]:
    _check_rematch(table)
    offer = table.rematch
    if offer is None or not offer.is_open(at):
        raise WrongStatus("no_offer", _("No rematch is offered."))
    if table.chairs[seat].user == table.chairs[offer.by].user:
        return [RematchWithdrawn(seat)]
    return [RematchDeclined(seat)]


def _check_rematch(table: TableState) -> None:
    if table.status != "finished":
        raise WrongStatus("not_finished", _("This table is not finished."))
    if table.facts.match is not None:
        raise NotAllowed("match_table", _("The tournament says who plays whom next."))


def _ending(table: TableState, result: Result) -> list[Event]:
    finished = TableFinished(result.places, result.points, result.stake, result.reason)
    return [finished, SeedRevealed(table.seed)]
