"""Calendars that calendars subscribe to, read by a real parser; the same ones give the same bytes."""

from datetime import UTC, date, datetime
from typing import Any

import icalendar
import pytest
import recurring_ical_events
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tournaments.clubs import selectors as clubs
from tournaments.clubs import services as membership
from tournaments.clubs.events import Edited
from tournaments.leagues import feeds
from tournaments.leagues.appointments import Appointment, Status, calendar
from tournaments.leagues.feeds import UnknownFeed
from tournaments.leagues.ladders import services as ladders
from tournaments.leagues.ladders.services import Draft as LadderDraft
from tournaments.leagues.nights import selectors, services
from tournaments.leagues.nights.decisions import Draft
from tournaments.leagues.rules.recurrence import Weekly
from tournaments.leagues.tasks import announce_nights, keep_appointments

DAY = 86_400_000
HOUR = 3_600_000
BEGAN = int(datetime(2027, 3, 1, 12, tzinfo=UTC).timestamp()) * 1000
STATUSES: tuple[Status, ...] = ("TENTATIVE", "CONFIRMED", "CANCELLED")
appointments = st.builds(
    Appointment,
    id=st.text("abc123", min_size=10, max_size=10),
    # The library takes \N for a new line before it escapes anything.
    title=st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=60).filter(
        lambda title: r"\N" not in title
    ),
    starts_at=st.integers(0, 4 * 10**12).map(lambda at: at // 1000 * 1000),
    ends_at=st.just(4 * 10**12),
    status=st.sampled_from(STATUSES),
    changes=st.integers(0, 99),
    told_at=st.just(BEGAN),
    url=st.just("https://cards.example/clubs/harbour/nights/abc"),
)


@given(st.lists(appointments, max_size=6, unique_by=lambda each: each.id), st.randoms())
def test_what_is_written_is_read_again_in_any_order(made: list[Appointment], chance: Any):
    written = calendar(made, title="Club", host="cards.example")
    shuffled = list(made)
    chance.shuffle(shuffled)
    assert calendar(shuffled, title="Club", host="cards.example") == written
    events = icalendar.Calendar.from_ical(written).walk("VEVENT")
    read = {str(event["uid"]): event for event in events}
    assert read.keys() == {f"{each.id}@cards.example" for each in made}
    for each in made:
        event = read[f"{each.id}@cards.example"]
        assert str(event["summary"]) == each.title
        assert (int(str(event["sequence"])), str(event["status"])) == (each.changes, each.status)
        assert int(event.decoded("dtstart").timestamp()) * 1000 == each.starts_at
        assert "rrule" not in event
    assert all(len(line) <= 75 for line in written.split(b"\r\n"))


@pytest.fixture
def club(found: Found, settled: list[User], clock: Clock) -> str:
    clock.now = BEGAN
    made = found(*settled[1:4], zone="Europe/Berlin")
    draft = Draft(title="Thursday night", rule=Weekly(("TH",)), at="19:30", since=date(2027, 3, 1))
    services.set_schedule(club_id=made, by=settled[0].pk, draft=draft)
    announce_nights()
    return made


def events(body: bytes) -> dict[str, tuple[str, int, str]]:
    """Status, SEQUENCE and start of each event, by its UID."""
    return {
        str(each["uid"]): (str(each["status"]), int(str(each["sequence"])), f"{each.decoded('dtstart'):%m-%d %H:%M}")
        for each in icalendar.Calendar.from_ical(body).walk("VEVENT")
    }


def of_club(club: str) -> dict[str, tuple[str, int, str]]:
    return events(feeds.of_club(clubs.club(club)))


def test_eight_weeks_of_nights_with_the_clocks_going_forward_between(club: str):
    parsed = icalendar.Calendar.from_ical(feeds.of_club(clubs.club(club)))
    between = recurring_ical_events.of(parsed).between(date(2027, 3, 1), date(2027, 5, 1))
    starts = sorted(f"{event.decoded('dtstart'):%m-%d %H:%M}" for event in between)
    assert starts == [
        *("03-04 18:30", "03-11 18:30", "03-18 18:30", "03-25 18:30"),
        *("04-01 17:30", "04-08 17:30", "04-15 17:30", "04-22 17:30"),
    ]
    statuses = [status for status, _changes, _start in sorted(of_club(club).values(), key=lambda each: each[2])]
    assert statuses == ["CONFIRMED", *["TENTATIVE"] * 7]


