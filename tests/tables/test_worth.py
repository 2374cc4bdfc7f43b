"""Which table is the most worth watching, why, and when another takes its place: by what everybody sees alone."""

import pytest
from msgspec import json

from engine.chance import FastRng, SeedChance
from engine.game import parse_options
from engine.registry import GAMES
from engine.table import Table
from tests.engine.secrecy import exchanged, exchanges
from tournaments.tables import worth
from tournaments.tables.worth import BETTER, ENDED, LEAST, LONG, Facts, OnAir, Seen, next_on_air

NOBODY = Facts()
CLOSE = Seen((7, 7, 6), None, 12, 1)
CLEAR = Seen((11, 3, 2), 0, 12, 1)
EARLY = Seen((0, 0, 0), None, 12, 9)


def words(table: Seen, facts: Facts = NOBODY) -> str:
    return str(worth.why(table, facts))


@pytest.mark.parametrize("other", [CLEAR, EARLY, Seen((7, 4, 4), 0, 12, 1), Seen((7, 7, 6), None, 12, 9)])
def test_a_close_end_is_worth_more_than_a_clear_one_and_than_a_beginning(other: Seen) -> None:
    assert worth.worth(CLOSE, NOBODY) >= worth.worth(other, NOBODY)
    assert worth.worth(CLOSE, NOBODY) > worth.worth(EARLY, NOBODY)


@pytest.mark.parametrize(
    "more",
    [Facts(tournament=True), Facts(rated=True), Facts(people=3), Facts(ratings=(1800, 1900))],
)
def test_what_is_at_stake_and_who_plays_counts(more: Facts) -> None:
    assert worth.worth(CLOSE, more) > worth.worth(CLOSE, NOBODY)


def test_a_tournament_counts_more_than_a_rating() -> None:
    assert worth.worth(EARLY, Facts(tournament=True)) > worth.worth(EARLY, Facts(rated=True))


def test_it_is_said_why() -> None:
    assert words(CLOSE) == "Level at 7: the last cards"
    assert words(Seen((8, 7), 1, None, 2.0)) == "8 to 7: 2 cards each to come"
    assert words(Seen((11, 10), 1, 12, 6)) == "11 to 10: seat 1 needs 1 more"
    assert words(EARLY, Facts(ratings=(1700.0, 1800.0), rated=True)) == (
        "strong players, 1750 on average: it counts for the ratings"
    )
    assert words(EARLY) == "it is being played now"


def played(game: str, moves: int) -> Table:
    rules, rng = GAMES[game], FastRng(game)
    table = Table(rules, rules.sizes[0], parse_options(rules, {}), SeedChance.from_text(game))
    for _ in range(moves):
        if not table.to_act:
            break
        legal = rules.legal(table.state, table.to_act[0])
        table.make(table.to_act[0], legal[int(rng.random() * len(legal))])
    return table


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_how_it_stands(game: str) -> None:
    """Points as the result would be, if it shows them as it goes."""
    rules = GAMES[game]
    for moves in (0, 5, 30, 60):
        table = played(game, moves)
        found = worth.seen(rules.picture(rules.view(table.state, None)))
        assert found.left >= 0
        assert len(found.points) == len(rules.teams(rules.sizes[0], parse_options(rules, {})))
        assert 0 <= worth.drama(found) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_count_for_nothing(game: str) -> None:
    rules = GAMES[game]
    for moves in (3, 20, 45):
        table = played(game, moves)
        swaps = exchanges(rules, table.log, None, (), FastRng("swap"))
        other = rules.initial
        for event in exchanged(table.log, swaps):
            other = rules.evolve(other, event)
        one, two = (rules.picture(rules.view(state, None)) for state in (table.state, other))
        assert json.encode(worth.seen(one)) == json.encode(worth.seen(two))


# -- what is on air


def test_the_best_is_shown_first() -> None:
    assert next_on_air(None, {"a": 1.0, "b": 2.0}, 5) == OnAir("b", 5)
    assert next_on_air(None, {}, 5) is None


def test_it_stays_though_another_is_a_little_better() -> None:
    shown = OnAir("a", 0)
    for at in range(0, 10 * LEAST, 5_000):
        shown = next_on_air(shown, {"a": 1.0, "b": 1.0 + BETTER / 2}, at) or shown
    assert shown.table == "a"


def test_another_takes_its_place_once_it_has_been_clearly_better_for_a_while() -> None:
    shown, changed = OnAir("a", 0), []
    for at in range(0, 2 * LEAST, 1_000):
        shown = next_on_air(shown, {"a": 1.0, "b": 1.0 + BETTER}, at) or shown
        changed += [at] if shown.table == "b" else []
    assert changed[0] == LEAST


def test_who_is_better_for_moments_only_never_comes() -> None:
    """The best of it: never back and forth."""
    shown: OnAir | None = OnAir("a", -LEAST)
    for at in range(0, 20 * LONG, 1_000):
        better = (at // (LONG // 2)) % 2
        shown = next_on_air(shown, {"a": 1.0, "b": 3.0 * better}, at)
        assert shown is not None
        assert shown.table == "a"


def test_one_that_is_over_is_looked_at_for_a_while_and_then_the_best_of_the_others_comes() -> None:
    shown = next_on_air(OnAir("a", 0), {"b": 9.0}, 1_000)
    assert shown == OnAir("a", 0, ended=1_000)
    assert next_on_air(shown, {"b": 9.0}, 1_000 + ENDED - 1) == shown
    assert next_on_air(shown, {"b": 9.0, "c": 1.0}, 1_000 + ENDED) == OnAir("b", 1_000 + ENDED)
    assert next_on_air(shown, {}, 1_000 + 2 * ENDED) == shown, "there is nothing else"
