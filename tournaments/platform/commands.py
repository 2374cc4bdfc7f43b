"""What an operator's commands have in common."""

from django.core.management.base import BaseCommand


class OperatorCommand(BaseCommand):
    """Runs at once. Django's checks of the code load every page first; the tests run them (``manage.py check``)."""

    requires_system_checks: list[str] = []
