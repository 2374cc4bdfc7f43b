"""``manage.py webhooks TEXT [--end]``: which webhooks send to an address, and ending one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db.models import Q

from tournaments.notices.hooks import owners, services
from tournaments.notices.models import Webhook
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "List the webhooks with TEXT in their address, or that one by its id; with --end it is ended. That is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("text", metavar="TEXT", help="a part of the address, or the webhook's id")
        parser.add_argument("--end", action="store_true", help="the one with this id is sent nothing more")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["end"]:
            self._end(options["text"])
        named = Q(pk=options["text"]) | Q(url__icontains=options["text"])
        for hook in Webhook.objects.filter(named).order_by("made_at", "pk"):
            self.stdout.write(_line(hook))

    def _end(self, webhook_id: str) -> None:
        hook = Webhook.objects.filter(pk=webhook_id).first()
        if hook is None:
            raise CommandError("Give the id of the webhook that is to end.")
        services.end_by_staff(hook)


def _line(hook: Webhook) -> str:
    owner = owners.of(hook)
    ended = f"  ended: {hook.ended_why}" if hook.ended_at else ""
    return f"{hook.pk}  {owner.sort} {owner.id}  by {hook.made_by}  {hook.url}{ended}"
