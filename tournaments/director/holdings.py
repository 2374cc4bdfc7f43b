"""What somebody holds in tournaments, for the rooms above: what they entered, announced, direct."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.director.models import Entry, Match, Tournament

_OPEN = ("announced", "running")


def entered_by(user_id: int) -> list[str]:
    """The tournaments that are not over in which *user_id* has an entry."""
    rows = Entry.objects.filter(users__contains=[user_id], withdrawn=False, tournament__status__in=_OPEN)
    return list(rows.order_by("tournament").values_list("tournament", flat=True).distinct())


def announced_by(user_id: int) -> list[str]:
    """The tournaments of *user_id* that have not started; those of a club are the club's."""
    rows = Tournament.objects.filter(organiser=user_id, status="announced", club=None)
    return list(rows.values_list("pk", flat=True))


def organised_with(user_id: int) -> list[str]:
    """The tournaments of others that *user_id* directs too, or is asked to."""
    rows = Tournament.objects.filter(Q(organisers__contains=[user_id]) | Q(asked__contains=[user_id]))
    return list(rows.order_by("pk").values_list("pk", flat=True))


def directs_match(match_id: str, user_id: int) -> bool:
    """Whether *user_id* directs the tournament to which a match belongs."""
    return directed_by(user_id).filter(pk=match_id).exists()


def directed_by(user_id: int) -> QuerySet[Match, str]:
    """The matches of the tournaments that *user_id* directs."""
    rows = Match.objects.filter(Q(tournament__organiser=user_id) | Q(tournament__organisers__contains=[user_id]))
    return rows.values_list("pk", flat=True)
