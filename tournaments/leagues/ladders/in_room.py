"""Challenges that are played with real cards: which results wait for the club's organisers, and what they decide."""

from msgspec import Struct

from engine.text import gettext_noop as _
from tournaments.leagues import requests
from tournaments.leagues.errors import NotAllowed, UnknownChallenge, WrongStatus
from tournaments.leagues.ladders import selectors
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.rules import positions
from tournaments.leagues.rules.deadlines import Outcome
from tournaments.leagues.rules.positions import Order
from tournaments.log import sources
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.reports import UNANSWERED


class Waiting(Struct, frozen=True):
    """A result that the players do not agree on, or that nobody has answered for ten minutes."""

    challenge: Challenge
    disputed: bool
    places: tuple[tuple[int, int], ...]
    """Users and their places as reported, the first one first."""
    seq: int
    """The table's event by which the report was seen."""


def waiting(ladder: Ladder) -> list[Waiting]:
    """The results of *ladder* that wait for an organiser, the oldest challenge first."""
    found = (waits(each) for each in ladder.open_challenges if each.in_room)
    return [each for each in found if each is not None]


def waits(challenge: Challenge) -> Waiting | None:
    """What is reported of *challenge*, if it waits for an organiser."""
    reported = tables.reported(challenge.table) if challenge.is_open and challenge.table else None
    if reported is None or challenge.table is None:
        return None
    report, users = reported.report, tables.summary(challenge.table).seats
    if report.disputed is None and sources.now_ms() < report.at + UNANSWERED:
        return None
    seated = [(user, place) for user, place in zip(users, report.places, strict=True) if user is not None]
    placed = tuple(sorted(seated, key=lambda each: each[1]))
    return Waiting(challenge, report.disputed is not None, placed, reported.seq)


@requests.counted
def confirm(
    *, challenge_id: str, by: int, seen: int | None = None, club_id: str | None = None, command: str | None = None
) -> None:
    """An organiser who does not play in it, and saw it at event *seen* of its table, confirms a reported result."""
    ladder, challenge = selectors.challenge(challenge_id)
    if club_id not in (None, ladder.rules.club):
        raise UnknownChallenge()
    requests.allowed(ladder.rules.club, by, "ladder_rulings")
    if by in challenge.players:
        raise NotAllowed("own_match", _("You play in this match: another organiser has to confirm it."))
    if challenge.table is None:
        raise WrongStatus("not_reported", _("Nobody has reported a result yet."))
    table_services.settle_report(table_id=challenge.table, user_id=by, seen=seen, command=command)


def order_after(ladder: Ladder, challenge: Challenge, outcome: Outcome) -> Order:
    """The order of *ladder* once *challenge* is ruled to have ended with *outcome*."""
    if outcome != "won" or not {challenge.challenger, challenge.defender} <= set(ladder.order):
        return ladder.order
    return positions.won(ladder.order, challenge.challenger, challenge.defender, ladder.rules.rule)
