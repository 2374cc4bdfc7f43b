"""What pages of tables show of the tournament that a match belongs to."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.director import sight
from tournaments.director.display.shapes import Contest, MatchInfo
from tournaments.director.models import Match as MatchRow
from tournaments.director.models import Round as RoundRow
from tournaments.director.selectors import detail, summarised

__all__ = ["Contest", "contest", "knows", "match", "rounds_of"]


def contest(match_id: str) -> Contest | None:
    """What a match belongs to."""
    row = MatchRow.objects.select_related("tournament__title").filter(pk=match_id).first()
    if row is None:
        return None
    paired = RoundRow.objects.filter(tournament=row.tournament_id, number=row.round)
    grace = row.grace or paired.values_list("grace", flat=True).first()
    return Contest(summarised(row.tournament), row.round, grace, row.tournament.private)


def knows(contest: Contest, user: User | AnonymousUser) -> bool:
    """Whether *user* may be told which tournament that is: of a private one who directs it, is asked to it or has been
    in it."""
    if not contest.private or user.is_staff:
        return True
    if user.pk is None:
        return False
    return sight.known_to(user.pk).filter(pk=contest.tournament.id).exists()


def match(contest: Contest, match_id: str) -> MatchInfo | None:
    """A match as it stands now."""
    return detail(contest.tournament.id).matches.get(match_id)


def rounds_of(match_ids: Iterable[str]) -> dict[str, tuple[str, int]]:
    """The name of its tournament and the round, for each match."""
    rows = MatchRow.objects.filter(pk__in=list(match_ids))
    return {row.id: (str(row.tournament), row.round) for row in rows.select_related("tournament__title")}
