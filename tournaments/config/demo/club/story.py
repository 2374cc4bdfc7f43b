"""The story of the demo's club, in chapters: each is one transaction, so that a run that is cut short goes on there,
and the service, which lives in the present, never sees a night of the past half done."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from django.db import transaction

from accounts.models import User
from tournaments.clubs import services as clubs
from tournaments.clubs.streams import CLUBS
from tournaments.config.demo.club import elsewhere, founding, people, present, seasons
from tournaments.config.demo.club.clock import NIGHTS, ZONE, Clock, first_night, night, start
from tournaments.config.demo.club.ladder import DUELS, Rungs
from tournaments.config.demo.club.nights import Evenings
from tournaments.leagues.rules.recurrence import local_date
from tournaments.log import sources
from tournaments.platform.units import DAY, HOUR

LADDER_OPENS: Final = 4
"""Before this night."""
ELSEWHERE: Final = 7
CHAPTERS: Final = NIGHTS + 2
BEFORE: Final = timedelta(days=9)
"""The club is founded so long before its first night."""

Progress = Callable[[int], object]


def tell(persons: Sequence[User], bots: Sequence[User], *, now: int, progress: Progress) -> str:
    """The club of *persons*, the owner first, as it has come to be by *now* (epoch ms); returns its id."""
    club = sources.id_for(persons[0].pk, founding.COMMAND)
    known = CLUBS.current(club).state.founded_at if CLUBS.exists(club) else 0
    clock = Clock(known or start(first_night(now) - BEFORE))
    with sources.told_by(clock, clock.seed):
        users = people.cast(persons)
        if not known:
            with transaction.atomic():
                founding.found(users, clock)
        progress(1)
        story = Story(club, users, bots, clock)
        for number in range(1, NIGHTS + 1):
            story.write(number)
            progress(1)
        story.arrive(now)
        progress(1)
    return club


class Story:
    """The club's *users* are by name."""

    def __init__(self, club: str, users: Mapping[str, User], bots: Sequence[User], clock: Clock) -> None:
        self._club = club
        self._users = users
        self._clock = clock
        self._first = first_of(club)
        self._evenings = Evenings(club, users, bots, clock)
        self._rungs = Rungs(club, users, clock)

    def write(self, number: int) -> None:
        """The week before night *number*, and the night."""
        if self._evenings.is_called(number):
            return
        day = night(self._first, number)
        self._clock.begin(f"night {number}")
        self._clock.until(start(day) - 7 * DAY + 3 * HOUR)
        with transaction.atomic():
            self._come_and_go(number)
            self._of_the_week(number)
            called = self._evenings.call(number, day, founding.preset(self._club))
            self._evenings.answer(called, number)
            self._duel(number)
            self._evenings.hold(called, number)
            seasons.proceed(seasons.of(self._club, seasons.FIRST if number <= seasons.SHORT else seasons.SECOND))

    def arrive(self, now: int) -> None:
        """The last hours before *now*: the ladder in motion, and the nights to come."""
        if present.is_here(self._club):
            return
        self._rungs.find()
        self._clock.begin("present")
        with transaction.atomic():
            present.come(self._club, self._users, self._rungs, self._evenings, self._clock, now)

    def _come_and_go(self, number: int) -> None:
        owner = self._users[people.OWNER].pk
        for part in people.MEMBERS:
            user = self._users[part.name].pk
            if part.week == number - 1 and number > 1:
                founding.let_in(self._club, user, self._users[people.ORGANISER].pk, self._clock)
            if part.last == number - 1:
                clubs.leave(club_id=self._club, by=user)
        if number in founding.NEWS:
            clubs.post_news(club_id=self._club, by=owner, **founding.NEWS[number])

    def _of_the_week(self, number: int) -> None:
        owner = self._users[people.OWNER].pk
        if number == 1:
            seasons.open_first(self._club, owner, self._first)
        if number == LADDER_OPENS:
            self._rungs.open()
        if number == seasons.SHORT + 1:
            self._clock.until(start(night(self._first, seasons.SHORT) + timedelta(days=2), "10:00"))
            seasons.proceed(seasons.of(self._club, seasons.FIRST))
            seasons.open_second(self._club, owner, self._first, night(self._first, NIGHTS))
        if number == ELSEWHERE:
            elsewhere.found([self._users[name] for name in elsewhere.MEMBERS])

    def _duel(self, number: int) -> None:
        for duel in DUELS:
            if duel.night == number:
                self._rungs.find()
                self._rungs.fight(duel)


def first_of(club: str) -> date:
    """The day of the first night of a club that has been founded for it."""
    return local_date(CLUBS.current(club).state.founded_at, ZONE) + BEFORE
