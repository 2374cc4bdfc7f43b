"""A night of the demo's club: announced a week ahead, answered, played, and who was there."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from random import Random
from typing import Final

from accounts.models import User
from tournaments.config.demo.club import people
from tournaments.config.demo.club.clock import AT, MINUTES, Clock, start
from tournaments.config.demo.club.people import MEMBERS, Part
from tournaments.config.demo.club.playing import Level, play, sit_down
from tournaments.director import selectors as tournaments
from tournaments.director import services as director
from tournaments.director.state.events import Settings
from tournaments.leagues.nights import selectors, services
from tournaments.leagues.nights.events import Answer, Use
from tournaments.log import sources
from tournaments.platform.units import DAY, MINUTE
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables.events import Clock as TimeLimit

GAME: Final = "gasp"
TITLE: Final = "Thursday cards"
ROUNDS: Final = 2
BOTS: Final = 2
"""The number of bots of the house that play along."""


def evening_settings(starts_at: int) -> Settings:
    """What is played on a club night, as its preset keeps it."""
    return Settings(
        game=GAME,
        format="pods",
        starts_at=starts_at,
        rounds=ROUNDS,
        options={"max_rounds": 1},
        clock=TimeLimit(600, 10),
        round_minutes=45,
    )


class Evenings:
    """The nights of a club: *users* are its members by name, *bots* those of the house."""

    def __init__(self, club: str, users: Mapping[str, User], bots: Sequence[User], clock: Clock) -> None:
        self._club = club
        self._users = users
        self._bots = bots[:BOTS]
        self._clock = clock
        self._host = users[people.ORGANISER].pk

    def is_called(self, number: int) -> bool:
        """Whether an earlier run has got as far as night *number*."""
        return self._name(number) in selectors.calendar(self._club).nights

    def call(self, number: int, day: date, preset: str) -> str:
        """Announce night *number* a week ahead; returns its id."""
        self._clock.until(start(day) - 7 * DAY + 30 * MINUTE)
        return services.announce_by_hand(
            club_id=self._club,
            by=self._host,
            title=TITLE,
            day=day,
            at=AT,
            minutes=MINUTES,
            uses=[Use(preset)],
            command=_command(number),
        )

    def answer(self, night: str, number: int, *, most: int = 99, not_yet: str = "") -> None:
        """Those who come say so, mostly; others say that they do not, or nothing. One or two are wrong."""
        chance, there = Random(f"answers {number}"), people.coming(number)
        for part in people.members(number)[:most]:
            said = _said(part in there, chance)
            if said is not None and part.name != not_yet:
                self._clock.pass_by(chance.randrange(20, 200) * MINUTE)
                services.attend(club_id=self._club, by=self._users[part.name].pk, night=night, answer=said)

    def hold(self, night: str, number: int) -> None:
        """From the first who come to the last table."""
        self._clock.until(selectors.night(self._club, night).starts_at - 20 * MINUTE)
        self._play(night, number, people.coming(number))
        self._look_round(night, number)

    def _name(self, number: int) -> str:
        return sources.id_for(self._host, f"{self._club}/{_command(number)}")

    def _play(self, night: str, number: int, there: Sequence[Part]) -> None:
        [tournament] = selectors.night(self._club, night).tournaments
        for part in there:
            director.enter(tournament_id=tournament, user_id=self._users[part.name].pk)
        self._enter_bots(tournament)
        self._clock.until(selectors.night(self._club, night).starts_at)
        director.start(tournament_id=tournament, by=self._host)
        chance = Random(f"play {number}")
        parts = {self._users[part.name].pk: part for part in there}
        while waiting := _open_tables(tournament):
            for table in waiting:
                sit_down(table, self._clock)
            for table in waiting:
                play(table, self._clock, self._level(table, number, parts, chance))
                settle_table(table_id=table)

    def _level(self, table: str, number: int, parts: Mapping[int, Part], chance: Random) -> Level:
        beside = self._users[people.CLIMBER].pk in tables.summary(table).seats
        return lambda user: people.level(parts[user], number, chance, beside_the_climber=beside)

    def prepare(self, night: str) -> None:
        """The bots of the house have entered what is played on *night*."""
        for tournament in selectors.night(self._club, night).tournaments:
            self._enter_bots(tournament)

    def _enter_bots(self, tournament: str) -> None:
        for bot in self._bots:
            director.enter(tournament_id=tournament, user_id=bot.pk, by=self._host)

    def _look_round(self, night: str, number: int) -> None:
        """The host marks somebody who came and did not play."""
        guest = MEMBERS[3 + number % 7]
        if guest not in people.coming(number):
            services.mark(club_id=self._club, by=self._host, night=night, user=self._users[guest.name].pk)


def _command(number: int) -> str:
    return f"demo night {number}"


def _said(comes: bool, chance: Random) -> Answer | None:
    if comes:
        return "yes" if chance.randrange(10) < 8 else "maybe"
    draw = chance.randrange(20)
    return "yes" if draw == 0 else "no" if draw < 9 else None


def _open_tables(tournament: str) -> list[str]:
    return list(_unfinished(tournament))


def _unfinished(tournament: str) -> Iterator[str]:
    rounds = tournaments.at(tournament).rounds
    for match in rounds[-1].matches if rounds else ():
        if match.table and match.places is None:
            yield match.table
