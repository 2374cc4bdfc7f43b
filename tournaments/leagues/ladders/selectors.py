"""Reads about challenge ladders; callers ask the gate before they show them."""

from collections.abc import Iterable

from accounts import privacy
from tournaments.leagues.errors import UnknownChallenge
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.models import Challenge as ChallengeRow
from tournaments.leagues.models import Ladder as LadderRow
from tournaments.leagues.rules.reasons import Obstacle


def ladder(ladder_id: str, *, as_of: int | None = None) -> Ladder:
    """The ladder now, or after event *as_of*; raises ``UnknownLadder``."""
    return LADDERS.current(ladder_id).state if as_of is None else LADDERS.as_of(ladder_id, as_of)


def obstacles(found: Ladder, challenger: int, *, now: int) -> dict[int, Obstacle]:
    """The first reason why *challenger* may not challenge each of those for whom there is one."""
    rules = {user: found.obstacle(challenger, user, now) for user in found.order}
    shut = wanting_none((user for user, rule in rules.items() if rule is None), challenger)
    reasons = {user: rule for user, rule in rules.items() if rule is not None}
    return reasons | dict.fromkeys(shut, Obstacle("not_open_to_you"))


def wanting_none(users: Iterable[int], challenger: int) -> set[int]:
    """Those of *users* whom *challenger* may not challenge: they chose so, or one of the two blocks the other."""
    return privacy.out_of_reach("challenges", by=challenger, to=[*users])


def over_since(challenge_ids: Iterable[str], at: int) -> set[str]:
    """Those of the challenges that had been over by *at* (epoch ms)."""
    over = ChallengeRow.objects.filter(status="ended", ended_at__lte=at)
    return set(over.filter(pk__in=list(challenge_ids)).values_list("pk", flat=True))


def of_club(club_id: str, *, closed: bool | None = None) -> list[LadderRow]:
    """The oldest first; only those that are open or *closed*, if that is said."""
    rows = LadderRow.objects.filter(club=club_id).order_by("opened_at", "id")
    return list(rows if closed is None else rows.filter(closed_at__isnull=not closed))


def challenge(challenge_id: str) -> tuple[Ladder, Challenge]:
    """A challenge, and its ladder; raises ``UnknownChallenge``."""
    row = ChallengeRow.objects.filter(pk=challenge_id).first()
    if row is None:
        raise UnknownChallenge()
    found = ladder(row.ladder)
    return found, found.challenges[challenge_id]


def ladder_of(challenge_id: str) -> str | None:
    """The ladder that a table's match is a challenge of, if it is one."""
    return ChallengeRow.objects.filter(pk=challenge_id).values_list("ladder", flat=True).first()


def of_user(user: int, *, limit: int = 50) -> list[ChallengeRow]:
    """The open challenges of *user*, the newest first."""
    rows = ChallengeRow.objects.exclude(status="ended").filter(users__contains=[user])
    return list(rows.order_by("-asked_at", "id")[:limit])


def due(now: int) -> list[str]:
    """The ladders where time brings something."""
    return list(LadderRow.objects.filter(due__lte=now).order_by("due", "id").values_list("pk", flat=True))


def with_people() -> list[str]:
    rows = LadderRow.objects.filter(closed_at__isnull=True).exclude(users=[])
    return list(rows.order_by("pk").values_list("pk", flat=True))
