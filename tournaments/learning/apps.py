"""What is learned from games."""

from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "tournaments.learning"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import holdings
        from tournaments.kit import visibility
        from tournaments.learning.analysis.services import HOLDING as ANALYSES
        from tournaments.learning.lessons.progress import HOLDING as LESSONS
        from tournaments.learning.puzzles.holdings import HOLDING as PUZZLES
        from tournaments.learning.studies import selectors as studies
        from tournaments.learning.studies.holdings import HOLDING as STUDIES
        from tournaments.learning.studies.streams import ROWS
        from tournaments.log.projections import register

        register(ROWS)
        visibility.CHECKS.register("study_id", studies.check_seen)
        for holding in (ANALYSES, LESSONS, PUZZLES, STUDIES):
            holdings.register(holding)
