from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "tournaments.people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import privacy
        from tournaments.people import friends

        privacy.register("friends", friends.among)
