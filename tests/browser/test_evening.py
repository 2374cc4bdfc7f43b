"""A club's evening between twelve browsers and four bots, on phones and laptops: nobody is lost and nobody is untold.

One has no account, one plays with real cards, one never comes, one is late.
"""

import re
from datetime import timedelta
from typing import Final

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from accounts import privacy
from accounts.models import User
from tests.browser.conftest import Opener, forgive, person
from tests.browser.looks import narrow
from tests.factories import client_of, concede, open_tables
from tests.meeting import until
from tests.processes import SECRET_KEY, Processes
from tournaments.director import selectors
from tournaments.notices.models import Notice
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db(transaction=True)

LAPTOP: ViewportSize = {"width": 1366, "height": 625}
PHONE: ViewportSize = {"width": 390, "height": 844}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
SCREENS: Final[dict[str, ViewportSize]] = {
    "olga": LAPTOP,
    "asta": PHONE,
    "ann": PHONE,
    "ben": ON_ITS_SIDE,
    "cleo": LAPTOP,
    "dov": PHONE,
    "eve": PHONE,
    "fay": LAPTOP,
    "nemo": PHONE,
    "tardy": PHONE,
}
COMING: Final = ("ann", "ben", "cleo", "dov", "eve", "fay")


class Evening:
    """The browsers by who uses them, and the tournament once it is announced."""

    def __init__(self, open_page: Opener, url: str) -> None:
        self.users = {name: person(name) for name in SCREENS}
        self.pages = {name: logged_in(open_page, user, SCREENS[name], url) for name, user in self.users.items()}
        self.pages["Gus"], self.screen = open_page(viewport=PHONE), open_page(viewport={"width": 1280, "height": 800})
        self.cup = ""

    def go(self, name: str, tab: str = "") -> Page:
        page = self.pages[name]
        page.goto(f"/tournaments/{self.cup}{tab}")
        assert narrow(page), (name, tab)
        return page

    def seat(self, name: str) -> str:
        """The table that *name* is to play at, here."""
        playing = (each for each in open_tables(self.cup) if not tables.summary(each).in_room)
        return next((each for each in playing if self.users[name].pk in tables.summary(each).seats), "")

    def told(self, user: User, *kinds: str, **facts: object) -> None:
        """Wait until *user* has a notice about it, of one of *kinds*."""
        found = Notice.objects.filter(user=user, kind__in=kinds, facts__contains={"tournament": self.cup, **facts})
        until(found.exists, f"{user.username} is told: {kinds}")


def logged_in(open_page: Opener, user: User, screen: ViewportSize, url: str) -> Page:
    page = open_page(viewport=screen)
    with override_settings(SECRET_KEY=SECRET_KEY):
        session = client_of(user).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
    return page


def test_an_evening_from_the_announcement_to_the_winners(
    open_page: Opener, processes: Processes, faults: list[str], reading: None
) -> None:
    evening = Evening(open_page, processes.url)
    announce(evening)
    share_the_work(evening)
    come(evening)
    walk_in(evening)
    begin(evening)
    take_in_who_is_late(evening)
    give_up_who_never_comes(evening)
    play_with_real_cards(evening)
    forgive(faults, "ERR_INTERNET_DISCONNECTED")
    play_here(evening)
    end(evening)


def announce(evening: Evening) -> None:
    """By the form, with four bots."""
    page = evening.pages["olga"]
    page.goto("/tournaments/new?game=duck-soup")
    page.locator("#id_name").fill("Friday Soup")
    page.locator("#id_starts_at").fill((timezone.now() + timedelta(minutes=20)).strftime("%Y-%m-%dT%H:%M"))
    page.locator("#id_rounds").fill("2")
    unfold(page)
    page.locator("#id_check_in_minutes").fill("30")
    page.get_by_role("button", name="Announce").click()
    page.wait_for_url(re.compile(r"/tournaments/[\w-]{10}$"))
    evening.cup = page.url.rpartition("/")[2]
    unfold(page)
    page.get_by_label("How many").fill("4")
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_role("heading", name="4 entries")).to_be_visible()


def unfold(page: Page) -> None:
    page.locator("details:not([open])").evaluate_all("all => all.forEach((each) => each.open = true)")


def share_the_work(evening: Evening) -> None:
    privacy.choose(user=evening.users["asta"], choices={"invitations": "anyone"})
    page = evening.go("olga", "/organisers")
    page.get_by_label("Names").fill("asta")
    page.get_by_role("button", name="Save").click()
    evening.told(evening.users["asta"], "invited")
    evening.go("asta").get_by_role("button", name="Confirm").click()


def come(evening: Evening) -> None:
    """All enter, and all but the late one say that they are there."""
    for name in (*COMING, "nemo", "tardy"):
        page = evening.go(name)
        page.get_by_role("button", name="Enter", exact=True).click()
        if name != "tardy":
            page.get_by_role("button", name="I am here").click()
            expect(page.get_by_text("You are here")).to_be_visible()


