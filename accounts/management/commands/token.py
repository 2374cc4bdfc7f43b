"""``manage.py token USER``: make a token of the API for an account and print it, once."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from accounts import selectors, services, staff
from accounts.errors import TooManyTokens
from accounts.scopes import SCOPES
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Make a token of the API for USER and print it. It is not kept: only its hash is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", metavar="USER", help="the account's name")
        parser.add_argument("--name", default="manage.py token", help="what the token is for")
        parser.add_argument("--scopes", nargs="+", choices=sorted(SCOPES), help="what it may do; else everything")
        parser.add_argument("--days", type=_days, help="its end; else none")

    def handle(self, *args: Any, **options: Any) -> None:
        user = selectors.by_name(options["user"])
        if user is None:
            raise CommandError(f"There is no account called {options['user']!r}.")
        with transaction.atomic():
            given = {"scopes": options["scopes"], "days": options["days"]}
            try:
                _, text = services.create_token(user=user, name=options["name"][:60], **given)
            except TooManyTokens as refused:
                raise CommandError(str(refused)) from refused
            staff.note("token.made", f"user:{user.pk}", by=None)
        self.stdout.write(text)


def _days(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 3650:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1 to 3650")
    return int(text)
