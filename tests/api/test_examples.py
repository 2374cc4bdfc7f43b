"""One tour of the whole API. ``RECORD_EXAMPLES=1 pytest tests/api/test_examples.py`` keeps its answers as examples."""

import datetime
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pytest_django import Settings

from accounts import privacy
from accounts.models import User
from engine.analysis.decisions import Decision
from engine.analysis.values import Estimate
from engine.events import Seat
from engine.places import Solved
from tests.api import contract, league_tour, touring_clubs
from tests.api.client import Answer, Caller
from tests.api.cups import CUP, play_out
from tests.api.test_playing import played
from tests.clock import Clock
from tests.clubs.making import facts
from tests.factories import announced, begin
from tournaments.clubs import services as clubs
from tournaments.director.models import Match
from tournaments.kit import examples
from tournaments.learning.analysis import services as analysis
from tournaments.learning.analysis.findings import Chances, Findings, Found
from tournaments.learning.statistics.models import BidCount
from tournaments.log import sources
from tournaments.notices import inserting
from tournaments.notices.told import Told
from tournaments.people.bots.acceptance import Rules
from tournaments.people.reviews import company
from tournaments.ratings.models import RatedTable
from tournaments.tables.open_data.files import Manifest
from tournaments.tables.tasks import play_bot_turn

FOLDER = Path(examples.__file__).parent
NOON = 1_795_262_400_000
MONTH = Manifest(
    month="2026-10",
    file="2026-10-5f70bf18a086.jsonl.zst",
    games=4_812,
    bytes=3_905_122,
    sha256="5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    licence="CC0-1.0",
    site="https://cards.example.org",
    made_at=NOON,
    key="11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    signature="jZ1gTTlNDIaAFtdYPBbWU1Wz8Vm1r-7rXQhTRqLdIp4Bq3o9iNwWbRzqk3sDpbYfXv0p0yUeS0R1wJZ7nXhdCg",
)
MY_BOT = {"name": "my bot", "scopes": ["bot:play"]}


