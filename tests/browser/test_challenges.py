"""Two browsers: from the club's ladder by a challenge and a time to the agreed table; a club's pages for every eye."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, at_table, log_in
from tests.browser.looks import PHONE, looks, narrow
from tests.browser.looks import faults as complaints
from tests.clubs.making import facts
from tests.factories import concede
from tests.pages import league_forms
from tournaments.clubs import services as clubs
from tournaments.leagues.ladders import services as ladders
from tournaments.leagues.ladders.services import Draft

CLUB = "/clubs/harbour-street"
NAMES = ("olga", "marta")


def two() -> tuple[User, User, str]:
    """An owner, a member, and their club."""
    before = timezone.now() - timedelta(days=30)
    owner, member = (
        User.objects.create_user(name, password=PASSWORD, date_joined=before) for name in ("olga", "marta")
    )
    club = clubs.found(by=owner.pk, facts=facts(zone="UTC"))
    clubs.join(club_id=club, by=member.pk)
    return owner, member, club


def join(page: Page) -> None:
    page.goto(f"{CLUB}/ladders")
    page.get_by_role("link", name="Soup ladder").click()
    page.get_by_role("button", name="Join at the bottom").click()
    expect(page.locator(".rungs .me")).to_be_visible()


def test_from_the_ladder_to_the_agreed_table(open_page: Opener) -> None:
    owner, member, club = two()
    draft = Draft(game="duck-soup", title="Soup ladder", options={"length": "deal"}, rated=False)
    ladders.open_ladder(club_id=club, by=owner.pk, draft=draft)
    here, there = open_page(), open_page()
    log_in(here, owner)
    log_in(there, member)
    join(here)
    join(there)

    there.get_by_role("button", name="Challenge olga").first.click()
    expect(there.get_by_text("has until")).to_be_visible()
    challenge = there.url
    here.reload()
    expect(here.get_by_role("heading", name="An answer is due")).to_be_visible()
    here.get_by_role("link", name="Open", exact=True).click()
    here.get_by_role("button", name="Accept").click()
    soon = timezone.now() + timedelta(minutes=5)
    here.get_by_label("When could you play?").fill(soon.strftime("%Y-%m-%dT%H:%M"))
    here.get_by_role("button", name="Propose", exact=True).click()
    expect(here.get_by_text("Your proposal waits for an answer.")).to_be_visible()

    there.goto(challenge)
    there.get_by_role("button", name=re.compile("^Agree to")).click()
    there.get_by_role("link", name="To the table").click()
    here.reload()
    here.get_by_role("link", name="To the table").click()
    for page in (here, there):
        expect(page.locator(".felt .my-plate")).to_be_visible()

    concede(at_table(there).removeprefix("/tables/"))
    there.goto(f"{CLUB}/ladders")
    there.get_by_role("link", name="Soup ladder").click()
    expect(there.get_by_text("marta beat olga")).to_be_visible()
    expect(there.locator(".rungs li").first).to_contain_text("marta")


def test_pages_of_nights_and_ladders_are_for_every_eye(open_page: Opener) -> None:
    owner, member, club = two()
    made = league_forms.parts(club, owner.pk, member.pk)
    page = open_page(locale="es")
    page.goto("/account/login/")
    page.locator("[name=login]").fill(owner.username)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url(re.compile("(?<!login)/$"))
    found: list[str] = []
    parts = ("", "/calendar", f"/nights/{made['night_id']}", "/schedules", "/schedules/new", "/presets/new")
    more = (f"/ladders/{made['ladder_id']}", f"/challenges/{made['challenge_id']}", "/seasons", "/archive")
    for path in (*parts, *more):
        page.goto(f"{CLUB}{path}")
        for _look in looks(page):
            found += complaints(page)
            assert narrow(page), path
    assert found == []


def test_a_challenge_with_real_cards_on_two_phones(open_page: Opener) -> None:
    owner, member, club = two()
    third = User.objects.create_user("nils", password=PASSWORD, date_joined=timezone.now() - timedelta(days=30))
    clubs.join(club_id=club, by=third.pk)
    ladder = ladders.open_ladder(club_id=club, by=owner.pk, draft=Draft(game="duck-soup", title="Soup ladder"))
    for user in (owner, member, third):
        ladders.join(ladder_id=ladder, by=user.pk)
    officer, here, there = open_page(), open_page(viewport=PHONE), open_page(viewport=PHONE)
    for page, user in ((officer, owner), (here, member), (there, third)):
        log_in(page, user)
    there.goto(f"{CLUB}/ladders/{ladder}")
    there.get_by_label("With real cards, in one room").check()
    there.locator(".rungs").get_by_role("button", name="Challenge marta").click()
    challenge = there.url
    here.goto(challenge)
    expect(here.get_by_text("wants to play with real cards")).to_be_visible()
    here.get_by_role("button", name="Accept").click()
    here.get_by_label("When could you play?").fill((timezone.now() + timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M"))
    expect(here.get_by_label("With real cards, in one room")).to_be_checked()
    here.get_by_role("button", name="Propose", exact=True).click()
    there.reload()
    there.get_by_role("button", name="with real cards").click()
    there.get_by_role("link", name="To the table").click()
    for number, place in enumerate("12"):
        there.locator(f"[name=place-{number}]").select_option(place)
    there.get_by_role("button", name="Report").click()
    here.goto(challenge)
    here.get_by_role("link", name="To the table").click()
    here.get_by_role("button", name="That is wrong").click()
    officer.goto(f"{CLUB}/ladders/{ladder}")
    officer.get_by_role("link", name="nils – marta").click()
    assert not [fault for _look in looks(officer) for fault in complaints(officer)]
    for page in (officer, here, there):
        assert narrow(page)
    officer.get_by_role("button", name="Confirm this result").click()
    expect(officer.get_by_text("A result waits for you")).to_have_count(0)
