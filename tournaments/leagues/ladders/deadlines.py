"""What time alone brings on a challenge ladder. Pure; times are epoch ms."""

from collections.abc import Collection, Mapping, Sequence

from engine.events import Event
from tournaments.leagues.ladders.events import AwaySet, Ended, Left, Standing
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.rules import absence, deadlines
from tournaments.leagues.rules.deadlines import Outcome


def ending(
    ladder: Ladder,
    challenge: Challenge,
    outcome: Outcome,
    *,
    table: str | None = None,
    places: Mapping[int, int] | None = None,
) -> Sequence[Event]:
    """The end of *challenge*; who so loses the second walkover running is away from then on."""
    standings = tuple(Standing(user, place) for user, place in (places or {}).items())
    ended: list[Event] = [Ended(challenge.id, outcome, table, standings)]
    loser = {"walkover": challenge.defender, "forfeited": challenge.challenger}.get(outcome)
    if loser in ladder.order and loser is not None and loser not in ladder.away and ladder.walkovers.get(loser, 0) >= 1:
        ended.append(AwaySet(loser, away=True, until=None, cause="walkovers"))
    return ended


def overdue(ladder: Ladder, now: int) -> Sequence[Event]:
    """What has come to its end by *now*: one challenge or absence, the others follow on the state after it."""
    for challenge in ladder.open_challenges:
        outcome = _outcome(challenge, now)
        if outcome is not None:
            return ending(ladder, challenge, outcome)
    for user, away in ladder.away.items():
        if now >= absence.over_at(ladder.spans.get(user, ()), away.since) and not _is_engaged(ladder, user):
            return (Left(user, "away"),)
        if away.until is not None and now >= away.until:
            return (AwaySet(user, away=False, until=None, cause="own"),)
    return ()


def _is_engaged(ladder: Ladder, user: int) -> bool:
    """Whether a challenge of theirs is still open: that ends first."""
    return any(user in challenge.players for challenge in ladder.open_challenges)


def _outcome(challenge: Challenge, now: int) -> Outcome | None:
    if challenge.status == "asked":
        return "walkover" if now >= challenge.respond_by else None
    if challenge.status == "accepted" and challenge.play_by is not None and now >= challenge.play_by:
        proposals = [(each.user, each.at) for each in challenge.proposals]
        return deadlines.unplayed(
            challenge.challenger, challenge.defender, proposals, challenge.declined, challenge.play_by
        )
    return None


def not_seated(ladder: Ladder, challenge_id: str, seated: Collection[int], *, now: int) -> Sequence[Event]:
    """A quarter of an hour after the agreed time only *seated* are at the table, which has not begun."""
    waiting = ladder.challenges.get(challenge_id)
    if waiting is None or waiting.status != "playing" or waiting.time is None:
        return ()
    if now < waiting.time + deadlines.TO_COME:
        return ()
    outcome = deadlines.not_seated(waiting.challenger, waiting.defender, seated)
    return ending(ladder, waiting, outcome or "void")


def unconfirmed(ladder: Ladder, challenge_id: str, *, now: int) -> Sequence[Event]:
    """Of a table with real cards no result has been confirmed for a week."""
    waiting = ladder.challenges.get(challenge_id)
    if waiting is None or waiting.status != "playing" or waiting.time is None:
        return ()
    return ending(ladder, waiting, "void") if now >= waiting.time + deadlines.TO_REPORT else ()


def next_at(ladder: Ladder) -> int | None:
    """The epoch ms at which time may bring something next."""
    moments: list[int | None] = []
    for challenge in ladder.open_challenges:
        moments.append(_next_of(challenge))
    for user, away in ladder.away.items():
        if not _is_engaged(ladder, user):
            moments.append(absence.over_at(ladder.spans.get(user, ()), away.since))
        moments.append(away.until)
    return min((moment for moment in moments if moment is not None), default=None)


def _next_of(challenge: Challenge) -> int | None:
    match challenge.status:
        case "asked":
            return challenge.respond_by
        case "accepted":
            return challenge.play_by
        case "agreed":
            return challenge.time and challenge.time - deadlines.TO_COME
        case "playing":
            return challenge.time and challenge.time + (deadlines.TO_REPORT if challenge.in_room else deadlines.TO_COME)
    return None
