"""Every form that changes something is counted, or its reason why not stands here."""

import re
from datetime import timedelta
from itertools import chain
from typing import get_args

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.oauth import apps
from tests.clubs.making import facts
from tests.factories import give_up, open_for
from tests.pages import league_forms
from tests.pages.forms import form, running
from tournaments.clubs import services as clubs
from tournaments.learning.studies import keeping
from tournaments.learning.studies.chapters import Source
from tournaments.log import sources
from tournaments.people import seeks
from tournaments.people.reviews import services as reviews
from tournaments.platform import limits
from tournaments.platform.callers import Caller, calling
from tournaments.platform.limits import Action
from tournaments.site.urls import urlpatterns
from tournaments.tables import selectors, services

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_allowances")]

FREE = {
    "replays": "only leads elsewhere",
    "app-disconnect": "nor from an app",
    "app-remove": "nor from an app of their own",
    "token-revoke": "nobody may be kept from taking rights away from a lost token",
    "session-end": "nor from a lost device",
    "sessions-end": "nor from a lost device",
    "settings-privacy": "nor from hiding",
    "settings-erasure": "nor from leaving",
    "settings-keep": "nor from staying",
    "unblock": "changes one row of their own",
    "notices-read": "changes nothing but what one has read",
    "notice-read": "the same",
    "unsubscribe": "nobody may be kept from stopping mails",
    "notice-push-remove": "nor pushes",
    "webhook-remove": "nor what is sent elsewhere",
    "invitation-decline": "changes one row of their own",
    "club-here": "says again and again what the page says by itself",
    "study-take-out": "there are as many as others make reports",
    "study-dismiss": "the same",
    "line-dismiss": "there are as many as others make reports",
    "tournament-claim": "is counted behind a link that nobody guesses",
    "settings-display": "is kept by the browser alone",
    "seek-end": "nobody may be kept from waiting no longer",
}
CLUB = {
    "name": "Harbour Street",
    "language": "en",
    "zone": "UTC",
    "visibility": "public",
    "join": "open",
    "emblem": "lantern",
    "palette": "felt",
}
FORMS = {
    "open-game": {"game": "1:KS"},
    "play": {"game": "duck-soup"},
    "game-play": {"game": "duck-soup"},
    "game-open": {"seats": "2", "against": "people"},
    "seek": {"game": "duck-soup"},
    "seek-bots": {"level": "greedy"},
    "table-move": {"move": "7H", "seq": "1"},
    "table-fill": {"level": "greedy"},
    "table-film-order": {"from": "0", "to": "0"},
    "puzzle-answer": {"move": "7H"},
    "study-new": {"name": "Endings"},
    "study-rename": {"name": "Endgames"},
    "study-reach": {"reach": "link"},
    "study-editor": {"player": "ben"},
    "study-editor-remove": {"player": "ben"},
    "study-chapter-move": {"before": ""},
    "study-add": {"title": "First", "source": "/tables/nosuchtabl/replay"},
    "study-chapter-rename": {"chapter": "nosuchpart", "title": "Second"},
    "study-comment": {"text": "Look here.", "move": "0"},
    "study-report": {"cause": "spam"},
    "table-play-on": {"seat": "0", "against": "people", "cards": "dealt_again"},
    "tournament-new": form(),
    "tournament-edit": form(name="Wednesday"),
    "tournament-bots": {"level": "greedy", "count": "1"},
    "tournament-organisers": {"players": "ben"},
    "tournament-import": {"kind": "csv", "text": "name\nben\n"},
    "tournament-ruling": {"seq": "1", "reason": "other"},
    "tournament-draws": {"draws": "by_hand"},
    "table-report": {"place-0": "1", "place-1": "2"},
    "tournament-walk-ins": {"name": "Bo"},
    "tournament-team": {"partner": "ben"},
    "tournament-substitute": {"player": "{ben}", "substitute": "ann"},
    "table-chat": {"text": "Well played!"},
    "table-invite": {"player": "ben"},
    "review-step": {"move": "1", "eyes": "seat=0"},
    "review-mark": {"card": "KS"},
    "review-hand": {"to": "{ben}"},
    "friend-ask": {"player": "ben"},
    "friend-end": {"player": "ben"},
    "friend-block": {"player": "ben"},
    "line-report": {"cause": "spam"},
    "line-remove": {"cause": "spam"},
    "line-mute": {"cause": "spam", "hours": "1"},
    "club-new": CLUB,
    "club-settings": CLUB,
    "club-open": {"seats": "2", "against": "people"},
    "club-member": {"act": "remove", "cause": "other", "ban": "0"},
    "club-invitations": {"days": "7"},
    "club-news": {"title": "Advent"},
    **league_forms.FORMS,
    "table-notes": {"text": "A good hand."},
    "search-save": {"name": "mine", "query": "game=gasp"},
    "search-change": {"name": "mine"},
    "settings": {"name": "anna", "timezone": ""},
    "settings-tokens": {"name": "my bot", "scopes": "bot:play", "days": "30"},
    "settings-apps": {"name": "Score keeper", "redirects": "https://example.org/", "devices": "on"},
    "app-edit": {"redirects": "https://example.org/", "devices": "on"},
    "settings-erasure": {"name": "ann"},
    "settings-vacation": {"days": "1"},
    "bot-ask": {"owner": "ben", "name": "ann"},
    "bot-version": {"version": "1.0"},
    "bot-rules": {"rated": "any", "opponents": "anyone"},
    "bot-smoke": {"game": "duck-soup"},
    "settings-privacy": {"challenges": "anyone", "invitations": "people"},
}
QUERIES = {
    "tournament-ruling": "?act=undo_round&round=1",
    "club-open": "?game=duck-soup",
    "table-play-on": "?move=0",
    "club-ladder-new": "?game=duck-soup",
    "club-preset-new": "?game=duck-soup",
    "club-rating-correct": "?table={rated}&go=1&counts=void",
}
ENDED = {
    "table-rematch",
    "table-again",
    "table-together",
    "table-film-order",
    "table-analysis-ask",
    "table-analysis-delete",
    "table-play-on",
    "table-study",
}
"""At a table that is over."""
PLAYED = {"tournament-ruling", "tournament-substitute"}
"""Where somebody has entered the tournament."""
EACH = chain.from_iterable(
    one.url_patterns if isinstance(one, URLResolver) and "tournaments" in str(one.urlconf_name) else [one]
    for one in urlpatterns
)
PATTERNS = [one for one in EACH if isinstance(one, URLPattern)]


