"""A game looked at together, in four browsers: one leads, the others follow without loading a page."""

import re
from functools import cached_property

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from tests.browser.conftest import Opener, forgive, log_in, person
from tests.browser.looks import faults_in_turn
from tests.browser.pages import finished
from tests.browser.test_replay import SCREENS, at, here

CUT_OFF = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")


class Together:
    """*leads* has opened it; each other comes when they are first spoken of, and their page remembers that it was not
    loaded again."""

    def __init__(self, open_page: Opener) -> None:
        self._open_page = open_page
        self.leads = opened(open_page, "german-whist", person("ann"))

    @cached_property
    def ben(self) -> Page:
        return joined(self._open_page, self.leads.url, person("ben"))

    @cached_property
    def cleo(self) -> Page:
        return joined(self._open_page, self.leads.url, person("cleo"))

    @cached_property
    def guest(self) -> Page:
        return joined(self._open_page, self.leads.url)

    @property
    def others(self) -> tuple[Page, ...]:
        return self.ben, self.cleo, self.guest


def mode(page: Page, name: str) -> None:
    expect(page.locator("#viewer")).to_have_attribute("data-mode", name)


def opened(open_page: Opener, game: str, user: User) -> Page:
    page = open_page()
    log_in(page, user)
    page.goto(finished(game))
    here(page)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("g")
    page.wait_for_url(re.compile(r"/reviews/\w+$"))
    here(page)
    mode(page, "lead")
    return page


def joined(open_page: Opener, url: str, user: User | None = None) -> Page:
    page = open_page()
    if user is not None:
        log_in(page, user)
    page.goto(url)
    page.get_by_role("button", name="Join").click()
    mode(page, "follow")
    here(page)
    page.evaluate("window.loaded = true")
    return page


@pytest.fixture
def together(open_page: Opener) -> Together:
    return Together(open_page)


def was_not_loaded(*pages: Page) -> None:
    assert [page.evaluate("window.loaded") for page in pages] == [True] * len(pages)


def test_one_leads_and_the_others_follow_are_cut_off_look_around_and_lead(
    together: Together, faults: list[str]
) -> None:
    leads, (ben, cleo, guest) = together.leads, together.others
    for page in together.others:
        at(page, 1)
    leads.keyboard.press("ArrowRight")
    leads.keyboard.press("ArrowRight")
    for page in together.others:
        at(page, 3)

    ben.context.set_offline(True)
    expect(ben.locator("#lost")).to_be_visible()
    cleo.keyboard.press("Home")
    mode(cleo, "alone")
    leads.keyboard.press("0")
    leads.keyboard.press("p")
    leads.keyboard.press("ArrowRight")
    at(guest, 4)
    expect(guest.locator(".hand, .open-hand")).to_have_count(0)
    at(cleo, 0)
    ben.context.set_offline(False)
    at(ben, 4)
    expect(ben.locator("#lost")).to_be_hidden()
    expect(ben.locator(".hand, .open-hand")).to_have_count(0)
    cleo.get_by_role("link", name="Back to ann").click()
    at(cleo, 4)
    mode(cleo, "follow")

    leads.locator("#acts-beside > summary").click()
    leads.locator("#hand-to").select_option(label="cleo")
    leads.get_by_role("button", name="Let them lead").click()
    mode(cleo, "lead")
    mode(leads, "follow")
    here(leads)
    leads.evaluate("window.loaded = true")
    expect(ben.locator("[data-leader]")).to_have_text("cleo leads")
    cleo.keyboard.press("ArrowRight")
    for page in (leads, ben, guest):
        at(page, 5)
    was_not_loaded(leads, *together.others)
    forgive(faults, *CUT_OFF)


def test_a_line_that_is_tried_is_followed_card_by_card_and_left_again(together: Together) -> None:
    leads, others = together.leads, (together.ben, together.guest)
    leads.evaluate("window.loaded = true")
    leads.keyboard.press("h")
    expect(leads.get_by_role("heading", name="Line from move")).to_be_visible()
    for page in others:
        expect(page.get_by_role("heading", name="Line from move")).to_be_visible()
    leads.locator(".trying li a").first.click()
    leads.wait_for_url(re.compile(r"/reviews/\w+(\?.*line=\d:\w+)?$"))
    for page in others:
        expect(page.get_by_role("link", name="Take back")).to_be_visible()
    leads.get_by_role("link", name="Back to the game").click()
    for page in others:
        expect(page.locator(".trying")).to_have_count(0)
        here(page)
        mode(page, "follow")
    was_not_loaded(leads, *others)


def test_cards_are_ringed_and_joined_by_arrows_with_the_mouse_and_by_keyboard(together: Together) -> None:
    leads, ben, guest = together.leads, together.ben, together.guest
    leads.get_by_role("button", name="Mark cards").click()
    cards = leads.locator("#felt .hand .card")
    cards.first.click()
    for page in (leads, ben, guest):
        expect(page.locator(".marks-drawn rect")).to_have_count(1)
    name = str(cards.first.get_attribute("aria-label"))
    expect(ben.locator("#where")).to_contain_text(f"Marked: {name}")
    box = cards.first.bounding_box(), cards.nth(3).bounding_box()
    assert box[0]
    assert box[1]
    leads.mouse.move(box[0]["x"] + 8, box[0]["y"] + 20)
    leads.mouse.down()
    leads.mouse.move(box[1]["x"] + 8, box[1]["y"] + 20)
    leads.mouse.up()
    expect(ben.locator(".marks-drawn polygon")).to_have_count(1)
    expect(ben.locator("#where")).to_contain_text("from ")
    leads.keyboard.press("ArrowRight")
    expect(ben.locator(".marks-drawn :is(rect, polygon)")).to_have_count(0)
    leads.locator("#acts-beside > summary").click()
    leads.locator("#mark-beside summary").click()
    leads.locator("#mark-card").select_option(index=3)
    leads.locator("#mark-form").get_by_role("button", name="Mark", exact=True).press("Enter")
    expect(ben.locator("#where")).to_contain_text("Marked:")


