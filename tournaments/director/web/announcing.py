"""What the form to announce a tournament begins with, and the plan beside it."""

import time
from typing import NamedTuple, get_type_hints

from django.http import HttpRequest, QueryDict
from msgspec.structs import replace

from tournaments.director import selectors
from tournaments.director.errors import RoomError
from tournaments.director.policy.presets import PRESETS, Preset, suiting
from tournaments.director.policy.timetable import Timetable, timetable
from tournaments.director.state.announced import Settings
from tournaments.director.state.setting import Asked
from tournaments.director.web.tournament_forms import TournamentForm
from tournaments.platform.units import WEEK
from tournaments.tables import catalogue
from tournaments.tables.catalogue import GameInfo

_HINTS = get_type_hints(Settings, include_extras=True)
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
    if (copy := asked.get("copy")) and "kind" not in asked:
        settings = copied(copy)
        return settings if settings and settings.game == game.key else None
    preset = chosen(asked, game)
    if preset is None:
        return None
    soon = (_now() + HALF_AN_HOUR) // FIVE_MINUTES * FIVE_MINUTES
    name, description = (asked.get(field, "") for field in ("name", "description"))
    return Settings(name=name, description=description, game=game.key, starts_at=soon, **preset.settings)


def chosen(asked: QueryDict, game: GameInfo) -> Preset | None:
    preset = PRESETS.get(asked.get("kind") or asked.get("preset", ""))
    return preset if preset in suiting(game.key) else None


class Offer(NamedTuple):
    """A preset, and how it would run."""

    preset: Preset
    plan: Timetable | None


def offers(asked: QueryDict, game: GameInfo) -> list[Offer]:
    """The presets that suit the game, each with its length for the players that are expected."""
    known = [asked.get(name, "") for name in ("expected", "max_entries")]
    counts = [int(each) for each in known if each.isascii() and each.isdecimal() and 0 < len(each) < 5]
    entries = counts[0] if counts else USUAL_ENTRIES
    begins = [(preset, Settings(game=game.key, starts_at=_now(), **preset.settings)) for preset in suiting(game.key)]
    return [Offer(preset, timetable(settings, entries)) for preset, settings in begins]


def kept(asked: QueryDict, game: GameInfo, settings: Settings) -> TournamentForm:
    """The form of a preset, *settings*, with what has been written and neither it nor the one before it decides."""
    fresh, data = TournamentForm(game=game, settings=settings), asked.copy()
    for name in _decided(asked.get("preset", ""), asked.get("kind", "")) & fresh.fields.keys():
        value = fresh[name].value()
        data.setlist(name, [] if value in (None, False) else ["on" if value is True else str(value)])
    return TournamentForm(data, game=game, settings=settings)


def _decided(*presets: str) -> set[str]:
    """The fields of the form that the presets fill in."""
    named = {"format"}.union(*(PRESETS[key].chosen for key in presets if key in PRESETS))
    return {field for name in named for field in _fields_of(name)}


def _fields_of(setting: str) -> tuple[str, ...]:
    metadata = getattr(_HINTS[setting], "__metadata__", ())
    return next((each.fields for each in metadata if isinstance(each, Asked)), (setting,))


def as_written(form: TournamentForm) -> TournamentForm:
    """The same to be filled in further: nothing in it is wrong yet."""
    written = {name: form[name].data for name in form.fields}
    return TournamentForm(game=form.game, settings=form.announced, initial=written)


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
