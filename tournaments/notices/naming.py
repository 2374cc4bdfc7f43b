"""Notices as somebody reads them: names put in, in their language and hours, and with the page that each leads to."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils import formats
from django.utils.translation import gettext
from msgspec import Struct
from msgspec.structs import replace

from accounts import selectors as accounts
from engine.text import Text
from tournaments.clubs import selectors as clubs
from tournaments.director.models import Tournament
from tournaments.log import texts
from tournaments.notices.kinds import KINDS, OUTSIDE, Kind
from tournaments.notices.models import Notice
from tournaments.notices.words import Names, place, sentence
from tournaments.tables import catalogue


class Shown(Struct, frozen=True):
    """A notice in words."""

    id: str
    kind: Kind
    text: str
    path: str
    at: int
    unread: bool
    over: bool
    count: int
    club: str | None


def in_words(rows: Sequence[Notice], *, zone: str = "") -> list[Shown]:
    """*rows* in the language that is active now, moments as at *zone*."""
    names, slugs = _names([row.facts for row in rows], zone)
    nameless, nowhere = replace(names, clubs={}, texts={}), dict[str, str]()
    over = unseen(rows)
    return [_shown(row, nameless, nowhere) if row in over else _shown(row, names, slugs) for row in rows]


def unseen(rows: Iterable[Notice]) -> set[Notice]:
    """Those of *rows* that are about clubs which their readers may know no more: they have left a private one. What it
    is called now, and what it says, is not theirs to read."""
    inside = [row for row in rows if row.club is not None and row.kind not in OUTSIDE]
    hidden = clubs.unseen({(str(row.club), row.user_id) for row in inside})
    return {row for row in inside if (row.club, row.user_id) in hidden}


def sentence_and_path(kind: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """The same for a notice to no person: its sentence, and the path of its page."""
    names, slugs = _names([facts], "")
    return plain(sentence(kind, facts, names, reader=0)), path_of(kind, facts, slugs)


def plain(text: Text) -> str:
    """*text* in the language that is active now."""
    holes = {name: plain(hole) if isinstance(hole, Text) else str(hole) for name, hole in text.args.items()}
    message = gettext(text.message) if text.message else ""
    try:
        return message.format(**holes)
    except (KeyError, ValueError, IndexError):  # a slip in the catalogue
        return text.message.format(**holes)


def path_of(kind: str, facts: Mapping[str, Any], slugs: Mapping[str, str]) -> str:
    """The page that it leads to; the inbox, where there is none (any more)."""
    name, parts = place(kind, facts)
    if "address" in parts:
        parts = parts | {"address": slugs.get(parts["address"], "")}
    try:
        return reverse(name, kwargs=parts)
    except NoReverseMatch:
        return reverse("notices")


def absolute(path: str) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def moment(at: int, zone: str) -> str:
    """A moment in words of the active language."""
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone) if zone else UTC)
    return f"{formats.date_format(local, 'D j M, H:i')}{'' if zone else ' UTC'}"


def _shown(row: Notice, names: Names, slugs: Mapping[str, str]) -> Shown:
    return Shown(
        id=row.pk,
        kind=KINDS[row.kind],
        text=plain(sentence(row.kind, row.facts, names, reader=row.user_id, count=row.count)),
        path=path_of(row.kind, row.facts, slugs),
        at=row.at,
        unread=row.read_at is None and row.over_at is None,
        over=row.over_at is not None,
        count=row.count,
        club=row.club,
    )


def _names(facts: Sequence[Mapping[str, Any]], zone: str) -> tuple[Names, dict[str, str]]:
    """Everything that *facts* name, in a query for each sort of thing."""
    users = {user for each in facts for user in (each.get("user"), each.get("by"), *each.get("players", ()))}
    found = clubs.by_ids(_ids(facts, "club"))
    rows = Tournament.objects.select_related("title").filter(pk__in=_ids(facts, "tournament"))
    names = Names(
        users={user: called.name for user, called in accounts.called(user for user in users if user).items()},
        clubs={key: club.name for key, club in found.items()},
        tournaments={row.pk: str(row) for row in rows},
        games={info.key: info.name for info in catalogue.games()},
        texts=texts.read([*_ids(facts, "text"), *(each["title"] for each in facts if set(each) == {"club", "title"})]),
        when=lambda at: moment(at, zone),
    )
    return names, {key: club.slug for key, club in found.items()}


def _ids(facts: Iterable[Mapping[str, Any]], name: str) -> list[str]:
    return [each[name] for each in facts if each.get(name)]
