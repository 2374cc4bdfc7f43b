from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "tournaments.site"
    default_auto_field = "django.db.models.BigAutoField"
