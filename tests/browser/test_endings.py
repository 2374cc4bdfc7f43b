"""What comes after a game: its end on one screen of a laptop, the first page that tells of it, the choice on TV."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from engine.registry import GAMES
from tests.browser.conftest import Opener, log_in, person
from tests.browser.looks import PHONE, faults_in_any_look, narrow
from tests.browser.test_every_page import walk
from tests.factories import open_for, played_out
from tests.pages.test_ending import played_out as played_by

LAPTOP: ViewportSize = {"width": 1366, "height": 625}


def drawn(page: Page) -> None:
    """Until the picture that is shared is there."""
    picture = page.locator(".shared img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('.shared img').naturalWidth === 1200")


@pytest.mark.parametrize("game", ["gasp", "german-whist", "duck-soup"])
def test_the_end_is_on_one_screen_of_a_laptop(open_page: Opener, transactional_db: None, game: str) -> None:
    page = open_page(f"/tables/{played_out(GAMES[game])}", viewport=LAPTOP)
    drawn(page)
    for part in ("#verdict", ".decided", ".scores", ".went", ".shared"):
        box = page.locator(f".ending {part}").first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= LAPTOP["height"], part
    page.set_viewport_size(PHONE)
    assert narrow(page)
    page.locator(".went .keymoments a").first.click()
    expect(page.locator("#viewer .felt")).to_be_visible()


def test_axe_finds_nothing_at_the_end(open_page: Opener, transactional_db: None) -> None:
    page = open_page(f"/tables/{played_out(GAMES['gasp'])}")
    drawn(page)
    assert faults_in_any_look(page) == []
    walk(page)


def test_the_first_page_tells_of_the_last_game_and_tv_of_ones_own(open_page: Opener, transactional_db: None) -> None:
    nora, otto = person("Nora"), User.objects.create_user("Otto")
    played_by(nora, otto, game="german-whist")
    running = open_for(nora, otto, game="german-whist")
    page = open_page(viewport=PHONE)
    log_in(page, nora)
    page.goto("/")
    expect(page.locator("#story-h")).to_contain_text("Your last game")
    assert narrow(page)
    found = faults_in_any_look(page)
    page.goto("/tv/mine")
    expect(page.locator("main")).not_to_contain_text(running)
    page.get_by_role("link", name="All", exact=True).click()
    expect(page.locator(f"#felt-of-{running}")).to_be_visible()
    expect(page.get_by_role("link", name="All", exact=True)).to_have_attribute("aria-current", "page")
    page.goto("/tv/mine")
    assert found + faults_in_any_look(page) == []
