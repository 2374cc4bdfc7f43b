"""Looking back: ladders, seasons and calendars as of any event, and what happened in words, for members of the club."""

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from engine.codec import Codec
from engine.events import Event
from engine.text import Text
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import concede, open_for
from tests.leagues.test_seasons import START, draft
from tournaments.leagues.ladders import events as ladder_events
from tournaments.leagues.ladders import services as ladders
from tournaments.leagues.ladders import telling as ladder_words
from tournaments.leagues.ladders.services import Draft as LadderDraft
from tournaments.leagues.nights import events as night_events
from tournaments.leagues.nights import services as nights
from tournaments.leagues.nights import telling as night_words
from tournaments.leagues.nights.decisions import Draft
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.rules.recurrence import Weekly
from tournaments.leagues.seasons import events as season_events
from tournaments.leagues.seasons import services as seasons
from tournaments.leagues.seasons import telling as season_words
from tournaments.leagues.tasks import announce_nights, upkeep

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]
STORED = Path(__file__).parents[1] / "log" / "stored"
HOLE = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize(
    ("room", "codec", "sentences"),
    [
        ("ladder", ladder_events.CODEC, ladder_words.Sentences),
        ("season", season_events.CODEC, season_words.Sentences),
        ("calendar", night_events.CODEC, night_words.Sentences),
    ],
)
def test_every_event_that_was_ever_stored_has_words_and_nothing_is_left_open(
    room: str, codec: Codec[Event], sentences: Any
):
    lines = msgspec.json.decode((STORED / f"{room}.json").read_bytes())
    events = [codec.decode(line["kind"], line["version"], msgspec.json.encode(line["payload"])) for line in lines]
    said = sentences(events)
    told = [said.told(event, 7, lambda user: f"user {user}") for event in events]
    assert all(filled(text) for text in told)
    assert all(
        str(text).endswith((".", "play", "played")) or "beat" in str(text) or "against" in str(text) for text in told
    )
    for event, text in zip(events, told, strict=True):
        named = {int(number) for number in re.findall(r"user (\d+)", str(text))} - {7}
        assert named <= set(said.people(event)), event


def filled(text: Text) -> bool:
    """Whether every hole has something in it."""
    return set(HOLE.findall(text.message)) <= set(text.args)


