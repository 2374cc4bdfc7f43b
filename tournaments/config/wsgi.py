"""Commands and pages: everything but the streams."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from tournaments.config.charsets import mark_foreign
from tournaments.config.garbage import spare_the_start
from tournaments.config.postgresql import patience

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")


def read_to_the_end(application: WSGIApplication) -> WSGIApplication:
    """Take in what a refused request brought along. Else the server closes the connection under the proxy, which then
    fails this request, or somebody else's that it sends the same way. The proxy holds bodies back until they are whole,
    and limits their size."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        response = application(environ, start_response)
        environ["wsgi.input"].read()
        return response

    return answer


application = read_to_the_end(mark_foreign(get_wsgi_application()))
patience.begin(patience.WEB)
_ = get_resolver().url_patterns  # loads every view before the first request, and with them every room
spare_the_start()