def walk_in(evening: Evening) -> None:
    """Somebody without an account is entered by a phone, and comes to their place with another."""
    page, phone = evening.go("asta", "/walk-ins"), evening.pages["Gus"]
    page.get_by_label("Name").fill("Gus")
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_text("Link and QR code").click()
    code = page.locator("#walk-ins details img")
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    phone.goto(str(page.locator("#walk-ins details a").get_attribute("href")))
    phone.get_by_role("button", name="This is me").click()
    number = phone.locator(".claim-number").inner_text()
    page.reload()
    expect(page.locator("#walk-ins b")).to_have_text(number)
    page.get_by_role("button", name="Yes, it is them").click()
    phone.wait_for_url(re.compile(f"/tournaments/{evening.cup}$"))
    evening.users["Gus"] = User.objects.get(username="Gus")


def begin(evening: Evening) -> None:
    """Who would be left out is named first; everybody is told where they play, or that it began without them."""
    page = evening.go("olga")
    page.get_by_role("link", name="Start now").click()
    expect(page.locator("main")).to_contain_text("tardy has not checked in and would be left out.")
    page.get_by_role("button", name="Start", exact=True).click()
    for name in (*COMING, "nemo"):
        evening.told(evening.users[name], "round_paired")
    evening.told(evening.users["tardy"], "left_out")
    evening.screen.goto(f"/tournaments/{evening.cup}/projector")
    expect(evening.screen.locator("body")).to_contain_text("nemo")


def take_in_who_is_late(evening: Evening) -> None:
    page = evening.pages["tardy"]
    page.goto("/notices")
    expect(page.locator(".inbox")).to_contain_text("Friday Soup has begun without you")
    evening.go("olga").get_by_role("button", name="Take in").click()
    evening.told(evening.users["tardy"], "moved_up")
    page.reload()
    expect(page.locator(".inbox")).to_contain_text("You play Friday Soup after all: olga has taken you in")


def remedies(evening: Evening, name: str) -> Page:
    """The desk, with the remedies of the table of *name* open."""
    page = evening.go("olga", "/desk")
    page.locator(".desk-tables tr", has_text=name).get_by_label(re.compile("Remedies for table")).click()
    return page


def give_up_who_never_comes(evening: Evening) -> None:
    page = remedies(evening, "nemo")
    page.get_by_role("link", name="Forfeit a player").click()
    page.get_by_label("nemo", exact=True).check()
    page.get_by_role("button", name="Show what it would do").click()
    page.get_by_label("In your own words").fill("Nobody has seen them.")
    page.get_by_role("button", name=re.compile("^Sign R")).click()
    expect(page).to_have_url(re.compile("/desk$"))
    evening.told(evening.users["nemo"], "ruling")


def play_with_real_cards(evening: Evening) -> None:
    """One reports without a connection, and it is sent from the first page that has one; the other confirms."""
    names = {evening.users[name].pk: name for name in (*COMING, "Gus")}
    seats = next(seats for seats in map(seats_of, open_tables(evening.cup)) if {*seats} <= {*names})
    first, second = (names[user] for user in seats)
    remedies(evening, first).get_by_role("button", name="Play it with real cards").click()
    table = next(each for each in open_tables(evening.cup) if tables.summary(each).in_room)
    report_without_a_connection(evening, first, table)
    told = Notice.objects.filter(user=evening.users[second], kind="result_reported", facts__contains={"table": table})
    until(told.exists, "the other hears of the report")
    other = evening.pages[second]
    other.goto(f"/tables/{table}")
    other.get_by_role("button", name="That is right").click()
    expect(other.get_by_text("Confirmed")).to_be_visible()


def seats_of(table: str) -> tuple[int, ...]:
    return tuple(user or 0 for user in tables.summary(table).seats)


def report_without_a_connection(evening: Evening, name: str, table: str) -> None:
    page = evening.pages[name]
    page.goto(f"/tables/{table}")
    for place, field in enumerate(page.locator("#report-form [name^=place]").all(), start=1):
        field.select_option(str(place))
    page.context.set_offline(True)
    page.get_by_role("button", name="Report", exact=True).click()
    expect(page.get_by_text("There is no connection")).to_be_visible()
    evening.pages[name] = page.context.new_page()
    page.close()
    evening.pages[name].context.set_offline(False)
    evening.pages[name].goto("/")


def play_here(evening: Evening) -> None:
    """The way from a notice to the table; the rest of the round is given up, and round 2 follows by itself."""
    name = next(name for name in COMING if evening.seat(name))
    page = evening.pages[name]
    page.goto("/notices")
    page.get_by_role("button", name="Sit down").first.click()
    expect(page).to_have_url(re.compile(f"/tables/{evening.seat(name)}$"))
    expect(page.locator(".felt")).to_be_visible()
    for table in open_tables(evening.cup):
        concede(table)
    until(lambda: len(selectors.at(evening.cup).rounds) == 2, "round 2 is drawn")
    for user in (*COMING, "nemo", "tardy"):
        evening.told(evening.users[user], "round_paired", round=2)


def end(evening: Evening) -> None:
    for table in open_tables(evening.cup):
        concede(table)
    assert selectors.detail(evening.cup).status == "finished"
    for name in (*COMING, "nemo", "tardy", "Gus"):
        evening.told(evening.users[name], "placed", "title")
    evening.screen.reload()
    expect(evening.screen.locator(".winners li").first).to_be_visible()
    for name in SCREENS:
        expect(evening.go(name).locator(".podium li")).not_to_have_count(0)
