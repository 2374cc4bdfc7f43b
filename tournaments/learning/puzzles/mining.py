"""Puzzles out of games, as they are kept in files and rows. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from engine.arena import chosen
from engine.bots.base import GreedyBot
from engine.chance import SeedChance
from engine.events import Event, Seat
from engine.game import parse_options
from engine.notation import Notation, Turn, read, write
from engine.puzzles import DecisionNode, Puzzle, decisions, puzzle
from engine.registry import GAMES
from engine.table import Table

OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "duck-soup": {"length": "deal"},
    "galapagos": {"length": "deal"},
    "dracula": {"length": "set"},
    "hasp": {"max_rounds": 1},
    "gasp": {"max_rounds": 1},
    "gasp-pairs": {"max_rounds": 1},
    "gasp-duel": {"max_rounds": 1},
}
"""Of the games that bots play: one deal, so that who wins the game wins the deal."""


class Kept(Struct, frozen=True):
    """The game up to the position, as text, and what is proven of it."""

    text: str
    puzzle: Puzzle

    @property
    def notation(self) -> Notation:
        return read(self.text)


def of_bots(key: str, number: int, seed: str) -> Kept | None:
    """The puzzle of game *number* that bots play, if there is one in it."""
    game, name = GAMES[key], f"{seed}/{number}"
    options = parse_options(game, OPTIONS.get(key, {}))
    table, turns = Table(game, game.sizes[0], options, SeedChance.from_text(name)), list[Turn]()
    bot = GreedyBot(game)
    while table.to_act:
        seat = table.to_act[0]
        move = chosen(table, seat, bot, name)
        turns.append(Turn(seat, game.move_text(move)))
        table.make(seat, move)
    chance = SeedChance.from_text(name)
    return first_in(Notation({"Seed": name}, game, options, ("",) * table.seats, chance, tuple(turns)))


def first_in(notation: Notation) -> Kept | None:
    """The first puzzle in a game that was written down."""
    game, options, seats = notation.game, notation.options, len(notation.names)
    for decision in decisions(game, seats, options, notation.chance, notation.turns):
        found = puzzle(decision)
        if found is not None:
            return Kept(_text(notation, found.at, decision.position.log), found)
    return None


def _text(notation: Notation, at: int, log: Sequence[Event]) -> str:
    """The game up to move *at*, without names. The deals follow from the seed, if there is one."""
    seed = notation.tags.get("Seed")
    tags, deals = ({"Seed": seed}, ()) if seed else ({}, log)
    names = [""] * len(notation.names)
    return write(notation.game, notation.options, names, deals, notation.turns[:at], tags=tags)


def decision_of(kept: Kept) -> DecisionNode:
    """The decision that *kept* asks for."""
    notation = kept.notation
    asked = (*notation.turns, Turn(Seat(kept.puzzle.seat), kept.puzzle.wins[0]))
    played = decisions(notation.game, len(notation.names), notation.options, notation.chance, asked)
    *_before, last = played
    return last