@pytest.fixture(autouse=True)
def _the_same_every_time(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Time and chance are held still, so that recording again changes only what has changed."""
    settings.BOT_PACE, settings.RATES, settings.OPEN_DATA = 0, {}, str(tmp_path)
    (tmp_path / f"{MONTH.month}.json").write_bytes(msgspec.json.encode(MONTH))
    ids = (f"example{number:03}" for number in range(1_000))
    monkeypatch.setattr(sources, "new_id", lambda: next(ids))
    monkeypatch.setattr(sources, "new_seed", lambda: bytes(range(32)))
    monkeypatch.setattr(sources, "now_ms", Clock(NOON, step=1_000))
    monkeypatch.setitem(CUP, "starts_at", 1_900_000_000_000)


@pytest.fixture
def tour(ann: Caller, bob: Caller, stranger: Caller, bots: list[User]) -> dict[str, Any]:
    """The answer of every operation, by its name."""
    return dict(_tour(ann, bob, stranger, bots))


def _tour(ann: Caller, bob: Caller, stranger: Caller, bots: list[User]) -> Iterator[tuple[str, Any]]:
    yield from _games(stranger)
    yield from _puzzles(ann)
    yield from _tables(ann, bob, stranger)
    yield from _tournaments(ann, bob, stranger, bots)
    yield "getLadder", stranger.get("/api/ladders/duck-soup", part="provisional", bots=True).body
    yield "listRatings", stranger.get("/api/ratings/duck-soup").body
    User.objects.filter(username="ann").update(is_staff=True)
    yield "listSuspicions", ann.get("/api/ratings/duck-soup/suspicions").body
    User.objects.filter(username="ann").update(is_staff=False)
    yield from _absences(bob, ann)
    yield from _company(ann, bob)
    yield "getPlayer", stranger.get(f"/api/players/{bots[2].username}").body | {"joined_at": NOON}
    yield from _brackets(ann, stranger, bots)
    yield from _teams(ann, bob)
    yield from touring_clubs.clubs(ann, bob, stranger)
    yield from league_tour.tour(ann, bob, stranger, sources.now_ms())
    yield from _people(ann, bob)
    yield from _bots(ann)
    yield from _account(ann)
    yield from _notices(bob)
    yield from _corrections(bob)
    yield from _together(ann, bob)
    yield from _studies(ann, bob)


WEIGHED = Decision(
    seat=Seat(0),
    made="9C",
    values={"KD": Estimate(0.57, 0.04), "9C": Estimate(0.36, 0.03)},
    others=("4H",),
    best="KD",
    loss=0.21,
    preferred=True,
    searched=(0.58, 0.41),
    advised="KD",
)
SOLVED = Decision(seat=Seat(1), made="4H", solved={"AH": Solved(5, 1.0), "4H": Solved(4, 0.0)}, best="AH")
HOPES = Chances(8, (Estimate(0.61, 0.03), Estimate(0.39, 0.03)))
FOUND = Findings(decisions=(Found(8, WEIGHED), Found(61, SOLVED)), chances=(HOPES,), luck=(0.12, -0.12), left_out=2)


def _together(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    table = _open(ann, "german-whist")["id"]
    bob.post(f"/api/tables/{table}/join")
    begin(table)
    ann.post(f"/api/tables/{table}/resign")
    opened = ann.post(f"/api/tables/{table}/reviews", {"move": 1, "seat": "0"})
    yield "openReview", opened.body
    path = f"/api/reviews/{opened['id']}"
    yield "joinReview", bob.post(f"{path}/join").body
    yield "stepReview", ann.post(f"{path}/step", {"move": 1, "rings": ["KS"], "arrows": [["KS", "AH"]]}).body
    yield "getReview", bob.get(path).body
    yield "listReviews", bob.get("/api/reviews").body
    yield "listTableReviews", bob.get(f"/api/tables/{table}/reviews").body
    yield "writeReviewChat", {"line": 1} | bob.post(f"{path}/chat", {"text": "Why not the nine?"}).body
    yield "getReviewChat", ann.get(f"{path}/chat").body
    people = User.objects.filter(username__in=["ann", "bob"]).values_list("pk", flat=True)
    company.note({opened["id"]: people})
    yield "handReviewOver", ann.post(f"{path}/hand", {"to": User.objects.get(username="bob").pk}).body
    yield "leaveReview", bob.post(f"{path}/leave").body
    yield "takeReviewOver", ann.post(f"{path}/take").body
    yield "endReview", ann.post(f"{path}/end").body
    yield "analyseTable", ann.post(f"/api/tables/{table}/analysis").body
    analysis.keep(table, FOUND, run=None)
    yield "getAnalysis", bob.get(f"/api/tables/{table}/analysis").body


def _studies(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    table = _open(ann)["id"]
    bob.post(f"/api/tables/{table}/join")
    begin(table)
    ann.post(f"/api/tables/{table}/resign")
    made = ann.post("/api/studies", {"name": "When to lead the Ace"})
    yield "createStudy", made.body
    path = f"/api/studies/{made['id']}"
    source = {"title": "The first trick", "source": f"/tables/{table}/replay?move=1"}
    added = ann.post(f"{path}/chapters", source)
    yield "addStudyChapter", added.body
    yield "addStudyEditor", ann.post(f"{path}/editors", {"player": "bob"}).body
    chapter = added["chapters"][0]
    said = {"chapter": chapter["id"], "seq": chapter["seq"], "text": "Why not the **nine**?", "rings": ["9H", "@2"]}
    saved = bob.post(f"{path}/comments", said)
    yield "saveStudyComment", saved.body
    yield "editStudy", ann.post(f"{path}/edit", {"reach": "public"}).body
    yield "getStudy", bob.get(path).body
    yield "listStudies", bob.get("/api/studies").body
    comment = saved["chapters"][0]["comments"][0]
    yield "reportStudy", ann.post(f"{path}/report", {"comment": comment["id"], "cause": "other"}).body
    gone = {"version": comment["version"]}
    yield "removeStudyComment", ann.post(f"{path}/comments/{comment['id']}/remove", gone).body
    yield "removeStudyEditor", ann.post(f"{path}/editors/remove", {"player": "bob"}).body
    yield "removeStudyChapter", ann.post(f"{path}/chapters/{chapter['id']}/remove", {"version": chapter["newest"]}).body
    yield "deleteStudy", ann.post(f"{path}/delete").body


def _corrections(bob: Caller) -> Iterator[tuple[str, Any]]:
    path, table = "/api/ratings/duck-soup/corrections", RatedTable.objects.filter(pool="duck-soup").first()
    assert table is not None
    User.objects.filter(username="bob").update(is_staff=True)
    yield "tryCorrection", bob.post(f"{path}/try", {"table": table.table, "places": None}).body
    yield "correctRating", bob.post(path, {"table": table.table, "places": None, "text": "A bot stood still."}).body
    yield "listCorrections", bob.get(path).body


def _people(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    yield "listPlayers", ann.get("/api/players", name="Ber").body
    bob.post("/api/account/privacy", {"invitations": "anyone"})
    yield "askFriend", ann.post("/api/friends/ask", {"player": "bob"}).body
    bob.post("/api/friends/ask", {"player": "ann"})
    yield "listFriends", ann.get("/api/friends").body
    path = f"/api/tables/{_open(ann)['id']}"
    yield "inviteToTable", ann.post(f"{path}/invite", {"player": "bob"}).body
    yield "listTableInvitations", bob.get("/api/invitations").body
    yield "declineTableInvitation", bob.post(f"{path}/invite/decline").body
    bob.post(f"{path}/join")
    yield from _chat(ann, bob, path)
    yield "seekOpponents", ann.post("/api/seek", {"game": "german-whist", "clock": "600+5"}).body
    yield "getSeek", ann.get("/api/seek").body
    yield "endSeek", ann.post("/api/seek/end").body
    yield "blockPlayer", ann.post("/api/blocks", {"player": "bob"}).body
    yield "listBlocked", ann.get("/api/blocks").body
    yield "unblockPlayer", ann.post("/api/blocks/end", {"player": "bob"}).body
    yield "endFriendship", ann.post("/api/friends/end", {"player": "bob"}).body


def _chat(ann: Caller, bob: Caller, path: str) -> Iterator[tuple[str, Any]]:
    lines = [bob.post(f"{path}/chat", {"text": text})["line"] for text in ("Well played!", "And again.")]
    yield "writeChat", {"line": 1} | ann.post(f"{path}/chat", {"text": "Thank you."}).body
    yield "getChat", ann.get(f"{path}/chat").body
    yield "reportLine", ann.post(f"/api/lines/{lines[0]}/report", {"cause": "other"}).body
    User.objects.filter(username="ann").update(is_staff=True)
    yield "listReports", ann.get("/api/reports").body
    yield "dismissReports", ann.post(f"/api/lines/{lines[0]}/dismiss").body
    yield "muteAuthor", ann.post(f"/api/lines/{lines[1]}/mute", {"hours": 1, "cause": "spam"}).body
    yield "removeLine", ann.post(f"/api/lines/{lines[1]}/remove", {"cause": "spam"}).body
    yield "listMeasures", ann.get(f"{path}/chat/measures").body
    club = f"/api/clubs/{_club(ann)}/chat"
    yield "writeClubChat", {"line": 1} | ann.post(club, {"text": "Who plays tonight?"}).body
    yield "getClubChat", ann.get(club).body
    yield "listClubMeasures", ann.get(f"{club}/measures").body
    User.objects.filter(username="ann").update(is_staff=False)


def _club(ann: Caller) -> str:
    assert ann.user is not None
    User.objects.filter(pk=ann.user.pk).update(date_joined=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    return clubs.found(by=ann.user.pk, facts=facts(slug="lantern-room", name="Lantern Room"))


def _notices(bob: Caller) -> Iterator[tuple[str, Any]]:
    assert bob.user is not None
    told = Told(kind="joined", users=(bob.user.pk,), subject="1", facts={"user": 0, "club": "nosuchclub"})
    inserting.write(told, stream="club:nosuchclub", seq=1, at=NOON)
    inbox = bob.get("/api/notices").body
    yield "listNotices", inbox | {"notices": [inbox["notices"][0] | {"id": "a" * 26}]}
    yield "readNotice", bob.post(f"/api/notices/{inbox['notices'][0]['id']}/read").body
    yield "readNotices", bob.post("/api/notices/read", {"until": NOON}).body
    chosen = bob.post("/api/notices/settings", {"kinds": {"news": {"mail": False}}, "quiet_from": 23}).body
    yield "chooseNotices", chosen | {"push_key": "B" * 87}
    yield "getNoticeSettings", bob.get("/api/notices/settings").body | {"push_key": "B" * 87}
    club = _another_club(bob)
    yield "muteClub", bob.post("/api/notices/mute", {"club": club}).body
    browser = {"endpoint": "https://push.example.org/x", "p256dh": "B" * 87, "auth": "a" * 22}
    yield "subscribePush", bob.post("/api/notices/push", browser).body
    yield "unsubscribePush", bob.post("/api/notices/push/end", {"endpoint": browser["endpoint"]}).body
    yield from _webhooks(bob, club)


def _webhooks(bob: Caller, club: str) -> Iterator[tuple[str, Any]]:
    assert bob.user is not None
    given, secret = {"url": "https://club.example.org/in"}, {"secret": "whsec_" + "x" * 32}
    path, cup = f"/api/clubs/{club}/webhooks", f"/api/tournaments/{announced(bob.user.pk)}/webhooks"
    made = bob.post(path, given | {"types": ["club.news", "tournament.result"]}).body
    yield "addWebhook", made | secret
    yield "listWebhooks", bob.get(path).body
    yield "addTournamentWebhook", bob.post(cup, given | {"types": ["table.opened", "tournament.result"]}).body | secret
    yield "listTournamentWebhooks", bob.get(cup).body
    chosen = {"types": ["account.table_open", "account.your_turn"]}
    yield "addAccountWebhook", bob.post("/api/account/webhooks", given | chosen).body | secret
    yield "listAccountWebhooks", bob.get("/api/account/webhooks").body
    own = f"/api/webhooks/{made['webhook']['id']}"
    yield "testWebhook", bob.post(f"{own}/test").body
    yield "sendAgain", bob.post(f"{own}/again", {"position": 0}).body | {"messages": 2}
    log = [each | {"position": 70 - place} for place, each in enumerate(bob.get(f"{own}/deliveries")["deliveries"])]
    yield "listDeliveries", {"deliveries": log}
    yield "removeWebhook", bob.post(f"{own}/remove").body


def _another_club(bob: Caller) -> str:
    assert bob.user is not None
    User.objects.filter(pk=bob.user.pk).update(date_joined=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    return clubs.found(by=bob.user.pk, facts=facts(slug="night-owls", name="Night Owls"))


def _searches(ann: Caller) -> Iterator[tuple[str, Any]]:
    """Rows have numbers that go on from test to test."""
    kept = ann.post("/api/account/searches", {"name": "Won", "query": "player=ann&result=won"})
    path, first = f"/api/account/searches/{kept['id']}", {"id": 1}
    yield "saveSearch", kept.body | first
    yield "renameSearch", ann.post(f"{path}/rename", {"name": "Games that I won"}).body | first
    yield "listSearches", {"searches": [each | first for each in ann.get("/api/account/searches")["searches"]]}
    yield "deleteSearch", ann.post(f"{path}/delete").body


def _account(ann: Caller) -> Iterator[tuple[str, Any]]:
    yield from _searches(ann)
    yield "renameAccount", ann.post("/api/account/name", {"name": "Anna"}).body
    yield "getVacation", ann.get("/api/account/vacation").body
    yield "takeVacation", ann.post("/api/account/vacation", {"days": 7}).body
    yield "choosePrivacy", ann.post("/api/account/privacy", {"challenges": "people"}).body
    yield "getAccount", ann.get("/api/account").body
    yield "listTokens", ann.get("/api/account/tokens").body
    ann.log_in()
    yield (
        "createToken",
        {"text": "crd_" + "x" * 40} | {"id": ann.post("/api/account/tokens", MY_BOT)["id"]},
    )
    token = ann.get("/api/account/tokens")["tokens"][0]["id"]
    yield "revokeToken", ann.post(f"/api/account/tokens/{token}/revoke").body
    sessions = ann.get("/api/account/sessions")
    yield "listSessions", sessions.body
    yield "exportAccount", ann.get("/api/account/export").body
    yield "endSession", ann.post(f"/api/account/sessions/{sessions['sessions'][0]['id']}/end").body
    ann.log_in()
    yield "eraseAccount", ann.post("/api/account/erasure", {"name": "Anna"}).body
    ann.log_in()
    yield "keepAccount", ann.post("/api/account/erasure/keep").body


def _bots(ann: Caller) -> Iterator[tuple[str, Any]]:
    made = Caller(User.objects.create_user("robbie"))
    asked = {"owner": "ann", "name": "robbie"}
    made.post("/api/bot/account/upgrade", asked)
    yield "withdrawUpgrade", made.post("/api/bot/account/withdraw").body
    yield "upgradeToBot", made.post("/api/bot/account/upgrade", asked).body
    yield "declineBot", ann.post("/api/bot/owned/decline", {"account": "robbie"}).body
    made.post("/api/bot/account/upgrade", asked)
    credentials = ann.credentials
    ann.log_in()
    yield "acceptBot", ann.post("/api/bot/owned/accept", {"account": "robbie"}).body
    ann.credentials = credentials
    yield "listOwnedBots", ann.get("/api/bot/owned").body
    announced = made.post("/api/bot/version", {"version": "1.0"}).body
    yield "announceVersion", announced | {"versions": [{"version": "1.0", "since": NOON}]}
    rules = {"games": ["duck-soup"], "clocks": ["300+5"], "opponents": "bots"}
    chosen = made.post("/api/bot/rules", rules).body
    yield "chooseBotRules", chosen | {"versions": [{"version": "1.0", "since": NOON}]}
    yield "listOnlineBots", {"bots": [{"name": "robbie", "rules": msgspec.to_builtins(Rules(games=("duck-soup",)))}]}
    yield "getBotAccount", made.get("/api/bot/account").body | {"versions": [{"version": "1.0", "since": NOON}]}
    yield "dropBotRules", made.post("/api/bot/rules/drop").body
    smoke = made.post("/api/bot/smoke", {"game": "duck-soup"})
    yield "openSmokeTable", smoke.body
    made.post(f"/api/tables/{smoke['table']}/move/7H", {"expected": 1})
    yield "listSmokeTables", made.get("/api/bot/smoke").body


def _absences(bob: Caller, ann: Caller) -> Iterator[tuple[str, Any]]:
    yield "listPresets", bob.get("/api/tournaments/presets", game="duck-soup").body
    yield "planTournament", bob.post("/api/tournaments/plan", CUP | {"round_minutes": 40, "expected": 5}).body
    path = f"/api/tournaments/{bob.post('/api/tournaments', CUP)['id']}"
    assert ann.user
    privacy.choose(user=ann.user, choices={"invitations": "anyone"})
    yield "nameOrganisers", bob.post(f"{path}/organisers", {"players": ["ann"]}).body
    yield "confirmOrganising", ann.post(f"{path}/organisers/confirm").body
    yield "stepDown", ann.post(f"{path}/organisers/step-down").body
    settings = {"format": "swiss", "rounds": 3, "half_byes": 1, "least_days": 7, "entry_code": "tea", "bots": False}
    path = f"/api/tournaments/{bob.post('/api/tournaments', CUP | settings)['id']}"
    yield "getEntryConditions", ann.get(f"{path}/conditions", code="tea").body
    settings = {"format": "swiss", "rounds": 3, "half_byes": 1, "check_in_minutes": 15, "rematches": True}
    path = f"/api/tournaments/{bob.post('/api/tournaments', CUP | settings)['id']}"
    for caller in (ann, bob):
        caller.post(f"{path}/join")
    yield "askForBye", ann.post(f"{path}/byes", {"round": 2, "bye": "H"}).body
    yield "checkInToTournament", bob.post(f"{path}/check-in", {"player": "ann"}).body
    bob.post(f"{path}/start")
    yield "pauseInTournament", ann.post(f"{path}/pause").body
    yield "returnToTournament", ann.post(f"{path}/return").body


def _company(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    yield "fillTable", ann.post(f"/api/tables/{_open(ann)['id']}/fill", {"level": "greedy"}).body
    path = f"/api/tables/{_open(ann)['id']}"
    bob.post(f"{path}/join")
    begin(path.rpartition("/")[2])
    bob.post(f"{path}/resign")
    yield "offerRematch", ann.post(f"{path}/rematch").body
    yield "declineRematch", bob.post(f"{path}/rematch/decline").body


def _games(stranger: Caller) -> Iterator[tuple[str, Any]]:
    yield "listGames", stranger.get("/api/games").body
    yield "getGame", stranger.get("/api/games/duck-soup").body
    asked = {"game": "dracula", "seats": 2, "people": True, "asked": "way", "known": ""}
    BidCount.objects.create(**asked, choice="queens", cases=240, made=126, points=231_000)
    yield "listOpenData", stranger.get("/api/open-data").body
    yield "getGameStatistics", stranger.get("/api/games/dracula/statistics").body


def _puzzles(ann: Caller) -> Iterator[tuple[str, Any]]:
    yield "getPuzzle", ann.get("/api/puzzles/german-whist-1").body
    yield "answerPuzzle", ann.post("/api/puzzles/german-whist-1/answer", {"move": "QH"}).body
    yield "listPuzzles", ann.get("/api/puzzles").body


def _tables(ann: Caller, bob: Caller, stranger: Caller) -> Iterator[tuple[str, Any]]:
    clock = {"base": 600, "increment": 5}
    waiting = ann.post("/api/tables", {"game": "gasp", "seats": ["me", "bot:greedy", None], "clock": clock})
    path = f"/api/tables/{waiting['id']}"
    yield "listTables", stranger.get("/api/tables", status="open").body
    yield "joinTable", bob.post(f"{path}/join").body
    yield "getTableRecord", stranger.get(f"{path}/record").body
    yield "abortTable", ann.post(f"/api/tables/{_open(ann)['id']}/abort").body
    options = {"length": "deal"}
    body = {"game": "duck-soup", "seats": ["me", "bot:greedy"], "options": options, "clock": clock}
    opened = ann.post("/api/tables", body)
    yield "openTable", opened.body
    path = f"/api/tables/{opened['id']}"
    if not opened["legal"]:
        opened = _after_the_bot(ann, opened)
    yield "makeMove", ann.post(f"{path}/move/{opened['legal'][0]}", {"expected_seq": opened["seq"]}).body
    played(ann, ann.get(path))
    yield "getTable", ann.get(path).body
    yield "playOn", ann.post(f"{path}/play-on", {"seq": opened["seq"], "seats": ["me", "bot:greedy"]}).body
    yield "getTableHead", ann.get(f"{path}/head").body
    yield "writeNote", ann.post(f"{path}/notes", {"text": "I should have kept the King.", "seq": 1}).body
    yield "markGame", ann.post(f"{path}/mark", {"marked": True}).body
    yield "listNotes", ann.get(f"{path}/notes").body
    lost = _open(ann)["id"]
    bob.post(f"/api/tables/{lost}/join")
    begin(lost)
    yield "resign", ann.post(f"/api/tables/{lost}/resign").body
    yield "searchGames", stranger.get("/api/games/search", player="bob", opponent="ann", result="won", limit=1).body
    yield "exportGames", stranger.get("/api/games/search/file", player="bob", opponent="ann").body


def _open(caller: Caller, game: str = "duck-soup") -> Answer:
    return caller.post("/api/tables", {"game": game, "seats": ["me", None], "programs": True})


def _after_the_bot(caller: Caller, seen: Answer) -> Answer:
    play_bot_turn(seen["id"], seen["seq"])
    return caller.get(f"/api/tables/{seen['id']}")


def _left_out(ann: Caller, bob: Caller, bots: list[User]) -> Any:
    """Bob has not checked in, and is taken in after the start."""
    soon = {"format": "swiss", "rounds": 3, "check_in_minutes": 60, "starts_at": sources.now_ms() + 600_000}
    path = f"/api/tournaments/{ann.post('/api/tournaments', CUP | soon)['id']}"
    for bot in bots[:3]:
        ann.post(f"{path}/join", {"player": bot.username})
    bob.post(f"{path}/join")
    ann.post(f"{path}/start")
    return ann.post(f"{path}/entries/4/admit").body


def _called(ann: Caller, bob: Caller, bots: list[User]) -> Iterator[tuple[str, Any]]:
    """Bob calls the organiser to his table."""
    path = f"/api/tournaments/{ann.post('/api/tournaments', CUP)['id']}"
    ann.post(f"{path}/join", {"player": bots[0].username})
    bob.post(f"{path}/join")
    ann.post(f"{path}/start")
    match = Match.objects.get(tournament=path.rpartition("/")[2]).id
    yield "callOrganiser", bob.post(f"{path}/calls/{match}").body
    yield "answerCall", ann.post(f"{path}/calls/{match}/answered").body
    yield from _held(ann, bob)
    yield from _walk_ins(ann, bob)
    yield from _in_room(ann, bob)


def _held(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    """A round that waits until it is published."""
    path = f"/api/tournaments/{ann.post('/api/tournaments', CUP)['id']}"
    yield "setDraws", ann.post(f"{path}/draws", {"draws": "by_hand"}).body
    ann.post(f"{path}/join")
    bob.post(f"{path}/join")
    ann.post(f"{path}/start")
    yield "lookAtDraft", ann.post(f"{path}/draft", {}).body
    swap = {"arrangement": {"act": "swap", "round": 1, "one": 1, "other": 2}, "text": "Bob goes first."}
    yield "arrangeDraft", ann.post(f"{path}/draft/arrange", swap).body
    yield "publishRound", ann.post(f"{path}/publish").body


def _in_room(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    """Matches that are played with real cards: one is confirmed by a player, one by the organiser."""
    cleo = Caller(User.objects.create_user("cleo"))
    for end in ("confirmReport", "settleReport"):
        path = f"/api/tournaments/{cleo.post('/api/tournaments', CUP)['id']}"
        ann.post(f"{path}/join")
        bob.post(f"{path}/join")
        cleo.post(f"{path}/start")
        match = Match.objects.get(tournament=path.rpartition("/")[2]).id
        yield "placeMatch", cleo.post(f"{path}/matches/{match}/place", {"in_room": True}).body
        table = f"/api/tables/{Match.objects.get(pk=match).table}"
        yield "reportResult", ann.post(f"{table}/report", {"places": [1, 2]}).body
        yield "getReport", bob.get(f"{table}/report").body
        seen = {"seq": bob.get(f"{table}/report")["report"]["seq"]}
        if end == "settleReport":
            yield "disputeReport", bob.post(f"{table}/report/dispute", seen).body
            yield end, cleo.post(f"{path}/matches/{match}/settle", {"seq": seen["seq"] + 1}).body
        else:
            yield end, bob.post(f"{table}/report/confirm", seen).body


def _walk_ins(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    """A walk-in who has an account claims the entry."""
    path = f"/api/tournaments/{ann.post('/api/tournaments', CUP)['id']}/walk-ins"
    entered = ann.post(path, {"name": "Bo"}).body
    yield "enterWalkIn", entered
    yield "claimWalkIn", bob.post(f"{path}/1/claim", {"secret": entered["walk_ins"][0]["secret"]}).body
    yield "refuseWalkIn", ann.post(f"{path}/1/refuse").body
    again = ann.get(path).body
    bob.post(f"{path}/1/claim", {"secret": again["walk_ins"][0]["secret"]})
    yield "listWalkIns", ann.get(path).body
    yield "confirmWalkIn", ann.post(f"{path}/1/confirm").body


def _tournaments(ann: Caller, bob: Caller, stranger: Caller, bots: list[User]) -> Iterator[tuple[str, Any]]:
    announced = ann.post("/api/tournaments", CUP)
    yield "announceTournament", announced.body
    path = f"/api/tournaments/{announced['id']}"
    for bot in bots[:3]:
        yield "joinTournament", ann.post(f"{path}/join", {"player": bot.username}).body
    bob.post(f"{path}/join")
    yield "withdrawFromTournament", bob.post(f"{path}/withdraw").body
    other = ann.post("/api/tournaments", CUP)["id"]
    yield "unrateTournament", ann.post(f"/api/tournaments/{other}/unrate").body
    yield "admitEntry", _left_out(ann, bob, bots)
    yield from _called(ann, bob, bots)
    yield "startTournament", ann.post(f"{path}/start").body
    yield "sendMessage", ann.post(f"{path}/messages", {"text": "Round two begins at nine."}).body
    told = ann.get(f"{path}/messages").body
    yield "listMessages", told
    yield "withdrawMessage", ann.post(f"{path}/messages/{told['messages'][0]['id']}/withdraw").body
    yield "getDesk", ann.get(f"{path}/desk").body
    for _round in range(3):
        for match in stranger.get(f"{path}/rounds")["rounds"][-1]["matches"]:
            play_out(match["table"])
    yield "listTournaments", stranger.get("/api/tournaments").body
    yield "getTournament", stranger.get(path).body
    yield "listRounds", stranger.get(f"{path}/rounds").body
    yield "getStandings", stranger.get(f"{path}/standings").body
    yield "redrawRound", stranger.get(f"{path}/rounds/1/redraw").body
    yield "whyNot", stranger.get(f"{path}/rounds/1/why-not", one=bots[0].username, two=bots[1].username).body
    files = {"Entries": "entries.csv", "Pairings": "pairings.csv", "Standings": "standings.csv"}
    for name, file in (files | {"Report": "report.trf", "Calendar": "calendar.ics"}).items():
        yield f"export{name}", stranger.get(f"{path}/{file}").body
    yield from _invitations(ann, bob, bots)
    yield "exportPlayerCalendar", stranger.get(f"/api/players/{bots[0].username}/calendar.ics").body
    yield from _rulings(ann, stranger, path)


def _rulings(ann: Caller, stranger: Caller, path: str) -> Iterator[tuple[str, Any]]:
    match = stranger.get(f"{path}/rounds")["rounds"][0]["matches"][0]["match"]
    wanted = {"ruling": {"act": "double_loss", "match": match}}
    tried = ann.post(f"{path}/rulings/try", wanted)
    yield "tryRuling", tried.body
    why = {"reason": "conduct", "text": "They had agreed on it beforehand."}
    yield "signRuling", ann.post(f"{path}/rulings", wanted | why | {"seq": tried["seq"]}).body
    back = ann.post(f"{path}/rulings/1/reverse/try")
    yield "tryReversal", back.body
    yield "reverseRuling", ann.post(f"{path}/rulings/1/reverse", {"seq": back["seq"], "reason": "mistake"}).body
    yield "listRulings", ann.get(f"{path}/rulings").body


def _invitations(ann: Caller, bob: Caller, bots: list[User]) -> Iterator[tuple[str, Any]]:
    path = f"/api/tournaments/{ann.post('/api/tournaments', CUP)['id']}"
    names = f"name\nbob\n{bots[0].username}\n"
    yield "importNames", ann.post(f"{path}/import", {"text": names, "confirm": True}).body
    yield "listInvitations", ann.get(f"{path}/invitations").body
    yield "keepApart", ann.post(f"{path}/apart", {"forbidden": [["bob", bots[0].username]]}).body
    yield "getKeptApart", ann.get(f"{path}/apart").body
    yield "orderSeeds", ann.post(f"{path}/seeds", {"players": ["bob"]}).body
    yield "declineInvitation", bob.post(f"{path}/invitations/decline").body


def _brackets(ann: Caller, stranger: Caller, bots: list[User]) -> Iterator[tuple[str, Any]]:
    series = {"kind": "best_of", "tables": 3}
    knock_out = ann.post("/api/tournaments", CUP | {"format": "knock-out", "series": series, "bots": True})
    for bot in bots[:3]:
        ann.post(f"/api/tournaments/{knock_out['id']}/join", {"player": bot.username})
    ann.post(f"/api/tournaments/{knock_out['id']}/start")
    yield "getBracket", stranger.get(f"/api/tournaments/{knock_out['id']}/bracket").body
    yield "exportBracket", stranger.get(f"/api/tournaments/{knock_out['id']}/bracket.json").body
    stage = {"format": "knock-out", "takes": [{"type": "top", "count": 2}]}
    staged = ann.post("/api/tournaments", CUP | {"format": "round-robin", "groups": 2, "stages": [stage], "bots": True})
    for bot in bots[:4]:
        ann.post(f"/api/tournaments/{staged['id']}/join", {"player": bot.username})
    ann.post(f"/api/tournaments/{staged['id']}/start")
    yield "listStages", stranger.get(f"/api/tournaments/{staged['id']}/stages").body


def _teams(ann: Caller, bob: Caller) -> Iterator[tuple[str, Any]]:
    pairs = CUP | {"game": "gasp-pairs", "format": "swiss", "options": {}, "team_size": 2}
    for verb in ("confirm", "decline"):
        path = f"/api/tournaments/{bob.post('/api/tournaments', pairs)['id']}"
        yield "nameTeam", ann.post(f"{path}/teams", {"partners": ["bob"], "name": "The Aces"}).body
        yield f"{verb}Team", bob.post(f"{path}/teams/1/{verb}").body
    for verb in ("confirm", "decline"):
        path = f"/api/tournaments/{bob.post('/api/tournaments', CUP)['id']}"
        ann.post(f"{path}/join")
        yield "nameSubstitute", ann.post(f"{path}/substitutes", {"substitute": "bob"}).body
        yield f"{verb}Substitute", bob.post(f"{path}/substitutes/1/{verb}").body


def test_the_tour_visits_every_operation(tour: dict[str, Any]) -> None:
    documented = {one["operationId"] for path in contract.published()["paths"].values() for one in path.values()}
    assert set(tour) == documented - {
        "streamTable",
        "streamPersonal",
        "streamNotices",
        "streamClubChat",
        "streamReview",
    }
    if "RECORD_EXAMPLES" in os.environ:
        _record(tour)


def test_every_example_has_the_fields_of_an_answer_of_today(tour: dict[str, Any]) -> None:
    for name, answer in tour.items():
        (recorded,) = examples.recorded(name)
        assert isinstance(answer, str) or set(recorded) == set(answer), name


def _record(tour: dict[str, Any]) -> None:
    for name, answer in tour.items():
        text = msgspec.json.format(msgspec.json.encode(answer), indent=2)
        (FOLDER / f"{name}.json").write_bytes(text + b"\n")
