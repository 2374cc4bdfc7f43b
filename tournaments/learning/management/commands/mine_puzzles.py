"""``manage.py mine_puzzles``: let bots play, and keep the positions that make puzzles, each with its proof."""

from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from engine.registry import GAMES
from tournaments.learning.puzzles.mining import of_bots
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Mine puzzles of a game from games that bots play, into a file of JSON lines. The seed decides all of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", required=True, choices=sorted(GAMES))
        parser.add_argument("--games", type=int, default=2000, help="how many are played at most (default: 2000)")
        parser.add_argument("--most", type=int, default=75, help="how many puzzles are enough (default: 75)")
        parser.add_argument("--seed", default="puzzles")
        parser.add_argument("--out", type=Path, help="the file to write (default: only count)")

    def handle(self, *_args: Any, **options: Any) -> None:
        found, played, out = [], 0, options["out"]
        if out:
            _check_writable(out)
        for played in tqdm(range(1, options["games"] + 1), desc=options["game"], unit=" games", disable=None):
            kept = of_bots(options["game"], played, options["seed"])
            found += [kept] if kept else []
            if len(found) == options["most"]:
                break
        if out:
            out.write_bytes(b"".join(msgspec.json.encode(kept) + b"\n" for kept in found))
        self.stdout.write(f"{options['game']}: {len(found)} puzzles in {played} games")


def _check_writable(out: Path) -> None:
    """Refuse *out* before hours of mining."""
    try:
        out.open("ab").close()
    except OSError as error:
        raise CommandError(f"{out}: {error.strerror}.") from error
