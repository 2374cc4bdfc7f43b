"""``manage.py prepare``: what every start needs, in one process: database, static files, the demo's people."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandParser

from tournaments.config.demo import cast
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Bring the database up to date and put the static files in place."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--people", action="store_true", help="also make those of the demo, for people to log in as"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        # While somebody works on them, what is served is the file itself.
        call_command("collectstatic", interactive=False, verbosity=0, link=settings.DEBUG, clear=settings.DEBUG)
        if options["people"]:
            cast.people()
        elif not settings.DEMO:
            cast.shut_out()
