"""Requests about tournaments: each is one transaction and may be repeated without harm.

``by`` is the user who asks, ``None`` the service itself. A round's tables are opened in the transaction that pairs it,
and the next round is paired in the transaction that takes in the last result.
"""

from collections.abc import Sequence

from django.db import transaction
from msgspec import to_builtins
from msgspec.structs import replace

from accounts import erasure
from accounts.models import PROGRAM, User
from engine.events import Event
from engine.game import Rejected, parse_options
from engine.registry import GAMES
from engine.text import gettext_noop as _
from tournaments.director import holdings, words
from tournaments.director.commands import callers, candidates, caps, clubs, own_match, rounds
from tournaments.director.commands.absences import ask_byes, check_in, come_back, pause
from tournaments.director.commands.cancellation import CALL_OFF, call_off, cancel, give_up, unrate
from tournaments.director.commands.progress import (
    PROCEED,
    enforce_deadline,
    enforce_grace,
    pair_again,
    proceed,
    record_result,
    start,
)
from tournaments.director.commands.starting_again import admit
from tournaments.director.errors import NotAllowed, Refused
from tournaments.director.policy import conditions, decisions, entries
from tournaments.director.state import settings as limits
from tournaments.director.state.events import Settings
from tournaments.director.state.settings import check_start, completed
from tournaments.director.state.teams import TeamDropped
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.log.commands import command_for
from tournaments.log.services import Conflict
from tournaments.tables import caps as table_caps
from tournaments.tables import catalogue

__all__ = [
    "CALL_OFF",
    "PROCEED",
    "admit",
    "announce",
    "ask_byes",
    "call_off",
    "cancel",
    "check",
    "check_in",
    "come_back",
    "edit",
    "enforce_deadline",
    "enforce_grace",
    "enter",
    "give_up",
    "pair_again",
    "pause",
    "proceed",
    "put_out",
    "record_result",
    "start",
    "unrate",
    "withdraw",
]


def announce(
    *, by: int, settings: Settings, code: str = "", command: str | None = None, tournament_id: str | None = None
) -> str:
    """Announce a tournament, organised by the user *by*, and return its id; *code* is what people name to enter.

    A caller that gives the id announces the tournament once, whatever the *command*.
    """
    callers.count(by)
    organiser = User.objects.get(pk=by)
    if organiser.is_guest:
        raise NotAllowed("guest", _("Guests cannot announce tournaments. Sign up first."))
    if settings.club is not None:
        clubs.check_announces(settings.club, organiser)
    tournament_id = tournament_id or (sources.id_for(by, command) if command else sources.new_id())
    settings, written = _worded(settings, code, tournament_id)
    if not TOURNAMENTS.exists(tournament_id):  # a repeated request is answered as the first was
        check_start(settings, sources.now_ms())
    events = decisions.announce(tournament=tournament_id, organiser=by, settings=settings)
    asked = command_for(command, "announce", completed(settings))
    try:
        with transaction.atomic():
            table_caps.hold(by)
            words.keep(written, author=by)
            TOURNAMENTS.begin(tournament_id, events, actor=by, command=asked)
            caps.check_tournaments(by)
    except Conflict:
        TOURNAMENTS.has_taken(tournament_id, actor=by, command=asked)
    return tournament_id


def check(settings: Settings) -> Settings:
    """*settings* with all options, if a tournament could be announced with them; raises what refuses it."""
    settings = _with_all_options(settings)
    limits.check_words(settings)
    decisions.announce(tournament="", organiser=0, settings=settings)
    return settings


def edit(*, tournament_id: str, by: int, settings: Settings, code: str = "", command: str | None = None) -> None:
    """Other *settings*; a *code* takes the place of the one in them."""
    callers.count(by)
    settings, written = _worded(settings, code, tournament_id)

    def decide(tournament: Tournament) -> Sequence[Event]:
        if settings.starts_at != tournament.settings.starts_at:
            check_start(settings, sources.now_ms())
        callers.check_directs(tournament, by)
        entered = [user for number in tournament.present for user in tournament.entries[number].users]
        users = User.objects.filter(pk__in=entered)
        guests = users.filter(is_guest=True).values_list("pk", flat=True)
        bots = users.exclude(bot_level__in=("", PROGRAM)).values_list("pk", flat=True)
        programs = users.filter(bot_level=PROGRAM).values_list("pk", flat=True)
        wanted = replace(settings, club=tournament.settings.club)
        edited = decisions.edit(tournament, wanted, guests=guests, bots=bots, programs=programs)
        return entries.with_moved_up(tournament, edited) if edited else ()

    with transaction.atomic():
        words.keep(written, author=by)
        TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "edit", settings))


