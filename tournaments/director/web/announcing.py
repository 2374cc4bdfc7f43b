"""What the form to announce a tournament begins with, and the plan beside it."""

import time

from django.http import HttpRequest, QueryDict
from msgspec.structs import replace

from tournaments.director import selectors
from tournaments.director.errors import RoomError
from tournaments.director.policy.presets import PRESETS, Preset, suiting
from tournaments.director.policy.timetable import Timetable, timetable
from tournaments.director.state.events import Settings
from tournaments.director.web.tournament_forms import TournamentForm
from tournaments.platform.units import WEEK
from tournaments.tables import catalogue
from tournaments.tables.catalogue import GameInfo

HALF_AN_HOUR = 1_800_000
FIVE_MINUTES = 300_000
USUAL_ENTRIES = 16


def copied(tournament_id: str) -> Settings | None:
    """The settings of another tournament, a week later or as many weeks as bring it into the future."""
    try:
        settings = selectors.detail(tournament_id).settings
    except RoomError:
        return None
    late = max(0, _now() - settings.starts_at)
    return replace(settings, starts_at=settings.starts_at + (late // WEEK + 1) * WEEK, entry_code="")


def prefilled(request: HttpRequest, game: GameInfo) -> Settings | None:
    """What was asked for to begin with: a preset, with what has been written until then, or a copy; nothing, or
    nothing that suits the game: ``None``."""
    asked = request.POST if request.method == "POST" else request.GET
    if copy := asked.get("copy"):
        settings = copied(copy)
        return settings if settings and settings.game == game.key else None
    preset = chosen(asked, game)
    if preset is None:
        return None
    soon = (_now() + HALF_AN_HOUR) // FIVE_MINUTES * FIVE_MINUTES
    name, description = (asked.get(field, "") for field in ("name", "description"))
    return Settings(name=name, description=description, game=game.key, starts_at=soon, **preset.settings)


def chosen(asked: QueryDict, game: GameInfo) -> Preset | None:
    preset = PRESETS.get(asked.get("preset", ""))
    return preset if preset in suiting(game.key) else None


def plan(form: TournamentForm) -> Timetable | None:
    """How it would run, as the form stands: nothing if the form cannot be read, or that number is not possible."""
    if form.is_bound:
        if not form.is_valid():
            return None
        settings, entries = form.settings(), form.cleaned_data["expected"]
    elif form.announced:
        settings, entries = form.announced, None
    else:
        return None
    return timetable(settings, entries or settings.max_entries or USUAL_ENTRIES)


def named(data: QueryDict) -> QueryDict:
    """*data* for a plan: it needs no name."""
    complete = data.copy()
    if not complete.get("name", "").strip():
        complete["name"] = catalogue.game(complete.get("game", "")).key
    return complete


def _now() -> int:
    return int(time.time() * 1000)
