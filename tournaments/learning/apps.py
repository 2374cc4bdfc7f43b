"""What is learned from games."""

from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "tournaments.learning"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import holdings
        from tournaments.learning.analysis.services import HOLDING
        from tournaments.learning.lessons import progress

        holdings.register(HOLDING)
        holdings.register(progress.HOLDING)
