"""Nights, ladders and seasons on a club's pages, as people use them: with forms and links, and without a script."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tests.factories import concede, gather
from tests.pages.reading import Reader
from tournaments.clubs import services as clubs
from tournaments.clubs.streams import CLUBS
from tournaments.director import selectors as director
from tournaments.leagues import feeds
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.ladders import services as ladder_services
from tournaments.leagues.ladders.services import Draft
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights import selectors
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.seasons import selectors as seasons
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.leagues.tasks import announce_nights, upkeep
from tournaments.log import sources

pytestmark = pytest.mark.django_db
CLUB = "/clubs/harbour-street"
DAY = 86_400_000


@pytest.fixture(autouse=True)
def _of_some_days(db: None, ann: User, ben: User) -> None:
    for streams in (CLUBS, CALENDARS, LADDERS, SEASONS):
        streams.forget()
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))


@pytest.fixture
def club(ann: User, ben: User) -> str:
    club_id = clubs.found(by=ann.pk, facts=facts())
    clubs.join(club_id=club_id, by=ben.pk)
    return club_id


@pytest.fixture
def ladder(club: str, ann: User, ben: User) -> str:
    draft = Draft(game="duck-soup", title="Soup ladder", options={"length": "deal"})
    made = ladder_services.open_ladder(club_id=club, by=ann.pk, draft=draft)
    for user in (ann, ben):
        ladder_services.join(ladder_id=made, by=user.pk)
    return made


def text(client: Client, path: str) -> str:
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, path
    return answer.content.decode()


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def local(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M")


PRESET = {"name": "Swiss", "evening": "quick", "clock": "usual", "rated": "on", "option-length": "deal"}
SCHEDULE = {
    "title": "Thursday night",
    "repeats": "weekly",
    "weekdays": ["TH", "MO"],
    "every": "1",
    "at": "19:30",
    "minutes": "180",
    "ahead_days": "7",
    "preset": "",
    "preset_2": "",
}


def scheduled(as_ann: Client, **given: Any) -> None:
    host = User.objects.get(username="ann").pk
    asked = SCHEDULE | {"since": timezone.localdate().isoformat(), "host": host} | given
    answer = as_ann.post(f"{CLUB}/schedules/new", asked)
    assert answer.status_code == 302, words(answer.content.decode())
    announce_nights()


def test_a_schedule_announces_nights_and_members_answer(as_ann: Client, as_ben: Client, club: str):
    kind = as_ann.post(f"{CLUB}/presets/new?game=duck-soup", PRESET)
    assert kind.status_code == 302, words(kind.content.decode())
    (preset,) = selectors.calendar(club).presets
    scheduled(as_ann, preset=preset, after="15")
    night = selectors.next_night(club)
    assert night is not None
    assert "Thursday night" in words(text(as_ben, CLUB))
    assert "announces itself on" in words(text(as_ben, f"{CLUB}/calendar"))
    as_ben.post(f"{CLUB}/nights/{night.id}/attend", {"answer": "yes", "from": "club-calendar"})
    assert "1 is coming" in words(text(as_ann, f"{CLUB}/calendar"))
    assert "Thursday night: Swiss" in words(text(as_ann, f"{CLUB}/nights/{night.id}"))
    assert "ben" in words(text(as_ann, f"{CLUB}/nights/{night.id}"))
    assert "Come ben" not in words(text(Client(), f"{CLUB}/nights/{night.id}"))


def test_one_yes_enters_the_tournaments_of_a_night_too(as_ann: Client, as_ben: Client, club: str, ben: User):
    as_ann.post(f"{CLUB}/presets/new?game=duck-soup", PRESET)
    (preset,) = selectors.calendar(club).presets
    scheduled(as_ann, preset=preset, after="15")
    night = selectors.next_night(club)
    assert night is not None
    page = f"{CLUB}/nights/{night.id}"
    assert 'name="enter"' in text(as_ben, page)
    answer = as_ben.post(f"{page}/attend", {"answer": "yes", "enter": "1"}, follow=True).content.decode()
    assert "You have entered Thursday night: Swiss" in words(answer)
    (tournament,) = night.tournaments
    assert [entry.user for entry in director.detail(tournament).entries] == [ben.pk]
    assert 'name="enter"' not in text(as_ben, page), "it is asked once"
    as_ann.post(f"{page}/attend", {"answer": "yes"})
    as_ann.post(f"{page}/attend", {"answer": "maybe", "enter": "1"})
    assert len(director.detail(tournament).entries) == 1, "nobody enters by a maybe, nor without the tick"


def test_a_schedule_is_changed_and_ended_and_mistakes_stand_beside_their_fields(as_ann: Client, club: str):
    wrong = as_ann.post(f"{CLUB}/schedules/new", SCHEDULE | {"since": "2027-03-01", "weekdays": [], "skip": "x"})
    assert wrong.status_code == 422
    assert "Choose a day." in wrong.content.decode()
    assert "Write days like 2027-12-24." in wrong.content.decode()
    scheduled(as_ann)
    (schedule,) = selectors.calendar(club).schedules
    assert 'value="19:30"' in text(as_ann, f"{CLUB}/schedules/{schedule}")
    monthly = SCHEDULE | {
        "host": User.objects.get(username="ann").pk,
        "repeats": "monthly",
        "nth": "last",
        "weekday": "FR",
        "since": timezone.localdate().isoformat(),
    }
    as_ann.post(f"{CLUB}/schedules/{schedule}", monthly)
    assert "Every month: last Friday" in words(text(as_ann, f"{CLUB}/schedules"))
    assert "No more nights are announced." in words(text(as_ann, f"{CLUB}/schedules/{schedule}/end"))
    assert "Every month: last Friday" in words(text(as_ann, f"{CLUB}/schedules")), "to be asked changes nothing"
    as_ann.post(f"{CLUB}/schedules/{schedule}/end")
    assert "Nothing repeats yet." in words(text(as_ann, f"{CLUB}/schedules"))


def test_a_schedule_has_up_to_five_tournaments_and_a_host(
    as_ann: Client, as_ben: Client, club: str, ann: User, ben: User
):
    for name in ("One", "Two", "Three"):
        as_ann.post(f"{CLUB}/presets/new?game=duck-soup", PRESET | {"name": name})
    first, second, third = selectors.calendar(club).presets
    clubs.set_role(club_id=club, by=ann.pk, user_id=ben.pk, duties=("events",))
    chosen = {"preset": first, "preset_3": second, "after_3": "30", "preset_5": third, "after_5": "60"}
    scheduled(as_ann, **chosen, host=str(ben.pk), ahead_days="30", skip="2027-12-24, 2027-12-31")
    ((key, schedule),) = selectors.calendar(club).schedules.items()
    assert [(use.preset, use.after_minutes) for use in schedule.presets] == [(first, 0), (second, 30), (third, 60)]
    assert (schedule.host, schedule.plan.ahead_days, len(schedule.plan.skip)) == (ben.pk, 30, 2)
    shown = text(as_ann, f"{CLUB}/schedules/{key}")
    assert f'<option value="{ben.pk}" selected>ben</option>' in shown
    assert shown.count(" selected>") >= 5
    stranger = as_ann.post(f"{CLUB}/schedules/{key}", SCHEDULE | {"since": "2027-03-01", "host": "0"})
    assert stranger.status_code == 422


def test_a_kind_of_tournament_says_all_that_differs_from_its_evening(as_ann: Client, club: str):
    assert "?game=gasp" in text(as_ann, f"{CLUB}/presets/new")
    numbers = {"rounds": "4", "round_minutes": "20", "max_entries": "12", "late_round": "0", "half_byes": "1"}
    made = as_ann.post(f"{CLUB}/presets/new?game=duck-soup", PRESET | numbers | {"clock": "600+5"})
    assert made.status_code == 302, words(made.content.decode())
    (kept,) = selectors.calendar(club).presets.values()
    settings = kept.settings
    assert [settings[name] for name in numbers] == [4, 20, 12, 0, 1]
    assert (settings["clock"]["base"], settings["options"]["length"]) == (600, "deal")
    assert (settings["bots"], settings["rated"]) == (False, True)
    wrong = as_ann.post(f"{CLUB}/presets/new?game=duck-soup", PRESET | {"rounds": "31"})
    assert wrong.status_code == 422


def test_a_season_takes_its_points_and_its_divisions(as_ann: Client, club: str, ann: User, ben: User):
    asked = {"title": "Autumn", "game": "duck-soup", "unit": "table", "least": "2", "down": "1", "best": "6"}
    since = timezone.localdate()
    asked |= {"since": since.isoformat(), "to": (since + timedelta(days=60)).isoformat()}
    chosen = {"points": "4 1\n5, 3, 1", "divisions": "ann\nben ,\n"}
    made = as_ann.post(f"{CLUB}/seasons/new", asked | chosen)
    assert made.status_code == 302, words(made.content.decode())
    rules = seasons.season(made["Location"].rpartition("/")[2]).rules
    assert (rules.points, rules.divisions) == (((4, 1), (5, 3, 1)), ((ann.pk,), (ben.pk,)))
    assert (rules.best, rules.least, rules.down) == (6, 2, 1)
    for field, wrong, said in (
        ("points", "4 x", "whole numbers"),
        ("points", "1 4", "A better place cannot count less."),
        ("divisions", "ann, nobody-here", "There is no player with the name nobody-here."),
        ("divisions", "ann\nann", "Everybody must begin in one division"),
    ):
        refused = as_ann.post(f"{CLUB}/seasons/new", asked | {field: wrong})
        assert refused.status_code == 422
        assert said in refused.content.decode(), field


def test_a_night_by_hand_is_moved_and_called_off(as_ann: Client, as_ben: Client, club: str):
    day = (timezone.localdate() + timedelta(days=3)).isoformat()
    made = as_ann.post(
        f"{CLUB}/nights/new",
        {"title": "Friday", "day": day, "at": "20:00", "minutes": "120", "preset": "", "preset_2": ""},
    )
    assert made.status_code == 302, words(made.content.decode())
    night = made["Location"]
    assert as_ben.get(f"{night}/move").status_code == 403
    before = selectors.next_night(club)
    assert before is not None
    later = before.starts_at + 2 * 3_600_000
    as_ann.post(f"{night}/move", {"starts_at": local(later), "minutes": "120"})
    after = selectors.next_night(club)
    assert after is not None
    assert after.starts_at == later
    assert as_ann.post(f"{night}/move", {"starts_at": "2020-01-01T10:00", "minutes": "120"}).status_code == 422
    assert "cannot be undone" in text(as_ann, f"{night}/cancel")
    as_ann.post(f"{night}/cancel")
    assert "called off" in words(text(as_ben, f"{CLUB}/calendar"))


def test_who_is_here_is_shown_to_members(as_ann: Client, as_ben: Client, club: str):
    assert "Nobody is here now." in words(text(as_ann, CLUB))
    as_ben.post(f"{CLUB}/here")
    assert "ben" in words(as_ann.get(f"{CLUB}/here").content.decode())
    as_ben.post(f"{CLUB}/here", {"leave": "1"}, headers={"HX-Request": "true"})
    assert "Nobody is here now." in words(as_ann.get(f"{CLUB}/here").content.decode())
    assert "Here now" not in words(text(Client(), CLUB))


def test_from_the_ladder_to_the_agreed_table(as_ann: Client, as_ben: Client, ann: User, ben: User, ladder: str):
    rungs = text(as_ben, f"{CLUB}/ladders/{ladder}")
    assert "Challenge ann" in words(rungs)
    assert "below you" in words(text(as_ann, f"{CLUB}/ladders/{ladder}"))
    challenge = as_ben.post(f"{CLUB}/ladders/{ladder}/challenge", {"defender": ann.pk})["Location"]
    assert "An answer is due" in words(text(as_ann, f"{CLUB}/ladders/{ladder}"))
    as_ann.post(f"{challenge}/accept")
    assert as_ben.post(f"{challenge}/propose", {"time": "2020-01-01T10:00"}).status_code == 422
    as_ben.post(f"{challenge}/propose", {"time": local(sources.now_ms() + 120_000)})
    assert "Agree to" in words(text(as_ann, challenge))
    as_ann.post(f"{challenge}/agree")
    (row,) = ladders.of_user(ann.pk)
    assert f"/tables/{row.table}" in text(as_ben, challenge)
    gather(row.table or "")
    concede(row.table or "")
    assert "ben beat ann" in words(text(as_ann, f"{CLUB}/ladders/{ladder}"))
    assert ladders.ladder(ladder).order == (ben.pk, ann.pk)


def test_a_ladder_is_opened_joined_left_and_closed(as_ann: Client, as_ben: Client, club: str):
    asked = {"title": "New", "rule": "insert", "seats": "2", "reach": "3", "clock": "600+5", "option-length": "deal"}
    made = as_ann.post(f"{CLUB}/ladders/new?game=duck-soup", asked)
    assert made.status_code == 302, words(made.content.decode())
    ladder = made["Location"]
    as_ben.post(f"{ladder}/join")
    as_ann.post(f"{ladder}/join")
    as_ben.post(f"{ladder}/away", {"until": local(sources.now_ms() + 3 * DAY)})
    assert "away until" in words(text(as_ann, ladder))
    as_ben.post(f"{ladder}/back")
    assert "away until" not in words(text(as_ann, ladder))
    ann_pk = User.objects.get(username="ann").pk
    assert as_ann.post(f"{ladder}/rule", {"user": ann_pk, "place": "9", "text": "x"}).status_code == 422
    as_ann.post(f"{ladder}/rule", {"user": ann_pk, "place": "1", "text": "She was first."})
    assert words(text(as_ben, ladder)).index("ann") < words(text(as_ben, ladder)).index("How it works")
    assert "begin at the bottom" in words(text(as_ben, f"{ladder}/leave"))
    assert "Open challenges are void" in words(text(as_ann, f"{ladder}/close"))
    assert "Leave the ladder" in words(text(as_ben, ladder)), "to be asked changes nothing"
    as_ben.post(f"{ladder}/leave")
    assert "You are not on this ladder." in words(text(as_ben, ladder))
    as_ann.post(f"{ladder}/close")
    assert "closed" in words(text(as_ben, ladder))


def test_a_season_counts_what_is_played(as_ann: Client, as_ben: Client, ann: User, ben: User, club: str, ladder: str):
    since = timezone.localdate() - timedelta(days=1)
    asked = {"title": "Autumn", "game": "duck-soup", "unit": "table", "least": "0", "down": "1", "best": "1"}
    dates = {"since": since.isoformat(), "to": (since + timedelta(days=60)).isoformat()}
    made = as_ann.post(f"{CLUB}/seasons/new", asked | dates)
    assert made.status_code == 302, words(made.content.decode())
    challenge = ladder_services.challenge(ladder_id=ladder, by=ben.pk, defender=ann.pk)
    ask: dict[str, Any] = {"challenge_id": challenge}
    ladder_services.answer(**ask, by=ann.pk, said="accept")
    ladder_services.propose(**ask, by=ben.pk, time=sources.now_ms() + 1_000)
    ladder_services.agree(**ask, by=ann.pk)
    concede(ladders.challenge(challenge)[1].table or "")
    upkeep()
    shown = words(text(as_ben, made["Location"]))
    assert "1 ben 3 1 3" in shown
    assert "2 ann 0 1 0" in shown
    assert "Autumn" in words(text(as_ann, CLUB))


@pytest.mark.parametrize("zone", ["Pacific/Honolulu", "Europe/Lisbon", "Pacific/Auckland"])
def test_a_season_has_the_days_of_its_club_wherever_it_is_read(as_ann: Client, club: str, ann: User, zone: str):
    since = timezone.localdate() + timedelta(days=3)
    to = since + timedelta(days=60)
    asked = {"title": "Autumn", "game": "duck-soup", "unit": "table", "least": "0", "down": "1", "best": "1"}
    made = as_ann.post(f"{CLUB}/seasons/new", asked | {"since": since.isoformat(), "to": to.isoformat()})
    User.objects.filter(pk=ann.pk).update(timezone=zone)
    days = f"{since.day} {since:%b %Y} – {to.day} {to:%b %Y}"
    assert days in words(text(as_ann, f"{CLUB}/seasons"))
    assert days in words(text(as_ann, made["Location"]))


def test_calendars_are_files_with_secret_addresses_of_ones_own(as_ann: Client, as_ben: Client, club: str, ben: User):
    scheduled(as_ann)
    public = Client().get(f"{CLUB}/calendar.ics")
    assert public["Content-Type"].startswith("text/calendar")
    events = icalendar.Calendar.from_ical(public.content).walk("VEVENT")
    assert {str(event["status"]) for event in events} == {"CONFIRMED", "TENTATIVE"}
    assert Client().get(f"{CLUB}/calendar.ics", headers={"If-None-Match": public["ETag"]}).status_code == 304
    as_ben.post(f"{CLUB}/feed")
    token = feeds.token_of(ben.pk)
    assert token is not None
    assert len(token) == 32
    assert f"/calendars/{token}.ics" in text(as_ben, f"{CLUB}/calendar")
    mine = Client().get(f"/calendars/{token}.ics")
    assert len(icalendar.Calendar.from_ical(mine.content).walk("VEVENT")) == len(events)
    as_ben.post(f"{CLUB}/feed", {"revoke": "1"})
    assert Client().get(f"/calendars/{token}.ics").status_code == 404
    assert Client().get("/calendars/x.ics").status_code == 404


def test_what_is_private_is_not_found_by_others(ann: User, ben: User, as_ben: Client, as_ann: Client):
    club = clubs.found(by=ann.pk, facts=facts(visibility="private", slug="secret", name="Secret"))
    made = ladder_services.open_ladder(club_id=club, by=ann.pk, draft=Draft(game="duck-soup", title="Hidden"))
    paths = ("calendar", "calendar.ics", "ladders", f"ladders/{made}", "seasons", "archive", "here", "schedules")
    for path in paths:
        assert as_ben.get(f"/clubs/secret/{path}").status_code == 404, path
    assert as_ann.get("/clubs/secret/calendar.ics").status_code == 404
    clubs.found(by=ben.pk, facts=facts(slug="other", name="Other"))
    assert as_ben.get(f"/clubs/other/ladders/{made}").status_code == 404, "another club's ladder"
    assert as_ben.post(f"/clubs/other/ladders/{made}/join").status_code == 404


PAGES = (
    *("", "/calendar", "/ladders", "/seasons", "/archive", "/schedules", "/schedules/new", "/presets/new"),
    "/presets/new?game=gasp",
    *(f"/ratings/duck-soup{rest}" for rest in ("", "/rulings", "/correct", "/suspicions")),
)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_keeps_to_the_policy(
    language: str, as_ann: Client, as_ben: Client, ann: User, ben: User, club: str, ladder: str
):
    scheduled(as_ann)
    night = selectors.next_night(club)
    assert night is not None
    challenge = ladder_services.challenge(ladder_id=ladder, by=ben.pk, defender=ann.pk)
    more = (
        *(f"/nights/{night.id}{rest}" for rest in ("", "/move", "/cancel")),
        *("/nights/new", "/ladders/new", "/ladders/new?game=gasp", "/seasons/new"),
        *(f"/ladders/{ladder}{rest}" for rest in ("", "/away", "/rule")),
        f"/challenges/{challenge}",
    )
    for client in (Client(), as_ben, as_ann):
        client.cookies["django_language"] = language
        for path in (*PAGES, *more):
            answer = client.get(f"{CLUB}{path}", follow=True)
            assert answer.status_code == 200 or (client is not as_ann and answer.status_code == 403), path
            seen = Reader(answer.content.decode())
            assert not seen.faults, path
            assert seen.lang == language
            assert len(seen.ids) == len(set(seen.ids)), (path, seen.ids)
