"""Fixed teams: how many entries a table of a game has, and which seats each of them takes there. Pure."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.game import Rejected, Teams, parse_options
from engine.registry import GAMES
from tournaments.director.state.announced import Settings

T = TypeVar("T")


def numbers(settings: Settings) -> tuple[int, ...]:
    """How many entries a table of the game may have; none where teams are wanted and it seats none of that size."""
    game = GAMES[settings.game]
    if settings.team_size == 1:
        return game.sizes
    return tuple(sorted({len(teams) for size in game.sizes for teams in _fitting(settings, size)}))


def seats(settings: Settings, entries: int) -> Teams:
    """At a table of *entries*: the seats of each, its first member's first."""
    if settings.team_size > 1:
        for teams in _fitting(settings, entries * settings.team_size):
            return teams
    return tuple((seat,) for seat in range(entries))


def seated(settings: Settings, sides: Sequence[Sequence[T]]) -> list[T]:
    """The members of *sides* in the order of the table's seats."""
    layout = seats(settings, len(sides))
    placed = {
        seat: member for own, side in zip(layout, sides, strict=True) for seat, member in zip(own, side, strict=True)
    }
    return [placed[seat] for seat in sorted(placed)]


def places(settings: Settings, made: Sequence[int]) -> tuple[int, ...]:
    """The finishing places of a table's entries, from those of its seats: partners share one."""
    if settings.team_size == 1:
        return tuple(made)
    shared = [min(made[seat] for seat in own) for own in seats(settings, len(made) // settings.team_size)]
    return tuple(1 + sum(other < mine for other in shared) for mine in shared)


def points(settings: Settings, made: Sequence[int]) -> tuple[int, ...]:
    """The game's points of a table's entries, from those of its seats: partners have the same."""
    if settings.team_size == 1:
        return tuple(made)
    return tuple(made[own[0]] for own in seats(settings, len(made) // settings.team_size))


def by_seat(settings: Settings, made: Sequence[T]) -> tuple[T, ...]:
    """What a table's entries *made*, for each of its seats."""
    return tuple(seated(settings, [[each] * settings.team_size for each in made]))


def _fitting(settings: Settings, size: int) -> Iterator[Teams]:
    """The teams of a table of *size*, if the game is for that size and all teams have the wanted size."""
    game = GAMES[settings.game]
    if size not in game.sizes:
        return
    try:
        options = parse_options(game, settings.options)
    except Rejected:  # said of the options themselves
        options = game.options()
    teams = game.teams(size, options)
    if len(teams) > 1 and all(len(team) == settings.team_size for team in teams):
        yield teams
