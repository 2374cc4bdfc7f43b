"""All that a replay has is within reach on every screen, and what is shown stays when the connection is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine.registry import GAMES
from tests.browser.conftest import Opener, forgive
from tests.browser.pages import finished
from tests.browser.test_replay import SCREENS, at, here
from tests.factories import played_out

CUT_OFF = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")
UNLIKE = """async () => {
    const script = document.querySelector("script[src*='analysed']").src;
    const {feltAt, load} = await import(script.replace(/[^/]*$/, "positions.js"));
    const viewer = document.getElementById("viewer");
    const game = await load(`${viewer.dataset.positions}?${viewer.dataset.eyes}`);
    const tight = (felt) => {
        const template = document.createElement("template");
        template.innerHTML = felt.outerHTML.replace(/>\\s+/g, ">").replace(/\\s+</g, "<");
        return template.content; // in which attributes have no order
    };
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {key}));
    const unlike = [];
    for (const key of ["Home", "ArrowRight", "ArrowLeft"]) {
        for (const _ of key === "Home" ? [0] : game.felts) {
            press(key);
            const move = Number(viewer.dataset.move);
            const shown = tight(document.getElementById("felt"));
            if (!shown.isEqualNode(tight(feltAt(game, move)))) unlike.push(`${key} to ${move}`);
        }
    }
    return unlike;
}"""


def in_sight(page: Page, what: str) -> bool:
    """Whether the middle of it lies on the screen, with nothing over it."""
    return bool(
        page.locator(what).first.evaluate(
            """(each) => {
            const box = each.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return Boolean(top) && (each.contains(top) || top.contains(each));
        }"""
        )
    )


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_all_eyes_and_the_slider_are_on_every_screen_and_nothing_lies_over_the_felt(
    open_page: Opener, width: int, height: int
) -> None:
    table = played_out(GAMES["gasp"], seats=5)
    page = open_page(f"/tables/{table}/replay", viewport={"width": width, "height": height})
    here(page)
    for eyes in page.locator(".eyes a").all():
        box, row = eyes.bounding_box(), page.locator(".eyes .segments").bounding_box()
        assert box is not None
        assert row is not None
        assert row["x"] <= box["x"] + 1
        assert box["x"] + box["width"] <= row["x"] + row["width"] + 1, eyes.inner_text()
    assert in_sight(page, "#scrub")
    felt, reel = page.locator("#felt").bounding_box(), page.locator(".reel").bounding_box()
    assert felt is not None
    assert reel is not None
    assert felt["y"] + felt["height"] <= reel["y"] + 1


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_key_moments_are_reached_by_hand_on_every_screen(open_page: Opener, width: int, height: int) -> None:
    page = open_page(finished("german-whist"), viewport={"width": width, "height": height})
    here(page)
    moment = page.locator(".keymoments a:visible").last
    moment.click()
    at(page, str(moment.get_attribute("data-go")))


def test_a_step_may_be_a_whole_move(open_page: Opener) -> None:
    page = open_page(finished("german-whist"))
    here(page)
    steps = []
    for _ in range(4):
        page.keyboard.press(".")
        steps.append(int(str(page.locator("#viewer").get_attribute("data-move"))))
    page.keyboard.press(",")
    at(page, steps[2])
    assert steps[1] - steps[0] == 2, "the second card of a trick lies there, and is taken"
    assert steps[2] - steps[1] == 1


def test_where_one_is_is_read_at_the_slider_in_words(open_page: Opener) -> None:
    page = open_page(finished("german-whist"))
    here(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scrub")).to_have_attribute("aria-valuetext", re.compile(r"^Move 1 of \d+\. \S"))


def test_without_a_connection_nothing_that_is_shown_is_lost(open_page: Opener, faults: list[str]) -> None:
    page = open_page(finished("german-whist"))
    here(page)
    page.context.set_offline(True)
    said = page.locator(".toast").filter(has_text="There is no connection. What is shown stays here.")
    for number, key in enumerate(("1", "s", "h", "a", "t"), start=1):
        page.keyboard.press(key)
        expect(said).to_have_count(number)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page.locator(".eyes [aria-current]")).to_have_text("All hands")
    page.context.set_offline(False)
    page.keyboard.press("1")
    expect(page.locator(".eyes [aria-current]")).not_to_have_text("All hands")
    forgive(faults, *CUT_OFF)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_step_draws_what_the_server_drew(open_page: Opener, game: str) -> None:
    page = open_page(finished(game))
    here(page)
    assert page.evaluate(UNLIKE) == []
