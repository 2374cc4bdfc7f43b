"""The demo's club now: what is open, and what comes next."""

from collections.abc import Mapping
from datetime import timedelta

from accounts.models import User
from tournaments.clubs import services as clubs
from tournaments.config.demo.club import elsewhere, founding, people
from tournaments.config.demo.club.clock import AT, MINUTES, NIGHTS, THURSDAY, ZONE, Clock
from tournaments.config.demo.club.ladder import Rungs
from tournaments.config.demo.club.nights import TITLE, Evenings
from tournaments.leagues.nights import selectors, services
from tournaments.leagues.nights.decisions import Draft
from tournaments.leagues.nights.events import Use
from tournaments.leagues.rules.recurrence import Weekly, local_date
from tournaments.platform.units import DAY
from tournaments.tables.clubs import sat_with

AHEAD = 14
"""Days before a night that it is announced."""
MOST_ANSWERS = 14


def is_here(club: str) -> bool:
    """Whether an earlier run has got as far as the present."""
    return bool(selectors.calendar(club).schedules)


def come(club: str, users: Mapping[str, User], rungs: Rungs, evenings: Evenings, clock: Clock, now: int) -> None:
    """The last half day before *now* (epoch ms): what waits for an answer, and every Thursday from now on."""
    rungs.leave_in_motion(now)
    _knock(club, users, now)
    _plan(club, users, clock)
    elsewhere.plan()
    ahead = selectors.next_night(club)
    if ahead is not None:
        evenings.answer(ahead.id, NIGHTS + 1, most=MOST_ANSWERS, not_yet=people.CLIMBER)
        evenings.prepare(ahead.id)
    clock.until(now)


def _knock(club: str, users: Mapping[str, User], now: int) -> None:
    """Somebody asks to be let in, somebody who left is invited back, and there is a new link."""
    owner, leaver = users[people.OWNER].pk, users[people.LEAVER].pk
    asking = people.person(people.ASKING).pk
    clubs.request(club_id=club, by=asking, answer="Noor told me about your Thursdays. I have played Gasp! twice.")
    clubs.invite(club_id=club, by=owner, expires_at=now + 30 * DAY, uses=20)
    for organiser in (owner, users[people.ORGANISER].pk):
        if sat_with(organiser, [leaver]):
            clubs.invite(club_id=club, by=organiser, user_id=leaver, expires_at=now + 30 * DAY)
            break


def _plan(club: str, users: Mapping[str, User], clock: Clock) -> None:
    """Every Thursday from tomorrow on, by itself."""
    tomorrow = local_date(clock() + DAY, ZONE)
    draft = Draft(
        title=TITLE,
        rule=Weekly(("TH",)),
        at=AT,
        minutes=MINUTES,
        since=tomorrow + timedelta(days=(THURSDAY - tomorrow.weekday()) % 7),
        ahead_days=AHEAD,
        presets=(Use(founding.preset(club)),),
        host=users[people.ORGANISER].pk,
    )
    services.set_schedule(club_id=club, by=users[people.OWNER].pk, draft=draft)
    services.announce_due(club_id=club)
