"""The picture of a page that a link to it carries: the same for everybody, in the language of its address."""

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import override

from accounts.sessions import count_reader
from tournaments.tables import films
from tournaments.tables.web.drawing import raster
from tournaments.tables.web.drawing.ground import WIDTH
from tournaments.tables.web.drawing.sign import Sign, sign


def drawn(request: HttpRequest, language: str, told: Callable[[], Sign]) -> HttpResponse:
    """What is *told*, as a PNG. Raises ``Http404`` for a language that there is not, and
    :class:`~tournaments.platform.errors.TooOften`."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    count_reader(request.user, "positions")
    with override(language), timezone.override(settings.TIME_ZONE):
        picture = raster.png(sign(told()), WIDTH)
    films.count_picture()
    return HttpResponse(picture, content_type="image/png")
