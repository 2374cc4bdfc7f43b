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
    viewer.style.display = "none"; // what is drawn is compared, not where it lies
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


def test_all_eyes_and_the_slider_are_on_every_screen_and_nothing_lies_over_the_felt(open_page: Opener) -> None:
    path = f"/tables/{played_out(GAMES['gasp'], seats=5)}/replay"
    page = open_page()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(path)
        here(page)
        for eyes in page.locator(".eyes a").all():
            box, row = eyes.bounding_box(), page.locator(".eyes .segments").bounding_box()
            assert box is not None
            assert row is not None
            assert row["x"] <= box["x"] + 1
            assert box["x"] + box["width"] <= row["x"] + row["width"] + 1, (width, eyes.inner_text())
        assert in_sight(page, "#scrub"), f"{width}x{height}"
        felt, reel = page.locator("#felt").bounding_box(), page.locator(".reel").bounding_box()
        assert felt is not None
        assert reel is not None
        assert felt["y"] + felt["height"] <= reel["y"] + 1, f"{width}x{height}"


def test_key_moments_are_reached_by_hand_on_every_screen(open_page: Opener) -> None:
    page = open_page(finished("german-whist"))
    here(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("Home")
        at(page, 0)
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
    for key in ("1", "s", "h", "a", "t"):
        page.keyboard.press(key)
        expect(said).to_have_count(1)
        page.keyboard.press("h")
        expect(said).to_have_count(1)
        page.evaluate("document.getElementById('toasts').replaceChildren()")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page.locator(".eyes [aria-current]")).to_have_text("All hands")
    page.context.set_offline(False)
    page.keyboard.press("1")
    expect(page.locator(".eyes [aria-current]")).not_to_have_text("All hands")
    forgive(faults, *CUT_OFF)


def test_after_a_click_beside_the_table_the_arrows_step_and_by_keyboard_they_choose(open_page: Opener) -> None:
    page = open_page(finished("german-whist"))
    here(page)
    page.get_by_text("Words", exact=True).click()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page.locator("#moves")).to_be_visible()
    speed = page.locator("#speed")
    speed.click()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect(speed).to_have_value("1")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(speed).to_have_value("2")
    at(page, 2)


def test_a_link_that_may_not_be_copied_lies_beside_everything_and_goes_with_escape(open_page: Opener) -> None:
    page = open_page()
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))")
    page.goto(finished("german-whist"))
    here(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("l")
        field, buttons = page.locator("#share"), page.locator(".transport .btn:visible")
        expect(field).to_be_focused()
        box = field.bounding_box()
        assert box is not None
        for each in [page.locator("#felt"), page.locator("#scrub"), *buttons.all()]:
            other = each.bounding_box()
            assert other is not None
            apart = box["x"] >= other["x"] + other["width"] or other["x"] >= box["x"] + box["width"]
            assert apart or box["y"] >= other["y"] + other["height"] - 1 or other["y"] >= box["y"] + box["height"] - 1
        assert box["y"] + box["height"] <= height
        page.keyboard.press("Escape")
        expect(page.locator(".eyes")).to_be_visible()
    page.keyboard.press("l")
    page.keyboard.press("ArrowRight")
    at(page, 1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_a_phone_the_list_leads_to_the_table_and_the_move_is_counted(
    open_page: Opener, width: int, height: int
) -> None:
    page = open_page(finished("german-whist"), viewport={"width": width, "height": height})
    here(page)
    slip = page.locator(".course a.slip").nth(6)
    slip.scroll_into_view_if_needed()
    slip.click()
    at(page, str(slip.get_attribute("data-go")))
    assert in_sight(page, "#felt .my-plate")
    where = page.locator("#where")
    short = where.evaluate("(e) => getComputedStyle(e, '::before').content")
    assert f"{slip.get_attribute('data-go')}/" in short
    assert (where.bounding_box() or {"width": 0})["width"] > 20
    assert in_sight(page, "#where")


def test_the_list_of_keys_opens_at_its_top(open_page: Opener) -> None:
    page = open_page(finished("german-whist"), viewport={"width": 844, "height": 390})
    here(page)
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_in_viewport()
    assert page.evaluate("document.getElementById('keys-dialog').scrollTop") == 0


@pytest.mark.parametrize("game", list(GAMES))
def test_a_step_draws_what_the_server_drew(open_page: Opener, game: str) -> None:
    page = open_page(finished(game))
    here(page)
    assert page.evaluate(UNLIKE) == []
