"""QR codes as pictures of their own: dark on light in both themes, as cameras want it."""

from io import BytesIO

import segno
from django.http import HttpResponse

LOOK = {"border": 3, "light": "#fff", "omitsize": True}
KEPT = 86_400
"""Seconds for which a browser need not ask for one again."""


def pictured(text: str) -> HttpResponse:
    """*text* as a QR code, for one reader: the address that names it names *text*."""
    drawn = BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", xmldecl=False, **LOOK)
    headers = {"Cache-Control": f"private, max-age={KEPT}, immutable"}
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml", headers=headers)
