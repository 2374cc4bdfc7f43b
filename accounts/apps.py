from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """No process begins with something that may be done without end."""
        from accounts import limits

        limits.check(settings.RATES)
