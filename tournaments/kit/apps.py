from django.apps import AppConfig


class KitConfig(AppConfig):
    name = "tournaments.kit"
    default_auto_field = "django.db.models.BigAutoField"
