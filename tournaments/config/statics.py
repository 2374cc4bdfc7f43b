"""Which static files there are, and under which names. The proxy serves them: docker/Caddyfile."""

from typing import ClassVar

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLES, _SCRIPTS = ManifestStaticFilesStorage.patterns


class StaticFiles(StaticFilesConfig):
    """Without what packages bring along and no page asks for."""

    ignore_patterns: ClassVar[list[str]] = [  # type: ignore[misc]
        *StaticFilesConfig.ignore_patterns,
        *("*.map", "redoc", "rest_framework", "django_htmx"),
    ]


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A digest in each name, a compressed copy beside each file. Source maps are left out, so none is looked for."""

    patterns = ((STYLES[0], STYLES[1][:2]),)
