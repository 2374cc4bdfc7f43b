"""The tick of club nights over 1,000 clubs: when all of them have a night to announce, and when none has.

Each club has a weekly schedule with one tournament. Times are for scale: they are a machine's own.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from tests.benchmarks import durability
from tests.benchmarks.measure import Claim, Table

CLUBS, IDLE = 1_000, 9


def measured(clubs: int = CLUBS) -> Table:
    with durability._database():
        made = _scheduled(clubs)
        with patch("tournaments.log.sources.now_ms", lambda: made + 2 * 60_000):
            busy = _ticked()
            announced = _nights()
            idle = [_ticked() for _ in range(IDLE)]
    claim = Claim("nights announced", "clubs", must=1)
    rates: dict[str, list[float]] = {claim.side: [announced], claim.beside: [clubs]}
    rates |= {"a tick that announces them": [1 / busy], "a tick with nothing to say": [1 / each for each in idle]}
    quiet = 1000 * sorted(idle)[len(idle) // 2]
    notes = [
        f"announcing a night and its tournament in {clubs} clubs: {busy:.2f} s ({1000 * busy / clubs:.1f} ms each)",
        f"the next tick, with the same {clubs} schedules and nothing due: {quiet:.1f} ms",
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


def _ticked() -> float:
    from tournaments.leagues.tasks import announce_nights

    began = time.perf_counter()
    announce_nights()
    return time.perf_counter() - began


def _nights() -> int:
    from tournaments.leagues.models import Night

    return Night.objects.count()
