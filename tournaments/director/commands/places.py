"""Where matches are played, and reports of those that are played with real cards. Each request is one transaction."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director.commands import callers, desk, rounds
from tournaments.director.errors import NotAllowed, Refused, WrongStatus
from tournaments.director.state.facts import Round
from tournaments.director.state.places import MatchPlaced
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.commands import command_for
from tournaments.tables import services as tables


def place(*, tournament_id: str, by: int, match: str, in_room: bool, command: str | None = None) -> None:
    """Have *match*, whose table has not begun, played with real cards, or here."""
    callers.count(by)
    decided: list[Sequence[Event]] = []

    def decide(tournament: Tournament) -> Sequence[Event]:
        decided.append(events_of(tournament))
        return decided[-1]

    def events_of(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        _check_open(tournament, match)
        if tournament.is_in_room(match) == in_room:
            return ()
        if match in desk.context(tournament).begun:
            raise WrongStatus("playing", _("That match has begun and must be finished first."))
        if in_room and _has_bots(tournament, match):
            raise Refused("bots_play_here", _("A bot plays in this match: it holds no cards."), field="in_room")
        return (MatchPlaced(match, in_room),)

    def attempt() -> None:
        with transaction.atomic():
            decided.clear()
            TOURNAMENTS.carry_out(
                tournament_id, decide, actor=by, command=command_for(command, "place", match, in_room)
            )
            if decided and decided[-1]:  # else it was so, or this was asked before
                rounds.place(TOURNAMENTS.current(tournament_id), match)

    TOURNAMENTS.repeat(attempt)


def settle(*, tournament_id: str, by: int, match: str, seen: int | None = None, command: str | None = None) -> None:
    """Confirm what a player has reported of *match*, as an organiser who does not play in it and saw it at event
    *seen* of its table."""
    callers.count(by)
    tournament = TOURNAMENTS.current(tournament_id).state
    callers.check_directs(tournament, by)
    paired = _round_of(tournament, match)

    def check() -> None:
        _check_open(tournament, match)
        if any(by in tournament.entries[entry].users for entry in paired.entries_of(match)):
            raise NotAllowed("own_match", _("You play in this match: another organiser has to confirm it."))

    tables.settle_report(table_id=paired.tables[match], user_id=by, check=check, seen=seen, command=command)


def _has_bots(tournament: Tournament, match: str) -> bool:
    paired = tournament.round_of(match)
    users = [user for entry in (paired.seated(match) if paired else ()) for user in tournament.entries[entry].users]
    return User.objects.filter(pk__in=users).exclude(bot_level="").exists()


def _round_of(tournament: Tournament, match: str) -> Round:
    paired = tournament.round_of(match)
    if paired is None or match not in paired.tables:
        raise Refused("unknown_match", _("That match is not part of this tournament."), field="match")
    return paired


def _check_open(tournament: Tournament, match: str) -> None:
    if tournament.status != "running" or match in _round_of(tournament, match).played.results:
        raise WrongStatus("not_playing", _("None of that is still to be played."))
