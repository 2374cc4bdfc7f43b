"""The first page, and the pages that explain."""

from importlib import resources

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.director import imports
from tournaments.director import selectors as director
from tournaments.director.web.agenda import agenda
from tournaments.kit import markdown
from tournaments.kit.answers import unless_known
from tournaments.leagues.web.next_for_you import steps
from tournaments.people import invitations as table_invitations
from tournaments.tables import catalogue
from tournaments.tables import selectors as tables
from tournaments.tables.web.forms import level_choices
from tournaments.tables.web.lobby import newcomers_level
from tournaments.tables.web.my_games import MyGames
from tournaments.tables.web.now import part
from tournaments.tables.web.story import of_last as story_of_last

ABOUT = {
    "fair-deals": gettext_lazy("Fair deals"),
    "ratings": gettext_lazy("Ratings explained"),
    "bots": gettext_lazy("Bots and API"),
    "privacy": gettext_lazy("What is kept, and why"),
}
CLUBS = 3
"""Beside the tournaments: one's own, or public ones."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    coming = agenda(director.listed("announced", "running", viewer=request.user.pk, soonest=True, limit=5))
    context: dict[str, object] = {
        "area": "home",
        "games": catalogue.games(),
        "levels": level_choices(),
        "newcomers_level": newcomers_level(),
        "tournaments": coming,
        "now": part("home"),
        "air": part("air"),
        "invitations": imports.invitations(request.user.pk) if request.user.is_authenticated else (),
    }
    user = request.user
    if isinstance(user, User):
        context["steps"] = steps(user)
    if isinstance(user, User) and not user.is_guest:
        context |= {
            "asked_to_tables": table_invitations.waiting(user),
            "clubs": clubs.of_user(user.pk, viewer=user)[:CLUBS],
            "mine": True,
        }
    if not context.get("clubs"):
        context |= {"clubs": clubs.directory(limit=CLUBS), "mine": False}
    story = story_of_last(user.pk) if user.is_authenticated else None
    context["story"] = story
    context["newcomer"] = story is None and not (user.is_authenticated and tables.has_sat(user.pk))
    return render(request, "home.html", context)


@require_safe
def now(request: HttpRequest, name: str = "home") -> HttpResponseBase:
    """The part of a page that changes, for its script. Browsers keep it, and ask whether it is still the same."""
    return unless_known(request, part(name).html)


@never_cache
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """The viewer's games, for their script: as a line, or (``?as=list``) one below the other."""
    template = "tables/my_games.html" if request.GET.get("as") == "list" else "tables/my_games_bar.html"
    return render(request, template, {"my_games": MyGames(request)})


@require_safe
def about(request: HttpRequest, page: str) -> HttpResponse:
    if page not in ABOUT:
        raise Http404
    folder = resources.files("tournaments.site") / "about"
    own = folder / f"{page}.{get_language()}.md"
    text = (own if own.is_file() else folder / f"{page}.en.md").read_text(encoding="utf-8")
    return render(request, "about.html", {"title": ABOUT[page], "text": markdown.html(text)})