def of_a_club(owner: User, member: User) -> dict[str, str]:
    """What paths of clubs name: a club of the two, and an invitation to it."""
    User.objects.filter(pk=owner.pk).update(date_joined=timezone.now() - timedelta(days=9))
    club = clubs.found(by=owner.pk, facts=facts())
    clubs.join(club_id=club, by=member.pk)
    return {
        "address": "harbour-street",
        "token": clubs.invite(club_id=club, by=owner.pk, expires_at=sources.now_ms() + 1_000_000),
        **league_forms.parts(club, owner.pk, member.pk),
    }


@pytest.mark.parametrize("pattern", [pytest.param(one, id=one.name) for one in PATTERNS])
def test_a_form_that_changes_something_is_throttled(
    ann: User, ben: User, robot: User, settings: Settings, pattern: URLPattern
) -> None:
    name = str(pattern.name)
    client = Client()
    client.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    over, waiting = open_for(ann, ben), open_for(ann, None)
    give_up(table_id=over, user_id=ben.pk)
    table = over if name in ENDED else waiting
    table = open_for(ben, None) if name == "table-join" else table  # one's own is only gone to
    players = (ben, robot) if name in PLAYED else ()
    known = {"table_id": table, "key": "duck-soup", "name": "ann", "user": str(ben.pk)}
    if "tournament_id" in str(pattern.pattern):
        known["tournament_id"] = running(ann, *players, start=name == "tournament-ruling")
    if name.startswith("review"):
        known["review_id"] = reviews.open_review(user=ann, table_id=over)
    if name.startswith("study"):
        known["study_id"], known["chapter_id"] = keeping.keep(
            user=ann, study=None, name="Endings", title="First", source=Source(table=over)
        )
    if name == "seek-bots":
        seeks.ask(user=ann, game="duck-soup")
    if name == "app-edit":
        known["app"] = apps.register(owner=ann, name="Mine", redirects=["https://example.org/"], devices=True).pk
    if name.startswith("club-"):
        known |= of_a_club(ann, ben)
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: known.get(part[1], "1"), str(pattern.pattern))
    settings.RATES = dict.fromkeys(get_args(Action), "1/h")
    with calling(Caller("127.0.0.1")):
        for action in get_args(Action):
            limits.count(action, user=ann.pk)
    given = {field: value.format(ann=ann.pk, ben=ben.pk) for field, value in FORMS.get(name, {}).items()}
    answer = client.post(f"/{path}{QUERIES.get(name, '').format(**known)}", given)
    if name in FREE:
        assert answer.status_code in {301, 302, 404}
    else:
        assert answer.status_code in {405, 429}, f"{name} is not counted"


