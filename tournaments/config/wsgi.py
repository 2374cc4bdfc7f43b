"""Commands and pages: everything but the streams."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
application = get_wsgi_application()
