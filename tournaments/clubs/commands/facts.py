"""Founding a club and saying what it is; its news."""

from collections.abc import Sequence

import msgspec
from django.db import transaction
from msgspec import UNSET
from msgspec.structs import replace

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.clubs import access, gate, written
from tournaments.clubs.choices import LONGEST_DESCRIPTION, LONGEST_NEWS, LONGEST_TITLE
from tournaments.clubs.commands import requests
from tournaments.clubs.decisions import facts as decisions
from tournaments.clubs.errors import Refused
from tournaments.clubs.events import Edited, Founded
from tournaments.clubs.models import Club as ClubRow
from tournaments.clubs.models import Slug as SlugRow
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.log import sources
from tournaments.log.commands import command_for
from tournaments.log.errors import Conflict
from tournaments.platform import limits

_GATES: dict[str, gate.Action] = {
    "name": "name",
    "slug": "slug",
    "language": "name",
    "zone": "zone",
    "visibility": "visibility",
    "join": "join_policy",
    "description": "description",
    "palette": "emblem",
    "emblem": "emblem",
    "room_rated": "join_policy",
}
"""Which right each fact asks for."""


def found(*, by: int, facts: Founded, description: str = "", command: str | None = None) -> str:
    """Found a club as *facts* say (its id and owner are given here) and return its id."""
    limits.count("clubs", user=by)
    club_id = sources.id_for(by, command) if command else sources.new_id()
    description = _described(description)
    text = written.text_id(f"{club_id}/description", by, description)
    events = decisions.found(replace(facts, club=club_id, owner=by, description=text))
    asked = command_for(command, "found", events[0])
    if CLUBS.has_taken(club_id, actor=by, command=asked):
        return club_id
    gate.check(access.person_of(by), "found", None, now=sources.now_ms())
    try:
        with transaction.atomic():
            requests.hold(by)
            _hold_address(facts.slug)
            _check_free(facts.slug, club_id, by)
            written.keep(text, by, description)
            CLUBS.begin(club_id, events, actor=by, command=asked)
            requests.check_owned(by)
            requests.check_joined(by)
            limits.count("club_foundings", user=by)
    except Conflict:
        CLUBS.has_taken(club_id, actor=by, command=asked)
    return club_id


def _hold_address(slug: str) -> None:
    """Let nobody else take it, until the transaction ends."""
    requests.hold(f"slug {slug}")


def _check_free(slug: str, club_id: str, by: int) -> None:
    """Raise unless *slug* never was another club's address, nor is another's id. That is told to each so often only:
    the club may be a private one."""
    limits.count("club_addresses", user=by)
    if SlugRow.objects.filter(pk=slug).exclude(club=club_id).exists() or ClubRow.objects.filter(pk=slug).exists():
        raise decisions.taken()


def edit(*, club_id: str, by: int, wanted: Edited, description: str | None = None, command: str | None = None) -> Club:
    """Change what *wanted* says, and the *description* if there is one; each fact asks for a right of its own."""
    if description is not None:
        description = _described(description)
        wanted = replace(wanted, description=written.text_id(f"{club_id}/description", by, description))
    changes = [name for name, value in msgspec.structs.asdict(wanted).items() if value is not UNSET]
    person, now = access.person_of(by), sources.now_ms()

    def decide(club: Club) -> Sequence[Event]:
        for name in changes:
            gate.check(person, _GATES[name], club, now=now)
        changed = decisions.edit(club, wanted)
        if changed and isinstance(changed[0].slug, str):
            _check_free(changed[0].slug, club_id, by)
        return changed

    with transaction.atomic():
        if isinstance(wanted.description, str):
            written.keep(wanted.description, by, description or "")
        if isinstance(wanted.slug, str):
            _hold_address(wanted.slug)
        asked = command_for(command, "edit", wanted)
        return requests.ask(club_id, decide, by=by, action="see", command=asked, rate="club_edits")


def _described(description: str) -> str:
    description = written.normalised(description)
    written.check(description, LONGEST_DESCRIPTION, "description")
    return description


def post_news(*, club_id: str, by: int, title: str, text: str, command: str | None = None) -> str:
    """Tell the members something; returns the news' id."""
    title, text = written.normalised(title), written.normalised(text)
    written.check(title, LONGEST_TITLE, "title")
    written.check(text, LONGEST_NEWS, "text")
    if not title or "\n" in title:
        raise Refused("no_title", _("A news item needs a title of one line."), field="title")
    news = sources.id_for(by, f"{club_id}/{command}") if command else sources.new_id()
    titled = written.text_id(f"{club_id}/news/{news}/title", by, title) or ""
    told = written.text_id(f"{club_id}/news/{news}", by, text)

    with transaction.atomic():
        written.keep(titled, by, title)
        written.keep(told, by, text)
        requests.ask(
            club_id,
            lambda club: decisions.post(club, news, titled, told),
            by=by,
            action="news",
            command=command_for(command, "news", titled, told),
            rate="club_news",
        )
    return news


def withdraw_news(*, club_id: str, by: int, news: str, command: str | None = None) -> Club:
    def decide(club: Club) -> Sequence[Event]:
        return decisions.withdraw_news(club, news)

    asked = command_for(command, "withdraw news", news)
    return requests.ask(club_id, decide, by=by, action="news", command=asked, rate="club_edits")
