"""Requests on challenge ladders: each is one transaction, asks the gate, and may be repeated without harm.

``by`` is the user who asks; times are epoch ms; ``command`` is the name of the request.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from django.db import transaction

from accounts import naming
from engine.events import Event
from engine.game import Rejected, parse_options
from engine.registry import GAMES
from engine.text import gettext_noop as _
from tournaments.clubs import gate
from tournaments.leagues import requests
from tournaments.leagues.errors import NotAllowed, Refused, UnknownChallenge, UnknownLadder
from tournaments.leagues.ladders import appointments, decisions, selectors
from tournaments.leagues.ladders.events import Answer, Opened
from tournaments.leagues.ladders.ladder import Ladder
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.models import Ladder as LadderRow
from tournaments.leagues.nights.decisions import check_title
from tournaments.leagues.rules.deadlines import TO_COME, Outcome
from tournaments.leagues.rules.positions import Exchange
from tournaments.log import sources, texts
from tournaments.log.commands import Command, command_for
from tournaments.log.errors import Conflict, RoomError
from tournaments.tables import catalogue
from tournaments.tables.events import Clock

MOST_LADDERS = 20
LONGEST_RULING = 500


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ladder as somebody asks for it."""

    game: str
    title: str
    options: dict[str, Any] = {}
    clock: Clock | None = None
    reach: int = 3
    rule: Exchange = "insert"
    seats: int = 2
    rated: bool = True


@requests.counted
def open_ladder(*, club_id: str, by: int, draft: Draft, command: str | None = None) -> str:
    """Open a ladder of the club and return its id."""
    requests.allowed(club_id, by, "ladders")
    ladder_id = sources.id_for(by, f"{club_id}/{command}") if command else sources.new_id()
    opened = _opened(ladder_id, club_id, draft)
    asked = command_for(command, "open", opened)
    try:
        with transaction.atomic():
            LADDERS.begin(ladder_id, [opened], actor=by, command=asked)
            if LadderRow.objects.filter(club=club_id, closed_at__isnull=True).count() > MOST_LADDERS:
                raise Refused("too_many_ladders", _("The club has twenty ladders: close one first."))
    except Conflict:
        LADDERS.has_taken(ladder_id, actor=by, command=asked)
    return ladder_id


def _opened(ladder_id: str, club_id: str, draft: Draft) -> Opened:
    check_title(draft.title)
    catalogue.game(draft.game)
    game = GAMES[draft.game]
    try:
        options = msgspec.to_builtins(parse_options(game, draft.options))
    except Rejected as rejected:
        raise Refused.by_rules(rejected) from rejected
    _check_seats(draft, game.sizes)
    if not 1 <= draft.reach <= 10:
        raise Refused("bad_reach", _("A challenge can reach 1 to 10 places up."), field="reach")
    return Opened(
        ladder_id,
        club_id,
        draft.game,
        draft.title,
        options,
        draft.clock,
        draft.reach,
        draft.rule,
        draft.seats,
        draft.rated,
    )


def _check_seats(draft: Draft, sizes: Sequence[int]) -> None:
    wanted = range(3, 6) if draft.rule == "table" else (2,)
    if draft.seats not in wanted or draft.seats not in sizes:
        reason = _("A duel has two seats, a ladder of tables three to five; the game must be for that many.")
        raise Refused("bad_seats", reason, field="seats")


@requests.counted
def close(*, ladder_id: str, by: int, club_id: str | None = None, command: str | None = None) -> None:
    """For good; challenges that are open are void."""
    _ask(ladder_id, decisions.close, by, "ladders", command_for(command, "close"), club_id)


@requests.counted
def join(*, ladder_id: str, by: int, club_id: str | None = None, command: str | None = None) -> None:
    """*by* stands at the bottom from now on."""
    _ask(ladder_id, partial(decisions.join, user=by), by, "challenge", command_for(command, "join"), club_id)


@requests.counted
def leave(*, ladder_id: str, by: int, club_id: str | None = None, command: str | None = None) -> None:
    """*by* leaves, and loses what is open."""
    _ask(ladder_id, partial(decisions.leave, user=by, cause="own"), by, "see", command_for(command, "leave"), club_id)


@requests.counted
def set_away(
    *, ladder_id: str, by: int, until: int | None = None, club_id: str | None = None, command: str | None = None
) -> None:
    def decide(ladder: Ladder) -> Sequence[Event]:
        return decisions.set_away(ladder, by, until, now=sources.now_ms())

    _ask(ladder_id, decide, by, "challenge", command_for(command, "away", until), club_id)


@requests.counted
def come_back(*, ladder_id: str, by: int, club_id: str | None = None, command: str | None = None) -> None:
    asked = command_for(command, "come back")
    _ask(ladder_id, partial(decisions.come_back, user=by), by, "challenge", asked, club_id)


