"""The command line: ``python -m engine list | play | arena | verify | encoding``.

The only place in the engine that touches files, the terminal and the system's randomness. Exit status: 0 well, 1 a
record that does not hold, 2 wrong usage or unreadable input, 3 a refused move, 4 a bot of others that failed.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from tqdm import tqdm

from engine.arena import Mapped, Score, chosen, contest
from engine.arguments import check_seats, read_bot, read_bots, read_game, read_settings, read_viewer
from engine.bots.base import Bot
from engine.chance import Chance, SeedChance
from engine.contestants import BotFailed
from engine.events import Seat
from engine.game import AnyGame, Rejected
from engine.options import Option, offered, written
from engine.position import position, refusal
from engine.registry import BOTS, GAMES
from engine.script import BadInput, Line, Stack, read_moves, read_stack
from engine.table import Table
from engine.transcript import Transcript
from engine.vectors import vectors
from engine.verify import Fault, read_record, verify

WHO = "levels (list names them), MODULE:NAME or exec:COMMAND"
GOOD, BAD_RECORD, BAD_INPUT, REFUSED, BAD_BOT = range(5)


class Refused(Exception):
    """A move of the moves file breaks a rule."""

    def __init__(self, line: Line, error: Rejected) -> None:
        super().__init__(f"line {line.number}: seat {line.seat} may not {line.move}: {error.reason} ({error.code})")
        self.report = refusal(line.number, line.seat, line.move, error)


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    if ":" in (getattr(args, "bots", None) or "") and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # a bot's module is looked for here first, as by python -m
    try:
        status: int = args.command(args)
    except BadInput as error:
        print(f"{args.prog}: {error}", file=sys.stderr)
        return BAD_INPUT
    except BotFailed as error:
        print(f"{args.prog}: {error}", file=sys.stderr)
        return BAD_BOT
    except BrokenPipeError:
        # The reader has gone; Python would complain again when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except KeyboardInterrupt:
        return 130
    return status


# -- list


def list_games(args: argparse.Namespace) -> int:
    for game in GAMES.values():
        seats = ", ".join(map(str, sorted(game.sizes)))
        print(f"{game.key}: {game.name}. {game.summary}")
        print(f"    seats {seats}{_usual(game)}; about {game.minutes} minutes; rules {game.version}")
        for option in offered(game):
            print(f"    --option {option.name}={_values(option)}: {option.title}. {option.description}")
    print(f"bots: {', '.join(BOTS)}")
    return GOOD


def _usual(game: AnyGame) -> str:
    return f" ({game.sizes[0]} unless you say)" if len(game.sizes) > 1 else ""


def _values(option: Option) -> str:
    if option.values:
        return "|".join(map(written, option.values))
    return f"{option.default} ({option.low} to {option.high})"


# -- play


def play(args: argparse.Namespace) -> int:
    game = read_game(args.game)
    seats = game.sizes[0] if args.seats is None else args.seats
    check_seats(game, seats)
    options, viewer = read_settings(game, args.option), read_viewer(args.view, seats)
    bots = [] if args.bots is None else read_bots(game, args.bots, seats, args.seconds)
    lines = read_moves(str(args.moves), _read(args.moves), seats=seats) if args.moves else []
    seed = os.urandom(8).hex() if args.seed is None else args.seed
    chance = _chance(args.stack, seed, game.piles(seats, options))
    if args.seed is None:
        print(f"seed: {seed}", file=sys.stderr)
    table = Table(game, seats, options, chance)
    try:
        _play_out(Transcript(table, viewer), _turns(table, lines, bots, seed), _silent if args.json else _printed)
    except Refused as refused:
        _print_json(refused.report) if args.json else print(refused, file=sys.stderr)
        return REFUSED
    if args.json:
        _print_json(position(table, viewer))
    _tell_left_over(chance)
    return GOOD


def _play_out(happened: Transcript, turns: Iterator[tuple[Seat, Any]], show: Callable[[Iterator[str]], None]) -> None:
    show(happened.head())
    for seat, move in turns:
        show(happened.move(seat, move))
    show(happened.foot())


def _turns(table: Table, lines: Sequence[Line], bots: Sequence[Bot], seed: str) -> Iterator[tuple[Seat, Any]]:
    """Make the moves of the file, then the bots'; each is handed out once it is made."""
    for line in lines:
        try:
            move = table.game.parse_move(line.move)
            table.make(line.seat, move)
        except Rejected as error:
            raise Refused(line, error) from None
        yield line.seat, move
    while bots and table.to_act:
        seat = table.to_act[0]
        move = chosen(table, seat, bots[seat], seed)
        table.make(seat, move)
        yield seat, move


def _chance(stack: Path | None, seed: str, piles: Sequence[str]) -> Chance:
    chance = SeedChance.from_text(seed)
    return chance if stack is None else read_stack(str(stack), _read(stack), piles=piles, rest=chance)


def _tell_left_over(chance: Chance) -> None:
    """Orders that were never dealt are not a mistake, since moves may stop early, but they are reported."""
    for note in chance.left_over() if isinstance(chance, Stack) else ():
        print(f"note: {note}", file=sys.stderr)


# -- arena


