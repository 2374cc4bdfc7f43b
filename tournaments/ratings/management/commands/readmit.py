"""``manage.py readmit POOL PLAYER``: have whatever excluded somebody count no more."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournaments.log.errors import RoomError
from tournaments.platform.commands import OperatorCommand
from tournaments.ratings import services
from tournaments.ratings.management.commands.exclude import add_arguments, tell, user_named


class Command(OperatorCommand):
    help = "Have whatever excluded somebody from a pool count no more."

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)

    def handle(self, *_args: Any, pool: str, player: str, ruling: str, **_options: Any) -> None:
        try:
            services.readmit(pool=pool, user=user_named(player), ruling=ruling)
        except RoomError as refused:
            raise CommandError(str(refused.reason)) from refused
        tell(self, pool)
