"""The worker that an installed app has: without a connection it shows a page that says so."""

from playwright.sync_api import expect

from tests.browser.conftest import Opener, forgive

READY = """async () => {
  await navigator.serviceWorker.register(document.documentElement.dataset.worker);
  await navigator.serviceWorker.ready;
}"""


def test_an_installed_app_says_that_there_is_no_connection_and_comes_back(open_page: Opener, faults: list[str]) -> None:
    page = open_page("/games")
    page.evaluate(READY)
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto("/tournaments")
    expect(page.get_by_role("heading", name="There is no connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).display") == "flex", "its styles are kept, too"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Tournaments", exact=True)).to_be_visible()
    forgive(faults, "Failed to load resource", "net::ERR")
