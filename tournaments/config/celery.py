"""The Celery application: queues ``bots``, ``clocks`` and ``default``."""

from __future__ import annotations

import os

from accounts.valkey import Sender

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
app = Sender("cardroom")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
