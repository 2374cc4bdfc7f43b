"""How the demo's club begins: what it is, who lets people in, what it tells them."""

from collections.abc import Mapping
from typing import Any, Final

from accounts.models import User
from tournaments.clubs import services as clubs
from tournaments.clubs import tokens
from tournaments.clubs.choices import DUTIES
from tournaments.clubs.events import Founded
from tournaments.clubs.streams import CLUBS
from tournaments.config.demo.club import people
from tournaments.config.demo.club.clock import ZONE, Clock
from tournaments.config.demo.club.nights import evening_settings
from tournaments.leagues.nights import selectors as nights
from tournaments.leagues.nights import services as calendars
from tournaments.platform.units import DAY, HOUR, MINUTE

COMMAND: Final = "demo club"
SLUG: Final = "thursday-table"
PRESET: Final = "Gasp! in two rounds"
LINK_LASTS: Final = 80 * DAY

DESCRIPTION: Final = """\
Cards every Thursday at half past seven, online and by lamplight. **Everybody is welcome**, also without any practice:
ask to join, and somebody lets you in.

### What we play

- *Gasp!* on club nights, two rounds at tables of three to five
- *German Whist* on the duel ladder, whenever two have time
"""

NEWS: Final[dict[int, dict[str, Any]]] = {
    1: {"title": "Welcome to the Thursday Table", "text": "The first night is next Thursday. Say whether you come."},
    4: {
        "title": "A ladder for two",
        "text": "The duel ladder is open: join at the bottom, and challenge anybody up to three places above you.",
    },
    6: {
        "title": "The first season is over",
        "text": "From now on we play in **two divisions**: two go down and two come up. The best five results count.",
    },
    11: {"title": "Carmen’s new club", "text": "Carmen has founded a club that plays in Spanish: say hello there."},
}
"""By the night before which it is told."""


def found(users: Mapping[str, User], clock: Clock) -> str:
    """The club, its owner's first steps, and those who come at once by the link."""
    owner = users[people.OWNER]
    for stranger in (people.ASKING, people.FOUNDER):
        people.person(stranger)
    facts = Founded(
        club="",
        owner=0,
        slug=SLUG,
        name="The Thursday Table",
        language="en",
        zone=ZONE,
        visibility="public",
        join="request",
        palette="harbour",
        emblem="lantern",
        description=None,
    )
    club = clubs.found(by=owner.pk, facts=facts, description=DESCRIPTION, command=COMMAND)
    clock.pass_by(20 * MINUTE)
    clubs.invite(club_id=club, by=owner.pk, expires_at=clock() + LINK_LASTS, uses=60)
    for part in people.MEMBERS:
        if part.week == 0 and part.name != people.OWNER:
            clock.pass_by(3 * HOUR)
            clubs.join(club_id=club, by=users[part.name].pk, invitation=link(club))
    organiser = users[people.ORGANISER].pk
    clubs.set_role(club_id=club, by=owner.pk, user_id=organiser, duties=DUTIES)
    calendars.set_preset(club_id=club, by=organiser, name=PRESET, settings=evening_settings(clock() + DAY))
    return club


def preset(club: str) -> str:
    """The id of what is played on club nights."""
    return next(iter(nights.calendar(club).presets))


def link(club: str) -> str:
    """The token of the club's first invitation."""
    return tokens.token(club, next(iter(CLUBS.current(club).state.invitations)))


def let_in(club: str, user: int, organiser: int, clock: Clock) -> None:
    """By the link, or by asking: every third one asks."""
    clock.pass_by(HOUR)
    if user % 3:
        clubs.join(club_id=club, by=user, invitation=link(club))
        return
    clubs.request(club_id=club, by=user, answer="I know some of you from the café. May I come along?")
    clock.pass_by(2 * HOUR)
    clubs.accept(club_id=club, by=organiser, user_id=user)
