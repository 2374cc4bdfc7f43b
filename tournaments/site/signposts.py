"""What programs that come by look for at fixed addresses: search engines, browsers that install the site, people
who have found a security problem."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import index, sitemap
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.clubs import selectors as clubs
from tournaments.director import selectors as director
from tournaments.kit.kept import kept
from tournaments.tables import catalogue

FRESH: Final = 3600
"""Seconds that a list of addresses is kept."""
MOST: Final = 5_000
"""Addresses of a kind; of tournaments those that began last."""
VALID: Final = timedelta(days=180)
PAGES: Final = ("home", "tournaments", "clubs", "games", "tv", "puzzles", "learn")
OF_GAMES: Final = ("game", "ladder", "game-statistics")
PRIVATE: Final = ("/account/", "/api/", "/settings", "/notices", "/analysed", "/reviews/")
"""Of one reader, or for programs; the pages say so themselves, too."""
GREEN: Final = "#1f5a4c"


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {each}" for each in PRIVATE), f"Sitemap: {settings.SITE_URL}/sitemap.xml"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Who is told of security problems (RFC 9116). Raises ``Http404`` where nobody is (``SECURITY_CONTACT``)."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    contact = settings.SECURITY_CONTACT
    lines = [
        f"Contact: {contact if contact.startswith('https:') else f'mailto:{contact}'}",
        f"Expires: {datetime.now(UTC) + VALID:%Y-%m-%dT00:00:00Z}",
        "Preferred-Languages: en, es",
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser needs to install the site as an app; pushes reach some phones only then."""
    icons = [{"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    icons += [
        {"src": static(f"icon-{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in (("192", 192, "any"), ("512", 512, "any"), ("maskable", 512, "maskable"))
    ]
    said = {
        "id": "/",
        "name": "Cardroom",
        "short_name": "Cardroom",
        "description": _("Card-game tournaments that a club runs itself."),
        "start_url": "/",
        "display": "standalone",
        "background_color": GREEN,
        "theme_color": GREEN,
        "icons": icons,
    }
    return JsonResponse(said, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What an installed app shows without a connection: the same for everybody."""
    return render(request, "offline.html")


class Addresses(Sitemap):  # type: ignore[type-arg]  # it takes none when it runs
    """The addresses of one kind, for everybody."""

    limit = MOST

    def __init__(self, read: Callable[[], list[str]]) -> None:
        self._read = read

    def items(self) -> list[str]:
        return self._read()

    def location(self, item: str) -> str:
        return item


SITEMAPS: Final = {
    "pages": Addresses(lambda: [reverse(name) for name in PAGES]),
    "games": Addresses(lambda: [reverse(name, args=[game.key]) for game in catalogue.games() for name in OF_GAMES]),
    "clubs": Addresses(lambda: [reverse("club", args=[each.slug]) for each in clubs.directory(limit=MOST)]),
    "tournaments": Addresses(lambda: [reverse("tournament", args=[each.id]) for each in director.listed(limit=MOST)]),
}

urlpatterns = [
    path("robots.txt", robots),
    path(".well-known/security.txt", security),
    path("offline", offline),
    path("site.webmanifest", manifest, name="manifest"),
    path("sitemap.xml", kept(FRESH, index), {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap"}),
    path("sitemap-<slug:section>.xml", kept(FRESH, sitemap), {"sitemaps": SITEMAPS}, name="sitemap"),
]
