"""Which old tables stay in the log: those that something may still refer to."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tests.settlement.test_archive import old
from tournaments.clubs import services as clubs
from tournaments.leagues.models import Challenge, Season
from tournaments.log import sources
from tournaments.platform.units import DAY
from tournaments.ratings.models import Due
from tournaments.settlement import aging
from tournaments.tables.models import Table
from tournaments.tables.selectors import Summary

pytestmark = pytest.mark.django_db


def due() -> list[str]:
    return [table.id for table in aging.due()]


def test_a_clubs_table_stays_while_a_season_may_count_it_or_follow_a_correction(
    ann: User, bob: User, later: Callable[[float], None]
) -> None:
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    club = clubs.found(by=ann.pk, facts=facts())
    clubs.join(club_id=club, by=bob.pk)
    table, opened = old(ann, bob, later, club=club), Table.objects.get(game="duck-soup", status="finished").opened_at
    assert due() == [table]
    now = sources.now_ms()
    given = {"club": club, "game": "duck-soup", "title": "Spring", "unit": "table"}
    Season.objects.create(pk="0123456789", starts_at=opened - DAY, ends_at=now - DAY, **given)
    assert due() == []
    Season.objects.update(closed_at=now)
    assert due() == [], "it follows corrections"
    for gone in (
        {"ends_at": now - 98 * DAY},
        {"ends_at": now, "starts_at": opened + 1},
        {"starts_at": 0, "game": "gasp"},
    ):
        Season.objects.update(**gone)
        assert due() == [table], gone


@pytest.mark.usefixtures("archive")
def test_however_long_it_takes_to_pass_by_what_has_left_the_next_ones_follow(
    ann: User, bob: User, later: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    old(ann, bob, later)
    clock, found = iter(range(0, 10**6, 1_000)), list(aging.due())

    def look() -> Iterator[Summary]:
        next(clock)  # through millions of tables
        yield from found

    monkeypatch.setattr(aging, "due", look)
    monkeypatch.setattr(aging, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    assert aging.bring(seconds=1_500).tables == 1


def test_a_table_stays_while_a_ruling_about_it_is_still_to_be_told(
    ann: User, bob: User, later: Callable[[float], None]
) -> None:
    table = old(ann, bob, later)
    Due.objects.create(table=table, places=None, ruling="x/1", occasion="made")
    assert due() == []
    Due.objects.all().delete()
    assert due() == [table]


def test_a_challenges_table_stays_until_the_challenge_has_been_over_for_as_long(
    ann: User, bob: User, later: Callable[[float], None]
) -> None:
    table, challenge = old(ann, bob, later), "0123456789"
    Table.objects.filter(pk=table).update(match=challenge)
    given = {"ladder": "l123456789", "club": "c123456789", "users": [ann.pk, bob.pk], "asked_at": 0, "table": table}
    Challenge.objects.create(pk=challenge, status="played", **given)
    assert due() == []
    for days, there in ((364, []), (366, [table])):
        Challenge.objects.update(status="ended", ended_at=sources.now_ms() - days * DAY)
        assert due() == there
