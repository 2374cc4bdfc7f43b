"""The page about open data, and what programs are told of it."""

from typing import Final, get_type_hints

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from engine.text import gettext_noop as _
from tournaments.tables.open_data.files import Manifest, published
from tournaments.tables.open_data.lines import Happened, Line, Player

PATH: Final = "/open-data/"
"""Below it the proxy serves the files."""
READING: Final = """\
import base64, hashlib, json, zstandard
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

with open("{month}.json") as file:
    manifest = json.load(file)
with open(manifest["file"], "rb") as file:
    packed = file.read()
assert hashlib.sha256(packed).hexdigest() == manifest["sha256"]

signature, key = (base64.urlsafe_b64decode(manifest[name] + "==") for name in ("signature", "key"))
said = {{name: value for name, value in manifest.items() if name != "signature"}}
signed = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
Ed25519PublicKey.from_public_bytes(key).verify(signature, signed)

lines = zstandard.ZstdDecompressor().stream_reader(packed).read().splitlines()
games = [json.loads(line) for line in lines]
"""
SHAPES: Final = ((_("A game"), Line), (_("Who sat there"), Player), (_("An event"), Happened))


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    months = published()
    context = {
        "area": "tables",
        "months": months,
        "shapes": [(gettext(title), fields(shape)) for title, shape in SHAPES],
        "path": PATH,
        "reading": READING.format(month=months[0].month if months else "2026-10"),
        "licence": settings.OPEN_DATA_LICENCE,
    }
    return render(request, "tables/open_data.html", context)


def fields(shape: type[msgspec.Struct]) -> list[tuple[str, str]]:
    """The fields of *shape*, each with its description."""
    hints = get_type_hints(shape, include_extras=True)
    return [(name, gettext(hints[name].__metadata__[0].description)) for name in shape.__struct_fields__]


def address(manifest: Manifest) -> str:
    """Of the month's file."""
    return f"{settings.SITE_URL}{PATH}{manifest.file}"
