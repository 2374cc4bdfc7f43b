"""Frames on a page of another site: they fit from 300 px on, they are stepped through, and they leave no cookie."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.conftest import Opener
from tests.browser.looks import faults as found_by_axe
from tests.browser.pages import entrants, finished
from tests.browser.test_other_origins import elsewhere
from tests.factories import started
from tests.processes import Processes

__all__ = ["elsewhere"]

INTO = """([address, width]) => {
  const frame = Object.assign(document.createElement("iframe"), { src: address, width, height: 420, title: "Cards" });
  document.body.replaceChildren(frame);
}"""
WIDE = """() => [document.documentElement.scrollWidth - innerWidth, document.getElementById("viewer")
  ? document.documentElement.scrollHeight - innerHeight : 0]"""


@pytest.mark.parametrize("width", [300, 640, 1000])
def test_a_replay_is_stepped_through_in_a_frame(
    open_page: Opener, elsewhere: str, processes: Processes, width: int
) -> None:
    address = finished("gasp")
    page = open_page(elsewhere)
    page.evaluate(INTO, [f"{processes.url}{address.removesuffix('/replay')}/embed?move=1", width])
    frame = page.frame_locator("iframe")
    expect(frame.locator("#viewer")).to_have_attribute("data-move", "1")
    frame.get_by_role("link", name="Forward").click()
    expect(frame.locator("#viewer")).to_have_attribute("data-move", "2")
    (inner,) = page.frames[1:]
    assert inner.evaluate(WIDE) == [0, 0]
    assert "tz" not in [cookie["name"] for cookie in page.context.cookies()]


def test_standings_fit_a_narrow_frame_and_axe_finds_nothing(open_page: Opener, processes: Processes, ann: User) -> None:
    tournament = started(ann.pk, entrants("framed", 4))
    page = open_page(f"/tournaments/{tournament}/embed")
    page.set_viewport_size({"width": 300, "height": 420})
    assert page.evaluate(WIDE) == [0, 0]
    assert not found_by_axe(page)
    page.goto(f"{processes.url}{finished('hasp').removesuffix('/replay')}/embed")
    assert not found_by_axe(page)
