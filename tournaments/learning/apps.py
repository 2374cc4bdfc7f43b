"""What is learned from games."""

from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "tournaments.learning"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import holdings
        from tournaments.learning.analysis.services import HOLDING as ANALYSES
        from tournaments.learning.lessons.progress import HOLDING as LESSONS
        from tournaments.learning.puzzles.holdings import HOLDING as PUZZLES

        for holding in (ANALYSES, LESSONS, PUZZLES):
            holdings.register(holding)
