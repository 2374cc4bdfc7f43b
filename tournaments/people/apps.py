from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "tournaments.people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts.privacy import ACQUAINTANCES
        from tournaments.kit import problems, visibility
        from tournaments.people import friends
        from tournaments.people.bots import smoke
        from tournaments.people.reviews import selectors as reviews

        problems.HEARERS.register("smoke tables", smoke.hear)
        ACQUAINTANCES.register("friends", friends.among)
        visibility.CHECKS.register("review_id", reviews.check_seen)
