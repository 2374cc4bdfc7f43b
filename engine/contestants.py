"""Bots of others at our tables: a Python object that a module makes, or a program that is asked line by line.

``module:name``: ``name(game)`` makes a bot (:class:`engine.bots.base.Bot`). ``exec:command``: for each move the program
reads one line of JSON and answers with one, see ``README.md``. Whatever goes wrong with them is :class:`BotFailed`.
"""

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from queue import Empty, Queue
from shlex import split
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO, Any, cast
from weakref import finalize

import msgspec

from engine.bots.base import Bot
from engine.chance import Rng
from engine.game import AnyGame
from engine.script import BadInput

PROTOCOL = 1
"""Raised when a line that is asked changes so that a program would misread it."""
LONGEST = 1 << 16
"""Bytes of a line that is answered."""
MOST_AHEAD = 100
"""Lines of a program that are kept in memory."""
PATIENCE = 1.0
"""Seconds that a program has to leave once nothing is asked of it any more."""


class BotFailed(Exception):
    """A bot of others did not choose one of its moves; the text says which bot, and what it did instead."""


class Asked(msgspec.Struct, frozen=True):
    """The line that a program is asked by: its view and the moves of its seat, as text. Answer: :class:`Answer`."""

    protocol: int
    game: str
    rules: int
    """The version of the game's rules."""
    seat: int
    view: Any
    moves: tuple[str, ...]
    seed: int
    """For what it draws by chance: the same at the same moment of the same table. Below 2**53."""


class Answer(msgspec.Struct, frozen=True):
    move: str


def read_contestant(game: AnyGame, name: str, seconds: float) -> Bot:
    """The bot that *name* tells of; raises ``BadInput`` if there is none."""
    kind, _colon, rest = name.partition(":")
    if kind == "exec":
        return Program(game, name, rest, seconds)
    return Made(game, name, kind, rest)


class Made:
    """A bot that a module makes. It thinks as long as it likes."""

    def __init__(self, game: AnyGame, name: str, module: str, maker: str) -> None:
        self.name = name
        try:
            self._bot: Bot = getattr(import_module(module), maker)(game)
        except Exception as error:
            raise BadInput(f"bot {name!r}: {type(error).__name__}: {error}") from error

    def choose(self, view: Any, moves: Sequence[Any], rng: Rng) -> Any:
        try:
            move = self._bot.choose(view, moves, rng)
        except Exception as error:
            raise BotFailed(f"bot {self.name!r}: {type(error).__name__}: {error}") from error
        if move not in moves:
            raise BotFailed(f"bot {self.name!r} chose {move!r}, which is not one of its moves")
        return move


class Program:
    """A program that is started at its first move, and told to leave by the end of its input."""

    def __init__(self, game: AnyGame, name: str, command: str, seconds: float) -> None:
        self.name = name
        self._game, self._seconds = game, seconds
        try:
            self._command = split(command)
        except ValueError as error:
            raise BadInput(f"bot {name!r}: {error}") from None
        if not self._command:
            raise BadInput(f"bot {name!r}: write exec:COMMAND")
        self._running: _Running | None = None

    def __getstate__(self) -> dict[str, Any]:
        """For a process of a pool, which starts a program of its own."""
        return {**self.__dict__, "_running": None}

    def choose(self, view: Any, moves: Sequence[Any], rng: Rng) -> Any:
        by_text = {self._game.move_text(move): move for move in moves}
        seed = int(rng.random() * 2**53)
        asked = Asked(PROTOCOL, self._game.key, self._game.version, view.seat, view, tuple(by_text), seed)
        try:
            line = self._answer(msgspec.json.encode(asked) + b"\n")
            chosen = msgspec.json.decode(line, type=Answer).move
        except OSError as error:
            raise self._failed(f"cannot be run: {error.strerror}") from None
        except Unasked as early:
            raise self._failed(f"said {_shown(early.args[0])} before it was asked") from None
        except Empty:
            raise self._failed(f"did not answer within {self._seconds:g} seconds") from None
        except msgspec.MsgspecError as error:
            raise self._failed(f'answered {_shown(line)} where {{"move": ...}} was asked for: {error}') from None
        if chosen not in by_text:
            raise self._failed(f"chose {chosen!r}, which is not one of its moves: {' '.join(by_text)}")
        return by_text[chosen]

    def _answer(self, line: bytes) -> bytes:
        if self._running is None:
            self._running = _Running(self._command)
            finalize(self, self._running.end)
        answer = self._running.ask(line, self._seconds)
        if not answer:
            raise self._failed(f"{self._running.ending()} where a move was asked for")
        return answer

    def _failed(self, what: str) -> BotFailed:
        if self._running is not None:
            self._running.process.kill()
        return BotFailed(f"bot {self.name!r} {what}")


class Unasked(Exception):
    """A program wrote a line too many, which would be taken for its next answer."""


class _Running:
    """A process, and a thread that reads what it answers."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = Popen(command, stdin=PIPE, stdout=PIPE)  # noqa: S603 - the user names it
        self._stdin, self._stdout = cast("IO[bytes]", self.process.stdin), cast("IO[bytes]", self.process.stdout)
        self._lines: Queue[bytes] = Queue(MOST_AHEAD)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        self._writer: Thread | None = None

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The next line of the process, empty if it has ended; raises ``Empty`` after *seconds*, or ``Unasked``."""
        with suppress(Empty):
            if early := self._lines.get_nowait():
                raise Unasked(early)
            return b""
        self._writer = Thread(target=self._write, args=(line,), daemon=True)
        self._writer.start()  # a program that does not read is not waited for
        return self._lines.get(timeout=seconds)

    def _write(self, line: bytes) -> None:
        with suppress(OSError, ValueError):  # it has ended: the reader finds that out
            self._stdin.write(line)
            self._stdin.flush()

    def _read(self) -> None:
        while line := self._stdout.readline(LONGEST):
            self._lines.put(line)
        self._lines.put(b"")

    def ending(self) -> str:
        """How it has ended, once it answers no more."""
        try:
            return f"ended with status {self.process.wait(PATIENCE)}"
        except TimeoutExpired:
            return "closed its output"

    def end(self) -> None:
        """Close its input and wait for it to leave; it is killed if it does not, or does not read what it was asked."""
        if self._writer is not None:
            self._writer.join(PATIENCE)
            if self._writer.is_alive():  # its input cannot be closed before
                self.process.kill()
        with suppress(BrokenPipeError):
            self._stdin.close()
        try:
            self.process.wait(PATIENCE)
        except TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join(PATIENCE)
        self._stdout.close()


def _shown(line: bytes) -> str:
    """What was answered, short enough for a message."""
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= 80 else f"{text[:80]}...")
