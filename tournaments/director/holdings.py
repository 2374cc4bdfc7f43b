"""What somebody holds in tournaments, for the rooms above: what they entered, announced, direct."""

from collections.abc import Iterator
from typing import Literal

from django.db.models import Q, QuerySet

from tournaments.director.models import Entry, Match, Tournament
from tournaments.director.state.tournament import Tournament as TournamentState
from tournaments.director.streams import TOURNAMENTS

_OPEN = ("announced", "running")


def entered_by(user_id: int) -> list[str]:
    """The tournaments that are not over in which *user_id* has an entry."""
    rows = Entry.objects.filter(users__contains=[user_id], withdrawn=False, tournament__status__in=_OPEN)
    return list(rows.order_by("tournament").values_list("tournament", flat=True).distinct())


def ahead_in_club(user_id: int, club_id: str) -> list[str]:
    """The tournaments of a club that have not started and in which *user_id* has an entry, or waits for one or for
    partners."""
    rows = Tournament.objects.filter(club=club_id, status="announced").order_by("pk").values_list("pk", flat=True)
    states = ((pk, TOURNAMENTS.current(pk).state) for pk in rows)
    return [pk for pk, tournament in states if tournament.entry_of(user_id) or proposals_with(tournament, user_id)]


def proposals_with(tournament: TournamentState, user_id: int) -> list[int]:
    """The teams that have not come about and were to have *user_id*."""
    return [number for number, each in tournament.proposals.items() if user_id in each.users]


def clubs_ahead() -> list[str]:
    """The clubs that have tournaments which have not started."""
    rows = Tournament.objects.filter(club__isnull=False, status="announced").order_by("club")
    return [str(club) for club in rows.values_list("club", flat=True).distinct()]


def announced_by(user_id: int) -> list[str]:
    """The tournaments of *user_id* that have not started; those of a club are the club's."""
    rows = Tournament.objects.filter(organiser=user_id, status="announced", club=None)
    return list(rows.values_list("pk", flat=True))


def organised_with(user_id: int) -> list[str]:
    """The tournaments of others that *user_id* directs too, or is asked to."""
    rows = Tournament.objects.filter(Q(organisers__contains=[user_id]) | Q(asked__contains=[user_id]))
    return list(rows.order_by("pk").values_list("pk", flat=True))


def directed(user_id: int) -> Iterator[tuple[str, Literal["organiser", "co-organiser", "asked"]]]:
    """The tournaments that *user_id* announced, directs too, or is asked to, each with which of these."""
    rows = Tournament.objects.filter(
        Q(organiser=user_id) | Q(organisers__contains=[user_id]) | Q(asked__contains=[user_id])
    )
    for pk, organiser, others in rows.order_by("pk").values_list("pk", "organiser", "organisers").iterator():
        yield pk, "organiser" if organiser == user_id else "co-organiser" if user_id in others else "asked"


def directs_match(match_id: str, user_id: int) -> bool:
    """Whether *user_id* directs the tournament to which a match belongs."""
    return directed_by(user_id).filter(pk=match_id).exists()


def directed_by(user_id: int) -> QuerySet[Match, str]:
    """The matches of the tournaments that *user_id* directs."""
    rows = Match.objects.filter(Q(tournament__organiser=user_id) | Q(tournament__organisers__contains=[user_id]))
    return rows.values_list("pk", flat=True)
