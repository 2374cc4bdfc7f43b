"""A second club, small and in Spanish, so that the directory has more than one line."""

from collections.abc import Sequence
from typing import Final

from accounts.models import User
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Founded
from tournaments.config.demo.club import people
from tournaments.leagues.nights import services as calendars
from tournaments.leagues.nights.decisions import Draft
from tournaments.leagues.rules.recurrence import Monthly, local_date
from tournaments.log import sources
from tournaments.platform.units import DAY

MEMBERS: Final = ("Mateo", "Rafael", "Leila", "Chiara", "ben")
COMMAND: Final = "demo club in Spanish"
ZONE: Final = "Europe/Madrid"
DESCRIPTION: Final = """\
Jugamos a las cartas el primer domingo de cada mes, sin prisa. Quien quiera venir entra sin preguntar.
"""


def found(members: Sequence[User]) -> str:
    founder = people.person(people.FOUNDER)
    facts = Founded(
        club="",
        owner=0,
        slug="mesa-del-sur",
        name="Mesa del Sur",
        language="es",
        zone=ZONE,
        visibility="public",
        join="open",
        palette="rust",
        emblem="sun",
        description=None,
    )
    club = clubs.found(by=founder.pk, facts=facts, description=DESCRIPTION, command=COMMAND)
    for user in members:
        clubs.join(club_id=club, by=user.pk)
    return club


def plan() -> None:
    """The first Sunday of every month, from tomorrow on."""
    founder = people.person(people.FOUNDER).pk
    sunday = Draft(
        title="Domingo de cartas",
        rule=Monthly(1, "SU"),
        at="18:00",
        minutes=180,
        since=local_date(sources.now_ms() + DAY, ZONE),
    )
    calendars.set_schedule(club_id=sources.id_for(founder, COMMAND), by=founder, draft=sunday)
