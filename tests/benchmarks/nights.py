"""The tick of club nights over 1,000 clubs: when all of them have a night to announce, and when none has.

Each club has a weekly schedule with one tournament. Times are for scale: they are a machine's own.
"""

import time
from datetime import UTC, datetime, timedelta
from statistics import median
from unittest.mock import patch

from tests.benchmarks import durability
from tests.benchmarks.measure import Claim, Table

CLUBS, IDLE = 1_000, 9
DAY = 86_400_000
HALF_PAST_SEVEN = 70_200_000


def measured(clubs: int = CLUBS) -> Table:
    with durability._database():
        made = _scheduled(clubs)
        with patch("tournaments.log.sources.now_ms", lambda: made + 2 * 60_000):
            messages = _ticked()
            busy, announced, lately = sum(messages), _nights(), [sum(_ticked()) for _ in range(IDLE)]
        with patch("tournaments.log.sources.now_ms", lambda: made + 30 * 3_600_000):
            idle = [sum(_ticked()) for _ in range(IDLE)]
        with patch("tournaments.log.sources.now_ms", lambda: (made // DAY + 2) * DAY + HALF_PAST_SEVEN - 60_000):
            near = [sum(_ticked()) for _ in range(IDLE)]
    claim = Claim("nights announced", "clubs", must=1)
    rates: dict[str, list[float]] = {claim.side: [announced], claim.beside: [clubs]}
    rates |= {"a tick that announces them": [1 / busy], "a tick with nothing to say": [1 / each for each in idle]}
    notes = [
        f"announcing a night and its tournament in {clubs} clubs: {busy:.2f} s ({1000 * busy / clubs:.1f} ms each), "
        f"by {len(messages)} messages to the worker, of which the longest took {max(messages):.2f} s",
        f"a tick with nothing due, a day later: {1000 * median(idle):.1f} ms; a minute before all of them are due once "
        f"more: {1000 * median(near):.1f} ms; on the day on which all {clubs} were set: {1000 * median(lately):.1f} ms",
    ]
    return Table(f"the tick of nights over {clubs} clubs", "ticks/s", rates, [claim], notes)


def _scheduled(count: int) -> int:
    """Found clubs with a schedule each, of which a night is due; the time at which it is (epoch ms)."""
    from accounts.models import User
    from tests.clubs.making import facts
    from tests.factories import plan
    from tournaments.clubs import services
    from tournaments.leagues.nights import services as nights
    from tournaments.leagues.nights.decisions import Draft
    from tournaments.leagues.nights.events import Use
    from tournaments.leagues.rules.recurrence import WEEKDAYS, Weekly
    from tournaments.log import sources

    began = sources.now_ms()
    day = datetime.fromtimestamp(began / 1000, UTC).date() + timedelta(days=2)
    before = datetime.now(UTC) - timedelta(days=30)
    for number in range(count):
        owner = User.objects.create(username=f"owner-{number}", date_joined=before).pk
        club = services.found(by=owner, facts=facts(slug=f"club-{number}", name=f"Club {number}", zone="UTC"))
        preset = nights.set_preset(club_id=club, by=owner, name="Swiss", settings=plan())
        rule = Weekly((WEEKDAYS[day.weekday()],))
        drafted = Draft(title="Night", rule=rule, at="19:30", since=day, presets=(Use(preset),))
        nights.set_schedule(club_id=club, by=owner, draft=drafted)
    return began


def _ticked() -> list[float]:
    """A tick, and the messages that go on with it: what each took."""
    from tournaments.leagues.tasks import announce_nights

    sent, took = [("", [""])], []
    with patch("tournaments.platform.valkey.send_task", lambda name, given, **_more: sent.append((name, given))):
        while sent:
            _name, given = sent.pop()
            began = time.perf_counter()
            announce_nights(*given)
            took.append(time.perf_counter() - began)
            sent = [each for each in sent if each[0] == announce_nights.name]
    return took


def _nights() -> int:
    from tournaments.leagues.models import Night

    return Night.objects.count()
