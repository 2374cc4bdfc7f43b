"""Requests about tournaments: each is one transaction and may be repeated without harm.

``by`` is the user who asks, ``None`` the service itself. A round's tables are opened in the transaction that pairs it,
and the next round is paired in the transaction that takes in the last result.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.db import transaction
from msgspec import to_builtins
from msgspec.structs import replace

from accounts import limits, valkey
from accounts.models import User
from engine.events import Event
from engine.game import Rejected, parse_options
from engine.registry import GAMES
from engine.text import gettext_noop as _
from tournaments.director import caps, decisions, matches, rounds
from tournaments.director.errors import NotAllowed, Refused
from tournaments.director.events import Cancelled, CancelReason, Settings, Started
from tournaments.director.models import Match as MatchRow
from tournaments.director.settings import check_start
from tournaments.director.streams import TOURNAMENTS
from tournaments.director.tournament import Tournament
from tournaments.log import sources
from tournaments.log.kept import Folded
from tournaments.log.services import Conflict
from tournaments.log.streams import key_reused
from tournaments.ratings import selectors as ratings
from tournaments.tables import caps as table_caps
from tournaments.tables import catalogue
from tournaments.tables import selectors as table_selectors
from tournaments.tables import services as tables
from tournaments.tables.selectors import Summary

ADVANCE = "director.advance"
CALL_OFF = "director.call_off"

PAIRED_IN_THE_REQUEST = 100
"""A larger field is paired by a worker: not for the draw, but for the tables that are opened with it."""

ABORTED_AT_ONCE = 40
"""More tables of a cancelled tournament are aborted by a worker, this many at a time."""


# -- before the start


def announce(*, by: int, settings: Settings, command: str | None = None) -> str:
    """Announce a tournament, organised by the user *by*, and return its id."""
    _count(by)
    if User.objects.get(pk=by).is_guest:
        raise NotAllowed("guest", _("Guests cannot announce tournaments. Sign up first."))
    tournament_id = sources.id_for(by, command) if command else sources.new_id()
    settings = _with_all_options(settings)
    seats = catalogue.game(settings.game).seats
    if not TOURNAMENTS.exists(tournament_id):  # a repeated request is answered as the first was
        check_start(settings, sources.now_ms())
    events = decisions.announce(tournament=tournament_id, organiser=by, settings=settings, seats=seats)
    try:
        with transaction.atomic():
            table_caps.hold(by)
            TOURNAMENTS.begin(tournament_id, events, actor=by, command=command)
            caps.check_tournaments(by)
    except Conflict:
        if TOURNAMENTS.as_of(tournament_id, 1).announced != settings:
            raise key_reused() from None
    return tournament_id


def edit(*, tournament_id: str, by: int, settings: Settings, command: str | None = None) -> None:
    _count(by)
    settings = _with_all_options(settings)
    seats = catalogue.game(settings.game).seats

    def decide(tournament: Tournament) -> Sequence[Event]:
        _check_directs(tournament, by)
        entered = [user for number in tournament.present for user in tournament.entries[number].users]
        users = User.objects.filter(pk__in=entered)
        guests = users.filter(is_guest=True).values_list("pk", flat=True)
        bots = users.exclude(bot_level="").values_list("pk", flat=True)
        return decisions.edit(tournament, settings, seats, guests=guests, bots=bots)

    def check(tournament: Tournament) -> None:
        if settings.starts_at != tournament.settings.starts_at:
            check_start(settings, sources.now_ms())

    TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command, check=check)


def cancel(
    *, tournament_id: str, by: int | None, reason: CancelReason = "organiser", command: str | None = None
) -> None:
    """Call it off, and with it the tables that are being played, many of them by a worker: they are not rated."""
    _count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        _check_directs(tournament, by)
        return decisions.cancel(tournament, reason)

    with transaction.atomic():
        left = rounds.left_over(TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command))
        if len(left) <= ABORTED_AT_ONCE:
            rounds.call_off(left)
        else:
            transaction.on_commit(lambda: valkey.send_task(CALL_OFF, [tournament_id]))


def call_off(*, tournament_id: str) -> None:
    """Abort some of the tables that a cancelled tournament has left, and ask for the next ones."""
    left = rounds.left_over(TOURNAMENTS.current(tournament_id).state)
    rounds.call_off(left[:ABORTED_AT_ONCE])
    if len(left) > ABORTED_AT_ONCE:
        valkey.send_task(CALL_OFF, [tournament_id])


def enter(*, tournament_id: str, user_id: int, by: int | None = None, command: str | None = None) -> None:
    """Enter *user_id*: people enter themselves, the organiser enters bots."""
    _count(user_id if by is None else by)
    user = _user(user_id)

    def decide(tournament: Tournament) -> Sequence[Event]:
        if by not in (None, user_id):
            _check_directs(tournament, by)
            if not user.is_bot:
                raise NotAllowed("enters_alone", _("People enter themselves."))
        return decisions.enter(tournament, user_id, is_bot=user.is_bot, is_guest=user.is_guest)

    if by is None or not user.is_bot:
        TOURNAMENTS.carry_out(tournament_id, decide, actor=user_id if by is None else by, command=command)
        return
    with transaction.atomic():
        organiser = TOURNAMENTS.current(tournament_id).state.organiser
        table_caps.hold(organiser)
        TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command)
        caps.check_bots(tournament_id, organiser)


def withdraw(*, tournament_id: str, user_id: int, by: int | None = None, command: str | None = None) -> None:
    """Take *user_id* out, as they or the organiser ask.

    At a table that has begun they resign; a match whose table has not goes on, or is decided, without them.
    """
    _count(user_id if by is None else by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        if by not in (None, user_id):
            _check_directs(tournament, by)
        return decisions.withdraw(tournament, user_id)

    def attempt() -> None:
        with transaction.atomic():
            TOURNAMENTS.carry_out(tournament_id, decide, actor=user_id if by is None else by, command=command)
            rounds.advance(rounds.leave(TOURNAMENTS.current(tournament_id), user_id))

    TOURNAMENTS.repeat(attempt)


# -- playing


def start(*, tournament_id: str, by: int | None, command: str | None = None) -> None:
    """Close the entries and pair the first round: in the same transaction, or by a worker when the field is large.

    The service itself, at the announced moment, calls it off when hardly anybody has entered.
    """
    _count(by)
    seed = rounds.new_seed()

    def decide(tournament: Tournament) -> Sequence[Event]:
        _check_directs(tournament, by)
        users = [user for number in tournament.present for user in tournament.entries[number].users]
        known = ratings.ratings_of(tournament.settings.game, users) if tournament.status == "announced" else {}
        begin = decisions.start_on_time if by is None else decisions.start
        return begin(tournament, known, seed, rounds.seats(tournament))

    def attempt() -> None:
        with transaction.atomic():
            started = TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command, same=_starts)
            if by is None or len(started.seeds) <= PAIRED_IN_THE_REQUEST:
                rounds.begin(TOURNAMENTS.current(tournament_id))
            else:
                transaction.on_commit(lambda: valkey.send_task(ADVANCE, [tournament_id]))

    TOURNAMENTS.repeat(attempt)


def give_up(*, tournament_id: str) -> None:
    """Call off what can never start; does nothing if it has started meanwhile."""
    TOURNAMENTS.carry_out(tournament_id, decisions.give_up, actor=None, command=None)


def advance(*, tournament_id: str) -> None:
    """Pair the next round or finish, if nothing else is awaited."""

    def attempt() -> None:
        with transaction.atomic():
            rounds.advance(TOURNAMENTS.current(tournament_id))

    TOURNAMENTS.repeat(attempt)


def pair_again(*, tournament_id: str, by: int) -> None:
    """Try once more to pair a round that was refused, as the organiser asks."""
    _count(by)

    def attempt() -> Folded[Tournament]:
        with transaction.atomic():
            folded = TOURNAMENTS.current(tournament_id)
            _check_directs(folded.state, by)
            return rounds.advance(folded, again=True)

    TOURNAMENTS.repeat(attempt)


def record_result(*, table: Summary) -> None:
    """Take the outcome of *table* in for its match, and go on when it was the last of its round."""
    match = MatchRow.objects.filter(pk=table.match).first()
    outcome = table.outcome
    if match is None or outcome is None:
        return

    def decide(tournament: Tournament) -> Sequence[Event]:
        return matches.record(tournament, match=match.pk, table=table.id, places=outcome.places)

    def attempt() -> None:
        with transaction.atomic():
            TOURNAMENTS.carry_out(match.tournament_id, decide, actor=None, command=None)
            rounds.advance(TOURNAMENTS.current(match.tournament_id))

    TOURNAMENTS.repeat(attempt)


def enforce_grace(*, tournament_id: str, round_number: int) -> None:
    """Decide each match of the round whose table has not begun: who is not there now has missed it."""
    for match in table_selectors.gathering_for(_undecided(tournament_id, round_number)):
        TOURNAMENTS.repeat(partial(_muster_alone, tournament_id, match))


def enforce_deadline(*, tournament_id: str, round_number: int) -> None:
    """Flag those who are to act at each table of the round that has begun; where none has, its match was missed."""
    enforce_grace(tournament_id=tournament_id, round_number=round_number)
    for table in table_selectors.awaiting_people(_undecided(tournament_id, round_number)):
        tables.flag_to_act(table_id=table)


def _undecided(tournament_id: str, round_number: int) -> list[str]:
    """The round's matches without a result."""
    waiting = MatchRow.objects.filter(tournament_id=tournament_id, round=round_number, places__isnull=True)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def _muster_alone(tournament_id: str, match: str) -> None:
    with transaction.atomic():
        rounds.advance(rounds.muster(TOURNAMENTS.current(tournament_id), match, overdue=True))


def _starts(_before: Tournament, events: Sequence[Event]) -> bool:
    """The ratings and the lot behind a start may have changed since; that it was a start has not."""
    return isinstance(events[0], Started | Cancelled)


def _with_all_options(settings: Settings) -> Settings:
    """*settings* with the game's options checked and complete."""
    catalogue.game(settings.game)
    try:
        options = parse_options(GAMES[settings.game], settings.options)
    except Rejected as rejected:
        raise Refused(rejected.code, rejected.reason) from rejected
    return replace(settings, options=to_builtins(options))


def _check_directs(tournament: Tournament, by: int | None) -> None:
    """Raise :class:`NotAllowed` unless *by* is the organiser, staff, or the service itself."""
    if by is None or by == tournament.organiser or User.objects.filter(pk=by, is_staff=True).exists():
        return
    raise NotAllowed("not_organiser", _("Only the organiser may do that."))


def _count(by: int | None) -> None:
    """That *by* asks for something once more; the service itself may as often as it needs to."""
    if by is not None:
        limits.count("tournaments", user=by)


def _user(user_id: int) -> User:
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise Refused("unknown_user", _("There is no such player."))
    return user
