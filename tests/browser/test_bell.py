"""The bell of every page: what happens elsewhere is seen within a second, in all pages of a browser."""

import os
import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts import privacy
from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, log_in
from tests.clubs.conftest import found, settled
from tests.factories import announced, open_for
from tests.leagues.test_challenges import club, ladder, people
from tests.notices.samples import FACTS
from tests.processes import Processes
from tournaments.director import services as director
from tournaments.leagues.ladders import services as ladders
from tournaments.notices import inserting, services
from tournaments.notices.hooks import services as hooks
from tournaments.notices.hooks.owners import Owner
from tournaments.notices.told import Told
from tournaments.people import chat, friends, places

__all__ = ["club", "found", "ladder", "people", "settled"]

pytestmark = pytest.mark.django_db(transaction=True)

LATE = 1.0
"""Seconds."""
COUNT = "count => document.querySelector('[data-bell] b').textContent === String(count)"


def bell(page: Page, count: int) -> None:
    page.wait_for_function(COUNT, arg=count, timeout=5_000)


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password=PASSWORD)


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("ben", password=PASSWORD)


def test_a_paired_round_rings_in_the_other_browser_within_a_second(
    open_page: Opener, reading: None, ann: User, ben: User, organiser: User
) -> None:
    page = open_page()
    log_in(page, ann)
    page.goto("/games")
    other = page.context.new_page()
    other.goto("/about/bots")
    tournament = announced(organiser.pk, [ann.pk, ben.pk])
    expect(page.locator("[data-bell] b")).to_be_hidden()
    page.wait_for_timeout(1_500)  # the stream of the bell is open by then
    began = time.monotonic()
    director.start(tournament_id=tournament, by=organiser.pk)
    bell(page, 1)
    took = time.monotonic() - began
    bell(other, 1)
    print(f"the bell rang after {took * 1000:.0f} ms")
    assert took < LATE
    page.goto("/notices")
    expect(page.locator(".inbox h3")).to_contain_text("Round 1 of Tuesday, with ben")
    services.mark_all_read(user_id=ann.pk)
    expect(other.locator("[data-bell] b")).to_be_hidden()
    expect(page.locator(".inbox .unread")).to_have_count(0)


def test_without_a_script_the_inbox_and_its_settings_can_be_used(
    open_page: Opener, reading: None, ann: User, ben: User, organiser: User
) -> None:
    page = open_page(java_script_enabled=False)
    log_in(page, ann)
    tournament = announced(organiser.pk, [ann.pk, ben.pk])
    director.start(tournament_id=tournament, by=organiser.pk)
    until = time.monotonic() + 10
    while not page.locator(".inbox li").count() and time.monotonic() < until:
        page.goto("/notices")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator(".inbox .unread")).to_have_count(0)
    page.get_by_role("link", name="What reaches me").first.click()
    box = page.get_by_label("News: Mail")
    box.uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("News: Mail")).not_to_be_checked()


def test_a_challenge_rings_for_the_one_who_is_challenged_in_spanish_too(
    open_page: Opener, reading: None, ladder: str, settled: list[User]
) -> None:
    page = open_page(locale="es-ES")
    settled[1].set_password(PASSWORD)
    settled[1].save()
    log_in(page, settled[1])
    page.goto("/games")
    page.wait_for_timeout(1_500)
    began = time.monotonic()
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=settled[1].pk)
    bell(page, 1)
    assert time.monotonic() - began < LATE
    page.goto("/notices")
    expect(page.locator(".inbox h3")).to_contain_text("member3 te desafía: Ladder")
    page.locator(".inbox").get_by_role("button", name="Responder").first.click()
    expect(page).to_have_url(re.compile("/clubs/harbour-street/challenges/"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_notices(open_page: Opener, reading: None, ann: User, scheme: str) -> None:
    page = open_page(color_scheme=scheme, viewport={"width": 390, "height": 844})
    log_in(page, ann)
    owner, types = Owner("account", str(ann.pk)), ("account.joined", "account.news")
    address = f"https://notices.invalid/{'long/' * 30}"
    hook = hooks.add(user=ann, owner=owner, url=address, flavour="standard", types=types)
    for number, (kind, samples) in enumerate(FACTS.items()):
        told = Told(kind=kind, users=(ann.pk,), subject=str(number), facts=samples[0])
        inserting.write(told, stream="club:x", seq=number, at=1_795_400_000_000 + number)
    for path in ("/notices", "/settings/notices", "/settings/webhooks", f"/webhooks/{hook.pk}"):
        page.goto(path)
        found = Axe().run(page).response["violations"]
        assert not found, [(each["id"], each["nodes"][0]["html"]) for each in found]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if os.environ.get("SHOTS"):
            for width in (390, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                page.screenshot(
                    path=f"{os.environ['SHOTS']}/{path.replace('/', '_')}-{scheme}-{width}.png", full_page=True
                )


def test_at_a_table_it_rings_on_the_button_of_the_menu(
    open_page: Opener, processes: Processes, ann: User, ben: User
) -> None:
    page = open_page(viewport={"width": 360, "height": 640})
    log_in(page, ann)
    page.goto(f"/tables/{open_for(ann, ben)}")
    page.wait_for_timeout(1_500)
    expect(page.locator("[data-bell] b")).to_be_hidden()
    before = page.locator("#board").bounding_box()
    privacy.choose(user=ann, choices={"invitations": "anyone"})
    friends.ask(user=ben, name="ann")
    bell(page, 1)
    assert page.locator("#board").bounding_box() == before
    page.locator("#table-menu summary").click()
    page.locator("#table-menu").get_by_role("link", name="Notices").click()
    expect(page.locator(".inbox h3")).to_contain_text("ben wants to be friends")


def test_a_line_in_a_club_is_there_at_once_and_what_one_is_writing_stays(
    open_page: Opener, processes: Processes, club: str, settled: list[User]
) -> None:
    settled[1].set_password(PASSWORD)
    settled[1].save()
    page = open_page()
    log_in(page, settled[1])
    page.goto("/clubs/harbour-street")
    page.get_by_role("link", name="Chat").click()
    page.wait_for_timeout(1_500)
    page.get_by_label("Say something").fill("I come at")
    chat.write(user=settled[0], place=places.in_club(club), text="Who comes tonight?")
    expect(page.locator("#chat-lines")).to_contain_text("Who comes tonight?", timeout=3_000)
    expect(page.get_by_label("Say something")).to_have_value("I come at")
    page.get_by_label("Say something").press("Enter")
    expect(page.locator("#chat-lines")).to_contain_text("I come at")
    expect(page.get_by_label("Say something")).to_have_value("")
