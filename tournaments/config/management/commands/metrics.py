"""``manage.py metrics``: serve the service's metrics to Prometheus, until it is stopped."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from tournaments.config.telemetry import exporter
from tournaments.platform.commands import OperatorCommand


class Command(OperatorCommand):
    help = "Serve metrics to Prometheus at METRICS (one process; make run starts it where METRICS is set)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.METRICS:
            raise CommandError("METRICS must say where, such as 127.0.0.1:9100.")
        try:
            _server, thread = exporter.serve(settings.METRICS)
        except exporter.Public as public:
            raise CommandError(str(public)) from public
        except OSError as error:
            raise CommandError(f"Can't serve metrics at {settings.METRICS}: {error.strerror}.") from error
        self.stdout.write(f"Metrics are served at {settings.METRICS}")
        thread.join()
