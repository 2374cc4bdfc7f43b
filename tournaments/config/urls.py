"""Every path of the site, room by room. They are tried one after the other: those of programs come first."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from tournaments.site.documentation import Unknown

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include("tournaments.site.api_urls")),
    path("", include("tournaments.config.health")),
    path("", include("tournaments.config.staff")),
    path("", include("accounts.oauth.urls")),
    re_path("^api/", Unknown.as_view()),
    path("", include("tournaments.site.urls")),
]

handler400 = "tournaments.kit.error_pages.bad_request"
handler403 = "tournaments.kit.error_pages.forbidden"
handler404 = "tournaments.kit.error_pages.not_found"
handler429 = "tournaments.kit.error_pages.too_many"
handler500 = "tournaments.config.failures.answer_failure"
