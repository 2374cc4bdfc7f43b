from __future__ import annotations

from django.apps import AppConfig


class LogConfig(AppConfig):
    name = "tournaments.log"
    default_auto_field = "django.db.models.BigAutoField"
