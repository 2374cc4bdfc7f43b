"""What pages of clubs show of tables."""

from tournaments.clubs.choices import CLAIMANT_SAT
from tournaments.log import sources
from tournaments.tables.clubs import seats_taken


def sat_lately(club_id: str, user: int) -> bool:
    """Whether *user* sat at one of the club's tables in the last 90 days."""
    return bool(seats_taken(club_id, [user], sources.now_ms() - CLAIMANT_SAT))