@requests.counted
def challenge(
    *,
    ladder_id: str,
    by: int,
    defender: int,
    others: Sequence[int] = (),
    in_room: bool = False,
    club_id: str | None = None,
    command: str | None = None,
) -> str:
    """*by* challenges *defender*, to play with real cards if *in_room*; returns the challenge's id."""
    name = sources.id_for(by, f"{ladder_id}/{command}") if command else sources.new_id()

    def decide(ladder: Ladder) -> Sequence[Event]:
        events = decisions.challenge(ladder, name, by, defender, others, now=sources.now_ms(), in_room=in_room)
        if selectors.wanting_none((defender, *others), by):
            raise NotAllowed("not_open_to_you", _("This player does not want to be asked."))
        return events

    _ask(ladder_id, decide, by, "challenge", command_for(command, "challenge", defender, others, in_room), club_id)
    return name


@requests.counted
def answer(*, challenge_id: str, by: int, said: Answer, club_id: str | None = None, command: str | None = None) -> None:
    ladder_id = _ladder_of(challenge_id)

    def decide(ladder: Ladder) -> Sequence[Event]:
        return decisions.answer(ladder, challenge_id, by, said, now=sources.now_ms())

    asked = command_for(command, "answer", challenge_id, said)
    _ask(ladder_id, decide, by, "challenge", asked, club_id, UnknownChallenge)


@requests.counted
def propose(
    *,
    challenge_id: str,
    by: int,
    time: int,
    in_room: bool | None = None,
    club_id: str | None = None,
    command: str | None = None,
) -> None:
    """*by* could play at *time*, with real cards if *in_room*; ``None``: as the challenger wants it."""
    ladder_id = _ladder_of(challenge_id)

    def decide(ladder: Ladder) -> Sequence[Event]:
        return decisions.propose(ladder, challenge_id, by, time, now=sources.now_ms(), in_room=in_room)

    asked = command_for(command, "propose", challenge_id, time, in_room)
    _ask(ladder_id, decide, by, "challenge", asked, club_id, UnknownChallenge)


@requests.counted
def agree(*, challenge_id: str, by: int, club_id: str | None = None, command: str | None = None) -> None:
    """The other's time is agreed; if it is near the table is opened at once."""
    ladder_id = _ladder_of(challenge_id)

    def decide(ladder: Ladder) -> Sequence[Event]:
        return decisions.agree(ladder, challenge_id, by, now=sources.now_ms())

    def attempt() -> None:
        with transaction.atomic():
            asked = command_for(command, "agree", challenge_id)
            ladder = _ask(ladder_id, decide, by, "challenge", asked, club_id, UnknownChallenge)
            time = ladder.challenges[challenge_id].time
            if time is not None and sources.now_ms() >= time - TO_COME:
                appointments.open_table(ladder_id, challenge_id)

    LADDERS.repeat(attempt)


@requests.counted
def decline_time(*, challenge_id: str, by: int, club_id: str | None = None, command: str | None = None) -> None:
    decide = partial(decisions.decline_time, challenge_id=challenge_id, user=by)
    asked = command_for(command, "decline time", challenge_id)
    _ask(_ladder_of(challenge_id), decide, by, "challenge", asked, club_id, UnknownChallenge)


@requests.counted
def rule(
    *,
    ladder_id: str,
    by: int,
    text: str,
    order: Sequence[int] | None = None,
    challenge_id: str | None = None,
    outcome: Outcome | None = None,
    club_id: str | None = None,
    command: str | None = None,
) -> None:
    """An organiser sets the order, or a challenge's outcome, and says why. Its table is called off if it is open."""
    if len(text) > LONGEST_RULING or not naming.is_seen(text) or not naming.is_readable(text):
        raise Refused("bad_text", _("A ruling needs a reason of 1 to 500 characters."), field="text")
    text_id = sources.id_for(by, f"ruling/{ladder_id}/{text}")

    def decide(ladder: Ladder) -> Sequence[Event]:
        wanted = ladder.order if order is None else order
        return decisions.rule(ladder, order=wanted, challenge_id=challenge_id, outcome=outcome, by=by, text=text_id)

    with transaction.atomic():
        texts.keep(text_id, author=by, body=text)
        asked = command_for(command, "rule", text_id, order, challenge_id, outcome)
        ladder = _ask(ladder_id, decide, by, "ladder_rulings", asked, club_id)
        ruled = ladder.challenges.get(challenge_id or "")
        if ruled is not None and ruled.table is not None and not ruled.is_open:
            appointments.call_off(ruled.table)


def _ladder_of(challenge_id: str) -> str:
    ladder_id = selectors.ladder_of(challenge_id)
    if ladder_id is None:
        raise UnknownChallenge()
    return ladder_id


def _ask(
    ladder_id: str,
    decide: requests.Decision[Ladder],
    by: int,
    action: gate.Action,
    command: Command,
    club_id: str | None,
    unknown: Callable[[], RoomError] = UnknownLadder,
) -> Ladder:
    """A caller who names the club is refused a ladder of another club, with the error *unknown*."""

    def club(ladder: Ladder) -> str:
        if club_id not in (None, ladder.rules.club):  # as if it were not there
            raise unknown()
        return ladder.rules.club

    return requests.ask(LADDERS, ladder_id, decide, club=club, by=by, action=action, command=command)