def test_what_is_written_beside_it_comes_at_once(together: Together) -> None:
    leads, ben = together.leads, together.ben
    for page in (leads, ben):
        page.locator("#chat-beside summary").click()
        expect(page.locator("#chat-text")).to_be_visible()
    leads.locator("#chat-text").fill("Why not the nine?")
    leads.locator(".chat-form button").click()
    expect(ben.locator("#chat-lines")).to_contain_text("Why not the nine?")
    ben.keyboard.press("Home")  # in the field it is a key of the field
    mode(ben, "follow" if ben.evaluate("document.activeElement.id") == "chat-text" else "alone")


WHOLE_ROWS = """() => {
    const grid = document.getElementById("grid"), head = grid.querySelector("thead th");
    const box = grid.getBoundingClientRect();
    return [...grid.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect())
        .filter((row) => row.top >= head.getBoundingClientRect().bottom - 1 && row.bottom <= box.bottom + 1).length;
}"""


def test_the_list_is_read_and_the_chat_is_written_on_a_laptop(together: Together) -> None:
    leads = together.leads
    leads.set_viewport_size({"width": 1366, "height": 625})
    leads.keyboard.press("End")
    assert leads.evaluate(WHOLE_ROWS) >= 4
    leads.locator("#chat-beside summary").focus()
    leads.keyboard.press("Enter")
    send = leads.locator(".chat-form button")
    expect(send).to_be_in_viewport(ratio=1)
    expect(leads.locator("#grid")).to_be_hidden()
    leads.locator("#link-beside summary").press("Enter")
    expect(send).to_be_hidden()
    expect(leads.locator("#review-link")).to_be_in_viewport(ratio=1)
    leads.locator("#link-beside summary").press("Enter")
    expect(leads.locator("#grid")).to_be_visible()


def test_a_leader_who_leaves_leaves_the_lead_to_the_others(together: Together) -> None:
    leads, ben, cleo = together.leads, together.ben, together.cleo
    leads.locator("#acts-beside > summary").click()
    leads.get_by_role("button", name="Leave this review").click()
    mode(leads, "out")
    expect(leads.get_by_text("Join to see who looks together.")).to_be_visible()
    for page in (ben, cleo):
        expect(page.locator("[data-leader]")).to_have_text("Nobody leads")
    ben.get_by_role("button", name="Take the lead").click()
    mode(ben, "lead")
    expect(cleo.locator("[data-leader]")).to_have_text("ben leads")
    cleo.keyboard.press("Home")
    expect(cleo.get_by_role("link", name="Back to ben")).to_be_visible()


def test_a_stream_that_cannot_be_had_is_waited_for_and_one_that_is_shut_is_not(
    together: Together, faults: list[str]
) -> None:
    ben, refused = together.ben, [503, 429, 503]

    def refuse(route: Route) -> None:
        if refused:
            route.fulfill(status=refused.pop(0))
        else:
            route.fallback()

    ben.route("**/stream", refuse)
    lose(ben)
    expect(ben.locator("#lost")).to_be_visible()
    expect(ben.locator("#lost")).to_be_hidden()
    assert refused == []
    together.leads.keyboard.press("ArrowRight")
    at(ben, 2)
    was_not_loaded(ben)
    refused += [403, 403]
    lose(ben)
    ben.wait_for_function("() => !window.loaded")
    here(ben)
    mode(ben, "follow")
    forgive(faults, "503", "429", "403", *CUT_OFF)


def lose(page: Page) -> None:
    """The stream ends, and is asked for again."""
    page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")


def test_its_end_is_told_to_all(together: Together) -> None:
    others = together.ben, together.guest
    together.leads.locator("#acts-beside > summary").click()
    together.leads.get_by_role("button", name="End this review for everybody").click()
    together.leads.wait_for_url(re.compile("/replay$"))
    for page in others:
        mode(page, "over")
        expect(page.get_by_role("link", name="To the replay")).to_be_visible()


def test_axe_finds_nothing_and_all_fits_every_screen(open_page: Opener) -> None:
    leads = opened(open_page, "gasp", person("An_organiser_with_a_long_name_"))
    ben = joined(open_page, leads.url, person("ben"))
    for number, page in enumerate((leads, ben)):
        assert faults_in_turn(page, number) == []
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for part in (".transport", ".strip-together .who"):
                box = page.locator(part).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= height, f"{part} at {width}x{height}"
            assert page.evaluate("document.getElementById('felt').clientHeight") > 100, f"{width}x{height}"


def test_without_a_script_the_present_position_is_asked_for(open_page: Opener) -> None:
    leads = opened(open_page, "german-whist", person("ann"))
    plain = open_page(leads.url, java_script_enabled=False)
    plain.get_by_role("button", name="Join").click()
    at(plain, 1)
    leads.keyboard.press("ArrowRight")
    at(leads, 2)
    expect(plain.get_by_role("link", name="Show the present position")).to_be_visible()
    with leads.expect_response(re.compile("/step$")):
        leads.keyboard.press("ArrowRight")
    plain.get_by_role("link", name="Show the present position").click()
    at(plain, 3)
