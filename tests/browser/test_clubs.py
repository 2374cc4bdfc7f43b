"""Clubs in the browser: two people found, invite and join; the pages fit, and axe finds nothing on them."""

import os
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Opener, forgive, log_in, person
from tests.browser.looks import faults as axe
from tests.browser.looks import looks, narrow
from tests.clubs.making import facts
from tests.factories import announced, client_of
from tests.pages.test_leagues import PRESET, scheduled
from tournaments.clubs import services
from tournaments.clubs.events import Edited
from tournaments.leagues.nights import selectors as nights
from tournaments.tables import services as tables

SHOTS = os.environ.get("SHOTS")
"""A folder for pictures of the pages, to look at them."""
LOOK = "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color]"


def test_two_people_found_invite_by_link_and_join(open_page: Opener, faults: list[str]) -> None:
    owner, guest = open_page(), open_page(viewport={"width": 390, "height": 844})
    log_in(owner, person("marta"))
    log_in(guest, person("dov"))
    owner.goto("/clubs/new")
    owner.get_by_label("Name", exact=True).fill("The Lantern Club")
    owner.get_by_label("Members only").check()
    owner.get_by_label("By invitation").check()
    owner.get_by_role("button", name="Found it").click()
    expect(owner).to_have_url(re.compile("/clubs/the-lantern-club$"))
    guest.goto("/clubs/the-lantern-club")
    expect(guest.locator(".error-page")).to_be_visible()
    forgive(faults, "404")
    owner.get_by_role("link", name="Invite", exact=True).click()
    owner.get_by_role("button", name="Make the invitation").click()
    link = owner.get_by_label("Link of the invitation").input_value()
    guest.goto(link[link.index("/clubs/") :])
    guest.get_by_role("button", name="Join the club").click()
    expect(guest).to_have_url(re.compile("/clubs/the-lantern-club$"))
    owner.goto("/clubs/the-lantern-club/history")
    expect(owner.get_by_text("dov joined by an invitation.")).to_be_visible()


def test_the_pages_of_a_club_fit_and_axe_finds_nothing(open_page: Opener) -> None:
    owner, ann, asks = person("lindiwe"), person("tobias_with_a_long_name"), person("hana")
    made = facts(slug="harbour-street", name="Harbour Street Card Club", join="open")
    club = services.found(by=owner.pk, facts=made, description="We meet at **Harbour Street 14** and here.")
    services.join(club_id=club, by=ann.pk)
    services.set_role(club_id=club, by=owner.pk, user_id=ann.pk, duties=("events", "texts"))
    services.edit(club_id=club, by=owner.pk, wanted=Edited(join="request"))
    services.request(club_id=club, by=asks.pk, answer="I play on Tuesdays, and bring biscuits.")
    services.post_news(club_id=club, by=owner.pk, title="Advent: two knock-outs", text="Saturday *and* Sunday.")
    tables.open_table(
        game="gasp", options={}, seats=[owner.pk, ann.pk, None], clock=None, rated=False, opener=ann.pk, club=club
    )
    announced(owner.pk, name="Harvest Cup", club=club)
    page = open_page()
    log_in(page, owner)
    found = []
    parts = ("", "/members", f"/members/{ann.pk}", "/history", "/invitations", "/ownership", "/settings", "/news")
    for path in ("/clubs", "/clubs/new", *(f"/clubs/harbour-street{part}" for part in parts)):
        page.goto(path)
        for look in looks(page):
            assert narrow(page), path
            found += axe(page)
            if SHOTS:
                page.screenshot(path=Path(SHOTS) / f"{look}{path.replace('/', '-')}.png", full_page=True)
    assert found == []


def test_to_enter_a_nights_tournaments_too_is_a_box_that_is_seen_ticked_and_cleared(open_page: Opener) -> None:
    owner = person("ann")
    club, as_owner = services.found(by=owner.pk, facts=facts()), client_of(owner)
    as_owner.post("/clubs/harbour-street/presets/new?game=duck-soup", PRESET)
    (preset,) = nights.calendar(club).presets
    scheduled(as_owner, preset=preset, after="15")
    page = open_page()
    log_in(page, owner)
    page.goto("/clubs/harbour-street")
    box = page.get_by_label("enter its tournaments too")
    label, button = page.locator(".night .answers label"), page.locator(".night .answers .btn").first
    for _look in looks(page):
        expect(box).to_be_checked()
        size = box.bounding_box()
        assert size is not None
        assert (size["width"], size["height"]) > (12, 12)
        assert box.evaluate("e => getComputedStyle(e).opacity") == "1"
        ticked = label.evaluate(LOOK)
        assert ticked != button.evaluate(LOOK), "it looks otherwise than a button"
        label.click()
        expect(box).not_to_be_checked()
        assert label.evaluate(LOOK) == ticked, "the box alone changes"
        label.click()
    assert axe(page) == []
