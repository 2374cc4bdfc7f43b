"""The workers' part. Each may be delivered any number of times: the database says what to do."""

import math
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from celery import shared_task

from tournaments.director import holdings
from tournaments.leagues import bans
from tournaments.leagues.ladders import appointments
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.nights import moving
from tournaments.leagues.nights import selectors as nights
from tournaments.leagues.nights import services as night_services
from tournaments.leagues.seasons import selectors as seasons
from tournaments.leagues.seasons import services as season_services
from tournaments.log import sources
from tournaments.log.attempts import attempt
from tournaments.platform import valkey

SLICE: Final = 1.0
"""Seconds that one message works through clubs. The worker is the director's too: what is left comes behind what waits
there."""


@shared_task(name="leagues.announce_nights")
def announce_nights(after: str = "") -> None:
    """Once a minute: nights whose time has come are announced, or missed, of the clubs behind *after*."""
    clubs = nights.clubs_due(sources.now_ms(), after=after)
    done = _each(clubs, lambda club: night_services.announce_due(club_id=club), seconds=SLICE)
    if done < len(clubs):
        valkey.send_task(announce_nights.name, [clubs[done - 1]])


@shared_task(name="leagues.keep_appointments")
def keep_appointments() -> None:
    """Every few seconds: deadlines of challenges, and the tables of those whose time has come."""
    _each(ladders.due(sources.now_ms()), lambda ladder: appointments.keep(ladder_id=ladder))


@shared_task(name="leagues.upkeep")
def upkeep() -> None:
    """Now and then: what other streams, and new rules of time zones, mean for this room."""
    now = sources.now_ms()
    with_nights = nights.clubs_with_nights_ahead(now)
    _each(with_nights, lambda club: moving.follow_zone_data(club_id=club))
    _each(ladders.with_people(), lambda ladder: appointments.drop_those_gone(ladder_id=ladder))
    _each({*with_nights, *holdings.clubs_ahead()}, bans.follow)
    _each(seasons.underway(now), lambda season: season_services.proceed(season_id=season))


def _each(ids: Iterable[str], step: Callable[[str], object], *, seconds: float = math.inf) -> int:
    """One's trouble must not hold up the others. How many had their turn within *seconds*."""
    until, done = time.monotonic() + seconds, 0
    for one in ids:
        done += 1
        attempt(one, partial(step, one))
        if time.monotonic() > until:
            break
    return done