def test_a_night_keeps_its_name_from_plan_to_end_and_sequence_never_falls(club: str, settled: list[User], clock: Clock):
    owner = settled[0].pk
    (schedule,) = selectors.calendar(club).schedules
    uid = next(uid for uid, (_status, _changes, start) in of_club(club).items() if start == "03-11 18:30")
    told = [of_club(club)[uid]]

    def changed() -> None:
        told.append(of_club(club)[uid])

    later = Draft(title="Thursday night", rule=Weekly(("TH",)), at="20:00", since=date(2027, 3, 1))
    services.set_schedule(club_id=club, by=owner, schedule=schedule, draft=later)
    changed()
    clock.now += 4 * DAY
    announce_nights()
    changed()
    night = uid.partition("@")[0]
    services.move(club_id=club, by=owner, night=night, starts_at=selectors.night(club, night).starts_at + HOUR)
    changed()
    services.cancel(club_id=club, by=owner, night=night)
    changed()
    assert [status for status, _changes, _start in told] == [*["TENTATIVE"] * 2, *["CONFIRMED"] * 2, "CANCELLED"]
    sequences = [changes for _status, changes, _start in told]
    assert sequences == sorted(set(sequences)), "each change of time or status is a higher number"
    clock.now += 30 * DAY
    assert uid not in of_club(club), "what was called off is kept for 30 days"


def test_nothing_changed_gives_the_same_bytes(club: str, settled: list[User], clock: Clock):
    before = feeds.of_club(clubs.club(club))
    clock.now += HOUR
    assert feeds.of_club(clubs.club(club)) == before
    night = selectors.next_night(club)
    assert night is not None
    services.attend(club_id=club, by=settled[1].pk, night=night.id, answer="yes")
    assert feeds.of_club(clubs.club(club)) == before, "who comes is nobody else's appointment"


def test_ones_own_calendar_has_what_concerns_one(club: str, settled: list[User], clock: Clock):
    owner, member = settled[0], settled[1]
    night = selectors.next_night(club)
    assert night is not None
    services.attend(club_id=club, by=member.pk, night=night.id, answer="no")
    ladder = ladders.open_ladder(club_id=club, by=owner.pk, draft=LadderDraft(game="duck-soup", title="Soup"))
    for user in (owner, member):
        ladders.join(ladder_id=ladder, by=user.pk)
    challenge = ladders.challenge(ladder_id=ladder, by=member.pk, defender=owner.pk)
    ladders.answer(challenge_id=challenge, by=owner.pk, said="accept")
    ladders.propose(challenge_id=challenge, by=member.pk, time=clock.now + DAY)
    ladders.agree(challenge_id=challenge, by=owner.pk)
    mine = events(feeds.of_user(member))
    assert f"{night.id}@localhost" not in mine
    assert mine[f"{challenge}@localhost"][:2] == ("CONFIRMED", 0)
    clock.now += DAY + 20 * 60_000
    keep_appointments()
    keep_appointments()
    assert events(feeds.of_user(member))[f"{challenge}@localhost"][:2] == ("CANCELLED", 1)
    assert f"{challenge}@localhost" not in events(feeds.of_user(settled[2]))


def test_an_address_is_secret_and_can_be_taken_back(club: str, settled: list[User]):
    member = settled[1]
    assert feeds.token_of(member.pk) is None
    first = feeds.renew(member.pk)
    assert feeds.user_of(first) == member
    second = feeds.renew(member.pk)
    assert second != first
    for token in (first, "", "x" * 32, second[:-1]):
        with pytest.raises(UnknownFeed):
            feeds.user_of(token)
    feeds.revoke(member.pk)
    with pytest.raises(UnknownFeed):
        feeds.user_of(second)


def test_who_has_left_a_private_club_reads_nothing_of_it_in_their_calendar(
    club: str, settled: list[User], clock: Clock
):
    ladder = ladders.open_ladder(
        club_id=club,
        by=settled[0].pk,
        draft=LadderDraft(game="duck-soup", title="Ladder", options={"length": "deal"}),
    )
    for user in settled[:2]:
        ladders.join(ladder_id=ladder, by=user.pk)
    name = ladders.challenge(ladder_id=ladder, by=settled[1].pk, defender=settled[0].pk)
    ladders.answer(challenge_id=name, by=settled[0].pk, said="accept")
    ladders.propose(challenge_id=name, by=settled[0].pk, time=clock.now + DAY)
    ladders.agree(challenge_id=name, by=settled[1].pk)
    membership.edit(club_id=club, by=settled[0].pk, wanted=Edited(visibility="private", join="invitation"))
    assert name.encode() in feeds.of_user(settled[1])
    membership.leave(club_id=club, by=settled[1].pk)
    assert events(feeds.of_user(settled[1])) == {}
    assert name.encode() in feeds.of_user(settled[0])
