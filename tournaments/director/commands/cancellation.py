"""Requests that end a tournament before its end."""

from collections.abc import Sequence

from django.db import transaction

from engine.events import Event
from tournaments.director.commands import callers, own_match, rounds
from tournaments.director.policy import decisions
from tournaments.director.state.events import CancelReason
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.commands import command_for
from tournaments.platform import valkey
from tournaments.ratings import services as ratings
from tournaments.tables import selectors as tables

CALL_OFF = "director.call_off"

ABORTED_AT_ONCE = 40
"""More tables of a cancelled tournament are aborted by a worker, this many at a time."""


def cancel(
    *, tournament_id: str, by: int | None, reason: CancelReason = "organiser", command: str | None = None
) -> None:
    """Call it off, and with it the tables that are being played, many of them by a worker: they are not rated."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        own_match.check_cancelling(tournament, by)
        return decisions.cancel(tournament, reason)

    with transaction.atomic():
        asked = command_for(command, "cancel", reason)
        left = rounds.left_over(TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=asked))
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


def unrate(*, tournament_id: str, by: int, command: str | None = None) -> None:
    """Take the whole tournament out of the site's ratings: what has been played, soon afterwards, and what will be."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        return decisions.unrate(tournament, by=by, by_staff=callers.is_staff(by))

    with transaction.atomic():
        before = TOURNAMENTS.current(tournament_id).state.unrated
        after = TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "unrate"))
        if not before:
            _take_out(after)


def _take_out(tournament: Tournament) -> None:
    """Of a table that ends from now on the settlement knows; it waits for this transaction."""
    matches = [match.match for paired in tournament.rounds for match in paired.played.matches]
    for table in tables.of_matches(matches):
        if table.status == "finished":
            ruling = f"{tournament.id}/unrated"
            ratings.ask_correction(table=table.id, places=None, ruling=ruling, occasion="unrated", reach="site")


def give_up(*, tournament_id: str) -> None:
    """Call off what can never start; does nothing if it has started meanwhile."""
    TOURNAMENTS.carry_out(tournament_id, decisions.give_up, actor=None, command=None)
