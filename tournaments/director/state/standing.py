"""Which matches count now: of a bracket those whose two sides are the ones who come to them. Pure."""

from collections.abc import Mapping

from tournaments.director.state.tournament import Tournament
from tournaments.pairing.brackets.played import contests


def standing(tournament: Tournament) -> frozenset[str]:
    """The matches that count: all, but where a changed result has brought others to them."""
    if tournament.settings.stages:
        return frozenset().union(*map(standing, tournament.stages))
    if not tournament.structure:
        return frozenset(match.match for paired in tournament.rounds for match in paired.played.matches)
    played = contests(tournament.structure, tournament.seeds, tournament.played)
    return frozenset(each.drawn.match for each in played.values() if each.drawn is not None)


def unfinished(tournament: Tournament) -> Mapping[str, str | None]:
    """The matches that wait for a result, with their tables."""
    counting = standing(tournament)
    return {
        match.match: paired.tables.get(match.match)
        for paired in tournament.rounds
        for match in paired.played.matches
        if match.match not in paired.played.results and match.match in counting
    }
