"""Our pages, room by room. None of them ends with a slash: a table has one address, for people and for the API."""

from django.urls import include, path
from django.views.generic import RedirectView

from tournaments.site import home, oembed, refusals, watching
from tournaments.tables.web import open_data

ROOMS = ("tables", "clubs", "ratings", "director", "leagues", "learning", "people", "notices")
"""In the order in which they are asked: tables most often, and clubs before the rest (``clubs/new`` is not a club)."""

urlpatterns = [
    path("", home.home, name="home"),
    path("now", home.now, name="now"),
    path("now/tables", home.now, {"name": "tables"}, name="now-tables"),
    path("now/air", home.now, {"name": "air"}, name="now-air"),
    path("now/tv", home.now, {"name": "tv"}, name="now-tv"),
    path("tv", watching.tv, name="tv"),
    path("tv/mine", watching.mine, name="tv-mine"),
    path("tv/mine/now", watching.mine_now, name="tv-mine-now"),
    path("my-games", home.my_games, name="my-games"),
    path("oembed", oembed.oembed, name="oembed"),
    path("about/codes", refusals.listed, name="refusals"),
    path("about/codes/<slug:code>", refusals.shown, name="refusal"),
    path("about/data", open_data.page, name="open-data"),
    path("about/<slug:page>", home.about, name="about"),
    path("replays", RedirectView.as_view(url="/tables"), name="replays"),
    *(path("", include(f"tournaments.{room}.web.urls")) for room in ROOMS),
    path("", include("tournaments.site.signposts")),
    path("account/", include("accounts.urls")),
    path("", include("django.conf.urls.i18n")),
]
