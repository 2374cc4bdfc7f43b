"""``manage.py demo``: fill the service with something to see, or play one tournament and check it (``--headless``)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from accounts.errors import NameTaken
from accounts.models import User
from tournaments.config.demo import audit, cast, headless, printout, showcase
from tournaments.config.demo.club import inbox, story
from tournaments.config.logins import LOGINS
from tournaments.director.display.shapes import Detail
from tournaments.log import sources
from tournaments.platform.commands import OperatorCommand
from tournaments.tables import catalogue
from tournaments.tables.errors import RoomError

MOST_PLAYERS = 500
AT_FULL_SPEED, AT_A_HUMAN_PACE = 300, 3_600
"""How many seconds a headless tournament may take, by who plays it."""


class Command(OperatorCommand):
    help = "Make the demo's bots, people and tournaments. A second run adds nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--logins", action="store_true", help="only say whom you can log in as")
        parser.add_argument(
            "--headless",
            action="store_true",
            help="play one tournament through real workers, print its crosstable and ratings, and check it",
        )
        parser.add_argument("--game", default="gasp", help="for --headless (default: gasp)")
        parser.add_argument("--players", type=int, default=16, help="for --headless (default: 16)")
        parser.add_argument("--rounds", type=int, default=3, help="for --headless (default: 3)")
        parser.add_argument("--seconds", type=float, help="for --headless: give up after so long")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            if options["headless"]:
                self._headless(**{name: options[name] for name in ("game", "players", "rounds", "seconds")})
            elif not options["logins"]:
                self._showcase()
        except RoomError as refused:
            raise CommandError(str(refused.reason)) from refused
        except NameTaken as taken:
            raise CommandError(f"The demo cannot have its bots: {taken}.") from taken
        if not options["headless"]:
            self._logins()

    # -- something to see

    def _showcase(self) -> None:
        organiser, *_others = people = cast.people()
        bots = cast.bots()
        showcase.live_gasp(organiser, bots[:11])
        showcase.live_round_robin(organiser, bots[11:])
        showcase.live_double_elimination(organiser, bots[5:11])
        showcase.live_pairs(organiser, bots[:8])
        showcase.live_groups(organiser, bots[4:12])
        showcase.open_evenings(organiser)
        self._club(people, bots)
        tables = showcase.ROUNDS * showcase.SWISS_ENTRIES // 2
        with tqdm(total=tables, desc="A Swiss of Duck Soup", unit=" tables", disable=None) as bar:
            showcase.finished_swiss(organiser, bots, progress=bar.update)
        games = len(catalogue.games())
        with tqdm(total=games, desc="A table of every game", unit=" tables", disable=None) as bar:
            showcase.finished_tables(bots, progress=bar.update)

    def _club(self, people: list[User], bots: list[User]) -> None:
        now = sources.now_ms()
        with tqdm(total=story.CHAPTERS, desc="A club", unit=" chapters", disable=None) as bar:
            story.tell(people, bots, now=now, progress=bar.update)
        inbox.read([user.pk for user in people], now=now)

    def _logins(self) -> None:
        if not settings.DEMO:
            return
        self.stdout.write(LOGINS)

    # -- the main job from a terminal

    def _headless(self, *, game: str, players: int, rounds: int, seconds: float | None) -> None:
        if not 3 <= players <= MOST_PLAYERS:
            raise CommandError(f"--players is between 3 and {MOST_PLAYERS}.")
        if not os.environ.get("DATABASE_URL"):
            sys.exit(headless.under_own_servers())
        call_command("migrate", interactive=False, verbosity=0)
        catalogue.game(game)
        bots = cast.bots(players)
        with ExitStack() as stack:
            check, usual = self._workers(stack)
            tournament_id = headless.announce(cast.people()[0], bots, game=game, rounds=rounds)
            bar = stack.enter_context(tqdm(desc=f"Tournament {tournament_id}", unit=" tables", disable=None))
            try:
                headless.await_end(tournament_id, seconds=seconds or usual, check=check, progress=partial(_show, bar))
            except headless.Stuck as stuck:
                raise CommandError(str(stuck)) from stuck
        self._report(tournament_id, game, [bot.pk for bot in bots])

    def _workers(self, stack: ExitStack) -> tuple[Callable[[], None], float]:
        """How to see that the workers live, and how many seconds they may take."""
        if headless.workers_run():
            self.stderr.write("The workers that run already will play, at the pace that is set for them (BOT_PACE).")
            return lambda: None, AT_A_HUMAN_PACE
        return stack.enter_context(headless.own_workers(os.environ)), AT_FULL_SPEED

    def _report(self, tournament_id: str, game: str, users: list[int]) -> None:
        for line in (*printout.crosstable(tournament_id), "", *printout.ladder(game, users), ""):
            self.stdout.write(line)
        faults = list(audit.faults(tournament_id))
        if faults:
            raise CommandError("Not as it should be:\n  " + "\n  ".join(faults))
        self.stdout.write(
            "Checked: every pairing has one table, every table one result and one rating; no stream is broken."
        )


def _show(bar: tqdm[Any], seen: Detail) -> None:
    """Tables done of those to come, as far as known."""
    done = sum(match.places is not None for paired in seen.rounds for match in paired.matches)
    first = len(seen.rounds[0].matches) if seen.rounds else 0
    bar.total = first * seen.planned or None
    bar.n = done
    bar.refresh()
