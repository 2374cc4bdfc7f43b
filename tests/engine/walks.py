"""Every way a game can be set up, and random tables of it."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from engine.chance import FastRng, SeedChance
from engine.game import AnyGame, parse_options
from engine.options import Option, offered, written
from engine.registry import GAMES
from engine.table import Table
from tests.engine.toy import Toy

TOY = Toy()
LAWFUL: tuple[AnyGame, ...] = (TOY, *GAMES.values())
"""All games that are under the laws."""
LONGEST = 160
"""Random tables are looked at after up to this many moves; those that end sooner, up to their end."""

SHORT: dict[str, dict[str, Any]] = {
    "gasp": {"max_rounds": 1},
    "gasp-pairs": {"max_rounds": 1},
    "gasp-duel": {"max_rounds": 1},
    "noodling": {"max_rounds": 2},
    "hasp": {"max_rounds": 1},
    "duck-soup": {"length": "deal"},
    "galapagos": {"length": "deal"},
    "dracula": {"length": "set"},
    "german-whist": {},
}
"""By game: options that make it short."""

Values = tuple[bool | int | str, ...]


class Setting(NamedTuple):
    """A game with a number of seats and options: what an opening needs."""

    game: AnyGame
    seats: int
    options: Any

    def __str__(self) -> str:
        chosen = (
            f"{option.name}={written(getattr(self.options, option.name))}"
            for option in offered(self.game)
            if getattr(self.options, option.name) != option.default
        )
        return "-".join((self.game.key, str(self.seats), *chosen))


def settings(game: AnyGame) -> list[Setting]:
    """Every seat count, and any two values of different options together; of a number its default and one other."""
    options = offered(game)
    names = [option.name for option in options]
    sets = [dict(zip(names, chosen, strict=True)) for chosen in _pairwise([_values(option) for option in options])]
    return [Setting(game, seats, parse_options(game, chosen)) for seats in sorted(game.sizes) for chosen in sets]


def _pairwise(values: Sequence[Values]) -> list[Values]:
    """Some products of *values*, the defaults first, in which any two values meet that may: all products are many."""
    pairs = {chosen: set(combinations(enumerate(chosen), min(2, len(values)))) for chosen in product(*values)}
    left = set().union(*pairs.values())
    kept: list[Values] = []
    while left:
        kept.append(max(pairs, key=lambda chosen: len(pairs[chosen] & left)))
        left -= pairs[kept[-1]]
    return kept


def _values(option: Option) -> Values:
    if option.values:
        return option.values
    default, low = option.default, option.low
    return (default, default + 1 if low == default else default if low is None else low)


SETTINGS = [setting for game in LAWFUL for setting in settings(game)]


def walked(setting: Setting, seed: int, moves: int | None = None) -> Table:
    """A table after a number of random moves (``None``: at its end), the seats to act taking turns at random."""
    table = Table(setting.game, setting.seats, setting.options, SeedChance.from_text(f"walk/{seed}"))
    rng = FastRng(seed)
    made = 0
    while (actors := table.to_act) and made != moves:
        seat = actors[int(rng.random() * len(actors))]
        legal = table.game.legal(table.state, seat)
        table.make(seat, legal[int(rng.random() * len(legal))])
        made += 1
    return table


def tables(setting: Setting) -> st.SearchStrategy[Table]:
    """Random tables of *setting*, somewhere on their way."""
    return st.builds(lambda seed, moves: walked(setting, seed, moves), st.integers(0, 2**32), st.integers(0, LONGEST))


@cache
def universe(game: AnyGame) -> tuple[Any, ...]:
    """Moves that *game* knows: all that were legal at some time in a few random tables."""
    known: dict[Any, None] = {}
    for setting, seed in product(settings(game)[:: max(1, len(settings(game)) // 6)], range(2)):
        table = Table(setting.game, setting.seats, setting.options, SeedChance.from_text(f"universe/{seed}"))
        rng = FastRng(seed)
        while (actors := table.to_act) and len(table.log) < 4 * LONGEST:
            legal = table.game.legal(table.state, actors[0])
            known.update(dict.fromkeys(legal))
            table.make(actors[0], legal[int(rng.random() * len(legal))])
    return tuple(known)
