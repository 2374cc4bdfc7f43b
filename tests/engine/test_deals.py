"""Worlds are drawn uniformly over what a seat cannot rule out: held to a list of all deals, made one by one."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from math import factorial, prod
from typing import Any

import msgspec
import pytest

from engine.chance import FastRng, SeedChance
from engine.deals import Exchange, NoDeal, Position, another, codes_in, played_again, unknown
from engine.events import Seat
from engine.game import AnyGame, parse_options
from engine.games.galapagos.events import CardTaken
from engine.games.galapagos.moves import Bid
from engine.registry import GAMES
from engine.table import Table
from engine.worlds import TooMany, worlds
from tests.engine.test_imagine import most_of

VIEWERS: dict[str, Seat | None] = dict.fromkeys(GAMES, Seat(0)) | {
    "duck-soup": None,
    "dracula": None,
    "german-whist": None,
}
"""Where the stock of a game for two is gone, a player knows everything and a spectator does not."""
LISTED = [key for key in GAMES if key != "galapagos"]
"""In Galapagos nobody can list the worlds: too many cards are unknown, and then all are known at once."""
MOST_PERMUTATIONS = 800
FEWEST_WORLDS = 3
DRAWN = 12
"""Draws for each world."""


def positions(game: AnyGame, seed: str) -> Iterator[Position]:
    """Those of a random game, from its first move on."""
    options, seats, rng = parse_options(game, {}), min(game.sizes), FastRng(seed)
    table, moves = Table(game, seats, options, SeedChance.from_text(seed)), list[tuple[Seat, str]]()
    while table.to_act:
        yield Position(game, seats, options, tuple(moves), tuple(table.log))
        seat = table.to_act[int(rng.random() * len(table.to_act))]
        legal = game.legal(table.state, seat)
        move = legal[int(rng.random() * len(legal))]
        table.make(seat, move)
        moves.append((seat, game.move_text(move)))


def small(game: AnyGame) -> Iterator[tuple[Position, Counter[bytes]]]:
    """Positions with few cards that the viewer cannot know, each with all its worlds."""
    for n in range(40):
        for position in positions(game, f"small{n}"):
            hidden = unknown(game, position.log, VIEWERS[game.key])
            if 1 < prod(factorial(len(cards)) for cards in hidden.values()) <= MOST_PERMUTATIONS:
                worlds = every_world(position, hidden)
                if len(worlds) >= FEWEST_WORLDS:
                    yield position, worlds
                    break


def every_world(position: Position, hidden: dict[int, list[str]]) -> Counter[bytes]:
    """By trying every permutation: in how many of them each comes."""
    viewer = VIEWERS[position.game.key]
    told = [event.seen_by(viewer) for event in position.log]
    found: Counter[bytes] = Counter()
    for orders in product(*(permutations(cards) for cards in hidden.values())):
        swaps = [
            Exchange(at, dict(zip(cards, order, strict=True)))
            for (at, cards), order in zip(hidden.items(), orders, strict=True)
        ]
        table = played_again(position, swaps, SeedChance.from_text("later"))
        if table is not None and [event.seen_by(viewer) for event in table.log] == told:
            found[hands(position.game, position.seats, table.state)] += 1
    return found


def hands(game: AnyGame, seats: int, state: Any) -> bytes:
    """What tells worlds apart: what each seat knows in it."""
    return msgspec.json.encode([game.view(state, Seat(seat)) for seat in range(seats)])


def drawn_as_often(worlds: Counter[bytes], draw: Callable[[int], bytes]) -> bool:
    """Whether each world comes as often as it should (chi-squared, once in a thousand times more)."""
    n = DRAWN * len(worlds)
    seen = Counter(map(draw, range(n)))
    assert seen.keys() <= worlds.keys(), "a world that cannot be"
    expected = {world: n * weight / worlds.total() for world, weight in worlds.items()}
    return sum((seen[world] - mean) ** 2 / mean for world, mean in expected.items()) < most_of(len(worlds) - 1)


@pytest.mark.parametrize("key", LISTED)
def test_another_deal_is_drawn_uniformly_of_all_that_the_seat_cannot_rule_out(key: str) -> None:
    game = GAMES[key]
    position, worlds = next(small(game))
    rest = SeedChance.from_text("later")

    def draw(n: int) -> bytes:
        return hands(game, position.seats, another(position, VIEWERS[key], FastRng(n), rest).state)

    assert drawn_as_often(worlds, draw)


@pytest.mark.parametrize("key", [key for key in LISTED if not GAMES[key].forgets])
def test_a_world_is_imagined_as_often_as_any_other_that_the_view_allows(key: str) -> None:
    game = GAMES[key]
    position, worlds = next(small(game))
    table = played_again(position, (), SeedChance.from_text("later"))
    assert table is not None
    view = game.view(table.state, VIEWERS[key])
    assert drawn_as_often(worlds, lambda n: hands(game, position.seats, game.imagine(view, FastRng(n))))


def sealed(n: int) -> Iterator[tuple[Position, Position]]:
    """An auction of Galapagos in which seat 0 has sealed a card that seat 1 saw it take, or one that it did not see."""
    game = GAMES["galapagos"]
    for before in positions(game, f"sealed{n}"):
        table = played_again(before, (), SeedChance.from_text("later"))
        if table is None or len(table.to_act) < 2:
            continue
        taken = {event.card for event in before.log if isinstance(event, CardTaken) and event.seat == 0}
        bids = [move for move in game.legal(table.state, Seat(0)) if isinstance(move, Bid)]
        known = [move for move in bids if taken.intersection(codes_in(game, game.move_text(move).split("-")))]
        if known and len(known) < len(bids):
            unseen = next(move for move in bids if move not in known)
            yield sealing(before, known[0]), sealing(before, unseen)


def sealing(before: Position, bid: Bid) -> Position:
    table = played_again(before, (), SeedChance.from_text("later"))
    assert table is not None
    table.make(Seat(0), bid)
    return before._replace(moves=[*before.moves, (Seat(0), before.game.move_text(bid))], log=tuple(table.log))


def test_a_choice_that_lies_sealed_is_another_in_another_deal() -> None:
    """It is the same for two games that the seat cannot tell apart, also where it knows the card that was sealed."""
    one, other = next(pair for n in range(40) for pair in sealed(n))
    assert [event.seen_by(Seat(1)) for event in one.log] == [event.seen_by(Seat(1)) for event in other.log]
    rest = SeedChance.from_text("later")
    drawn = [[another(position, Seat(1), FastRng(n), rest).moves[-1] for n in range(200)] for position in (one, other)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 3
    with pytest.raises(TooMany):
        worlds(one, Seat(1))


def test_a_position_that_no_deal_leads_to_has_none() -> None:
    game = GAMES["duck-soup"]
    position = next(position for position in positions(game, "altered") if len(position.moves) == 2)
    *moves, (seat, _last) = position.moves
    altered = position._replace(moves=[*moves, (seat, "play-XX")])
    with pytest.raises(NoDeal):
        another(altered, Seat(0), FastRng(0), SeedChance.from_text("later"))


def test_the_hidden_hand_of_galapagos_holds_each_unseen_card_as_often() -> None:
    game = GAMES["galapagos"]
    position = next(position for position in positions(game, "auction") if len(position.moves) == 9)
    table = played_again(position, (), SeedChance.from_text("later"))
    assert table is not None
    view = game.view(table.state, Seat(0))
    assert not view.sealed[1]
    drawn = [game.view(game.imagine(view, FastRng(n)), Seat(1)).hand for n in range(600)]
    known = {code for code in drawn[0] if all(code in hand for hand in drawn)}
    seen = Counter(code for hand in drawn for code in hand if code not in known)
    mean = seen.total() / len(seen)
    assert sum((n - mean) ** 2 / mean for n in seen.values()) < most_of(len(seen) - 1)
