"""A round robin that somebody has left, as it counts: what was recorded, annulled or forfeited by the rule."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, TypeAlias, cast

from msgspec.structs import replace

from tournaments.pairing.record import Absence, Round
from tournaments.pairing.withdrawals import Code, Game, settle

Pair: TypeAlias = tuple[int, int]


def counted(
    schedule: Sequence[Sequence[Pair]], rounds: Sequence[Round], withdrawn: Collection[int]
) -> tuple[Round, ...]:
    """*rounds* after *withdrawn* have left; *schedule* has all pairs of all planned rounds.

    Matches of who is annulled count for nobody, and neither do the rounds in which they would have met somebody. Where
    the results stand, and opponents not met any more win by forfeit.
    """
    games = [_game(pair, rounds, number) for number, pairs in enumerate(schedule) for pair in pairs]
    settled = iter(settle(games, withdrawn))
    after = [[next(settled) for _pair in pairs] for pairs in schedule]
    return tuple(_round(paired, games, withdrawn) for paired, games in zip(rounds, after, strict=False))


def games_of(entry: int, schedule: Sequence[Sequence[Pair]], rounds: Sequence[Round]) -> tuple[int, int]:
    """How many of its games *entry* has played, and how many it has in all."""
    own = [_game(pair, rounds, number) for number, pairs in enumerate(schedule) for pair in pairs if entry in pair]
    return sum(game.played for game in own), len(own)


def _game(pair: Pair, rounds: Sequence[Round], number: int) -> Game:
    """The game of *pair* in the round after the first *number*, as far as it is known."""
    for match in rounds[number].matches if number < len(rounds) else ():
        if set(match.entries) == set(pair):
            made = rounds[number].results.get(match.match)
            first, second = match.entries
            codes = None if made is None else cast(tuple[Code, Code], tuple(mark.code for mark in made))
            return Game((first, second), codes)
    return Game(pair)


def _round(paired: Round, games: Iterable[Game], withdrawn: Collection[int]) -> Round:
    made = {frozenset(match.entries): match.match for match in paired.matches}
    annulled, idle, absences = set(paired.annulled), set(withdrawn), {**paired.absences}
    seated = {entry for match in paired.matches for entry in match.entries}
    for game in games:
        if (match := made.get(frozenset(game.entries))) is not None:
            annulled |= set() if game.counts else {match}
        elif not game.counts:
            idle |= {*game.entries}
        elif game.codes is not None and seated.isdisjoint(game.entries):  # else the round was paired by hand
            absences |= _forfeited(game)
    rested = (entry for entry in paired.byes if entry not in idle and entry not in absences)
    return replace(
        paired,
        byes=tuple(rested),
        absences=absences,
        annulled=frozenset(annulled),
        idle=frozenset(idle - seated - absences.keys()),
    )


def _forfeited(game: Game) -> dict[int, Absence]:
    first, second = game.entries
    one, two = cast(tuple[Literal["+", "-"], Literal["+", "-"]], game.codes)
    return {first: Absence(one, (second,)), second: Absence(two, (first,))}
