from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "tournaments.people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts.privacy import ACQUAINTANCES
        from tournaments.people import friends

        ACQUAINTANCES.register("friends", friends.among)
