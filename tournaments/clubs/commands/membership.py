"""Coming in and going out."""

from collections.abc import Callable, Sequence

from django.db import transaction

from engine.events import Event
from tournaments.clubs import tokens, written
from tournaments.clubs.bans import FOLLOWERS
from tournaments.clubs.choices import LONGEST_ANSWER, LONGEST_NOTE, RemovalCause
from tournaments.clubs.commands import requests
from tournaments.clubs.decisions import membership
from tournaments.clubs.gate import Action
from tournaments.clubs.state import Club
from tournaments.log import sources
from tournaments.log.commands import Command, command_for


def join(*, club_id: str, by: int, invitation: str | None = None, answer: str = "", command: str | None = None) -> Club:
    """Come in, or with the token of an *invitation* that wants consent ask to; the *answer* goes with that."""
    held = tokens.read(invitation) if invitation else None
    if held is not None:
        club_id = held.club_id
    answer, text = _worded(club_id, by, answer)

    def decide(club: Club) -> Sequence[Event]:
        return membership.join(club, by, invitation=held.id if held else None, text=text, now=sources.now_ms())

    with transaction.atomic():
        requests.hold(by)
        written.keep(text, by, answer)
        joined = requests.ask(
            club_id,
            decide,
            by=by,
            action="join",
            command=command_for(command, "join", held.id if held else None, text),
            rate="club_joins",
            invited=held is not None,
        )
        requests.check_joined(by)
        requests.check_requests(by)
    return joined


def request(*, club_id: str, by: int, answer: str = "", command: str | None = None) -> Club:
    """Ask to be let in."""
    answer, text = _worded(club_id, by, answer)

    def decide(club: Club) -> Sequence[Event]:
        return membership.request(club, by, text, now=sources.now_ms())

    with transaction.atomic():
        requests.hold(by)
        written.keep(text, by, answer)
        asked = command_for(command, "request", text)
        club = requests.ask(club_id, decide, by=by, action="request", command=asked, rate="club_requests")
        requests.check_requests(by)
    return club


def _worded(club_id: str, by: int, answer: str) -> tuple[str, str | None]:
    answer = written.normalised(answer)
    written.check(answer, LONGEST_ANSWER, "answer")
    return answer, written.text_id(f"{club_id}/answer", by, answer)


def withdraw_request(*, club_id: str, by: int, command: str | None = None) -> Club:
    """Withdraw the own request. A user who has asked can do so even if they no longer see the club; to others it is not
    there then."""
    return requests.ask(
        club_id,
        lambda club: membership.withdraw_request(club, by),
        by=by,
        action="join",
        command=command_for(command, "withdraw request"),
        invited=lambda club: by in club.requests,
    )


def accept(*, club_id: str, by: int, user_id: int, command: str | None = None) -> Club:
    """Let in somebody who asked, if they have not joined too many clubs since."""
    with transaction.atomic():
        requests.hold(user_id)
        requests.check_user(user_id)

        def decide(club: Club) -> Sequence[Event]:
            return membership.accept(club, user_id, now=sources.now_ms())

        asked = command_for(command, "accept", user_id)
        club = requests.ask(club_id, decide, by=by, action="accept", subject=user_id, command=asked)
        requests.check_joined(user_id)
    return club


def decline(*, club_id: str, by: int, user_id: int, command: str | None = None) -> Club:
    asked = command_for(command, "decline", user_id)
    return _on(club_id, by, user_id, "decline", lambda club: membership.decline(club, user_id), asked)


def leave(*, club_id: str, by: int, command: str | None = None) -> Club:
    return requests.ask(
        club_id,
        lambda club: membership.leave(club, by),
        by=by,
        action="leave",
        command=command_for(command, "leave"),
    )


def remove(
    *,
    club_id: str,
    by: int,
    user_id: int,
    cause: RemovalCause,
    note: str = "",
    ban_until: int | None = None,
    command: str | None = None,
) -> Club:
    """Put somebody out, and with *ban_until* (epoch ms) keep them out; the *note* is for organisers and for them."""
    note = written.normalised(note)
    written.check(note, LONGEST_NOTE, "note")
    text = written.text_id(f"{club_id}/removal of {user_id}", by, note)

    def decide(club: Club) -> Sequence[Event]:
        return membership.remove(club, user_id, cause, text, ban_until, now=sources.now_ms())

    with transaction.atomic():
        requests.check_known(user_id)
        written.keep(text, by, note)
        action = _GATE[ban_until is not None]
        club = _on(
            club_id, by, user_id, action, decide, command_for(command, "remove", user_id, cause, text, ban_until)
        )
    if ban_until is not None:
        for follow in FOLLOWERS:
            follow(club_id, user_id)
    return club


_GATE: dict[bool, Action] = {False: "remove", True: "ban"}


def lift(*, club_id: str, by: int, user_id: int, command: str | None = None) -> Club:
    asked = command_for(command, "lift", user_id)
    return _on(club_id, by, user_id, "lift", lambda club: membership.lift(club, user_id), asked)


def _on(
    club_id: str,
    by: int,
    user_id: int,
    action: Action,
    decide: Callable[[Club], Sequence[Event]],
    command: Command,
) -> Club:
    """What *by* does to *user_id*."""
    return requests.ask(club_id, decide, by=by, action=action, subject=user_id, command=command)
