"""What follows from a request on a challenge ladder, or the refusal. Pure."""

from collections.abc import Sequence
from typing import Final

from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.leagues.errors import NotAllowed, Refused, UnknownChallenge, WrongStatus
from tournaments.leagues.ladders.deadlines import ending
from tournaments.leagues.ladders.events import (
    Answer,
    Answered,
    AwaySet,
    Challenged,
    Closed,
    Joined,
    Left,
    LeftCause,
    Ruled,
    TimeAgreed,
    TimeDeclined,
    TimeProposed,
)
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.ladders.words import OBSTACLES
from tournaments.leagues.rules import absence, deadlines
from tournaments.leagues.rules.deadlines import Outcome

MOST: Final = 500
"""On one ladder."""


def require_open(ladder: Ladder) -> None:
    if ladder.closed_at is not None:
        raise WrongStatus("ladder_closed", _("This ladder has been closed."))


def join(ladder: Ladder, user: int) -> Sequence[Event]:
    if user in ladder.order:
        return ()
    require_open(ladder)
    if len(ladder.order) >= MOST:
        raise Refused("full", _("The ladder is full."))
    return (Joined(user),)


def leave(ladder: Ladder, user: int, cause: LeftCause) -> Sequence[Event]:
    """Out, and those below close up. Who goes by their own will loses what is open; what is open is void for others."""
    if user not in ladder.order:
        return ()
    ended: list[Event] = []
    for challenge in ladder.open_challenges:
        if challenge.challenger == user:
            ended += ending(ladder, challenge, "forfeited" if cause == "own" else "void")
        elif challenge.defender == user:
            ended += ending(ladder, challenge, "walkover" if cause == "own" else "void")
        elif user in challenge.others:
            ended.append(Answered(challenge.id, user, "decline", None))
    return (*(event for event in ended if not isinstance(event, AwaySet)), Left(user, cause))


def close(ladder: Ladder) -> Sequence[Event]:
    """For good; what is open is void."""
    if ladder.closed_at is not None:
        return ()
    void = (event for challenge in ladder.open_challenges for event in ending(ladder, challenge, "void"))
    return (*void, Closed())


def challenge(
    ladder: Ladder,
    challenge_id: str,
    challenger: int,
    defender: int,
    others: Sequence[int],
    *,
    now: int,
    in_room: bool = False,
) -> Sequence[Event]:
    require_open(ladder)
    obstacle = ladder.obstacle(challenger, defender, now)
    if obstacle is not None:
        raise Refused(obstacle.code, OBSTACLES[obstacle.code])
    _check_others(ladder, challenger, defender, others)
    return (Challenged(challenge_id, challenger, defender, tuple(others), now + deadlines.TO_ANSWER, in_room),)


def _check_others(ladder: Ladder, challenger: int, defender: int, others: Sequence[int]) -> None:
    wanted = ladder.rules.seats - 2
    if len(others) != wanted or len({challenger, defender, *others}) != wanted + 2:
        raise Refused("bad_others", Text(_("Name {count} others."), {"count": wanted}), field="others")
    for other in others:
        if other not in ladder.order:
            raise Refused("not_on_ladder", OBSTACLES["not_on_ladder"], field="others")
        if other in ladder.away:
            raise Refused("away", OBSTACLES["away"], field="others")


def answer(ladder: Ladder, challenge_id: str, user: int, said: Answer, *, now: int) -> Sequence[Event]:
    asked = known(ladder, challenge_id)
    if user in asked.others and said == "decline":
        return _step_back(asked, user)
    if user != asked.defender:
        raise NotAllowed("not_yours", _("Only the challenged player can answer."))
    if asked.status != "asked":
        raise WrongStatus("answered", _("This challenge has already been answered."))
    if said == "accept":
        return (Answered(asked.id, user, said, now + deadlines.TO_PLAY),)
    if said == "decline":
        return (Answered(asked.id, user, said, None), *ending(ladder, asked, "walkover"))
    free_at = ladder.passed.get(user, -deadlines.FREE_PASS) + deadlines.FREE_PASS
    if now < free_at:
        raise Refused("passed_already", _("You can pass once in 30 days."))
    return (Answered(asked.id, user, said, None), *ending(ladder, asked, "void"))


def _step_back(asked: Challenge, user: int) -> Sequence[Event]:
    if asked.status not in ("asked", "accepted", "agreed"):
        raise WrongStatus("playing", _("Its table is already open."))
    return (Answered(asked.id, user, "decline", None),)


