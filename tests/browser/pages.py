"""The pages that every browser's law walks through."""

from accounts import services as accounts
from accounts.models import User
from engine.registry import GAMES
from tests.factories import concede, gather, open_tables, played_out, started

PAGES = (
    "/",
    "/games",
    "/games/duck-soup",
    "/games/gasp",
    "/learn",
    "/learn/gasp",
    "/tables",
    "/tv",
    "/puzzles",
    "/studies",
    "/tournaments",
    "/tournaments/new?game=gasp",
    "/ladders/gasp",
    "/settings",
    "/account/signup/",
    "/account/login/",
    "/about/bots",
    "/about/codes",
    "/about/codes/stale",
    "/about/fair-deals",
    "/about/ratings",
)


def tournament() -> list[str]:
    """The pages of a tournament in its first round, at big tables: one is over, the other is being played."""
    organiser = User.objects.create_user("A_name_as_long_as_names_can_get"[:30])
    field = [*entrants("At_a_large_table", 5), *(accounts.hire_bot("greedy").pk for _ in range(2))]
    made = started(organiser.pk, field, name="A tournament with a name that goes on", game="gasp", format="pods")
    over, playing = open_tables(made)
    concede(over)
    gather(playing)
    return [f"/tournaments/{made}{tab}" for tab in ("", "/rounds", "/standings", "/crosstable", "/rulings")]


def brackets() -> list[str]:
    """The pages of knock-outs in their first round: where there are two tables, one is over."""
    organiser = User.objects.create_user("Who_runs_the_knock_outs_of_them"[:30])
    field = [*entrants("In_a_bracket", 3), accounts.hire_bot("greedy").pk]
    formats = {"knock-out": "gasp-duel", "double-elimination": "gasp-duel", "pod-knock-out": "gasp"}
    made = [started(organiser.pk, field, game=game, format=each) for each, game in formats.items()]
    for tournament_id in made:
        *over, playing = open_tables(tournament_id)
        for table in over:
            concede(table)
        gather(playing)
    return [f"/tournaments/{one}/{part}" for one in made for part in ("bracket", "standings", "projector")]


def finished(game: str) -> str:
    """The replay of a table of *game* that was played to its end."""
    return f"/tables/{played_out(GAMES[game])}/replay"


def entrants(name: str, number: int) -> list[int]:
    """People, who leave a table as it is: bots would play on while somebody looks, and nobody saw the same twice."""
    return [User.objects.create_user(f"{name}_{each}").pk for each in range(number)]
