"""The way in, as visitors take it: whether the live streams answer, and for how long the certificate is good."""

import http.client
import ssl
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from cryptography import x509
from django.conf import settings

from tournaments.config.condition.facts import Site

PATIENCE: Final = 2.0
PATH: Final = "/readyz/stream"


def look() -> Site:
    """Ask at ``SITE_URL``. Nothing is sent there but the question, so an invalid certificate is only read."""
    connection = _connection()
    try:
        connection.connect()
        good_for = _good_for(connection.sock)
        connection.request("GET", PATH)
        return Site(connection.getresponse().status == http.HTTPStatus.OK, good_for)
    except (OSError, http.client.HTTPException, ValueError):  # no name, or no certificate that can be read
        return Site(None)
    finally:
        connection.close()


def _connection() -> http.client.HTTPConnection:
    site = urlsplit(settings.SITE_URL)
    if site.scheme != "https":
        return http.client.HTTPConnection(site.hostname or "localhost", site.port, timeout=PATIENCE)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection(site.hostname or "localhost", site.port, timeout=PATIENCE, context=context)


def _good_for(socket: object) -> float | None:
    """Seconds; ``None`` where nothing is encrypted."""
    shown = socket.getpeercert(binary_form=True) if isinstance(socket, ssl.SSLSocket) else None
    if shown is None:
        return None
    return (x509.load_der_x509_certificate(shown).not_valid_after_utc - datetime.now(UTC)).total_seconds()
