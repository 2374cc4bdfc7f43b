"""What the workers do for the log."""

from __future__ import annotations

from typing import Final

from celery import shared_task
from django.conf import settings

from tournaments.log import anchors, keeping

LONGEST: Final = 1_800
"""Seconds, after which the process is ended: the folder may lie on another machine, and that may be away."""


@shared_task(name="log.anchor", time_limit=LONGEST)
def anchor() -> None:
    """Keep where the streams end that have changed, if there is a place for it. The next hour does what is left."""
    if settings.ANCHORS:
        anchors.write_news(keeping.keep)
