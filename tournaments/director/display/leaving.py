"""What would follow from leaving a tournament: told before it is asked for."""

import msgspec

from tournaments.director.streams import TOURNAMENTS
from tournaments.pairing import leaving, round_robin
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.withdrawals import stands
from tournaments.tables import selectors as table_selectors


class Leaving(msgspec.Struct, frozen=True):
    """Where everybody meets: the games played by then, of all."""

    played: int
    games: int

    @property
    def annuls(self) -> bool:
        """Whether the results count for nobody any more."""
        return not stands(self.played, self.games)


def of_withdrawal(tournament_id: str, user_id: int) -> Leaving | None:
    """For *user_id*, who is entered; ``None`` where results always stand.

    A table that is being played is resigned, and has been played then.
    """
    tournament = TOURNAMENTS.current(tournament_id).state.current
    entry = tournament.entry_of(user_id)
    meets = FORMATS[tournament.settings.format].everybody_meets
    if entry is None or not meets or tournament.status != "running":
        return None
    among = next((group for group in tournament.groups if entry.number in group), tournament.seeds)
    schedule = round_robin.schedule(among, tournament.settings.cycles)
    schedule = schedule[: len(tournament.rounds)] if tournament.ended_early else schedule
    played, games = leaving.games_of(entry.number, schedule, tournament.played)
    match = tournament.open_match(entry.number)
    paired = tournament.round_of(match) if match else None
    table = paired.tables.get(match) if paired and match else None
    begun = table is not None and table_selectors.gathering(table) is None
    return Leaving(played + begun, games)
