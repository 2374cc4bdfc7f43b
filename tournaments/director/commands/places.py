"""Where matches are played, and reports of those that are played with real cards. Each request is one transaction."""

from collections.abc import Sequence

from django.db import transaction

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director.commands import callers, desk, rounds
from tournaments.director.errors import NotAllowed, Refused, WrongStatus
from tournaments.director.state.places import MatchPlaced
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.commands import command_for
from tournaments.tables import services as tables


def place(*, tournament_id: str, by: int, match: str, in_room: bool, command: str | None = None) -> None:
    """Have *match*, whose table has not begun, played with real cards, or here."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        _check_open(tournament, match)
        if tournament.placed.get(match, tournament.settings.in_room) == in_room:
            return ()
        if match in desk.context(tournament).begun:
            raise WrongStatus("playing", _("That match has begun and must be finished first."))
        return (MatchPlaced(match, in_room),)

    def attempt() -> None:
        with transaction.atomic():
            before = TOURNAMENTS.current(tournament_id).state.seq
            TOURNAMENTS.carry_out(
                tournament_id, decide, actor=by, command=command_for(command, "place", match, in_room)
            )
            folded = TOURNAMENTS.current(tournament_id)
            if folded.state.seq > before:
                rounds.place(folded, match)

    TOURNAMENTS.repeat(attempt)


def settle(*, tournament_id: str, by: int, match: str, command: str | None = None) -> None:
    """Confirm what a player has reported of *match*, as an organiser who does not play in it."""
    callers.count(by)
    tournament = TOURNAMENTS.current(tournament_id).state
    callers.check_directs(tournament, by)
    _check_open(tournament, match)
    paired = tournament.round_of(match)
    assert paired is not None  # noqa: S101  it is open
    if any(by in tournament.entries[entry].users for entry in paired.entries_of(match)):
        raise NotAllowed("own_match", _("You play in this match: another organiser has to confirm it."))
    tables.settle_report(table_id=paired.tables[match], user_id=by, command=command)


def _check_open(tournament: Tournament, match: str) -> None:
    paired = tournament.round_of(match)
    if paired is None or match not in paired.tables:
        raise Refused("unknown_match", _("That match is not part of this tournament."), field="match")
    if tournament.status != "running" or match in paired.played.results:
        raise WrongStatus("not_playing", _("None of that is still to be played."))
