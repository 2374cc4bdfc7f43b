"""``manage.py anchor``: where the streams end, to be kept outside of the database."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from tournaments.log import anchors, keeping, selectors
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = (
        "Add the ends of the streams that have changed to the anchors that are kept (ANCHORS), as is done every hour; "
        "with --all print those of all streams instead."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="print the end of every stream, and keep nothing")

    def handle(self, *_args: Any, all: bool, **_options: Any) -> None:  # noqa: A002
        if all:
            for each in anchors.ends(selectors.streams()):
                self.stdout.write(str(each))
        elif not settings.ANCHORS:
            raise CommandError("Say where anchors are kept: ANCHORS is a folder or an e-mail address. Or --all.")
        else:
            try:
                self.stdout.write(f"{anchors.write_news(keeping.keep)} anchors are kept.")
            except keeping.Away as error:
                raise CommandError(str(error)) from error
