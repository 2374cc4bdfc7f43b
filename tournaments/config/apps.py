from __future__ import annotations

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "tournaments.config"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Every process, not the workers alone, must know the Celery application by which tasks are sent."""
        from tournaments.config import celery  # noqa: F401
