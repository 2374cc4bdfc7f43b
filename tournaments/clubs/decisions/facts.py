"""Founding, editing and news: what a club says of itself. Pure."""

import re
import unicodedata
from typing import Any, Final
from zoneinfo import available_timezones

import msgspec
from msgspec import UNSET

from accounts import naming
from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.clubs.choices import MOST_SLUGS, NAME, SLUG
from tournaments.clubs.errors import Refused
from tournaments.clubs.events import Edited, Founded, NewsPosted, NewsWithdrawn
from tournaments.clubs.state import Club

_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
RESERVED: Final = frozenset(("new", "join", "mine", "search", "invitations", "requests", "all", "api", "clubs"))
"""Addresses that are the site's own."""


def found(facts: Founded) -> tuple[Founded]:
    """A new club as *facts* say, its name in its one form."""
    facts = msgspec.structs.replace(facts, name=normalised(facts.name))
    check_name(facts.name)
    check_slug(facts.slug)
    check_zone(facts.zone)
    return (facts,)


def edit(club: Club, wanted: Edited) -> tuple[Edited, ...]:
    """What *wanted* changes of the club."""
    facts, changed = club.founded, dict[str, Any]()
    for name, value in msgspec.structs.asdict(wanted).items():
        value = normalised(value) if name == "name" and value is not UNSET else value
        if value is not UNSET and value != getattr(facts, name):
            changed[name] = value
    checks = {"name": check_name, "slug": check_slug, "zone": check_zone}
    for name in changed.keys() & checks.keys():
        checks[name](changed[name])
    if "slug" in changed and len({*club.slugs, changed["slug"]}) > MOST_SLUGS:
        reason = Text(_("A club can have at most {most} addresses, including old ones."), {"most": MOST_SLUGS})
        raise Refused("too_many_addresses", reason, field="slug")
    return (Edited(**changed),) if changed else ()


def normalised(name: str) -> str:
    """*name* in its one form (NFC), with single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()


def check_name(name: str) -> None:
    least, most = NAME
    if not least <= len(name) <= most:
        raise Refused("bad_name", Text(_("A name must have {least} to {most} characters."), _range(NAME)), field="name")
    if not (naming.is_shown(name) and any(map(str.isalnum, name))):
        raise Refused("bad_name", _("The name contains hidden characters, or no letters."), field="name")


def check_slug(slug: str) -> None:
    least, most = SLUG
    if not least <= len(slug) <= most or not _SLUG.fullmatch(slug):
        reason = _(
            "An address must have {least} to {most} lowercase letters and digits, with single hyphens between them."
        )
        raise Refused("bad_slug", Text(reason, _range(SLUG)), field="slug")
    if slug in RESERVED:
        raise taken()


def taken() -> Refused:
    return Refused("taken", _("That address is taken, or a club has used it before."), field="slug")


def check_zone(zone: str) -> None:
    if zone not in available_timezones():
        raise Refused("bad_zone", _("There is no such time zone."), field="zone")


def _range(limits: tuple[int, int]) -> dict[str, Any]:
    return dict(zip(("least", "most"), limits, strict=True))


def post(club: Club, news: str, title: str, text: str | None) -> tuple[Event, ...]:
    """*title* and *text* are the ids of what was written."""
    if any(each.id == news for each in club.news):
        return ()
    return (NewsPosted(news, title, text),)


def withdraw_news(club: Club, news: str) -> tuple[Event, ...]:
    return (NewsWithdrawn(news),) if any(each.id == news for each in club.news) else ()
