"""Rules on plain dates, local times as instants, what is due: with every example of the rules."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.leagues.rules.occurrences import Plan, due, next_due, night_id, occurrences, tournament_id
from tournaments.leagues.rules.recurrence import WEEKDAYS, Monthly, Rule, Weekly, dates, instant
from tournaments.platform.units import DAY, HOUR

BERLIN = "Europe/Berlin"
MONDAY = date(2027, 3, 1)
ZONES = ("Europe/Berlin", "America/Santiago", "Pacific/Apia", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu")


def utc(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%m-%d %H:%M")


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


weekly = st.builds(Weekly, st.lists(st.sampled_from(WEEKDAYS), min_size=1, max_size=3).map(tuple), st.integers(1, 8))
monthly = st.builds(Monthly, st.sampled_from([1, 2, 3, 4, "last"]), st.sampled_from(WEEKDAYS))
rules: st.SearchStrategy[Rule] = weekly | monthly
days = st.dates(date(2025, 1, 1), date(2030, 12, 31))
times = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.sampled_from([0, 30, 59]))
plans = st.builds(
    Plan,
    rules,
    times,
    days,
    st.none(),
    st.lists(days, max_size=2).map(tuple),
    st.integers(1, 60),
)


@pytest.mark.parametrize(
    ("day", "at", "expected"),
    [
        (date(2027, 3, 21), "19:30", "03-21 18:30"),
        (date(2027, 3, 28), "19:30", "03-28 17:30"),
        (date(2027, 3, 28), "02:30", "03-28 01:30"),
        (date(2027, 10, 31), "02:30", "10-31 00:30"),
    ],
)
def test_example_berlin_2027(day: date, at: str, expected: str):
    assert utc(instant(day, at, BERLIN)) == expected


def test_example_of_a_nights_id():
    assert night_id("c1ub000001", "s1", date(2027, 3, 28)) == "tf6hfrwakr"


def test_a_nights_tournaments_have_names_of_their_own():
    names = [tournament_id("c1ub000001", "s1", date(2027, 3, 28), number) for number in (1, 2)]
    assert len({*names, "tf6hfrwakr"}) == 3
    assert all(len(name) == 10 and name.isalnum() and name.islower() for name in names)


def test_weeks_are_counted_from_the_monday_of_the_first_date():
    """From a Wednesday on, every second week on Tuesday and Thursday: the first Tuesday is not the next one."""
    rule = Weekly(("TU", "TH"), every=2)
    found = list(dates(rule, date(2027, 3, 3), first=MONDAY, last=date(2027, 3, 31)))
    assert found == [date(2027, 3, 4), date(2027, 3, 16), date(2027, 3, 18), date(2027, 3, 30)]


def test_the_last_day_is_included_and_others_can_be_left_out():
    rule = Weekly(("SU",))
    found = dates(rule, MONDAY, date(2027, 3, 28), first=MONDAY, last=date(2028, 1, 1), skip=[date(2027, 3, 14)])
    assert list(found) == [date(2027, 3, 7), date(2027, 3, 21), date(2027, 3, 28)]


def test_months_have_a_fourth_and_a_last():
    year = (date(2027, 1, 1), date(2027, 5, 31))
    fourth = list(dates(Monthly(4, "MO"), year[0], first=year[0], last=year[1]))
    last = list(dates(Monthly("last", "MO"), year[0], first=year[0], last=year[1]))
    assert [day.day for day in fourth] == [25, 22, 22, 26, 24]
    assert [day.day for day in last] == [25, 22, 29, 26, 31]


@given(rules, days, st.integers(0, 200), st.integers(0, 200))
def test_dates_are_those_that_the_rule_describes(rule: Rule, since: date, start: int, length: int):
    first = since + timedelta(days=start - 50)
    last = first + timedelta(days=length)
    every = (first + timedelta(days=n) for n in range(length + 1))
    assert list(dates(rule, since, first=first, last=last)) == [day for day in every if described(rule, since, day)]


def described(rule: Rule, since: date, day: date) -> bool:
    """The rule, spelt out for one day."""
    if day < since:
        return False
    if isinstance(rule, Weekly):
        monday = since - timedelta(days=since.weekday())
        return WEEKDAYS[day.weekday()] in rule.weekdays and (day - monday).days // 7 % rule.every == 0
    if WEEKDAYS[day.weekday()] != rule.weekday:
        return False
    if rule.nth == "last":
        return (day + timedelta(days=7)).month != day.month
    return (day.day - 1) // 7 + 1 == rule.nth


@given(days, times, st.sampled_from(ZONES))
def test_an_instant_is_that_local_time_unless_a_gap_has_swallowed_it(day: date, at: str, zone: str):
    back = datetime.fromtimestamp(instant(day, at, zone) / 1000, ZoneInfo(zone))
    wanted = datetime.fromisoformat(f"{day}T{at}").replace(tzinfo=ZoneInfo(zone))
    exists = wanted.astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None) == wanted.replace(tzinfo=None)
    assert back.replace(tzinfo=None) == wanted.replace(tzinfo=None) or not exists
    earlier = datetime.fromtimestamp(instant(day, at, zone) / 1000 - 3600, ZoneInfo(zone))
    assert earlier.replace(tzinfo=None) != wanted.replace(tzinfo=None)  # of two it is the first


THURSDAYS = Plan(Weekly(("TH",)), "19:30", date(2027, 3, 1))
SET = ms("2027-03-01T12:00")


def test_a_night_is_announced_from_its_time_on_and_as_long_as_an_hour_is_left():
    starts = instant(date(2027, 3, 11), "19:30", BERLIN)
    ask: dict[str, Any] = {"changed_at": SET, "settled": [date(2027, 3, 4)]}
    assert due(THURSDAYS, BERLIN, now=starts - 7 * DAY - 1, **ask) == ()
    for now in (starts - 7 * DAY, starts - HOUR):
        (found,) = due(THURSDAYS, BERLIN, now=now, **ask)
        assert (found.date, found.starts_at, found.verdict) == (date(2027, 3, 11), starts, "announce")


def test_what_is_too_late_to_announce_is_missed():
    starts = instant(date(2027, 3, 4), "19:30", BERLIN)
    found = due(THURSDAYS, BERLIN, changed_at=SET, now=starts - HOUR + 1)
    assert [(each.date.day, each.verdict) for each in found] == [(4, "miss")]
    found = due(THURSDAYS, BERLIN, changed_at=SET, now=starts + 8 * DAY)
    assert [(each.date.day, each.verdict) for each in found] == [(4, "miss"), (11, "miss"), (18, "announce")]


def test_dates_before_a_change_are_neither_announced_nor_missed():
    later = ms("2027-03-12T12:00")
    assert due(THURSDAYS, BERLIN, changed_at=later, now=later) == due(
        Plan(Weekly(("TH",)), "19:30", date(2027, 3, 12)), BERLIN, changed_at=SET, now=later
    )


@given(plans, st.sampled_from(ZONES), days, st.lists(st.integers(1, 40 * 24 * 60), min_size=1, max_size=12))
def test_after_any_downtime_each_night_is_announced_or_missed_once(plan: Plan, zone: str, day: date, gaps: list[int]):
    """A service that looks at these minutes, and at none between them."""
    changed_at = instant(day, "12:00", zone)
    now = changed_at
    told: dict[date, str] = {}
    for gap in gaps:
        now += gap * 60_000
        for each in due(plan, zone, changed_at=changed_at, now=now, settled=told):
            assert each.date not in told
            assert (each.verdict == "announce") == (now <= each.starts_at - HOUR)
            assert now >= each.starts_at - plan.ahead_days * DAY
            told[each.date] = each.verdict
    over = {each.date for each in occurrences(plan, zone, changed_at, now)}
    assert over <= told.keys()
    coming = next_due(plan, zone, changed_at=changed_at, settled=told)
    assert coming is None or coming > now
    if coming is not None:
        assert due(plan, zone, changed_at=changed_at, now=coming - 1, settled=told) == ()
        assert due(plan, zone, changed_at=changed_at, now=coming, settled=told)


def test_a_single_day_may_be_the_first_and_the_last():
    whole: dict[str, Any] = {"first": MONDAY, "last": MONDAY}
    assert list(dates(Weekly(("MO",)), MONDAY, MONDAY, **whole)) == [MONDAY]
    assert list(dates(Weekly(("MO",)), MONDAY, MONDAY - timedelta(days=1), **whole)) == []


def test_a_rule_without_a_number_is_every_weeks():
    found = dates(Weekly(("MO",)), MONDAY, first=MONDAY, last=MONDAY + timedelta(days=14))
    assert [day.day for day in found] == [1, 8, 15]
