from __future__ import annotations

from django.apps import AppConfig


class DirectorConfig(AppConfig):
    name = "tournaments.director"
    default_auto_field = "django.db.models.BigAutoField"
