"""Clubs without a database: facts, and a club by its events."""

from typing import Any

from engine.events import Event
from tournaments.clubs.events import Founded, Joined, RoleSet
from tournaments.clubs.folding import fold
from tournaments.clubs.gate import Person
from tournaments.clubs.state import Club
from tournaments.platform.units import DAY

OWNER, ORGANISER, MEMBER, STRANGER, STAFF = 1, 2, 3, 8, 9
NOW = 1_795_397_400_000


def facts(**given: Any) -> Founded:
    usual: dict[str, Any] = {
        "club": "",
        "owner": 0,
        "slug": "harbour-street",
        "name": "Harbour Street",
        "language": "en",
        "zone": "Europe/Lisbon",
        "visibility": "public",
        "join": "open",
        "palette": "harbour",
        "emblem": "lantern",
        "description": None,
    }
    return Founded(**(usual | given))


def club(*events: Event, **given: Any) -> Club:
    """A club of an owner, an organiser for all and a member, who came 40, 30 and 20 days ago, then *events* now."""
    first = (facts(club="0123456789", owner=OWNER, **given), NOW - 40 * DAY)
    then = [
        (Joined(ORGANISER, "open", None), NOW - 30 * DAY),
        (RoleSet(ORGANISER, "organiser", ("events", "members", "ladders", "texts")), NOW - 30 * DAY),
        (Joined(MEMBER, "open", None), NOW - 20 * DAY),
    ]
    return fold("0123456789", [first, *then, *((event, NOW) for event in events)])


def person(user: int | None, **given: Any) -> Person:
    if user is None:
        return Person(None, is_member_of_the_public=False)
    return Person(user, **({"joined_at": NOW - 40 * DAY, "is_staff": user == STAFF} | given))