def propose(
    ladder: Ladder, challenge_id: str, user: int, time: int, *, now: int, in_room: bool | None = None
) -> Sequence[Event]:
    """*in_room*: to play with real cards then; ``None``: as the challenger wants it."""
    asked = _waiting_for_a_time(ladder, challenge_id, user)
    in_room = asked.in_room if in_room is None else in_room
    mine = [each for each in asked.proposals if each.user == user]
    if mine and asked.offer == mine[-1] and (mine[-1].time, mine[-1].in_room) == (time, in_room):
        return ()
    if not now - 60_000 <= time:
        raise Refused("past_time", _("That time is over."), field="time")
    if asked.play_by is not None and time > asked.play_by:
        raise Refused("too_late", _("The challenge must be played before that."), field="time")
    if len(mine) >= deadlines.PROPOSALS:
        raise Refused("too_many_proposals", _("Each of you can propose three times."))
    return (TimeProposed(asked.id, user, time, in_room),)


def agree(ladder: Ladder, challenge_id: str, user: int, *, now: int) -> Sequence[Event]:
    asked = known(ladder, challenge_id)
    if asked.time is not None and asked.is_open and user in (asked.challenger, asked.defender):
        return ()
    offer = _offer(ladder, challenge_id, user)
    if offer[1] + deadlines.TO_COME < now:
        raise Refused("past_time", _("That time is over."))
    return (TimeAgreed(offer[0].id, user, offer[1]),)


def decline_time(ladder: Ladder, challenge_id: str, user: int) -> Sequence[Event]:
    return (TimeDeclined(_offer(ladder, challenge_id, user)[0].id, user),)


def _offer(ladder: Ladder, challenge_id: str, user: int) -> tuple[Challenge, int]:
    """The challenge, and the time that the other one has proposed."""
    asked = _waiting_for_a_time(ladder, challenge_id, user)
    if asked.offer is None or asked.offer.user == user:
        raise WrongStatus(
            "nothing_proposed", _("The other player has not proposed a time that is waiting for an answer.")
        )
    return asked, asked.offer.time


def _waiting_for_a_time(ladder: Ladder, challenge_id: str, user: int) -> Challenge:
    asked = known(ladder, challenge_id)
    if user not in (asked.challenger, asked.defender):
        raise NotAllowed("not_yours", _("Only the two players of the challenge can do that."))
    if asked.status != "accepted":
        raise WrongStatus("no_time_open", _("This challenge is not waiting for a time."))
    return asked


def set_away(ladder: Ladder, user: int, until: int | None, *, now: int) -> Sequence[Event]:
    """Away from now on; *until* a moment that keeps within 28 days in 180."""
    if user not in ladder.order:
        raise Refused("not_on_ladder", _("You are not on this ladder."))
    known_away = ladder.away.get(user)
    if known_away is not None and known_away.until == until:
        return ()
    since = known_away.since if known_away else now
    last = absence.over_at(ladder.spans.get(user, ()), since)
    if last <= now:
        raise Refused("away_used_up", _("You have been away for 28 days in half a year."))
    if until is not None and not now < until <= last:
        raise Refused(
            "bad_until", _("That time has already passed, or is more than 28 days in half a year."), field="until"
        )
    return (AwaySet(user, away=True, until=until, cause="own"),)


def come_back(ladder: Ladder, user: int) -> Sequence[Event]:
    return (AwaySet(user, away=False, until=None, cause="own"),) if user in ladder.away else ()


def rule(
    ladder: Ladder, *, order: Sequence[int], challenge_id: str | None, outcome: Outcome | None, by: int, text: str
) -> Sequence[Event]:
    """The order is *order* now, and a challenge has *outcome*; the *text*'s id says why."""
    if sorted(order) != sorted(ladder.order):
        raise Refused("bad_order", _("Everybody on the ladder must have exactly one place."), field="order")
    if (challenge_id is None) != (outcome is None):
        raise Refused("bad_outcome", _("A challenge must be given with its outcome."), field="outcome")
    if challenge_id is not None:
        known(ladder, challenge_id)
    return (Ruled(tuple(order), challenge_id, outcome, by, text),)


def known(ladder: Ladder, challenge_id: str) -> Challenge:
    found = ladder.challenges.get(challenge_id)
    if found is None:
        raise UnknownChallenge()
    return found


def played(ladder: Ladder, challenge_id: str, table: str, places: dict[int, int]) -> Sequence[Event]:
    """The table of a challenge is over: *places* by user; none where it was called off."""
    over = ladder.challenges.get(challenge_id)
    if over is None or not over.is_open or over.table != table:
        return ()
    if not places:
        return ending(ladder, over, "void")
    outcome = deadlines.played(over.challenger, over.defender, places)
    return ending(ladder, over, outcome, table=table, places=places)
