"""The score sheet: what each deal or round brought, from the log alone."""

import pytest

from engine import sheet
from engine.chance import FastRng, SeedChance
from engine.events import Event
from engine.game import AnyGame
from engine.games.duck_soup.events import DealScored
from engine.registry import GAMES
from engine.table import Table

NOTED = [game for game in GAMES.values() if game.noted]


def played(game: AnyGame, seed: str) -> tuple[Table, list[Event]]:
    """A whole table of random moves; the events from the first on."""
    rng = FastRng(seed)
    table = Table(game, game.sizes[0], game.options(), SeedChance.from_text(seed))
    while table.to_act:
        moves = game.legal(table.state, table.to_act[0])
        table.make(table.to_act[0], moves[int(rng.random() * len(moves))])
    return table, table.log


@pytest.mark.parametrize("game", NOTED, ids=lambda game: game.key)
def test_what_the_lines_bring_adds_up_to_the_outcome(game: AnyGame) -> None:
    table, events = played(game, f"sheet-{game.key}")
    lines = list(sheet.lines(game, events))
    outcome = game.outcome(table.state)
    assert outcome is not None
    assert lines[-1].totals == outcome.points
    assert tuple(map(sum, zip(*(line.gained for line in lines), strict=True))) == outcome.points


@pytest.mark.parametrize("game", NOTED, ids=lambda game: game.key)
def test_everybody_may_know_the_sheet(game: AnyGame) -> None:
    _, events = played(game, f"sheet-{game.key}")
    seen = [event.seen_by(None) for event in events]
    assert list(sheet.lines(game, filter(None, seen))) == list(sheet.lines(game, events))


def test_lines_are_counted_from_one_and_say_what_was_gained() -> None:
    scored = [DealScored((0, 0), (0, 0), *both) for both in (((10, 4), (10, 4)), ((0, 6), (10, 10)))]
    first, second = sheet.lines(GAMES["duck-soup"], scored)
    assert (str(first.title), first.gained) == ("Deal 1", (10, 4))
    assert (str(second.title), second.gained, second.totals) == ("Deal 2", (0, 6), (10, 10))


def test_a_game_that_notes_no_totals_has_no_sheet() -> None:
    _, events = played(GAMES["gasp"], "sheet-gasp")
    assert not list(sheet.lines(GAMES["gasp"], events))
