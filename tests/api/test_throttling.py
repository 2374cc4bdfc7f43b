"""Every operation that says it is counted is counted."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from tests.api.client import Caller
from tests.clubs.making import facts
from tests.factories import announced, concede, open_for
from tournaments.clubs import services as clubs
from tournaments.kit.operations import Operation
from tournaments.learning.studies import services as studies
from tournaments.log import sources
from tournaments.people.reviews import services as reviews
from tournaments.platform import limits
from tournaments.platform.callers import Caller as Origin
from tournaments.platform.callers import calling
from tournaments.site.api_urls import urlpatterns

HERE = {
    "table_id": "TABLE",
    "entry": "1",
    "match": "nosuchmatc",
    "message_id": "nosuchtext",
    "tournament_id": "CUP",
    "move": "7H",
    "ruling": "1",
    "number": "1",
    "club": "harbour-street",
    "token": "TOKEN",
    "line": "1",
    "search": "1",
    "pool": "duck-soup",
    "key": "dracula",
    "review_id": "REVIEW",
    "puzzle_id": "german-whist-1",
    "study_id": "STUDY",
    "chapter_id": "nosuchpart",
    "webhook": "nosuchhook",
    "comment_id": "nosuchtext",
}
LATER = 9_000_000_000_000
HERE |= {
    f"{name}_id": "nosuchone0" for name in ("club", "night", "schedule", "preset", "ladder", "challenge", "season")
}
SCHEDULE = {
    "title": "Thursday",
    "rule": {"repeats": "weekly", "weekdays": ["TH"]},
    "at": "19:30",
    "from": "2027-03-01",
}
RULING = {"act": "undo_round", "round": 1}
BODIES: dict[str, dict[str, Any]] = {
    "openTable": {"game": "duck-soup", "seats": ["me", None]},
    "playOn": {"seq": 1, "seats": ["me", None]},
    "fillTable": {"level": "greedy"},
    "reportResult": {"places": [1, 2]},
    "confirmReport": {"seq": 1},
    "disputeReport": {"seq": 1},
    "settleReport": {"seq": 1},
    "placeMatch": {"in_room": True},
    "setDraws": {"draws": "by_hand"},
    "arrangeDraft": {"arrangement": {"act": "swap", "round": 1, "one": 1, "other": 2}},
    "enterWalkIn": {"name": "bob"},
    "claimWalkIn": {"secret": "a" * 32},
    "seekOpponents": {"game": "duck-soup"},
    "announceTournament": {"name": "Evening", "game": "duck-soup", "format": "swiss", "starts_at": 9_000_000_000_000},
    "askForBye": {"round": 2, "bye": "H"},
    "sendMessage": {"text": "At nine."},
    "importNames": {"text": "name\nbob\n"},
    "nameTeam": {"partners": ["ann"]},
    "nameSubstitute": {"substitute": "ann"},
    "tryRuling": {"ruling": RULING},
    "signRuling": {"ruling": RULING, "seq": 1, "reason": "other"},
    "writeNote": {"text": "A good hand."},
    "markGame": {"marked": True},
    "answerPuzzle": {"move": "7H"},
    "createStudy": {"name": "Endings"},
    "editStudy": {"name": "Endgames"},
    "addStudyEditor": {"player": "ben"},
    "removeStudyEditor": {"player": "ben"},
    "addStudyChapter": {"title": "First", "source": "/tables/nosuchtabl/replay"},
    "saveStudyComment": {"chapter": "nosuchpart", "seq": 7, "text": "Look here."},
    "reportStudy": {"cause": "spam"},
    "saveSearch": {"name": "mine", "query": "game=gasp"},
    "renameSearch": {"name": "mine"},
    "renameAccount": {"name": "ann"},
    "createToken": {"name": "bot", "scopes": ["bot:play"]},
    "upgradeToBot": {"owner": "bob", "name": "ann"},
    "acceptBot": {"account": "bob"},
    "declineBot": {"account": "bob"},
    "announceVersion": {"version": "1.0"},
    "openSmokeTable": {"game": "duck-soup"},
    "askFriend": {"player": "bob"},
    "endFriendship": {"player": "bob"},
    "blockPlayer": {"player": "bob"},
    "inviteToTable": {"player": "bob"},
    "writeClubChat": {"text": "Hello."},
    "writeChat": {"text": "Well played!"},
    "writeReviewChat": {"text": "Why not the nine?"},
    "handReviewOver": {"to": 1},
    "muteClub": {"club": "nosuchclub"},
    "subscribePush": {"endpoint": "https://push.example.org/x", "p256dh": "B" * 87, "auth": "a" * 22},
    "addWebhook": {"url": "https://example.org/"},
    "addTournamentWebhook": {"url": "https://example.org/"},
    "addAccountWebhook": {"url": "https://example.org/"},
    "sendAgain": {"position": 1},
    "muteAuthor": {"hours": 1},
    "reverseRuling": {"seq": 1, "reason": "other"},
    "foundClub": {"slug": "another", "name": "Another"},
    "editClub": {"name": "Another"},
    "trustClub": {"trusted": True, "reason": "They have an arbiter."},
    "postClubNews": {"title": "Advent"},
    "withdrawClubNews": {"news": "0123456789"},
    "acceptClubRequest": {"player": "ann"},
    "declineClubRequest": {"player": "ann"},
    "setClubRole": {"player": "ann"},
    "removeClubMember": {"player": "ann"},
    "liftClubBan": {"player": "ann"},
    "inviteToClub": {"expires_at": LATER},
    "revokeClubInvitation": {"invitation": "0123456789"},
    "handClubOver": {"player": "ann"},
    "answerClubOffer": {"accepts": True},
    "announceNight": {"title": "Friday", "date": "2027-03-05", "at": "20:00"},
    "attendNight": {"answer": "yes"},
    "markNight": {"player": "ann"},
    "moveNight": {"starts_at": 9_000_000_000_000},
    "addSchedule": SCHEDULE,
    "changeSchedule": SCHEDULE,
    "addClubPreset": {"name": "Swiss", "game": "duck-soup", "format": "swiss"},
    "openLadder": {"game": "duck-soup", "title": "Ladder"},
    "setLadderAway": {},
    "ruleOnLadder": {"text": "Agreed."},
    "challenge": {"player": "ann"},
    "answerChallenge": {"answer": "accept"},
    "proposeTime": {"time": 9_000_000_000_000},
    "confirmChallenge": {},
    "correctRating": {"table": "nosuchtabl", "places": None, "text": "A mistake."},
    "tryCorrection": {"table": "nosuchtabl", "places": None},
    "addToNight": {"tournament": "nosuchcup0"},
    "editSeason": {"title": "Autumn", "from": "2027-03-01", "to": "2027-04-01"},
    "openSeason": {"game": "duck-soup", "title": "Autumn", "from": "2027-03-01", "to": "2027-04-01"},
}
BY_SESSION = {"acceptBot", "createToken", "exportAccount"}
QUERIES = {"whyNot": {"one": "ann", "two": "bob"}}


def counted() -> Iterator[tuple[str, str, Operation]]:
    """Method, path and declaration of each operation with a scope."""
    for pattern in chain.from_iterable(getattr(each, "url_patterns", [each]) for each in urlpatterns):
        view = getattr(pattern.callback, "view_class", None)
        for method in view.http_method_names if view is not None else ():
            declared = getattr(getattr(view, method, None), "operation", None)
            if declared is not None and declared.scope:
                path = re.sub(r"<\w+:(\w+)>", lambda part: HERE[part[1]], str(pattern.pattern))
                yield method.upper(), f"/api/{path}", declared


COUNTED = [pytest.param(*found, id=found[2].name) for found in counted()]


def test_the_operations_are_found() -> None:
    assert {"makeMove", "fillTable", "offerRematch", "startTournament"} <= {found[2].name for found in counted()}


def of_a_club(owner: User) -> str:
    """A token of an invitation to a club of *owner*."""
    User.objects.filter(pk=owner.pk).update(date_joined=timezone.now() - timedelta(days=9))
    club = clubs.found(by=owner.pk, facts=facts())
    return clubs.invite(club_id=club, by=owner.pk, expires_at=sources.now_ms() + 1_000_000)


def of_a_table(user: User) -> str:
    """A review of *user*."""
    table = open_for(user, User.objects.create_user("ben"))
    concede(table)
    return reviews.open_review(user=user, table_id=table)


@pytest.mark.parametrize(("method", "path", "declared"), COUNTED)
def test_an_operation_with_a_scope_is_throttled(
    ann: Caller, settings: Settings, method: str, path: str, declared: Operation
) -> None:
    assert declared.scope is not None
    assert ann.user is not None
    if "clubs/" in path or "TOKEN" in path:
        path = path.replace("TOKEN", of_a_club(ann.user))
    if "TABLE" in path:
        path = path.replace("TABLE", open_for(ann.user, User.objects.create_user("ben")))
    if "CUP" in path:
        path = path.replace("CUP", announced(ann.user.pk))
    if "REVIEW" in path:
        path = path.replace("REVIEW", of_a_table(ann.user))
    if "STUDY" in path:
        path = path.replace("STUDY", studies.create(user=ann.user, name="Endings"))
    settings.RATES = {declared.scope: "1/h"}
    with calling(Origin("127.0.0.1")):
        limits.count(declared.scope, user=ann.user.pk)
    if declared.name in BY_SESSION:
        ann.log_in()
    if method == "GET":
        answer = ann.get(path, **QUERIES.get(declared.name, {}))
    else:
        answer = ann.post(path, BODIES.get(declared.name))
    assert (answer.status, answer["code"]) == (429, "throttled")
    assert int(answer.headers["Retry-After"]) > 3_000


def test_answers_say_how_much_is_left(ann: Caller, settings: Settings) -> None:
    settings.RATES = {"tables": "2/h"}
    body = {"game": "duck-soup", "seats": ["me", None]}
    with calling(Origin("203.0.113.9")):
        answers = [ann.post("/api/tables", body) for _ in range(3)]
    told = [answer.headers["RateLimit"].partition(";t=")[0] for answer in answers]
    assert told == ['"tables";r=1', '"tables";r=0', '"tables";r=0']
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"tables";q=2;w=3600'}
    assert [answer.status for answer in answers] == [201, 201, 429]
    assert "RateLimit" not in ann.get("/api/games").headers
