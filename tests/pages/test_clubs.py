"""Clubs on their pages, as people use them: with forms and links, and without a script."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tests.pages.forms import form
from tournaments.clubs import selectors, services
from tournaments.clubs.streams import CLUBS
from tournaments.log import sources
from tournaments.platform.units import DAY

pytestmark = pytest.mark.django_db
MADE = {
    "name": "Harbour Street",
    "slug": "",
    "description": "We meet **here**.",
    "language": "en",
    "zone": "Europe/Lisbon",
    "visibility": "public",
    "join": "request",
    "emblem": "anchor",
    "palette": "harbour",
}


@pytest.fixture(autouse=True)
def _of_some_days(db: None, ann: User, ben: User) -> None:
    CLUBS.forget()
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    ann.refresh_from_db()
    ben.refresh_from_db()


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_found_join_by_request_and_be_let_in(as_ann: Client, as_ben: Client, ben: User):
    made = as_ann.post("/clubs/new", MADE)
    assert made["Location"] == "/clubs/harbour-street"
    assert "<strong>here</strong>" in text(as_ann, "/clubs/harbour-street")
    assert "Harbour Street" in text(as_ben, "/clubs?name=harbour")
    asked = as_ben.post("/clubs/harbour-street/request", {"answer": "I bring biscuits."}, follow=True)
    assert "You have asked to join" in asked.content.decode()
    assert "I bring biscuits." in text(as_ann, "/clubs/harbour-street/members")
    assert "I bring biscuits." not in text(as_ben, "/clubs/harbour-street/members")
    as_ann.post(f"/clubs/harbour-street/members/{ben.pk}/accept")
    assert "ann admitted ben." in text(as_ben, "/clubs/harbour-street/history")
    as_ben.post("/clubs/harbour-street/leave")
    assert as_ben.get("/clubs/harbour-street/history").status_code == 403


def test_an_invitation_link_leads_into_a_private_club_and_tells_no_more_than_it_must(as_ann: Client, as_ben: Client):
    as_ann.post("/clubs/new", MADE | {"visibility": "private", "join": "invitation"})
    assert as_ben.get("/clubs/harbour-street").status_code == 404
    as_ann.post("/clubs/harbour-street/invitations", {"days": "7", "uses": "1"})
    link = re.search(r"/clubs/invitations/[\w-]+", text(as_ann, "/clubs/harbour-street/invitations"))
    assert link is not None
    seen = text(Client(), link[0])
    assert "Harbour Street" in seen
    assert "ann" not in re.sub(r"<[^>]+>", "", seen).split()
    assert as_ben.post(link[0])["Location"] == "/clubs/harbour-street"
    assert "We meet" in text(as_ben, "/clubs/harbour-street")
    assert as_ben.get("/clubs/harbour-street")["X-Robots-Tag"] == "noindex"
    assert Client().get(link[0][:-1] + "_").status_code == 404


def test_an_old_address_leads_to_todays(as_ann: Client, as_ben: Client):
    as_ann.post("/clubs/new", MADE)
    changed = MADE | {"slug": "harbour", "name": "The Harbour"}
    assert as_ann.post("/clubs/harbour-street/settings", changed)["Location"] == "/clubs/harbour"
    assert as_ben.get("/clubs/harbour-street/members?name=a")["Location"] == "/clubs/harbour/members?name=a"
    refused = as_ben.post("/clubs/new", MADE)
    assert refused.status_code == 422
    assert "That address is taken" in refused.content.decode()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("slug", "Not An Address", "An address must have 3 to 40 lowercase letters"),
        ("slug", "new", "That address is taken"),
        ("name", "a\u202eb c", "The name contains hidden characters"),
        ("name", "ab", "at least 3 characters"),
        ("zone", "Mars/Olympus", "Select a valid choice"),
        ("description", "x" * 4_001, "at most 4000 characters"),
        ("emblem", "skull", "Select a valid choice"),
    ],
)
def test_bad_input_is_said_beside_its_field_and_founds_nothing(as_ann: Client, field: str, value: str, said: str):
    answer = as_ann.post("/clubs/new", MADE | {field: value})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert selectors.directory() == []


def test_who_may_found_no_club_yet_is_told_so_before_a_form(as_ann: Client, ann: User):
    assert 'name="slug"' in text(as_ann, "/clubs/new")
    User.objects.filter(pk=ann.pk).update(date_joined=timezone.now())
    page = text(as_ann, "/clubs/new")
    assert "An account must be a day old" in page
    assert 'name="slug"' not in page
    User.objects.filter(pk=ann.pk).update(is_guest=True)
    page = text(as_ann, "/clubs/new")
    assert f'<a class="btn primary" href="{reverse("account_signup")}?next=/clubs/new"' in page
    assert "Guests cannot announce tournaments" in text(as_ann, "/tournaments/new?game=duck-soup")


def test_script_in_markdown_stays_text(as_ann: Client):
    nasty = (
        "<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](data:text/html,x) <https://good.example>\n\n"
        "![c](https://evil.example/x.png) <img src=x onerror=alert(1)>\n\n# Big\n\n[d](https://[bad)"
    )
    as_ann.post("/clubs/new", MADE | {"description": nasty})
    page = text(as_ann, "/clubs/harbour-street")
    told = page[page.index('class="written small"') :]
    told = told[: told.index("</div>")]
    assert "<script" not in told
    assert "<img" not in told
    assert 'href="javascript' not in told
    assert 'href="data' not in told
    assert '<a href="https://good.example" rel="nofollow ugc noopener">' in told
    assert "<h3>Big</h3>" in told


def test_roles_removal_and_the_note(as_ann: Client, as_ben: Client, ann: User, ben: User):
    as_ann.post("/clubs/new", MADE | {"join": "open"})
    as_ben.post("/clubs/harbour-street/join")
    about = f"/clubs/harbour-street/members/{ben.pk}"
    as_ann.post(about, {"act": "role", "duties": ["events", "texts"]})
    assert "ben became organiser, for events, texts." in text(as_ann, "/clubs/harbour-street/history")
    as_ben.post("/clubs/harbour-street/news", {"title": "Advent", "text": "Two knock-outs."})
    assert "Two knock-outs." in text(as_ann, "/clubs/harbour-street")
    assert as_ben.get(f"/clubs/harbour-street/members/{ann.pk}").status_code == 404
    assert as_ben.get("/clubs/harbour-street/invitations").status_code == 403
    as_ann.post(about, {"act": "remove", "cause": "conduct", "note": "Not kind.", "ban": "7"})
    assert "You may not join this club." in text(as_ben, "/clubs/harbour-street")
    assert "Not kind." in text(as_ben, "/clubs/harbour-street/removal")
    assert Client().get("/clubs/harbour-street/removal").status_code == 302
    as_ann.post(f"{about}/lift")
    assert "Join the club" in text(as_ben, "/clubs/harbour-street")


def test_hand_over_and_closing(as_ann: Client, as_ben: Client, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch):
    club = services.found(by=ann.pk, facts=facts())
    services.join(club_id=club, by=ben.pk)
    later = sources.now_ms() + 8 * DAY
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    as_ann.post(f"/clubs/harbour-street/members/{ben.pk}", {"act": "hand-over"})
    assert "The club is offered to you" in text(as_ben, "/clubs/harbour-street")
    as_ben.post("/clubs/harbour-street/ownership/accept")
    assert selectors.club(club).owner == ben.pk
    as_ben.post("/clubs/harbour-street/ownership/close")
    assert "This club closes on" in text(as_ann, "/clubs/harbour-street")
    as_ben.post("/clubs/harbour-street/ownership/keep-open")
    assert selectors.club(club).closing_at is None


def test_history_is_told_as_of_any_event(as_ann: Client, as_ben: Client):
    as_ann.post("/clubs/new", MADE | {"join": "open"})
    as_ben.post("/clubs/harbour-street/join")
    first = text(as_ann, "/clubs/harbour-street/history?as_of=1")
    assert "ann founded the club." in first
    assert "ben joined." not in first
    assert "ben joined." in text(as_ann, "/clubs/harbour-street/history?show=members&as_of=99")
    assert "ben joined." not in text(as_ann, "/clubs/harbour-street/history?show=news")
    assert as_ann.get("/clubs/harbour-street/history?as_of=x").status_code == 200


def test_a_club_table_is_for_members(as_ann: Client, as_ben: Client):
    as_ann.post("/clubs/new", MADE | {"join": "open", "visibility": "private"})
    made = as_ann.post(
        "/clubs/harbour-street/open?game=duck-soup", {"seats": "2", "against": "people", "option-length": "deal"}
    )
    table = made["Location"]
    assert table.startswith("/tables/")
    assert table in text(as_ann, "/clubs/harbour-street")
    assert as_ben.get(table).status_code == 404
    assert as_ben.post(f"{table}/join").status_code == 404
    assert table not in text(as_ben, "/tables")


def test_a_clubs_tournament_is_announced_from_its_page_for_its_members(as_ann: Client, as_ben: Client, ben: User):
    as_ann.post("/clubs/new", MADE | {"join": "open", "visibility": "private"})
    assert "tournaments/new?club=harbour-street" in text(as_ann, "/clubs/harbour-street")
    assert "Harbour Street" in text(as_ann, "/tournaments/new?club=harbour-street&game=duck-soup")
    answer = as_ann.post("/tournaments/new", form(club="harbour-street"))
    made = answer["Location"]
    assert made in text(as_ann, "/clubs/harbour-street")
    assert "Harbour Street" in text(as_ann, made)
    assert as_ben.get(made).status_code == 404
    assert as_ben.post(f"{made}/join").status_code == 404
    assert made not in text(as_ben, "/tournaments")
    assert as_ben.get("/tournaments/new?club=harbour-street").status_code == 404
    club = selectors.address("harbour-street")[0]
    token = services.invite(club_id=club, by=selectors.club(club).owner or 0, expires_at=sources.now_ms() + DAY)
    services.join(club_id="", by=ben.pk, invitation=token)
    as_ben.post(f"{made}/join")
    assert "ben" in text(as_ann, made)
    assert as_ben.get("/tournaments/new?club=harbour-street").status_code == 403
