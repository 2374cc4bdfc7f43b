"""What the home of a club shows: what comes first in a new one, and what is played in it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from tournaments.clubs import access
from tournaments.clubs.gate import Action
from tournaments.clubs.state import Club
from tournaments.director import selectors as director
from tournaments.director.web.agenda import agenda
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.nights import selectors as nights
from tournaments.leagues.seasons import selectors as seasons
from tournaments.tables import selectors as tables
from tournaments.tables.web.names import names_of


class Step(NamedTuple):
    done: bool
    words: str
    address: str


def first_steps(club: Club, user: Any) -> list[Step]:
    """Those that *user* may take; none once there are members, nights, and something that counts."""
    if not isinstance(user, User) or not access.can(user, "invite", club):
        return []
    calendar = nights.calendar(club.id)
    grown, meets = len(club.members) > 1, bool(calendar.schedules or calendar.nights)
    leagues = {"seasons": bool(seasons.of_club(club.id)), "ladders": bool(ladders.of_club(club.id))}
    if grown and meets and any(leagues.values()):
        return []
    done = leagues | {"invite": grown, "schedules": meets, "presets": bool(calendar.presets)}
    done["description"] = club.founded.description is not None
    return [step for action, step in _steps(club, done) if access.can(user, action, club)]


def _steps(club: Club, done: dict[str, bool]) -> Iterator[tuple[Action, Step]]:
    kinds: tuple[tuple[Action, str, str], ...] = (
        ("invite", gettext("Invite people: by a link, or by name"), "club-invitations"),
        ("description", gettext("Say what your club is about"), "club-settings"),
        ("presets", gettext("Choose what you play on your nights"), "club-preset-new"),
        ("schedules", gettext("Say when you meet: nights then announce themselves"), "club-schedule-new"),
        ("seasons", gettext("Open a season: what is played counts in one table"), "club-season-new"),
        ("ladders", gettext("Open a ladder: challenges decide who is first"), "club-ladder-new"),
    )
    for action, words, name in kinds:
        yield action, Step(done[action], words, reverse(name, args=(club.founded.slug,)))


SHOWN = 12


def played(club: Club, user: User | AnonymousUser) -> dict[str, Any]:
    """Tables that wait or are played, and the tournaments to come."""
    waiting = tables.listed("open", club=club.id, limit=SHOWN)
    found = [*waiting, *tables.listed("playing", club=club.id, limit=SHOWN)][:SHOWN]
    coming = director.listed("announced", "running", club=club.id, viewer=user.pk, soonest=True, limit=SHOWN)
    past = director.listed("finished", club=club.id, viewer=user.pk, limit=3)
    return {
        "club_tables": found,
        "names": names_of(found),
        "club_tournaments": agenda([*coming, *past], of_clubs=False),
    }
