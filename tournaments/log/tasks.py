"""What the workers do for the log."""

from celery import shared_task
from django.conf import settings

from tournaments.log import anchors, keeping


@shared_task(name="log.anchor")
def anchor() -> None:
    """Keep where the streams end that have changed, if there is a place for it. The next hour does what is left."""
    if settings.ANCHORS:
        anchors.write_news(keeping.keep)
