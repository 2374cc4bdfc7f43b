"""``manage.py erase TEXT`` or ``manage.py erase --author NAME``: what somebody wrote beside the log."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.selectors import by_name
from tournaments.log import texts
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Erase a text that events name by its id, or all that one user wrote. The events stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", nargs="?", help="the id that an event names")
        parser.add_argument("--author", help="the name of an account")

    def handle(self, *_args: Any, text: str | None, author: str | None, **_options: Any) -> None:
        if (text is None) == (author is None):
            raise CommandError("Name a text or an author.")
        if text is not None:
            if not texts.erase(text):
                raise CommandError(f"There is no text {text}.")
            self.stdout.write("Erased 1 text.")
            return
        user = by_name(author or "")
        if user is None:
            raise CommandError(f"There is no account {author}.")
        self.stdout.write(f"Erased {texts.erase_of(user.pk)} texts.")
