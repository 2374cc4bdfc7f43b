import gc

from django.apps import AppConfig
from django.conf import settings


class ConfigConfig(AppConfig):
    name = "tournaments.config"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Every process, not the workers alone, must know the Celery application by which tasks are sent. What traces
        need is not even imported where there are none."""
        from tournaments.config import celery  # noqa: F401

        if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
            from tournaments.config.telemetry import traces

            traces.begin(settings.OTEL_EXPORTER_OTLP_ENDPOINT)
        if not gc.isenabled():  # manage.py has it wait until now; what was loaded stays, and is not searched
            gc.freeze()
            gc.enable()
