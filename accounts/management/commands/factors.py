"""``manage.py factors USER [--remove]``: the second factors of somebody who has lost them."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import CommandError
from django.db import transaction

from accounts import selectors, services, sessions, staff
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Say which second factors USER has; with --remove take them away, and end all sessions and tokens."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", metavar="USER", help="the account's name")
        parser.add_argument("--remove", action="store_true", help="the password alone opens the account again")

    def handle(self, *args: Any, **options: Any) -> None:
        user = selectors.by_name(options["user"])
        if user is None:
            raise CommandError(f"There is no account called {options['user']!r}.")
        rows = Authenticator.objects.filter(user=user).order_by("pk")
        self.stdout.write(", ".join(f"{row.type} since {row.created_at:%Y-%m-%d}" for row in rows) or "none")
        if options["remove"]:
            with transaction.atomic():
                removed, _by_kind = rows.delete()
                sessions.end_all(user)
                services.revoke_tokens(user)
                staff.note("factors.removed", f"user:{user.pk}", by=None)
            self.stdout.write(f"Factors removed: {removed}. All sessions and tokens have ended.")
