"""The part of the tour of the API that visits a club's nights, ladders and seasons."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from tests.api.client import Caller
from tests.clubs.making import facts
from tournaments.clubs import services as clubs
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.tasks import announce_nights
from tournaments.log import sources

HOUR = 3_600_000
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def tour(ann: Caller, bob: Caller, stranger: Caller, now: int) -> Iterator[tuple[str, Any]]:
    """*now* is about the time (epoch ms)."""
    assert ann.user
    assert bob.user
    CALENDARS.forget()
    User.objects.update(date_joined=LONG_AGO)
    club = clubs.found(by=ann.user.pk, facts=facts(slug="evening-club", name="Evening Club"))
    clubs.join(club_id=club, by=bob.user.pk)
    path = f"/api/clubs/{club}"
    yield from _nights(ann, bob, stranger, path, now)
    yield from _ladders(ann, bob, stranger, path, now)
    yield from _seasons(ann, stranger, path)


def _nights(ann: Caller, bob: Caller, stranger: Caller, path: str, now: int) -> Iterator[tuple[str, Any]]:
    kind = {"name": "Swiss", "game": "duck-soup", "format": "swiss", "rounds": 3, "round_minutes": 30}
    preset = ann.post(f"{path}/presets", kind)
    yield "addClubPreset", preset.body
    rule = {"repeats": "weekly", "weekdays": ["TH"]}
    asked = {"title": "Thursday night", "rule": rule, "at": "19:30", "from": "2026-11-16"}
    schedule = ann.post(f"{path}/schedules", asked | {"presets": [{"preset": preset["id"]}]})
    yield "addSchedule", schedule.body
    announce_nights()
    yield "changeSchedule", ann.post(f"{path}/schedules/{schedule['id']}", asked | {"at": "20:00"}).body
    by_hand = {"title": "Saturday", "date": "2026-11-28", "at": "15:00"}
    night = ann.post(f"{path}/nights", by_hand)
    yield "announceNight", night.body
    own = f"{path}/nights/{night['id']}"
    yield "attendNight", bob.post(f"{own}/attend", {"answer": "yes"}).body
    yield "moveNight", ann.post(f"{own}/move", {"starts_at": now + HOUR // 3}).body
    cup = {"name": "Saturday Cup", "club": path.rpartition("/")[2], "game": "duck-soup", "format": "swiss"}
    apart = ann.post("/api/tournaments", cup | {"starts_at": now + HOUR, "clock": {"base": 600, "increment": 5}})
    yield "addToNight", ann.post(f"{own}/tournaments", {"tournament": apart["id"]}).body
    yield "markNight", ann.post(f"{own}/mark", {"player": "bob"}).body
    yield "getNight", ann.get(own).body
    yield "beHere", bob.post(f"{path}/here", {"here": True}).body
    yield "getClubHere", ann.get(f"{path}/here").body
    yield "getClubCalendar", stranger.get(f"{path}/calendar").body
    yield "getCalendarHistory", bob.get(f"{path}/calendar/history", limit=3).body
    yield "cancelNight", ann.post(f"{own}/cancel").body
    yield "endSchedule", ann.post(f"{path}/schedules/{schedule['id']}/end").body
    yield "dropClubPreset", ann.post(f"{path}/presets/{preset['id']}/drop").body
    yield "renewCalendarFeed", ann.post("/api/calendar-feed").body | {"path": "/calendars/…"}
    yield "getCalendarFeed", ann.get("/api/calendar-feed").body | {"path": "/calendars/…"}
    yield "revokeCalendarFeed", ann.post("/api/calendar-feed/revoke").body


def _ladders(ann: Caller, bob: Caller, stranger: Caller, path: str, now: int) -> Iterator[tuple[str, Any]]:
    opened = ann.post(f"{path}/ladders", {"game": "duck-soup", "title": "Duck Soup ladder"})
    yield "openLadder", opened.body
    own = f"{path}/ladders/{opened['id']}"
    for caller in (ann, bob):
        yield "joinLadder", caller.post(f"{own}/join").body
    yield "setLadderAway", ann.post(f"{own}/away", {"until": now + 48 * HOUR}).body
    yield "returnToLadder", ann.post(f"{own}/return").body
    challenge = bob.post(f"{own}/challenges", {"player": "ann"})
    yield "challenge", challenge.body
    played = f"{path}/challenges/{challenge['id']}"
    yield "answerChallenge", ann.post(f"{played}/answer", {"answer": "accept"}).body
    yield "proposeTime", bob.post(f"{played}/propose", {"time": now + 24 * HOUR}).body
    yield "declineTime", ann.post(f"{played}/decline-time").body
    bob.post(f"{played}/propose", {"time": now + 25 * HOUR})
    yield "agreeTime", ann.post(f"{played}/agree").body
    yield "getChallenge", stranger.get(played).body
    yield "getClubLadder", bob.get(own).body
    yield "ruleOnLadder", ann.post(f"{own}/rule", {"text": "Agreed.", "order": ["bob", "ann"]}).body
    yield "getLadderHistory", bob.get(f"{own}/history").body
    yield "listClubLadders", stranger.get(f"{path}/ladders").body
    yield "confirmChallenge", _in_room(ann, bob, path)
    yield "leaveLadder", bob.post(f"{own}/leave").body
    yield "closeLadder", ann.post(f"{own}/close").body


def _in_room(ann: Caller, bob: Caller, path: str) -> Any:
    """Bob and Cleo meet with real cards, and Cleo disputes what Bob reports: Ann confirms it."""
    cleo = Caller(User.objects.get(username="cleo"))
    assert cleo.user
    clubs.join(club_id=path.rpartition("/")[2], by=cleo.user.pk)
    own = f"{path}/ladders/{ann.post(f'{path}/ladders', {'game': 'duck-soup', 'title': 'Real cards'})['id']}"
    cleo.post(f"{own}/join")
    bob.post(f"{own}/join")
    played = f"{path}/challenges/{bob.post(f'{own}/challenges', {'player': 'cleo', 'in_room': True})['id']}"
    cleo.post(f"{played}/answer", {"answer": "accept"})
    bob.post(f"{played}/propose", {"time": sources.now_ms() + HOUR // 60})
    cleo.post(f"{played}/agree")
    table = f"/api/tables/{bob.get(played)['table']}"
    bob.post(f"{table}/report", {"places": [1, 2]})
    cleo.post(f"{table}/report/dispute", {"seq": cleo.get(f"{table}/report")["report"]["seq"]})
    return ann.post(f"{played}/confirm").body


def _seasons(ann: Caller, stranger: Caller, path: str) -> Iterator[tuple[str, Any]]:
    asked = {"game": "duck-soup", "title": "Autumn", "from": "2026-11-01", "to": "2026-12-31", "best": 6}
    opened = ann.post(f"{path}/seasons", asked | {"divisions": [["ann"], ["bob"]]})
    yield "openSeason", opened.body
    yield "getSeason", stranger.get(f"{path}/seasons/{opened['id']}").body
    yield "getSeasonHistory", ann.get(f"{path}/seasons/{opened['id']}/history").body
    mistake = ann.post(f"{path}/seasons", asked | {"title": "Winter", "game": "hasp"})["id"]
    days = {"from": "2026-12-01", "to": "2027-02-28"}
    yield "editSeason", ann.post(f"{path}/seasons/{mistake}/edit", {"title": "Deep winter", **days}).body
    yield "deleteSeason", ann.post(f"{path}/seasons/{mistake}/delete").body
    yield "listSeasons", stranger.get(f"{path}/seasons").body
    yield "listTitles", stranger.get(f"{path}/titles").body
