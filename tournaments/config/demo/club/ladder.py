"""The challenge ladder of the demo's club: who challenges whom, and how it ends."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from accounts.models import User
from tournaments.config.demo.club.clock import Clock
from tournaments.config.demo.club.people import FAIR, WEAK
from tournaments.config.demo.club.playing import play, sit_down
from tournaments.leagues.ladders import appointments, selectors, services
from tournaments.platform.units import DAY, HOUR, MINUTE
from tournaments.settlement.services import settle_table
from tournaments.tables.events import Clock as TimeLimit

GAME: Final = "german-whist"
TITLE: Final = "Duel ladder"
MOVES: Final = 18
"""The decisions after which the loser gives up: a duel need not be long."""

End: TypeAlias = Literal["won", "held", "declined", "silent", "passed"]


class Duel(Struct, frozen=True):
    """In the days before night *night* somebody challenges the highest that they can."""

    night: int
    challenger: str
    end: End


ORDER: Final = (
    "Ingrid", "Hana", "Noor", "Mateo", "olga", "Priya", "ann", "Leila", "Rafael", "Yusuf", "Chiara", "ben",
)  # fmt: skip
DUELS: Final = (
    Duel(5, "Leila", "won"), Duel(5, "Mateo", "held"), Duel(6, "ben", "won"), Duel(6, "Rafael", "declined"),
    Duel(7, "ann", "held"), Duel(7, "Chiara", "passed"), Duel(8, "ben", "won"), Duel(8, "Priya", "silent"),
    Duel(9, "Mateo", "won"), Duel(10, "ben", "held"), Duel(10, "Hana", "won"), Duel(11, "Rafael", "won"),
    Duel(11, "ben", "won"), Duel(12, "Leila", "held"),
)  # fmt: skip


class Rungs:
    """A ladder, and its *users* by name."""

    def __init__(self, club: str, users: Mapping[str, User], clock: Clock) -> None:
        self._club = club
        self._users = users
        self._clock = clock
        self.id = ""

    def open(self) -> None:
        """The owner opens it, and twelve people join."""
        draft = services.Draft(game=GAME, title=TITLE, clock=TimeLimit(600, 10))
        owner = self._users["olga"].pk
        self.id = services.open_ladder(club_id=self._club, by=owner, draft=draft, command="demo ladder")
        for name in ORDER:
            self._clock.pass_by(40 * MINUTE)
            services.join(ladder_id=self.id, by=self._users[name].pk)

    def find(self) -> None:
        """The ladder that an earlier run has opened."""
        self.id = next(row.pk for row in selectors.of_club(self._club) if row.title == TITLE)

    def fight(self, duel: Duel, *, ahead: int = 26) -> None:
        """A challenge from its first day to its end; it is played *ahead* hours after it was accepted."""
        challenger = self._users[duel.challenger].pk
        challenge = self.challenge(challenger)
        if challenge is None:
            return
        defender = selectors.challenge(challenge)[1].defender
        if duel.end == "silent":
            self._clock.pass_by(73 * HOUR)
            appointments.keep(ladder_id=self.id)
            return
        self._clock.pass_by(HOUR)
        if duel.end in ("declined", "passed"):
            services.answer(challenge_id=challenge, by=defender, said="pass" if duel.end == "passed" else "decline")
            return
        time = (self._clock() + ahead * HOUR) // HOUR * HOUR
        self.agree(challenge, challenger, defender, time)
        self._meet(challenge, time, loser=defender if duel.end == "won" else challenger)

    def challenge(self, challenger: int) -> str | None:
        """Challenge the highest who can be challenged; ``None`` if nobody can."""
        found = selectors.ladder(self.id)
        for defender in found.order:
            if found.obstacle(challenger, defender, self._clock()) is None:
                return services.challenge(ladder_id=self.id, by=challenger, defender=defender)
        return None

    def agree(self, challenge: str, challenger: int, defender: int, time: int) -> None:
        """Accepted, and after one other proposal they agree on *time*."""
        services.answer(challenge_id=challenge, by=defender, said="accept")
        services.propose(challenge_id=challenge, by=challenger, time=time - 3 * HOUR)
        self._clock.pass_by(2 * HOUR)
        services.propose(challenge_id=challenge, by=defender, time=time)
        self._clock.pass_by(HOUR)
        services.agree(challenge_id=challenge, by=challenger)

    def _meet(self, challenge: str, time: int, *, loser: int) -> None:
        self._clock.until(time - 10 * MINUTE)
        appointments.keep(ladder_id=self.id)
        table = selectors.challenge(challenge)[1].table
        if table is None:
            raise LookupError(f"challenge {challenge} has no table")
        sit_down(table, self._clock)
        play(table, self._clock, lambda user: WEAK if user == loser else FAIR, loser=loser, moves=MOVES)
        settle_table(table_id=table)

    def leave_in_motion(self, now: int) -> None:
        """As it stands *now*: one is away, one has just held, one has a time agreed, one waits for an answer."""
        self._clock.until(now - 12 * HOUR)
        services.set_away(ladder_id=self.id, by=self._users["Yusuf"].pk, until=now + 9 * DAY)
        self.fight(Duel(0, "Priya", "held"), ahead=4)
        challenger = self._users["Chiara"].pk
        if (challenge := self.challenge(challenger)) is not None:
            self._clock.pass_by(HOUR)
            defender = selectors.challenge(challenge)[1].defender
            self.agree(challenge, challenger, defender, (now // DAY + 2) * DAY + 18 * HOUR)
        services.challenge(ladder_id=self.id, by=self._users["Rafael"].pk, defender=self._above("Rafael"))

    def _above(self, name: str) -> int:
        """The climber, if they can be challenged, else somebody who can."""
        found, own = selectors.ladder(self.id), self._users[name].pk
        free = [each for each in found.order if found.obstacle(own, each, self._clock()) is None]
        climber = self._users["ben"].pk
        return climber if climber in free else free[0]
