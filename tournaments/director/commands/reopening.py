"""Matches that wait for a result again, because of a ruling: their tables. Part of the caller's transaction."""

from collections.abc import Callable, Iterator

from tournaments.director.policy import pairing
from tournaments.director.state import settings as limits
from tournaments.director.state.facts import Round, Until
from tournaments.director.state.standing import unfinished
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.log.folds import Folded
from tournaments.tables import selectors as table_selectors


def reopen(folded: Folded[Tournament], open_table: Callable[[Tournament, str], str]) -> Folded[Tournament]:
    """A table for each match that waits for a result and has none that could bring it."""
    tournament = folded.state
    matches = dict(waiting(tournament))
    found = {table.id: table for table in table_selectors.of_matches(matches)}
    for match, paired in matches.items():
        table = paired.tables.get(match)
        if table is None or table in paired.void or table not in found or found[table].status == "aborted":
            opened = {match: open_table(folded.state, match)}
            named = pairing.open_tables(folded.state, opened, until(folded.state, paired, match))
            folded = TOURNAMENTS.append(tournament.id, folded, named)
    return folded


def waiting(tournament: Tournament) -> Iterator[tuple[str, Round]]:
    for match in unfinished(tournament):
        paired = tournament.round_of(match)
        if paired is not None:
            yield match, paired


def until(tournament: Tournament, paired: Round, match: str) -> Until:
    """A table of *match* that is opened later has as much time as the round had."""
    now, settings = sources.now_ms(), tournament.settings
    deadline = paired.until_of(match).deadline
    own = None if deadline is None else max(deadline, now + (paired.drawn.deadline or deadline) - paired.at)
    return Until(own, now + limits.grace_minutes(settings) * 60_000)
