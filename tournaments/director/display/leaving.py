"""What would follow from leaving a tournament: told before it is asked for."""

from typing import Literal, TypeAlias

import msgspec

from tournaments.director.state.facts import Entry
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.pairing import leaving, round_robin
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.withdrawals import stands
from tournaments.tables import selectors as table_selectors

Left: TypeAlias = Literal["missed", "reported", "resigned", "over", "none"]
"""What becomes of the table that waits for somebody who leaves: their match is missed, is decided by what was reported,
or they resign; it was over, or there is none."""
_LEFT: dict[str, Left] = {"open": "reported", "playing": "resigned"}


class Leaving(msgspec.Struct, frozen=True):
    """Where everybody meets, with the games played by then, of all; elsewhere of none."""

    table: Left
    played: int = 0
    games: int = 0

    @property
    def annuls(self) -> bool:
        """Whether the results count for nobody any more."""
        return not stands(self.played, self.games)


def of_withdrawal(tournament_id: str, user_id: int) -> Leaving | None:
    """For *user_id*, who takes part in a tournament that is running; else ``None``."""
    tournament = TOURNAMENTS.current(tournament_id).state.current
    entry = tournament.entry_of(user_id)
    if entry is None or tournament.status != "running":
        return None
    table = _table(tournament, entry)
    if not FORMATS[tournament.settings.format].everybody_meets:
        return Leaving(table)
    played, games = _games(tournament, entry)
    return Leaving(table, played + (table not in ("missed", "none")), games)


def _table(tournament: Tournament, entry: Entry) -> Left:
    match = tournament.open_match(entry.number)
    paired = tournament.round_of(match) if match else None
    table = paired.tables.get(match) if paired and match else None
    if table is None:
        return "none"
    if table_selectors.gathering(table) is not None:
        return "missed"
    return _LEFT.get(table_selectors.summary(table).status, "over")


def _games(tournament: Tournament, entry: Entry) -> tuple[int, int]:
    """How many games *entry* has played, and how many it has in all."""
    among = next((group for group in tournament.groups if entry.number in group), tournament.seeds)
    schedule = round_robin.schedule(among, tournament.settings.cycles)
    schedule = schedule[: len(tournament.rounds)] if tournament.ended_early else schedule
    return leaving.games_of(entry.number, schedule, tournament.played)
