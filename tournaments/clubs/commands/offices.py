"""Roles, handing over, claiming and closing."""

from collections.abc import Sequence

from django.db import transaction

from accounts import selectors as accounts
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.clubs import access, written
from tournaments.clubs.choices import LONGEST_NOTE, Duty
from tournaments.clubs.commands import requests
from tournaments.clubs.decisions import lapses, offices
from tournaments.clubs.errors import Refused
from tournaments.clubs.events import LookedIn, TrustSet
from tournaments.clubs.state import Club
from tournaments.log import sources
from tournaments.log.commands import command_for


def set_role(*, club_id: str, by: int, user_id: int, duties: Sequence[Duty], command: str | None = None) -> Club:
    """Give a member these *duties* and no others; their role follows from them."""

    def decide(club: Club) -> Sequence[Event]:
        return offices.set_role(club, user_id, duties=duties)

    request = command_for(command, "role", user_id, duties)
    return requests.ask(club_id, decide, by=by, action="roles", subject=user_id, command=request)


def hand_over(*, club_id: str, by: int, user_id: int, reason: str = "", command: str | None = None) -> Club:
    """The owner offers the club to a member; staff, who say why, hand it over at once."""
    reason, text = _reason(club_id, by, reason)

    def decide(club: Club) -> Sequence[Event]:
        if club.owner == by:
            return offices.offer(club, user_id, now=sources.now_ms())
        return offices.set_owner(club, user_id, _given(text))

    with transaction.atomic():
        requests.hold(user_id)
        written.keep(text, by, reason)
        asked = command_for(command, "hand over", user_id, text)
        handed = requests.ask(club_id, decide, by=by, action="hand_over", subject=user_id, command=asked)
        if handed.owner == user_id:
            requests.check_owned(user_id)
    return handed


def withdraw_offer(*, club_id: str, by: int, command: str | None = None) -> Club:
    asked = command_for(command, "withdraw offer")
    return requests.ask(club_id, offices.withdraw_offer, by=by, action="hand_over", command=asked)


def answer_offer(*, club_id: str, by: int, accepts: bool, command: str | None = None) -> Club:
    """Be the owner from now on, or not."""

    def decide(club: Club) -> Sequence[Event]:
        return offices.answer(club, by, accepts=accepts, now=sources.now_ms())

    with transaction.atomic():
        requests.hold(by)
        asked = command_for(command, "answer offer", accepts)
        answered = requests.ask(club_id, decide, by=by, action="answer_handover", command=asked)
        if accepts:
            requests.check_owned(by)
    return answered


def claim(*, club_id: str, by: int, sat_lately: bool, command: str | None = None) -> Club:
    """Ask to be the owner of a club that has none. *sat_lately*: at one of its tables in the last 90 days."""

    def decide(club: Club) -> Sequence[Event]:
        return offices.claim(club, by, sat_lately=sat_lately, now=sources.now_ms())

    return requests.ask(club_id, decide, by=by, action="claim", command=command_for(command, "claim"))


def call_owner(*, club_id: str, by: int, command: str | None = None) -> Club:
    """Say that the owner has been away for half a year; they have 30 days to come."""

    def decide(club: Club) -> Sequence[Event]:
        seen = accounts.last_seen(club.owner) if club.owner is not None else 0
        return offices.call_owner(club, seen_at=seen, now=sources.now_ms())

    return requests.ask(club_id, decide, by=by, action="call_owner", command=command_for(command, "call owner"))


def answer_call(*, club_id: str, by: int, command: str | None = None) -> Club:
    """The owner came back."""
    asked = command_for(command, "answer call")
    return requests.ask(club_id, offices.answer_call, by=by, action="roles", command=asked)


# -- closing


def close(*, club_id: str, by: int, reason: str = "", command: str | None = None) -> Club:
    """The owner: in seven days, unless they think better of it. Staff, who say why: at once."""
    reason, text = _reason(club_id, by, reason)

    def decide(club: Club) -> Sequence[Event]:
        return lapses.close(club, now=sources.now_ms()) if club.owner == by else lapses.shut(_given(text))

    with transaction.atomic():
        written.keep(text, by, reason)
        return requests.ask(club_id, decide, by=by, action="close", command=command_for(command, "close", text))


def keep_open(*, club_id: str, by: int, command: str | None = None) -> Club:
    asked = command_for(command, "keep open")
    return requests.ask(club_id, lapses.keep_open, by=by, action="close", command=asked)


def reopen(*, club_id: str, by: int, reason: str = "", command: str | None = None) -> Club:
    reason, text = _reason(club_id, by, reason)
    is_staff = access.person_of(by).is_staff

    def decide(club: Club) -> Sequence[Event]:
        as_staff = is_staff and club.owner != by
        given = _given(text) if as_staff else None
        return lapses.reopen(club, by_staff=as_staff, reason=given, now=sources.now_ms())

    with transaction.atomic():
        written.keep(text, by, reason)
        opened = requests.ask(club_id, decide, by=by, action="reopen", command=command_for(command, "reopen", text))
        if opened.owner is not None:
            requests.hold(opened.owner)
            requests.check_owned(opened.owner)
    return opened


def look_in(*, club_id: str, by: int, reason: str, command: str | None = None) -> Club:
    """Somebody of the staff says why they look into a private club: they see it for an hour, its members read why."""
    reason, text = _reason(club_id, by, reason)

    def decide(club: Club) -> Sequence[Event]:
        given = _given(text)
        return [LookedIn(by, given)] if club.founded.visibility == "private" and by not in club.members else []

    with transaction.atomic():
        written.keep(text, by, reason)
        return requests.ask(club_id, decide, by=by, action="look", command=command_for(command, "look", text))


def trust(*, club_id: str, by: int, trusted: bool, reason: str, command: str | None = None) -> Club:
    """Staff say, and why, whether what this club's rulings make of played tables counts in the site's ratings too."""
    reason, text = _reason(club_id, by, reason)

    def decide(club: Club) -> Sequence[Event]:
        given = _given(text)
        return [TrustSet(trusted, given)] if club.trusted != trusted else []

    with transaction.atomic():
        written.keep(text, by, reason)
        asked = command_for(command, "trust", trusted, text)
        return requests.ask(club_id, decide, by=by, action="trust", command=asked)


def _reason(club_id: str, by: int, reason: str) -> tuple[str, str | None]:
    reason = written.normalised(reason)
    written.check(reason, LONGEST_NOTE, "reason")
    return reason, written.text_id(f"{club_id}/reason", by, reason)


def _given(text: str | None) -> str:
    if text is None:
        raise Refused("reason_required", _("Staff say why."), field="reason")
    return text
