"""What the events of a ladder come to. Pure."""

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from engine.events import Event
from tournaments.leagues.ladders.events import (
    Answered,
    AwaySet,
    Challenged,
    Closed,
    Ended,
    Joined,
    Left,
    Opened,
    Ruled,
    TableOpened,
    TimeAgreed,
    TimeDeclined,
    TimeProposed,
)
from tournaments.leagues.ladders.ladder import Away, Challenge, Ladder, Proposal, Reign
from tournaments.leagues.rules import positions
from tournaments.leagues.rules.positions import Order
from tournaments.leagues.rules.reasons import pair


def fold(events: Iterable[tuple[Event, int]], start: Ladder, seq: int) -> Ladder:
    """*start* after *events*, each with the epoch ms of its recording; *seq* is the last one's."""
    after = reduce(lambda ladder, told: _reordered(ladder, _after(ladder, *told), told[1], seq), events, start)
    return replace(after, seq=seq)


def _after(ladder: Ladder, event: Event, at: int) -> Ladder:
    match event:
        case Opened():
            return replace(ladder, facts=event, opened_at=at)
        case Closed():
            return replace(ladder, closed_at=at)
        case Joined(user=user):
            return replace(ladder, order=(*ladder.order, user))
        case Left(user=user):
            return _left(ladder, user, at)
        case AwaySet():
            return _away_set(ladder, event, at)
        case Challenged():
            return _with(ladder, _challenged(event, at))
        case Ruled():
            return _ruled(ladder, event, at)
        case Ended():
            return _ended(ladder, event, at)
        case Answered():
            return _answered(ladder, event, at)
        case TimeProposed() | TimeDeclined() | TimeAgreed() | TableOpened():
            return _with(ladder, _appointed(ladder.challenges[event.challenge], event, at))
    raise TypeError(f"no event of a ladder: {event!r}")


def _reordered(before: Ladder, after: Ladder, at: int, seq: int) -> Ladder:
    """*after*, with what follows from another order: since when each stands there, and who is first."""
    if before.order == after.order:
        return after
    places = {user: place for place, user in enumerate(before.order)}
    moved = {
        user: before.moved.get(user, at) if places.get(user) == place else at for place, user in enumerate(after.order)
    }
    reigns = after.reigns
    if before.order[:1] != after.order[:1]:
        if before.order:
            reigns = (*reigns[:-1], replace(reigns[-1], until=at))
        if after.order:
            reigns = (*reigns, Reign(after.order[0], at, seq))
    return replace(after, moved=moved, reigns=reigns)


def _with(ladder: Ladder, challenge: Challenge) -> Ladder:
    return replace(ladder, challenges={**ladder.challenges, challenge.id: challenge})


def _challenged(event: Challenged, at: int) -> Challenge:
    return Challenge(
        event.challenge,
        event.challenger,
        event.defender,
        event.others,
        at,
        event.respond_by,
        in_room=event.in_room,
        told_at=at,
    )


def _answered(ladder: Ladder, event: Answered, at: int) -> Ladder:
    challenge = ladder.challenges[event.challenge]
    if event.user != challenge.defender:
        others = tuple(user for user in challenge.others if user != event.user)
        return _with(ladder, replace(challenge, others=others))
    if event.answer == "accept":
        return _with(ladder, replace(challenge, status="accepted", play_by=event.play_by))
    if event.answer == "pass":
        ladder = replace(ladder, passed={**ladder.passed, event.user: at})
        return _with(ladder, replace(challenge, passed=True))
    return ladder


def _appointed(
    challenge: Challenge, event: TimeProposed | TimeDeclined | TimeAgreed | TableOpened, at: int
) -> Challenge:
    match event:
        case TimeProposed(user=user, time=time, in_room=in_room):
            return replace(challenge, proposals=(*challenge.proposals, Proposal(user, time, at, in_room)))
        case TimeDeclined(user=user):
            return replace(challenge, declined=(*challenge.declined, (user, at)))
        case TimeAgreed(time=time):
            in_room = challenge.offer.in_room if challenge.offer else challenge.in_room
            return replace(challenge, status="agreed", time=time, in_room=in_room, told_at=at)
        case TableOpened(table=table):
            return replace(challenge, status="playing", table=table)


def _left(ladder: Ladder, user: int, at: int) -> Ladder:
    order = tuple(each for each in ladder.order if each != user)
    left = replace(ladder, order=order)
    return _back(left, user, at) if user in ladder.away else left


def _away_set(ladder: Ladder, event: AwaySet, at: int) -> Ladder:
    if not event.away:
        return _back(ladder, event.user, at)
    known = ladder.away.get(event.user)
    away = Away(known.since if known else at, event.until, event.cause)
    return replace(ladder, away={**ladder.away, event.user: away})


def _back(ladder: Ladder, user: int, at: int) -> Ladder:
    away = {each: span for each, span in ladder.away.items() if each != user}
    spans = (*ladder.spans.get(user, ()), (ladder.away[user].since, at))
    return replace(ladder, away=away, spans={**ladder.spans, user: spans}, walkovers={**ladder.walkovers, user: 0})


def _ruled(ladder: Ladder, event: Ruled, at: int) -> Ladder:
    ruled = replace(ladder, order=event.order)
    if event.challenge is None:
        return ruled
    challenge = ruled.challenges[event.challenge]
    ended = challenge.ended_at if challenge.ended_at is not None else at
    return _with(ruled, replace(challenge, status="ended", outcome=event.outcome, ended_at=ended))


def _ended(ladder: Ladder, event: Ended, at: int) -> Ladder:
    challenge = ladder.challenges[event.challenge]
    changes = challenge.changes + (challenge.time is not None)
    over = replace(
        challenge,
        status="ended",
        outcome=event.outcome,
        table=event.table or challenge.table,
        places=event.places,
        ended_at=at,
        told_at=at,
        changes=changes,
    )
    ladder = replace(_with(ladder, over), order=_order(ladder, over), walkovers=_walkovers(ladder, over))
    if event.outcome == "void":
        return ladder
    met = {**ladder.met, pair(over.challenger, over.defender): at}
    kept = event.outcome in ("held", "forfeited")
    return replace(ladder, met=met, held={**ladder.held, over.defender: at} if kept else ladder.held)


def _order(ladder: Ladder, over: Challenge) -> Order:
    """The order after a challenge, on positions as they are now; who has left meanwhile has none."""
    rule, order = ladder.rules.rule, ladder.order
    if rule == "table" and over.places:
        return positions.seated(order, {each.user: each.place for each in over.places})
    if over.outcome not in ("won", "walkover") or not {over.challenger, over.defender} <= set(order):
        return order
    return positions.won(order, over.challenger, over.defender, rule)


def _walkovers(ladder: Ladder, over: Challenge) -> dict[int, int]:
    counts = dict(ladder.walkovers)
    if over.outcome in ("won", "held"):
        return counts | dict.fromkeys((over.challenger, over.defender), 0)
    loser = {"walkover": over.defender, "forfeited": over.challenger}.get(over.outcome or "")
    if loser is not None:
        counts[loser] = counts.get(loser, 0) + 1
    return counts
