"""``manage.py token USER``: make a token of the API for an account and print it, once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts import selectors, services, staff


class Command(BaseCommand):
    help = "Make a token of the API for USER and print it. It is not kept: only its hash is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", metavar="USER", help="the account's name")
        parser.add_argument("--name", default="manage.py token", help="what the token is for")

    def handle(self, *args: Any, **options: Any) -> None:
        user = selectors.by_name(options["user"])
        if user is None:
            raise CommandError(f"There is no account called {options['user']!r}.")
        with transaction.atomic():
            _, text = services.create_token(user=user, name=options["name"][:60])
            staff.note("token.made", f"user:{user.pk}", by=None)
        self.stdout.write(text)
