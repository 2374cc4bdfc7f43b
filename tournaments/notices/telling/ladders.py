"""What the events of a challenge ladder tell. Pure."""

from engine.events import Event
from tournaments.clubs.state import Club
from tournaments.leagues.ladders import events as e
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.notices.told import Over, Telling, Told, to

DISPUTED = ("result_disputed",)
OPEN = ("challenged", "challenge_answered", "time_proposed", "appointment", "deadline", "table_open", *DISPUTED)
"""What is about a challenge that has not ended."""


def of_ladder(event: Event, ladder: Ladder, *, actor: int | None) -> Telling:
    """What follows from *event*, done by *actor*, on *ladder* as it is after it."""
    match event:
        case e.Ruled():
            return _ruled(event, ladder)
        case e.Challenged() | e.Answered() | e.TimeProposed() | e.TimeDeclined() | e.TimeAgreed():
            return _of_appointment(event, ladder.challenges[event.challenge], ladder)
        case e.TableOpened(challenge=key, table=table):
            challenge = ladder.challenges[key]
            told = _told("table_open", challenge, ladder, challenge.players, table=table)
            return Telling((told,), (Over(("appointment", "deadline"), key),))
        case e.Ended(challenge=key, outcome=outcome):
            return _ended(ladder.challenges[key], outcome, ladder)
    return Telling()


def appointment(challenge: Challenge, ladder: Ladder) -> Told:
    """A quarter of an hour before the agreed time."""
    return _told("appointment", challenge, ladder, challenge.players, due=challenge.time, at=challenge.time)


def deadline(challenge: Challenge, ladder: Ladder) -> Told | None:
    """A day before somebody loses by doing nothing."""
    if challenge.status == "asked":
        until = challenge.respond_by
        return _told("deadline", challenge, ladder, to(challenge.defender), due=until, until=until, what="answer")
    if challenge.status == "accepted":
        until = challenge.play_by or 0
        return _told("deadline", challenge, ladder, challenge.players, due=until, until=until, what="play")
    return None


def disputed(challenge: Challenge, ladder: Ladder, club: Club, *, by: int | None) -> Telling:
    """That *by* says that the reported result is wrong: to the organisers who may decide, which no player does."""
    if not challenge.is_open:
        return Telling()
    deciding = [user for user in club.members if club.has_duty(user, "ladders") and user not in challenge.players]
    return Telling((_told("result_disputed", challenge, ladder, to(*deciding), by=by),))


def _of_appointment(
    event: e.Challenged | e.Answered | e.TimeProposed | e.TimeDeclined | e.TimeAgreed,
    challenge: Challenge,
    ladder: Ladder,
) -> Telling:
    match event:
        case e.Challenged(challenger=challenger, respond_by=respond_by, in_room=in_room):
            users = to(challenge.defender, *challenge.others)
            told = _told("challenged", challenge, ladder, users, by=challenger, until=respond_by, in_room=in_room)
            return Telling((told,))
        case e.Answered(user=user, answer=answer):
            others = to(*challenge.players, apart_from=user)
            told = _told("challenge_answered", challenge, ladder, others, by=user, answer=answer)
            return Telling((told,), (Over(("challenged", "deadline"), challenge.id, (user,)),))
        case e.TimeProposed(user=user, time=time, in_room=in_room):
            others = to(*challenge.players, apart_from=user)
            told = _told("time_proposed", challenge, ladder, others, by=user, at=time, in_room=in_room)
            return Telling((told,), (Over(("time_proposed",), challenge.id),))
    user = event.user
    facts = (
        {"answer": "time_agreed", "at": event.time} if isinstance(event, e.TimeAgreed) else {"answer": "time_declined"}
    )
    told = _told("challenge_answered", challenge, ladder, to(*challenge.players, apart_from=user), by=user, **facts)
    done = ("time_proposed", "deadline") if isinstance(event, e.TimeAgreed) else ("time_proposed",)
    return Telling((told,), (Over(done, challenge.id),))


def _ended(challenge: Challenge, outcome: str, ladder: Ladder) -> Telling:
    """Who played knows the result; who lost or won by waiting is told."""
    over = (Over(OPEN, challenge.id),)
    if outcome in ("won", "held"):
        return Telling(over=over)
    return Telling((_told("challenge_ended", challenge, ladder, challenge.players, outcome=outcome),), over)


def _ruled(event: e.Ruled, ladder: Ladder) -> Telling:
    """To those whose challenge was decided; without one, to all on the ladder, whose order it is."""
    challenge = ladder.challenges.get(event.challenge or "")
    users = to(*(challenge.players if challenge else event.order), apart_from=event.by)
    facts = {"club": ladder.rules.club, "ladder": ladder.id, "title": ladder.rules.title, "by": event.by}
    told = Told(kind="ruling", users=users, subject=ladder.id, facts=facts, club=ladder.rules.club)
    over = (Over(OPEN, challenge.id),) if challenge and event.outcome else ()
    return Telling((told,), over)


def _told(
    kind: str, challenge: Challenge, ladder: Ladder, users: tuple[int, ...], due: int | None = None, **facts: object
) -> Told:
    where = {"club": ladder.rules.club, "ladder": ladder.id, "title": ladder.rules.title, "challenge": challenge.id}
    who = {"players": list(challenge.players), "game": ladder.rules.game}
    return Told(
        kind=kind, users=users, subject=challenge.id, facts=where | who | facts, club=ladder.rules.club, due=due
    )
