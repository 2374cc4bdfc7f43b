"""What is known of somebody who would like to enter, and what the conditions say to it."""

from accounts.models import User
from tournaments.director.commands import clubs
from tournaments.director.policy.conditions import Candidate, Verdict, verdicts
from tournaments.director.policy.decisions import rating_of
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.platform.units import DAY
from tournaments.ratings import selectors as ratings


def known(tournament: Tournament, user: User, *, code: str | None = None, waived: bool = False) -> Candidate:
    """*user* as a candidate; a newcomer has the rating that everybody begins with."""
    game = tournament.settings.game
    standing = ratings.rating_of(user.pk, game)
    joined = int(user.date_joined.timestamp() * 1_000)
    return Candidate(
        is_bot=bool(user.house_level),
        is_program=user.is_program,
        is_guest=user.is_guest,
        rating=rating_of([user.pk], ratings.entry_ratings(game, [user.pk])),
        tables=standing.tables if standing else 0,
        days=max(0, sources.now_ms() - joined) // DAY,
        code=code,
        is_invited=user.pk in tournament.invited,
        waived=waived,
        is_member=clubs.is_member(tournament.settings.club, user.pk),
    )


def told(tournament_id: str, user: User, *, code: str | None = None) -> tuple[Verdict, ...]:
    """Every condition with its verdict for *user*, before they enter."""
    tournament = TOURNAMENTS.current(tournament_id).state
    return verdicts(tournament_id, tournament.settings, known(tournament, user, code=code))
