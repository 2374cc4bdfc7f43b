from django.apps import AppConfig
from django.conf import settings


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """No process starts if an action has no rate."""
        from tournaments.platform import limits

        limits.check(settings.RATES)
