"""``manage.py exclude POOL PLAYER --since DATE``: have somebody's duels weigh nothing."""

import datetime
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.selectors import by_name
from tournaments.log.errors import RoomError
from tournaments.platform.commands import OperatorCommand
from tournaments.ratings import moments, services


class Command(OperatorCommand):
    help = "Have somebody's duels weigh nothing at the tables of a pool that ended in a span (days, UTC)."

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)
        parser.add_argument("--since", type=_day, required=True)
        parser.add_argument("--until", type=_day, help="the first day that counts again")

    def handle(self, *_args: Any, pool: str, player: str, ruling: str, **options: Any) -> None:
        since, until = options["since"], options["until"]
        try:
            services.exclude(
                pool=pool,
                user=user_named(player),
                since=_ms(since),
                until=None if until is None else _ms(until),
                ruling=ruling,
            )
        except RoomError as refused:
            raise CommandError(str(refused.reason)) from refused
        tell(self, pool)


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("pool", help="a game, club:<club>:<game> or season:<id>")
    parser.add_argument("player", help="the name")
    parser.add_argument("--ruling", required=True, help="what it rests on, 40 characters; it stays in the log")


def user_named(name: str) -> int:
    user = by_name(name)
    if user is None:
        raise CommandError(f"There is no player {name}.")
    return user.pk


def tell(command: BaseCommand, pool: str) -> None:
    """Say whose rating moved."""
    (made,) = moments.published(pool, limit=1)
    for each in made.differences:
        command.stdout.write(f"{each.name:<20} {each.before} -> {each.after}")
    command.stdout.write(f"{len(made.differences)} ratings moved by event {made.seq} of {pool}.")


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not a day such as 2026-11-30") from error


def _ms(day: datetime.date) -> int:
    return int(datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp()) * 1_000
