"""A whole game as text, in the manner of chess's PGN: tags, the order of each shuffled pile, the moves.

    [Game "duck-soup"]
    [Seat1 "Ann"]
    [Seat2 "Ben"]
    [Deal "pack 7H KS ..."]

    1:KS 2:3S {what somebody says of it} 2:7H 1:resigns *

Seats count from 1. What is not written down takes its default: the options (``[Options "hints=on"]``), the version of
the rules, the names, the deals (shuffled from the text ``[Seed "..."]``, which anybody can do again). Comments in
braces, lines' ends after ``;``, variations in parentheses, ``$1`` and numbers of moves are passed over.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar

from engine.chance import Chance, SeedChance, StackedChance
from engine.events import Event, Seat, Shuffled
from engine.game import AnyGame, Rejected
from engine.options import offered, read_options, written
from engine.places import Outcome
from engine.registry import GAMES, rules_for
from engine.text import Text, shortened
from engine.text import gettext_noop as _

T = TypeVar("T")

LONGEST: Final = 32_768
"""Bytes of a text that is read: more than :data:`MOST_MOVES` take with their deals."""
MOST_MOVES: Final = 1000
DEEPEST: Final = 50
"""Parentheses within each other."""
LEAVES: Final = {"resigns": "resigned", "flags": "flagged"}
"""What stands in the place of a move when a player goes before the end."""
_WIDTH: Final = 100
_LONGEST_NAME: Final = 40

_TAG = re.compile(r'\s*\[(\w{1,20})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_PASSED_OVER = re.compile(r"\{[^}]*(?:\}|\Z)|;[^\n]*")
_INNERMOST = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"(?:[0-9]+\.+)?")
_RESULT = re.compile(r"\*|[0-9](?:[>=][0-9])*")
_TURN = re.compile(r"([0-9]):(\S+)")


class BadNotation(Exception):
    """The text cannot be read. ``code`` is stable, ``reason`` is for people."""

    def __init__(self, code: str, reason: Text) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class Turn(NamedTuple):
    """A move in the notation of the log, or one of :data:`LEAVES`."""

    seat: Seat
    text: str


class Notation(NamedTuple):
    """A game as it was written down. ``tags`` has all of them, as they stand."""

    tags: Mapping[str, str]
    game: AnyGame
    options: Any
    names: tuple[str, ...]
    """By seat; empty for one without a name."""
    chance: Chance
    turns: tuple[Turn, ...]


# -- reading


def read(text: str) -> Notation:
    """The game that *text* writes down; whether its moves are legal is for the rules. Raises :class:`BadNotation`."""
    if len(text.encode()) > LONGEST:
        raise BadNotation("too_long", Text(_("That is longer than {n} bytes."), {"n": LONGEST}))
    tags, rest = _tags(text)
    game = _game(tags)
    names = _names(tags, game)
    return Notation(tags, game, _options(tags, game), names, _chance(tags, game), _turns(rest, len(names)))


def _tags(text: str) -> tuple[dict[str, str], str]:
    """The tags, and what stands behind them. Several ``Deal`` tags are one."""
    tags: dict[str, str] = {}
    at = 0
    while found := _TAG.match(text, at):
        name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
        if name in tags and name != "Deal":
            raise BadNotation("twice", Text(_("The tag {name} stands there twice."), {"name": name}))
        tags[name] = f"{tags[name]}; {value}" if name in tags else value
        at = found.end()
    return tags, text[at:]


def _game(tags: Mapping[str, str]) -> AnyGame:
    key, version = tags.get("Game", ""), tags.get("Rules", "")
    if key not in GAMES:
        reason = Text(_('There is no game “{name}”: write a tag such as [Game "gasp"].'), {"name": shortened(key)})
        raise BadNotation("unknown_game", reason)
    try:
        return rules_for(key, int(version)) if version else GAMES[key]
    except (KeyError, ValueError):
        raise BadNotation("unknown_rules", Text(_("These rules are not known here."))) from None


def _names(tags: Mapping[str, str], game: AnyGame) -> tuple[str, ...]:
    numbers = [int(name[4:]) for name in tags if re.fullmatch(r"Seat[1-9]", name)]
    count = max(numbers, default=game.sizes[0])
    if count not in game.sizes:
        raise BadNotation("bad_seats", Text(_("This game is not for that number of players.")))
    names = tuple(" ".join(tags.get(f"Seat{seat}", "").split()) for seat in range(1, count + 1))
    if not all(len(name) <= _LONGEST_NAME and name.isprintable() for name in names):
        raise BadNotation(
            "bad_name", Text(_("A name has at most {n} characters, all of them printable."), {"n": _LONGEST_NAME})
        )
    return names


def _options(tags: Mapping[str, str], game: AnyGame) -> Any:
    pairs = (pair.partition("=") for pair in tags.get("Options", "").split())
    try:
        return read_options(game, {name: value for name, _sign, value in pairs})
    except Rejected as error:
        raise BadNotation(error.code, error.reason) from None


def _chance(tags: Mapping[str, str], game: AnyGame) -> Chance:
    orders: dict[str, list[Sequence[str]]] = {}
    for pile, *codes in (order.split() for order in tags.get("Deal", "").split(";") if order.split()):
        if strange := next((code for code in codes if code not in game.deck.card), None):
            reason = Text(_("“{code}” is not a card of this game."), {"code": shortened(strange)})
            raise BadNotation("unknown_card", reason)
        orders.setdefault(pile, []).append(codes)
    return _Deals(orders, SeedChance.from_text(tags.get("Seed", "")))


class _Deals(StackedChance):
    """The deals that are written down; more of them follow from the seed."""

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        try:
            return super().shuffled(pile, n, cards)
        except ValueError:
            reason = Text(_("Deal {n} of “{pile}” has not the cards of that pile."), {"n": n + 1, "pile": pile})
            raise BadNotation("bad_deal", reason) from None


def _turns(text: str, seats: int) -> tuple[Turn, ...]:
    bare = _PASSED_OVER.sub(" ", text)
    for _depth in range(DEEPEST):
        bare = _INNERMOST.sub(" ", bare)
    turns: list[Turn] = []
    for word in bare.split():
        token = word[_NUMBER.match(word).end() :]  # type: ignore[union-attr]  # it matches the empty word
        if token and not token.startswith("$") and not _RESULT.fullmatch(token):
            turns.append(_turn(token, seats, len(turns) + 1))
    if len(turns) > MOST_MOVES:
        raise BadNotation("too_long", Text(_("That is more than {n} moves."), {"n": MOST_MOVES}))
    return tuple(turns)


def _turn(token: str, seats: int, number: int) -> Turn:
    found = _TURN.fullmatch(token)
    if found is None or not 1 <= int(found[1]) <= seats:
        holes: dict[str, Any] = {"n": number, "text": shortened(token)}
        raise BadNotation("bad_move", Text(_("Move {n}, “{text}”: write a seat and a move, such as 1:KS."), holes))
    return Turn(Seat(int(found[1]) - 1), found[2])


# -- writing


def write(
    game: AnyGame,
    options: Any,
    names: Sequence[str],
    log: Sequence[Event],
    turns: Sequence[Turn],
    *,
    outcome: Outcome | None = None,
    tags: Mapping[str, str] | None = None,
) -> str:
    """The game whose events are *log*, as :func:`read` takes it; *tags* are further ones."""
    own = {option.name: getattr(options, option.name) for option in offered(game)}
    changed = {option.name: own[option.name] for option in offered(game) if own[option.name] != option.default}
    deals = [" ".join((event.pile, *event.order)) for event in log if isinstance(event, Shuffled)]
    rows = [
        *(tags or {}).items(),
        ("Game", game.key),
        ("Rules", str(game.version)),
        *([("Options", " ".join(f"{name}={written(value)}" for name, value in changed.items()))] if changed else []),
        *((f"Seat{seat}", name) for seat, name in enumerate(names, start=1)),
        *(("Deal", deal) for deal in deals),
    ]
    result = placed(outcome.places) if outcome else "*"
    head = "\n".join(f'[{name} "{_quoted(value)}"]' for name, value in rows)
    return f"{head}\n\n{_wrapped([*(f'{seat + 1}:{text}' for seat, text in turns), result])}\n"


def _quoted(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def placed(places: Sequence[int]) -> str:
    """The order at the end, the seats from 1: ``3>1=2``."""
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    signs = ["", *(">" if places[a] != places[b] else "=" for a, b in pairwise(order))]
    return "".join(f"{sign}{seat + 1}" for sign, seat in zip(signs, order, strict=True))


def _wrapped(words: Sequence[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) >= _WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def turn_of(game: AnyGame, state: Any, events: Sequence[Event], chance: Chance) -> Turn:
    """The move that *events* follow from; ``LookupError`` if none is legal that does."""
    for seat in _movers(game, state, events):
        for move in game.legal(state, seat):
            if list(game.decide(state, seat, move, chance)) == list(events):
                return Turn(seat, game.move_text(move))
    raise LookupError("no legal move leads to it")


def _movers(game: AnyGame, state: Any, events: Sequence[Event]) -> Iterator[Seat]:
    """Who may have moved: the first event of a move names its seat."""
    named = getattr(events[0], "seat", None)
    yield from (seat for seat in game.to_act(state) if named in (None, seat))
