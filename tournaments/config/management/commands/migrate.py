"""``manage.py migrate``: Django's, but for databases that no release has made."""

from typing import Any, Final

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

BEFORE: Final = ("log", "0001_log")
"""The first migration of the log before there was a release."""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if BEFORE in MigrationRecorder(connection).applied_migrations():
            raise CommandError(
                "This database is of a Cardroom before 1.0, which this one does not read. Use an empty database "
                "(after make run: remove .local), or go on with the version that made this one."
            )
        super().handle(*args, **options)
