"""The names of pools: of the whole site one a game, of a club one a game, of a season one."""

from tournaments.ratings.parameters import CLUB_1, PAIRWISE_3, SETS, Parameters

PREFIX = "pool:"
_CLUB, _SEASON = "club:", "season:"


def site_pool(game: str) -> str:
    return game


def club_pool(club: str, game: str) -> str:
    return f"{_CLUB}{club}:{game}"


def season_pool(season: str) -> str:
    return f"{_SEASON}{season}"


def club_of(pool: str) -> str | None:
    """The club of a club's pool."""
    return pool.split(":")[1] if pool.startswith(_CLUB) else None


def season_of(pool: str) -> str | None:
    return pool.removeprefix(_SEASON) if pool.startswith(_SEASON) else None


def game_of(pool: str) -> str | None:
    """The game of a pool; of a season's its name does not say."""
    return None if season_of(pool) else pool.rsplit(":", 1)[-1]


def is_site(pool: str) -> bool:
    return ":" not in pool


def parameters_of(pool: str) -> Parameters:
    """What tables of a pool are rated by from now on."""
    return SETS[(PAIRWISE_3 if is_site(pool) else CLUB_1).key]
