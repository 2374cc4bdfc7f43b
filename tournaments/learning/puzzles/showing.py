"""A puzzle as its solver sees it, before an answer and after: built from one seat's view, as at a table."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext, pgettext
from msgspec.structs import replace

from accounts.selectors import Called
from engine.chance import FastRng
from engine.events import Seat
from engine.game import AnyGame
from engine.notation import Turn, read
from engine.picture import Choice, Zone
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.learning.puzzles.mining import Kept
from tournaments.tables import frames, lines
from tournaments.tables.frames import Moment
from tournaments.tables.seen import SeatView, seat_view
from tournaments.tables.state import TableState

KEPT = 64
"""Positions that a process keeps played out."""


class Said(NamedTuple):
    """A move of a line: whose, the card if it is one, and its words."""

    seat: int
    card: str | None
    label: Text


def posed(kept: Kept) -> SeatView:
    """The position, with the goal as its goal. Nothing of it follows from what is proven of it."""
    table, seat = _moments(kept.text)[-1][1], Seat(kept.puzzle.seat)
    view = _seen(table, seat, seat_view(table, seat, names=_names(len(table.chairs), seat)))
    if view.picture is None:
        raise AssertionError("the cards have been dealt")
    goal = table.game.ending.goal(table.state, seat)
    picture = replace(view.picture, prompt=Text(_("Find the winning card.")), goal=goal, hint=None)
    return replace(view, picture=picture)


def _seen(table: TableState, seat: Seat, view: SeatView) -> SeatView:
    """*view* with the hands that *seat* knows by counting, where an ending leaves one world: a solver has not counted.

    They are taken from an imagined world, so they follow from what the seat knows.
    """
    game = table.game
    if view.picture is None or not game.ending.begun(table.state):
        return view
    world = game.imagine(game.view(table.state, seat), FastRng("the only one"))
    others = [Seat(other) for other in range(len(table.chairs)) if other != seat]
    hands = [replace(zone, key=f"hand-{other}") for other in others for zone in _hand(game, world, other)]
    return replace(view, picture=replace(view.picture, zones=(*view.picture.zones, *hands)))


def _hand(game: AnyGame, world: Any, seat: Seat) -> list[Zone]:
    zones = game.picture(game.view(world, seat)).zones
    return [replace(zone, seat=seat) for zone in zones if zone.form == "hand" and zone.seat in (None, seat)]


def choices(kept: Kept) -> dict[str, Choice]:
    """What may be answered, by move."""
    picture = posed(kept).picture
    return {choice.move: choice for choice in picture.choices} if picture else {}


def answered(kept: Kept, move: str) -> SeatView:
    """The table once the trick is played out that *move* belongs to: by its refutation, if it has one."""
    seat, base = Seat(kept.puzzle.seat), len(_moments(kept.text))
    moments = _played(kept, _turns(kept, move))
    names = _names(len(moments[-1][1].chairs), seat)
    for before, after, _at, commit in moments[base:]:
        found = frames.frames_of(before, after, commit, seat, names)
        if found:
            return _seen(after, seat, found[0])
    last = moments[-1][1]
    return replace(_seen(last, seat, seat_view(last, seat, names=names)), legal=())


def line(kept: Kept, move: str) -> list[Said]:
    """*move* and what follows by its refutation, in the notation's order."""
    turns, said = _turns(kept, move), list[Said]()
    for turn, (before, _after, _at, _commit) in zip(turns, _played(kept, turns)[-len(turns) :], strict=True):
        choices = before.game.picture(before.game.view(before.state, turn.seat)).choices
        label = next((choice.label for choice in choices if choice.move == turn.text), Text(turn.text))
        said.append(Said(turn.seat, turn.text if turn.text in before.game.deck.card else None, label))
    return said


def at_best(kept: Kept, move: str, goal: Text) -> Text | None:
    """What a wrong *move* still comes to, where the ending is solved in time for a page."""
    table = _moments(kept.text)[-1][1]
    gains = frames.solved(table)[1]
    said = table.game.ending.comes_to
    return Text(said, {**goal.args, "n": gains[move]}) if said and move in gains else None


def tempting(kept: Kept) -> str | None:
    """Of the wrong moves the one that looks best at first sight, if it looks better than the right one."""
    table, seat = _moments(kept.text)[-1][1], Seat(kept.puzzle.seat)
    game, view = table.game, table.game.view(table.state, seat)
    moves = [game.parse_move(text) for text in (*kept.puzzle.wins, *kept.puzzle.lines)]
    best = game.move_text(max(moves, key=lambda move: game.appraise(view, move)))
    return best if best in kept.puzzle.lines else None


def _turns(kept: Kept, move: str) -> list[Turn]:
    """*move*, and its refutation behind it."""
    refutation = kept.puzzle.lines.get(move)
    return [Turn(Seat(kept.puzzle.seat), move), *map(_turn, refutation.line if refutation else ())]


def _played(kept: Kept, turns: Sequence[Turn]) -> Sequence[Moment]:
    """The game with *turns* behind it, with the cards dealt as the refutation of the first of them needs them."""
    refutation = kept.puzzle.lines.get(turns[0].text)
    deals = "".join(f'[Deal "{deal}"]\n' for deal in refutation.deal) if refutation else ""
    written = read(f"{deals}{kept.text}")
    return lines.opened(written._replace(turns=(*written.turns, *turns)))


def _turn(text: str) -> Turn:
    seat, _sign, move = text.partition(":")
    return Turn(Seat(int(seat) - 1), move)


@lru_cache(maxsize=KEPT)
def _moments(text: str) -> tuple[Moment, ...]:
    return tuple(lines.opened(read(text)))


def _names(seats: int, me: Seat) -> dict[int, Called]:
    """Nobody's: who played it does not matter."""
    others = [seat for seat in range(seats) if seat != me]
    one = gettext("Opponent") if len(others) == 1 else ""
    names = {seat: one or gettext("Player {n}").format(n=seat + 1) for seat in others} | {
        me: pgettext("You took the trick", "You")
    }
    return {seat + 1: Called(name) for seat, name in names.items()}
