"""Clubs with nights and ladders, as the tests of them begin."""

import pytest

from tests.clubs.conftest import Found, found, settled
from tournaments.clubs.streams import CLUBS
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.seasons.streams import SEASONS

__all__ = ["Found", "found", "settled"]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    for streams in (CLUBS, CALENDARS, LADDERS, SEASONS):
        streams.forget()