class World:
    """A club with an owner, two members and a stranger; a ladder, a season, a calendar, and something in each."""

    def __init__(self, found: Found, settled: list[User], clock: Clock) -> None:
        clock.now = START
        self.owner, self.ann, self.ben, self.stranger = settled[:4]
        self.club = found(self.ann, self.ben, slug="evening", zone="Europe/Berlin")
        given = LadderDraft(game="duck-soup", title="Soup ladder", options={"length": "deal"})
        self.ladder = ladders.open_ladder(club_id=self.club, by=self.owner.pk, draft=given)
        for user in (self.ann, self.ben):
            ladders.join(ladder_id=self.ladder, by=user.pk)
        ladders.rule(ladder_id=self.ladder, by=self.owner.pk, text="Ben was <first>.", order=[self.ben.pk, self.ann.pk])
        self.season = seasons.open_season(club_id=self.club, by=self.owner.pk, draft=draft())
        concede(open_for(self.ann, self.ben, club=self.club))
        upkeep()
        plan = Draft(title="Thursday night", rule=Weekly(("TH",)), at="19:30", since=date(2027, 3, 1))
        nights.set_schedule(club_id=self.club, by=self.owner.pk, draft=plan)
        announce_nights()
        (self.night,) = CALENDARS.current(self.club).state.nights
        nights.attend(club_id=self.club, by=self.ann.pk, night=self.night, answer="yes")

    def client(self, user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    def pages(self) -> dict[str, str]:
        return {"ladder": f"ladders/{self.ladder}", "season": f"seasons/{self.season}", "calendar": "calendar"}


@pytest.fixture
def world(found: Found, settled: list[User], clock: Clock) -> World:
    return World(found, settled, clock)


def words(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_what_happened_is_told_in_words_on_pages_and_by_the_api(world: World):
    ann = world.client(world.ann)
    ladder = words(ann, f"/clubs/evening/ladders/{world.ladder}/history")
    assert "member1 set the order. Ben was &lt;first&gt;." in ladder
    assert ladder.index("member3 joined at the bottom.") < ladder.index("member2 joined at the bottom.")
    season = words(ann, f"/clubs/evening/seasons/{world.season}/history")
    assert re.search(r"Table \w{10} counts\.", season)
    calendar = words(ann, "/clubs/evening/calendar/history")
    assert "member2 comes to Thursday night, 2027-03-04." in calendar
    assert "Thursday night, 2027-03-04, announced itself." in calendar
    lines = ann.get(f"/api/clubs/evening/ladders/{world.ladder}/history").json()
    assert [line["text"] for line in lines["history"]] == [
        "member1 set the order.",
        "member3 joined at the bottom.",
        "member2 joined at the bottom.",
        "member1 opened the ladder.",
    ]
    assert (lines["seq"], lines["total"], lines["history"][0]["quote"]) == (4, 4, "Ben was <first>.")
    assert len(ann.get("/api/clubs/evening/calendar/history", {"as_of": 1}).json()["history"]) == 1
    assert len(ann.get("/api/clubs/evening/calendar/history", {"limit": 1, "offset": 1}).json()["history"]) == 1


def test_each_stands_as_it_did_after_an_event(world: World):
    ann = world.client(world.ann)
    page, api = f"/clubs/evening/ladders/{world.ladder}", f"/api/clubs/evening/ladders/{world.ladder}"
    rungs = [[rung["player"] for rung in ann.get(api, {"as_of": seq}).json()["rungs"]] for seq in (1, 2, 3, 4, 99)]
    assert rungs == [[], ["member2"], ["member2", "member3"], ["member3", "member2"], ["member3", "member2"]]
    assert all(rung["obstacle"] is None for rung in ann.get(api, {"as_of": 3}).json()["rungs"])
    shown = words(ann, f"{page}?as_of=2")
    assert "This is how it stood after event 2." in shown
    assert "member2" in shown
    assert "member3" not in shown
    assert "Leave the ladder" not in shown, "what has been cannot be acted on"
    assert "Leave the ladder" in words(ann, page)
    api = f"/api/clubs/evening/seasons/{world.season}"
    assert ann.get(api, {"as_of": 1}).json()["divisions"] == [[]]
    assert [row["player"] for row in ann.get(api).json()["divisions"][0]] == ["member2", "member3"]
    assert "Nothing has been played yet." in words(ann, f"/clubs/evening/seasons/{world.season}?as_of=1")
    found = [ann.get("/api/clubs/evening/calendar", {"as_of": seq}).json() for seq in (1, 2, 3)]
    assert [len(each["nights"]) for each in found] == [0, 1, 1]
    assert [each["nights"][0]["coming"] for each in found[1:]] == [0, 1]
    assert "announces itself" in words(ann, "/clubs/evening/calendar?as_of=1")


def test_a_calendar_as_of_an_event_knows_what_was_to_come_then(world: World, clock: Clock):
    ann = world.client(world.ann)
    clock.now += int(timedelta(days=60).total_seconds()) * 1000
    nights.announce_by_hand(club_id=world.club, by=world.owner.pk, title="Late", day=date(2027, 5, 20), at="20:00")
    assert [each["title"] for each in ann.get("/api/clubs/evening/calendar").json()["nights"]] == ["Late"]
    then = ann.get("/api/clubs/evening/calendar", {"as_of": 3}).json()
    assert [each["id"] for each in then["nights"]] == [world.night]
    assert then["past"] == []


def test_only_members_look_back(world: World):
    for path in world.pages().values():
        for base in ("/clubs/evening/", "/api/clubs/evening/"):
            assert world.client(None).get(base + path).status_code == 200
            assert world.client(world.stranger).get(f"{base}{path}?as_of=1").status_code == 403, path
            assert world.client(world.stranger).get(f"{base}{path}/history").status_code == 403, path
            assert world.client(world.ben).get(f"{base}{path}?as_of=1").status_code == 200, path
        assert "Looking back" not in words(world.client(world.stranger), f"/clubs/evening/{path}")
        assert "Looking back" in words(world.client(world.ben), f"/clubs/evening/{path}")


def test_who_was_marked_is_told_to_those_who_mark(world: World, clock: Clock):
    clock.now += int(timedelta(days=5).total_seconds()) * 1000
    nights.mark(club_id=world.club, by=world.owner.pk, night=world.night, user=world.ben.pk, present=False)
    for user, told in ((world.owner, True), (world.ann, False)):
        page = words(world.client(user), "/clubs/evening/calendar/history")
        assert ("member1 marked member3 as not there" in page) is told
        assert ("marked" in world.client(user).get("/api/clubs/evening/calendar/history").content.decode()) is told


def test_of_a_private_club_nothing_is_there_to_look_back_at(found: Found, settled: list[User]):
    found(settled[1], slug="secret", visibility="private", join="invitation")
    client = Client()
    client.force_login(settled[5])
    for base in ("/clubs/secret", "/api/clubs/secret"):
        assert client.get(f"{base}/calendar/history").status_code == 404
        assert client.get(f"{base}/calendar?as_of=1").status_code == 404


def test_the_api_takes_a_clubs_address_an_old_one_and_its_id(world: World):
    client = world.client(world.owner)
    renamed = client.post("/api/clubs/evening/edit", {"slug": "morning"}, content_type="application/json")
    assert renamed.status_code == 200
    for name in ("morning", "evening", world.club):
        assert client.get(f"/api/clubs/{name}/ladders").json()["ladders"][0]["id"] == world.ladder
        joined = client.post(f"/api/clubs/{name}/ladders/{world.ladder}/join", {}, content_type="application/json")
        assert joined.status_code == 200
    assert client.get("/api/clubs/nosuchclub/ladders").status_code == 404
