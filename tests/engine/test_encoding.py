"""Moves and views in numbers (:mod:`engine.vectors`), beside the law that holds them for every game.

What stands where is kept in ``encodings.json``: programs that have learned by it go wrong when it moves. After a change
that is meant, raise the ``version`` of the game's encoding and run ``python -m tests.engine.test_encoding``.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine.cards.french import RANK_OF
from engine.chance import FastRng, SeedChance
from engine.events import Seat
from engine.game import AnyGame
from engine.games.galapagos.moves import Out
from engine.registry import GAMES
from engine.table import Table
from engine.vectors import vectors
from tests.engine.walks import LAWFUL, TOY, Setting

PATH = Path(__file__).parent / "encodings.json"
every_game = pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)


def stands(game: AnyGame) -> dict[str, Any]:
    """What may not move within a version: how many moves and numbers there are, and what they are."""
    layouts = {str(seats): vectors(game, seats) for seats in sorted(game.sizes)}
    return {
        "version": game.encoding.version,
        "moves": [len(game.encoding.moves), _digest(game.encoding.moves)],
        "views": {n: [made.length, _digest(map(repr, made.fields))] for n, made in layouts.items()},
    }


def _digest(lines: Iterable[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


@every_game
def test_no_number_moves_without_a_new_version(game: AnyGame):
    assert stands(game) == json.loads(PATH.read_text())[game.key]


@every_game
def test_moves_have_names_of_their_own_and_fields_follow_each_other(game: AnyGame):
    assert len(set(game.encoding.moves)) == len(game.encoding.moves)
    for seats in game.sizes:
        made, at = vectors(game, seats), 0
        for field in made.fields:
            assert (field.at, field.width > 0) == (at, True)
            at += field.width
        assert at == made.length


@every_game
def test_every_place_that_an_encoding_names_is_in_the_view(game: AnyGame):
    """A misspelt one would be passed over: a row of cards would be a set."""
    encoding, places = game.encoding, set()
    for field in vectors(game, max(game.sizes)).fields:
        parts = re.sub(r"\.\d+", ".*", field.name).rstrip("?").split(".")
        places |= {".".join(parts[:n]) for n in range(1, len(parts) + 1)}
    assert places.issuperset(encoding.most)
    assert places.issuperset((*encoding.last, *encoding.rows, *encoding.together))
    assert places.isdisjoint(encoding.without)
    assert set(encoding.without) <= set(encoding.view.__struct_fields__)


def _seen(setting: Setting, seed: int) -> Iterator[tuple[Table, Seat]]:
    """A random table, each time somebody is to act."""
    table = Table(setting.game, setting.seats, setting.options, SeedChance.from_text(f"seen/{seed}"))
    rng = FastRng(seed)
    while table.to_act:
        seat = table.to_act[0]
        yield table, seat
        legal = table.game.legal(table.state, seat)
        table.make(seat, legal[int(rng.random() * len(legal))])


@every_game
def test_what_a_seat_sees_in_two_moments_are_two_vectors(game: AnyGame):
    """The numbers tell apart what the view does: nothing that matters is left out, or cut off."""
    for setting in (Setting(game, seats, game.options()) for seats in game.sizes):
        told: dict[tuple[float, ...], Any] = {}
        for table, seat in _seen(setting, 1):
            view = game.view(table.state, seat)
            assert told.setdefault(tuple(vectors(game, setting.seats).vector(view)), view) == view


def test_a_field_says_where_a_thing_stands():
    table = Table(TOY, 3, TOY.options(), SeedChance.from_text("field"))
    view = TOY.view(table.state, Seat(1))
    made = vectors(TOY, 3)
    at = {field.name: field.at for field in made.fields}
    held = TOY.deck.hand(view.hand)
    vector = made.vector(view)
    assert vector[at["hand"] : at["hand"] + 54] == [float(held >> card & 1) for card in range(54)]
    assert vector[at["seat"] : at["seat"] + 3] == [0, 1, 0]
    assert vector[at["stock"]] == view.stock / 24
    assert next(field.holds for field in made.fields if field.name == "stock") == "1: 24"


@pytest.mark.parametrize("jokers", [False, True])
def test_moves_of_galapagos_that_share_a_number_leave_the_same_ranks(jokers: bool):
    """Suits count nothing in the play-off, so any of them may be put down."""
    game, shared = GAMES["galapagos"], 0
    made = vectors(game, 2)
    for seed in range(6):
        for table, seat in _seen(Setting(game, 2, game.options(length="deal", jokers=jokers)), seed):
            view = game.view(table.state, seat)
            alike: dict[int, list[Any]] = defaultdict(list)
            for move in game.legal(table.state, seat):
                alike[made.number(view, move)].append(move)
            for moves in alike.values():
                assert len(moves) == 1 or all(type(move) is Out for move in moves)
                assert len({tuple(_rank(card) for card in move.cards) for move in moves if type(move) is Out}) < 2
                shared += len(moves) > 1
    assert shared


def _rank(card: int) -> int:
    return RANK_OF[card] if card < len(RANK_OF) else len(RANK_OF)


def test_a_bid_of_noodling_is_named_by_the_places_of_its_cards():
    game, names = GAMES["noodling"], set()
    made = vectors(game, 3)
    for table, seat in _seen(Setting(game, 3, game.options()), 3):
        view = game.view(table.state, seat)
        for number, move in made.offered(view, game.legal(table.state, seat)).items():
            verb, *places = made.moves[number].split("-")
            if verb == "bid":
                names.add(made.moves[number])
                assert game.move_text(move) == "-".join(("bid", *(view.hand[int(place) - 1] for place in places)))
    assert len(names) == 7


def main() -> None:
    kept = {game.key: stands(game) for game in LAWFUL}
    PATH.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