def enter(
    *, tournament_id: str, user_id: int, by: int | None = None, code: str | None = None, command: str | None = None
) -> None:
    """Enter *user_id*, who names the entry *code*: people enter themselves, the organiser enters bots."""
    callers.count(user_id if by is None else by)
    user = _user(user_id)

    def decide(tournament: Tournament) -> Sequence[Event]:
        if by not in (None, user_id):
            callers.check_directs(tournament, by)
            if not user.house_level:
                raise NotAllowed("enters_alone", _("People, and bots that others run, have to enter themselves."))
        candidate = candidates.known(tournament, user, code=code, waived=by not in (None, user_id))
        return entries.enter(tournament, user_id, candidate)

    asked = command_for(command, "enter", user_id)
    if by is None or not user.house_level:
        actor = user_id if by is None else by
        TOURNAMENTS.carry_out(tournament_id, decide, actor=actor, command=asked)
        return
    with transaction.atomic():
        organiser = TOURNAMENTS.current(tournament_id).state.organiser
        table_caps.hold(organiser)
        TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=asked)
        caps.check_bots(tournament_id, organiser)


def withdraw(*, tournament_id: str, user_id: int, by: int | None = None, command: str | None = None) -> None:
    """Take *user_id* out, as they or the organiser ask.

    At a table that is played they resign; in the room what was reported stays. A match whose table has not begun goes
    on, or is decided, without them. A walk-in that nobody has come into is erased if an organiser takes it out
    before the start.
    """
    callers.count(user_id if by is None else by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        if by not in (None, user_id):
            callers.check_directs(tournament, by)
            own_match.check_taking_out(tournament, user_id, by)
        return entries.withdraw(tournament, user_id)

    actor, asked = user_id if by is None else by, command_for(command, "withdraw", user_id)

    def attempt() -> None:
        with transaction.atomic():
            after = TOURNAMENTS.carry_out(tournament_id, decide, actor=actor, command=asked)
            rounds.proceed(rounds.leave(TOURNAMENTS.current(tournament_id), user_id, by))
            if after.status == "announced" and by is not None:
                erasure.clear_unclaimed(user_id)

    TOURNAMENTS.repeat(attempt)


def put_out(*, tournament_id: str, user_id: int) -> None:
    """Take out *user_id*, whom the club has banned, before the start: of the field, the waiting list, teams to be."""

    def decide(tournament: Tournament) -> Sequence[Event]:
        if tournament.status != "announced":
            return ()
        dropped = [TeamDropped(number, user_id) for number in holdings.proposals_with(tournament, user_id)]
        return (*dropped, *(entries.withdraw(tournament, user_id) if tournament.entry_of(user_id) else ()))

    TOURNAMENTS.carry_out(tournament_id, decide, actor=None, command=None)


def _worded(settings: Settings, code: str, tournament_id: str) -> tuple[Settings, dict[str, str]]:
    """As events hold them: with all options, the entry code locked, and the words apart."""
    limits.check_words(settings)
    return words.set_apart(conditions.locked(_with_all_options(settings), code, tournament_id), tournament_id)


def _with_all_options(settings: Settings) -> Settings:
    """*settings* with the game's options checked and complete."""
    catalogue.game(settings.game)
    try:
        options = parse_options(GAMES[settings.game], settings.options)
    except Rejected as rejected:
        raise Refused(rejected.code, rejected.reason) from rejected
    return replace(settings, options=to_builtins(options))


def _user(user_id: int) -> User:
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise Refused("unknown_user", _("There is no such player."))
    return user
