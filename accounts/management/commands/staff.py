"""``manage.py staff [USER] [--end]``: who looks after the service with rights of their own."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from accounts import selectors, staff
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Say who are the service's staff; with USER make somebody one of them, with --end no more. It is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", metavar="USER", nargs="?", help="the account's name")
        parser.add_argument("--end", action="store_true", help="USER is one of them no more")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["user"] is not None:
            self._appoint(options["user"], ends=options["end"])
        elif options["end"]:
            raise CommandError("Say whose time ends.")
        self.stdout.write(", ".join(user.username for user in staff.members()) or "none")

    def _appoint(self, name: str, *, ends: bool) -> None:
        user = selectors.by_name(name)
        if user is None or user.is_guest or user.is_bot:
            raise CommandError(f"There is no account of a person called {name!r}.")
        staff.appoint(user, ends=ends)