@pytest.mark.parametrize(
    ("action", "dear", "free"),
    [
        ("replays", "/tables/{}/replay?move=1", "/tables/{}"),
        ("replays", "/api/tables/{}/record", "/api/tables/{}/head"),
        ("boards", "/tables/{}/board?since=1", "/tables/{}/board"),
    ],
)
def test_strangers_of_one_address_look_back_within_a_limit(
    ann: User, ben: User, settings: Settings, action: str, dear: str, free: str
) -> None:
    table = open_for(ann, ben)
    settings.RATES = {f"address_{action}": "2/min"}
    guest, player = Client(), Client()
    guest.force_login(User.objects.create(username="guest-1", is_guest=True))
    player.force_login(ann)
    home, elsewhere = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}
    assert [client.get(dear.format(table), headers=home).status_code for client in (Client(), guest)] == [200, 200]
    for client in (Client(), guest):
        refused = client.get(dear.format(table), headers=home)
        assert (refused.status_code, refused["Retry-After"]) == (429, "30")
        assert client.get(free.format(table), headers=home).status_code == 200
    assert Client().get(dear.format(table), headers=elsewhere).status_code == 200
    assert [player.get(dear.format(table), headers=home).status_code for _ in range(4)] == [200] * 4


# -- looking back on frames


FRAME = '<template class="frame">'
WAYS = {"move": {"move": "?"}, "rematch": {"answer": "yes"}, "fill": {"level": "greedy"}, "abort": {}, "resign": {}}
"""The forms of a table; each is refused without a seat, all but the last with one."""
SCRIPT = {"X-Board": "1"}


@pytest.fixture
def guest() -> User:
    return User.objects.create(username="guest-1", is_guest=True)


@pytest.fixture
def table(guest: User, ben: User) -> str:
    """The guest and ben have played a trick, and it is the guest's turn."""
    return with_a_trick(guest, ben)


def with_a_trick(player: User, other: User) -> str:
    table = open_for(player, other)
    while selectors.summary(table).seq < 12 or not selectors.view(table_id=table, user_id=player.pk).legal:
        play_first(table, player, other)
    return table


def play_first(table: str, *players: User) -> None:
    for user in players:
        if legal := selectors.view(table_id=table, user_id=user.pk).legal:
            services.make_move(table_id=table, user_id=user.pk, move=legal[0])
            return


def logged_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("who", ["stranger", "guest", "user"])
def test_a_watcher_who_is_refused_is_shown_no_frames(ann: User, table: str, way: str, who: str) -> None:
    watcher = {"stranger": None, "guest": User.objects.create(username="guest-2", is_guest=True), "user": ann}[who]
    client = logged_in(watcher)
    assert FRAME in client.get(f"/tables/{table}/board?since=1").content.decode()
    for query in ("", "?since=1"):
        answer = client.post(f"/tables/{table}/{way}{query}", WAYS[way] | {"seq": "1"}, headers=SCRIPT)
        assert answer.status_code in {403, 409}
        assert FRAME not in answer.content.decode()


@pytest.mark.parametrize("way", [*WAYS][:-1])
def test_frames_are_counted_whichever_way_they_are_asked_for(
    guest: User, table: str, settings: Settings, way: str
) -> None:
    settings.RATES = {"address_boards": "2/min"}
    client = logged_in(guest)
    answers = [client.post(f"/tables/{table}/{way}", WAYS[way] | {"seq": "1"}, headers=SCRIPT) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [answers[0].status_code] * 3
    assert answers[0].status_code in {403, 409}
    assert [FRAME in answer.content.decode() for answer in answers] == [True, True, False]
    assert 'id="board"' in answers[2].content.decode()
    assert client.get(f"/tables/{table}/board?since=1").status_code == 429
    assert logged_in(None).get(f"/tables/{table}/board?since=1").status_code == 429
    assert client.get(f"/tables/{table}/board?since={selectors.summary(table).seq}").status_code == 200
    assert client.get(f"/tables/{table}/board").status_code == 200


def test_a_move_is_made_though_no_more_may_be_looked_back_on(guest: User, table: str, settings: Settings) -> None:
    settings.RATES = {"address_boards": "1/h"}
    client = logged_in(guest)
    assert client.get(f"/tables/{table}/board?since=1").status_code == 200
    before = selectors.view(table_id=table, user_id=guest.pk)
    answer = client.post(f"/tables/{table}/move", {"move": before.legal[0], "seq": str(before.seq)}, headers=SCRIPT)
    assert (answer.status_code, FRAME in answer.content.decode()) == (200, False)
    assert int(answer["X-Seq"]) == selectors.summary(table).seq > before.seq
