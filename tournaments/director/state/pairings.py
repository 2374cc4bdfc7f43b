"""Rounds that are paired by hand."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from tournaments.director.state.events import Match
from tournaments.director.state.facts import Round
from tournaments.pairing import record
from tournaments.pairing.draw import Bye


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: str
    entries: tuple[int, ...]


def with_matches(paired: Round, contests: Sequence[Contest]) -> Round:
    """The facts of a round with those of *contests* that it does not know."""
    made = (
        record.Match(one.match, one.entries, _teams(paired, one), _key(paired, at))
        for at, one in enumerate(contests, start=1)
    )
    return replace(paired, also=(*paired.also, *(match for match in made if not paired.knows(match.match))))


def paired_as(paired: Round, contests: Sequence[Contest], rests: tuple[int, ...]) -> Round:
    drawn = {match.match: match for match in paired.drawn.matches}
    rested = {bye.entry: bye for bye in paired.drawn.byes}
    matches = tuple(
        drawn.get(one.match) or Match(one.match, one.entries, teams=_teams(paired, one), key=_key(paired, at))
        for at, one in enumerate(contests, start=1)
    )
    byes = tuple(rested.get(entry, Bye(entry)) for entry in rests)
    known = {match.match: match for match in paired.played.matches}
    played = tuple(
        known.get(match.match) or record.Match(match.match, match.entries, match.teams, match.key) for match in matches
    )
    names = {match.match for match in matches}
    results = {name: made for name, made in paired.played.results.items() if name in names}
    results |= {
        result.match: result.marks for result in reversed(paired.recorded) if result.match in names - known.keys()
    }
    return replace(
        paired,
        drawn=replace(paired.drawn, matches=matches, byes=byes),
        played=replace(paired.played, matches=played, byes=rests, results=results),
    )


def _key(paired: Round, number: int) -> str:
    return f"R{paired.drawn.round}.{number}"


def _teams(paired: Round, contest: Contest) -> tuple[tuple[int, ...], ...]:
    """The seats that play together at tables of that size."""
    return next((each.teams for each in paired.drawn.matches if len(each.entries) == len(contest.entries)), ())


def contests_of(paired: Round) -> Iterator[Contest]:
    """The round as it is paired now."""
    return (Contest(match.match, match.entries) for match in paired.drawn.matches)
