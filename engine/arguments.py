"""What people write after a command, as games, options, bots and viewers; what cannot be read raises ``BadInput``."""

from collections.abc import Sequence

from engine.bots.base import Bot
from engine.contestants import read_contestant
from engine.game import AnyGame, Options, Rejected
from engine.options import Option, offered, read_options, written
from engine.position import Viewer
from engine.registry import BOTS, GAMES
from engine.script import BadInput, read_seat


def read_game(key: str) -> AnyGame:
    if key not in GAMES:
        raise BadInput(f"no game {key!r}: {', '.join(GAMES)}")
    return GAMES[key]


def check_seats(game: AnyGame, seats: int) -> None:
    if seats not in game.sizes:
        raise BadInput(f"{game.key} is for {', '.join(map(str, sorted(game.sizes)))} seats, not {seats}")


def read_settings(game: AnyGame, given: Sequence[str]) -> Options:
    known = {option.name: option for option in offered(game)}
    values: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if name not in known:
            raise BadInput(f"--option {name}: {game.key} has {', '.join(known)}")
        if not equals or name in values:
            raise BadInput(f"--option {name}: write {name}=VALUE, once")
        values[name] = value
        try:
            read_options(game, {name: value})
        except Rejected:
            raise BadInput(f"--option {text}: {_allowed(known[name])}") from None
    return read_options(game, values)


def read_bots(game: AnyGame, names: str, seats: int, seconds: float) -> list[Bot]:
    bots = [read_bot(game, name, seconds) for name in names.split(",")]
    if len(bots) not in (1, seats):
        raise BadInput(f"--bots: one name, or one for each of {seats} seats")
    return bots * seats if len(bots) == 1 else bots


def read_bot(game: AnyGame, name: str, seconds: float) -> Bot:
    """One of ours by its level, or one of others, which has *seconds* for a move where it is a program."""
    if ":" in name:
        return read_contestant(game, name, seconds)
    if name not in BOTS:
        raise BadInput(f"no bot {name!r}: {', '.join(BOTS)}, MODULE:NAME or exec:COMMAND")
    return BOTS[name](game)


def read_viewer(text: str, seats: int) -> Viewer:
    if text == "public" or text == "all":
        return text  # type: ignore[return-value]
    seat = read_seat(text, seats)
    if seat is None:
        raise BadInput(f"--view {text!r}: a seat from 0 to {seats - 1}, public or all")
    return seat


def _allowed(option: Option) -> str:
    return " or ".join(map(written, option.values)) or f"a number from {option.low} to {option.high}"
