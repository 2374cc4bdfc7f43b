"""A club between two browsers: founded, joined by a link, a night with who is here, a challenge up to its table."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, log_in, person
from tests.browser.looks import faults as complaints
from tests.browser.looks import narrow
from tests.browser.test_bell import COUNT

pytestmark = pytest.mark.django_db(transaction=True)

CLUB = "/clubs/the-lantern-club"
GROUND, INK = "e => getComputedStyle(e).backgroundColor", "e => getComputedStyle(e).color"
SECOND = 1_000
"""Milliseconds within which a notice stands in the other browser."""


def test_from_the_founding_to_the_agreed_table_between_two_browsers(open_page: Opener, reading: None) -> None:
    owner, guest = open_page(), open_page(viewport={"width": 390, "height": 844})
    log_in(owner, person("marta"))
    log_in(guest, person("dov"))
    found(owner)
    join_by_link(owner, guest)
    meet_on_a_night(owner, guest)
    open_a_ladder(owner)
    for page in (owner, guest):
        to_the_ladder(page)
        page.get_by_role("button", name="Join at the bottom").click()
        expect(page.locator(".rungs .me")).to_be_visible()
    challenge_and_play(owner, guest)
    in_spanish(open_page(locale="es-ES", storage_state=owner.context.storage_state()))


def found(owner: Page) -> None:
    owner.goto("/clubs")
    owner.get_by_role("link", name="Found a club").click()
    owner.get_by_label("Name", exact=True).fill("The Lantern Club")
    owner.get_by_role("button", name="Found it").click()
    expect(owner).to_have_url(re.compile(f"{CLUB}$"))


def join_by_link(owner: Page, guest: Page) -> None:
    owner.get_by_role("link", name="Invite people").click()
    owner.get_by_role("button", name="Make the invitation").click()
    link = owner.get_by_label("Link of the invitation").input_value()
    guest.goto(link[link.index("/clubs/") :])
    guest.get_by_role("button", name="Join the club").click()
    expect(guest).to_have_url(re.compile(f"{CLUB}$"))


def meet_on_a_night(owner: Page, guest: Page) -> None:
    """Set for tomorrow; the one says that they come, the other sees who is here."""
    owner.goto(f"{CLUB}/schedules/new")
    nth = owner.locator("[name=nth]")
    expect(nth).to_be_hidden()  # it repeats by weeks as yet
    owner.locator("[name=repeats][value=monthly]").check()
    expect(nth).to_be_visible()
    owner.goto(f"{CLUB}/calendar")
    owner.get_by_role("link", name="Set a night").click()
    owner.get_by_label("Title").fill("Lantern night")
    owner.get_by_label("Day").fill((timezone.now() + timedelta(days=1)).strftime("%Y-%m-%d"))
    owner.get_by_role("button", name="Announce it").click()
    guest.goto(CLUB)
    guest.get_by_role("button", name="I am coming").click()
    expect(guest.get_by_text("1 is coming")).to_be_visible()
    said, other = (guest.locator(f".night .answers [value={answer}]") for answer in ("yes", "no"))
    assert said.evaluate(GROUND) != other.evaluate(GROUND), "one's answer is seen"
    title = guest.locator(".night h2")
    assert title.locator("a").evaluate(INK) == title.evaluate(INK), "a link on felt is read as the words around it"
    guest.get_by_role("button", name="I am here").click()
    expect(guest.get_by_text("You are shown as here")).to_be_visible()
    owner.goto(CLUB)
    expect(owner.locator("#here .people")).to_contain_text("dov")


def open_a_ladder(owner: Page) -> None:
    owner.get_by_role("main").get_by_role("link", name="Ladders").last.click()
    owner.get_by_role("link", name="Open a ladder").click()
    owner.get_by_role("link", name="Duck Soup").click()
    owner.get_by_label("Title").fill("Soup ladder")
    owner.get_by_role("button", name="Open it").click()


def to_the_ladder(page: Page) -> None:
    page.goto(f"{CLUB}/ladders")
    page.get_by_role("link", name="Soup ladder").click()


def challenge_and_play(owner: Page, guest: Page) -> None:
    """The notice stands in the other browser within a second, and leads to the table that both agree on."""
    owner.goto("/games")
    owner.wait_for_timeout(1_500)  # the stream of the bell is open by then
    before = int(owner.locator("[data-bell] b").get_attribute("data-count") or 0)
    guest.get_by_role("button", name="Challenge marta").first.click()
    owner.wait_for_function(COUNT, arg=before + 1, timeout=SECOND)
    owner.get_by_role("link", name="Notices").click()
    owner.locator(".inbox li", has_text="dov challenges you").get_by_role("button", name="Answer").click()
    owner.get_by_role("button", name="Accept").click()
    soon = timezone.now() + timedelta(minutes=5)
    owner.get_by_label("When could you play?").fill(soon.strftime("%Y-%m-%dT%H:%M"))
    owner.get_by_role("button", name="Propose", exact=True).click()
    expect(owner.get_by_text("Your proposal waits for an answer.")).to_be_visible()
    guest.reload()
    guest.get_by_role("button", name=re.compile("^Agree to")).click()
    guest.get_by_role("link", name="To the table").click()
    owner.reload()
    owner.get_by_role("link", name="To the table").click()
    for page in (owner, guest):
        expect(page.locator(".felt .my-plate")).to_be_visible()


def in_spanish(page: Page) -> None:
    """The same pages: in Spanish to the last heading, as wide as the screen, and nothing for axe to say."""
    headings = {
        "": "Próxima noche del club",
        "/calendar": "Próximamente",
        "/members": "Miembros",
        "/ladders": "Escaleras de desafíos",
    }
    found = []
    for path, heading in headings.items():
        page.goto(f"{CLUB}{path}")
        expect(page.locator("html")).to_have_attribute("lang", "es")
        expect(page.locator("main")).to_contain_text(heading)
        assert narrow(page), path
        found += complaints(page)
    assert found == []