def arena(args: argparse.Namespace) -> int:
    game = read_game(args.game)
    names = args.bots.split(",")
    usual = len(names) if len(names) in game.sizes else game.sizes[0]
    seats = usual if args.seats is None else args.seats
    check_seats(game, seats)
    if len(names) > seats:
        raise BadInput(f"{len(names)} bots for {seats} seats")
    bots = [read_bot(game, name, args.seconds) for name in names]
    with _mapped(args.processes) as mapped, tqdm(total=args.tables, unit="table", disable=None) as bar:
        scores = contest(
            game,
            bots,
            seats=seats,
            options=read_settings(game, args.option),
            tables=args.tables,
            seed=args.seed,
            progress=bar.update,
            mapped=mapped,
        )
    print(f"{game.name}, {seats} seats, {args.tables} tables, seed {args.seed!r}")
    wide = max(16, *(len(score.name) + 1 for score in scores))
    print(f"{'bot':<{wide}}{'won':>9}{'rate':>9}   95% interval   mean points")
    _printed(_score(score, wide) for score in scores)
    return GOOD


@contextmanager
def _mapped(processes: int) -> Iterator[Mapped]:
    if processes == 1:
        yield map
        return
    with ProcessPoolExecutor(processes) as pool:
        yield pool.map


def _score(score: Score, wide: int) -> str:
    interval = f"{score.low:6.1%} to {score.high:6.1%}"
    return f"{score.name:<{wide}}{score.wins:>9.2f}{score.rate:>9.1%}   {interval}   {score.points:.2f}"


# -- verify


def verify_record(args: argparse.Namespace) -> int:
    try:
        record = read_record(_read(args.file))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{args.file}: {error}") from None
    try:
        played = verify(record)
    except Fault as fault:
        print(f"{record.stream}: {fault}")
        return BAD_RECORD
    print(f"{record.stream}: {len(record.events)} events hold: digests, shuffles and every move")
    if played.laid:
        print(f"the first {len(played.laid.moves)} moves and the shuffles before them were laid out, not drawn")
    return GOOD


# -- encoding


def show_encoding(args: argparse.Namespace) -> int:
    """What :mod:`engine.vectors` makes of a game: the number of each move, and what stands where."""
    game = read_game(args.game)
    seats = game.sizes[0] if args.seats is None else args.seats
    check_seats(game, seats)
    made = vectors(game, seats)
    print(f"{game.name} ({game.key}), {seats} seats, encoding {made.version}")
    print(f"\nmoves: {len(made.moves)}, with any seats and options")
    _printed(f"{number:>6} {name}" for number, name in enumerate(made.moves))
    print(f"\nview: {made.length} numbers from -1 to 1\n    at  width  name: what 1 means")
    _printed(f"{field.at:>6}{field.width:>7}  {field.name}: {field.holds}" for field in made.fields)
    print(f"\ncards of the {game.deck.key} deck: {' '.join(game.deck.codes)}")
    return GOOD


# -- what people write


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number <= 3600:
        raise ValueError
    return number


def _utf8(text: str) -> str:
    """*text*, unless the terminal handed in bytes that are none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("not UTF-8") from None
    return text


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def _print_json(document: Any) -> None:
    """In UTF-8, as JSON is, whatever the terminal's own encoding."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def _printed(lines: Iterator[str]) -> None:
    for line in lines:
        print(line)


def _silent(lines: Iterator[str]) -> None:
    for _ in lines:
        pass


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Card games in a terminal.")
    parser.set_defaults(prog=parser.prog)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    commands.add_parser("list", help="the games, their options, and the bots").set_defaults(command=list_games)
    _add_play(commands.add_parser("play", help="play one table from a seed, a stack, moves and bots"))
    _add_arena(commands.add_parser("arena", help="let bots play many tables and count the wins"))
    check = commands.add_parser("verify", help="check an exported record offline")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(command=verify_record)
    numbers = commands.add_parser("encoding", help="a game's moves and views in numbers, for programs that learn")
    numbers.add_argument("game", metavar="GAME")
    numbers.add_argument("--seats", type=int, metavar="N", help="how many play (default: the usual number)")
    numbers.set_defaults(command=show_encoding)
    return parser


def _add_play(play_: argparse.ArgumentParser) -> None:
    _add_setting(play_)
    play_.add_argument(
        "--seed", type=_utf8, metavar="TEXT", help="what the shuffles come from (default: drawn and shown)"
    )
    play_.add_argument("--stack", type=Path, metavar="FILE", help="JSON: pile name to a list of orders of card codes")
    play_.add_argument("--moves", type=Path, metavar="FILE", help="one SEAT MOVE a line, # comments")
    play_.add_argument("--bots", metavar="NAME[,NAME...]", help=f"who plays on when the moves run out: {WHO}")
    play_.add_argument("--view", default="all", metavar="SEAT|public|all", help="whose eyes (default: all)")
    play_.add_argument("--json", action="store_true", help="print the last position as JSON, and nothing else")
    play_.set_defaults(command=play)


def _add_arena(arena_: argparse.ArgumentParser) -> None:
    _add_setting(arena_)
    arena_.add_argument("--bots", required=True, metavar="A,B[,...]", help=WHO)
    arena_.add_argument("--tables", required=True, type=_count, metavar="N")
    arena_.add_argument("--seed", type=_utf8, default="arena", metavar="TEXT")
    arena_.add_argument("--processes", type=_count, default=1, metavar="N", help="how many play at a time")
    arena_.set_defaults(command=arena)


def _add_setting(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME")
    command.add_argument("--seats", type=int, metavar="N", help="how many play (default: the usual number)")
    command.add_argument(
        "--seconds", type=_seconds, default=10.0, metavar="N", help="what exec: bots have for a move (default: 10)"
    )
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule or variant")


if __name__ == "__main__":
    sys.exit(main())
