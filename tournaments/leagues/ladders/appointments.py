"""What the service does on ladders by itself: opens tables, takes their results, holds to deadlines."""

from collections.abc import Callable, Sequence
from functools import partial

from django.db import transaction

from engine.events import Event
from tournaments.clubs.streams import CLUBS
from tournaments.leagues.errors import RoomError
from tournaments.leagues.ladders import deadlines, decisions, selectors
from tournaments.leagues.ladders.events import LeftCause, TableOpened
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.rules.deadlines import TO_COME, TO_REPORT
from tournaments.log import sources
from tournaments.tables import openings
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.selectors import Summary
from tournaments.tables.streams import TABLES

MOST_STEPS = 200
"""Deadlines of one ladder that are carried out at once; the others follow with the next tick."""


def keep(*, ladder_id: str) -> None:
    """Whatever the time has brought on a ladder."""
    for _step in range(MOST_STEPS):
        before = LADDERS.current(ladder_id).state
        after = LADDERS.carry_out(ladder_id, _overdue, actor=None, command=None)
        if after.seq == before.seq:
            break
    now = sources.now_ms()
    for challenge in LADDERS.current(ladder_id).state.open_challenges:
        if challenge.status == "agreed" and challenge.time is not None and now >= challenge.time - TO_COME:
            LADDERS.repeat(partial(open_table, ladder_id, challenge.id))
        elif challenge.status == "playing":
            _muster(ladder_id, challenge, now)


def _overdue(ladder: Ladder) -> Sequence[Event]:
    return deadlines.overdue(ladder, sources.now_ms())


def open_table(ladder_id: str, challenge_id: str) -> None:
    """The table of a challenge whose time has come near: it begins once everybody is there."""
    with transaction.atomic():
        ladder = LADDERS.current(ladder_id).state
        challenge = ladder.challenges[challenge_id]
        if challenge.status != "agreed":
            return
        try:
            with transaction.atomic():
                opened: list[Event] = [TableOpened(challenge_id, _open(ladder, challenge))]
        except RoomError:  # the game is not for so few, or somebody's account is gone
            opened = list(deadlines.ending(ladder, challenge, "void"))
        LADDERS.append(ladder_id, LADDERS.current(ladder_id), opened)


def _open(ladder: Ladder, challenge: Challenge) -> str:
    rules = ladder.rules
    setup = openings.Setup(
        game=rules.game,
        options=rules.options,
        seats=challenge.players,
        clock=rules.clock,
        rated=rules.rated,
        club=rules.club,
        in_room=challenge.in_room,
        people_only=True,
    )
    return openings.open_match(setup, match=challenge.id, organiser=challenge.challenger)


def _muster(ladder_id: str, challenge: Challenge, now: int) -> None:
    """A quarter of an hour after the time, who is not at the table loses; where only others are missing it is void.
    With real cards it is void after a week without a confirmed result."""
    if challenge.table is None or challenge.time is None or now < challenge.time + TO_COME:
        return
    table = TABLES.current(challenge.table).state
    if table.gathering:
        seated = {user for seat in table.joined if (user := table.chairs[seat].user) is not None}
        end(ladder_id, partial(deadlines.not_seated, challenge_id=challenge.id, seated=seated, now=now), table.id)
    elif table.status == "open":
        if now >= challenge.time + TO_REPORT:
            end(ladder_id, partial(deadlines.unconfirmed, challenge_id=challenge.id, now=now), table.id)
    else:
        settle(table=tables.summary(challenge.table))


def end(ladder_id: str, decide: Callable[[Ladder], Sequence[Event]], table: str) -> None:
    """The challenge of a *table* that is still open ends as *decide* says, and the table with it."""

    def attempt() -> None:
        with transaction.atomic():
            LADDERS.carry_out(ladder_id, decide, actor=None, command=None)
            # a ladder is held before its tables, here as elsewhere
            table_services.abort(table_id=table, user_id=None, reason="no_show")

    LADDERS.repeat(attempt)


def settle(*, table: Summary) -> bool:
    """Take the end of *table* in, if it is a challenge's; whether it is. Any further time changes nothing."""
    ladder_id = selectors.ladder_of(table.match) if table.match is not None else None
    if ladder_id is None or table.match is None:
        return False
    if table.status not in ("finished", "aborted"):
        return True
    places = {}
    if table.status == "finished" and table.outcome is not None:
        seated = zip(table.seats, table.outcome.places, strict=True)
        places = {user: place for user, place in seated if user is not None}
    match = table.match

    def decide(ladder: Ladder) -> Sequence[Event]:
        return decisions.played(ladder, match, table.id, places)

    LADDERS.carry_out(ladder_id, decide, actor=None, command=None)
    return True


def drop_those_gone(*, ladder_id: str) -> None:
    """Former members of the club leave the ladder."""
    ladder = LADDERS.current(ladder_id).state
    members = CLUBS.current(ladder.rules.club).state.members
    for user in ladder.order:
        if user not in members:
            drop(ladder_id=ladder_id, user=user, cause="club")


def drop(*, ladder_id: str, user: int, cause: LeftCause) -> None:
    """*user* leaves the ladder. What is open of theirs is void, and a table of it that has not begun is called off."""

    def attempt() -> None:
        with transaction.atomic():
            before = LADDERS.current(ladder_id).state
            left = partial(decisions.leave, user=user, cause=cause)
            after = LADDERS.carry_out(ladder_id, left, actor=None, command=None)
            for each in before.open_challenges:
                if each.table is not None and not after.challenges[each.id].is_open:
                    call_off(each.table)

    LADDERS.repeat(attempt)


def call_off(table_id: str) -> None:
    """A table that nobody has begun, or whose result with real cards is not confirmed. Part of a transaction."""
    if TABLES.current(table_id).state.status == "open":
        table_services.abort(table_id=table_id, user_id=None, reason="cancelled")
