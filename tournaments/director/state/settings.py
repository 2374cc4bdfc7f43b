"""What can be announced: the settings of a tournament held against each other and against the game."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from accounts import naming
from engine.text import Text, shortened
from engine.text import gettext_noop as _
from tournaments.director.errors import Refused
from tournaments.director.state import match_settings, point_settings, sides, stage_checks
from tournaments.director.state.announced import DECLARED, MOST_RATING, USUAL_GRACE, Settings
from tournaments.pairing.format import Options
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.tiebreaks.codes import TIE_BREAKS
from tournaments.tables.events import Clock

NAME_LENGTH = 80
DESCRIPTION_LENGTH = 4_000
JUST_NOW = 60_000
"""A start up to this many ms ago is now: forms know only minutes."""
LATEST = 253_370_764_800_000
"""The year 9999: the last that a calendar here can show."""


def table_sizes(settings: Settings) -> tuple[int, ...]:
    """The tables that the format makes of the game; none if it is not for that game."""
    return FORMATS[settings.format].table_sizes(sides.numbers(settings))


def usual_size(settings: Settings, sizes: Sequence[int]) -> int:
    return settings.table_size if settings.table_size in sizes else max(sizes)


def format_options(settings: Settings) -> Options:
    """What the format may ask for."""
    return Options(
        sizes=table_sizes(settings),
        preferred=settings.table_size,
        third_place=settings.third_place,
        advance=settings.advance,
        seats=sides.numbers(settings),
        groups=settings.groups,
        cycles=settings.cycles,
    )


def completed(settings: Settings) -> Settings:
    """*settings* with the tie-breaks and the tables of a match that are usual in the format, if none are named."""
    usual = FORMATS[settings.format]
    settings = replace(
        settings,
        tie_breaks=settings.tie_breaks or usual_codes(settings),
        series=settings.series or usual.series,
        stages=tuple(map(stage_checks.completed, settings.stages)),
    )
    return replace(settings, place_points=point_settings.completed(settings))


def usual_codes(settings: Settings) -> tuple[str, ...]:
    """The tie-breaks of a tournament that names none."""
    kind = FORMATS[settings.format]
    return kind.codes if settings.team_size == 1 else kind.team_codes


def entries_limit(settings: Settings) -> int:
    """What was announced, else what the format bears."""
    return settings.max_entries or _most_entries(settings)


def _most_entries(settings: Settings) -> int:
    """What the format bears, in each group."""
    return FORMATS[settings.format].most_entries * max(1, settings.groups)


def grace_minutes(settings: Settings) -> int:
    """How long players are awaited at their tables: never beyond the deadline."""
    waits = [settings.grace_minutes, settings.round_minutes]
    if settings.grace_minutes is None and (settings.clock is not None or settings.round_minutes is None):
        waits.append(USUAL_GRACE)
    return min(wait for wait in waits if wait is not None)


def check(settings: Settings) -> None:
    """Raise :class:`Refused`, naming the first setting that cannot be."""
    for code, reason in _faults(settings):
        raise Refused(code, reason, field=_FIELDS.get(code) or code.removeprefix("bad_"))


_FIELDS = {"bad_text": "name", "bad_clock_base": "clock", "bad_clock_increment": "clock", "no_time_limit": "clock"}
"""The settings that faults are about, where the code does not say it."""


def check_words(settings: Settings) -> None:
    """Raise :class:`Refused` for a name or a description that cannot be."""
    for code, reason in _word_faults(settings):
        raise Refused(code, reason, field=_FIELDS.get(code) or code.removeprefix("bad_"))


def check_start(settings: Settings, now: int) -> None:
    """Raise :class:`Refused` for a start that has been already (*now* is in epoch ms)."""
    if settings.starts_at < now - JUST_NOW:
        raise Refused("start_in_past", _("That moment is in the past."), field="starts_at")


def _faults(settings: Settings) -> Iterator[tuple[str, Text]]:
    if settings.words is None:
        yield from _word_faults(settings)
    yield from _number_faults(settings)
    yield from point_settings.faults(settings)
    yield from _tie_break_faults(settings)
    yield from match_settings.advance_faults(settings.advance, table_sizes(settings))
    if settings.series is not None:
        yield from match_settings.faults(settings.series, FORMATS[settings.format], table_sizes(settings))
    yield from _declared_faults(settings)
    yield from _number("most_rating", settings.most_rating, settings.least_rating or 0, MOST_RATING)
    yield from stage_checks.faults(settings)
    if settings.clock is None and settings.round_minutes is None:
        yield "no_time_limit", Text(_("Without a clock and without a deadline a round may never end. Set one of them."))
    if settings.clock is not None:
        yield from _number("clock.base", settings.clock.base, Clock.LEAST_BASE, settings.clock.most_base)
        yield from _number("clock.increment", settings.clock.increment, 0, settings.clock.most_increment)


def _word_faults(settings: Settings) -> Iterator[tuple[str, Text]]:
    if not settings.name.strip() or len(settings.name) > NAME_LENGTH:
        yield "bad_name", Text(_("A name must have between 1 and {most} characters."), {"most": NAME_LENGTH})
    elif "\0" not in settings.name and not naming.is_plain(naming.normalised(settings.name)):
        yield "bad_name", Text(_("A name must use one script and no invisible characters."))
    if len(settings.description) > DESCRIPTION_LENGTH:
        yield (
            "bad_description",
            Text(_("A description can have at most {most} characters."), {"most": DESCRIPTION_LENGTH}),
        )
    elif "\0" not in settings.description and not naming.is_readable(settings.description):
        yield "bad_description", Text(_("The text contains invisible characters."))
    if "\0" in settings.name + settings.description:
        yield "bad_text", Text(_("That text contains a character that cannot be stored."))


def _number_faults(settings: Settings) -> Iterator[tuple[str, Text]]:
    if settings.team_size > 1 and not sides.numbers(settings):
        yield "bad_team_size", Text(_("This game does not seat teams of {size}."), {"size": settings.team_size})
    elif not table_sizes(settings):
        yield "bad_format", Text(_("This game is not played at tables of the size that this format needs."))
    yield from _number("max_entries", settings.max_entries, min(table_sizes(settings)), _most_entries(settings))
    yield from _number("starts_at", settings.starts_at, 0, LATEST)


def _tie_break_faults(settings: Settings) -> Iterator[tuple[str, Text]]:
    if settings.tie_breaks and not FORMATS[settings.format].codes:
        yield "bad_tie_breaks", Text(_("This format has its own tie-breaks."))
    for code in settings.tie_breaks:
        if code not in TIE_BREAKS:
            yield "bad_tie_breaks", Text(_("There is no tie-break {code}."), {"code": shortened(code)})
    if len(set(settings.tie_breaks)) != len(settings.tie_breaks):
        yield "bad_tie_breaks", Text(_("A tie-break is named twice."))


def _declared_faults(settings: Settings) -> Iterator[tuple[str, Text]]:
    for name, declared in DECLARED.items():
        setting, value = declared.setting, getattr(settings, name)
        if setting.between:
            yield from _number(name, value, *setting.between)
        if setting.elsewhere and value != declared.default and not setting.where(FORMATS[settings.format]):
            yield f"bad_{name}", Text(setting.elsewhere)


def _number(name: str, value: int | None, least: int, most: int) -> Iterator[tuple[str, Text]]:
    if value is not None and not least <= value <= most:
        reason = _("{name} must be between {least} and {most}.")
        yield f"bad_{name.replace('.', '_')}", Text(reason, {"name": name, "least": least, "most": most})
