"""The page about open data, and what programs are told of it."""

from typing import get_type_hints

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from engine.text import gettext_noop as _
from tournaments.tables.open_data.files import Manifest, published
from tournaments.tables.open_data.lines import Happened, Line, Player

PATH = "/open-data/"
"""Below it the proxy serves the files."""
SHAPES = ((_("A game"), Line), (_("Who sat there"), Player), (_("An event"), Happened))


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    shapes = [(gettext(title), fields(shape)) for title, shape in SHAPES]
    context = {
        "area": "tables",
        "months": published(),
        "shapes": shapes,
        "path": PATH,
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
