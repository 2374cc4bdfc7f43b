"""An account becomes a bot's by its own wish and its owner's; its page says what the bot does."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, log_in
from tests.browser.test_account_pages import seen

pytestmark = pytest.mark.usefixtures("transactional_db")


def test_two_people_make_a_bot_and_its_page_fits_every_look(open_page: Opener) -> None:
    owner, made = (
        User.objects.create_user(name, password=PASSWORD) for name in ("Nora", "A_bot_with_a_long_name_of_30_s")
    )
    asks, answers = open_page(), open_page()
    log_in(asks, made)
    log_in(answers, owner)
    found = seen(asks, "/settings/bots")
    asks.get_by_label("Owner").fill("Nora")
    asks.get_by_label("To confirm, enter your own name").fill(made.username)
    asks.get_by_role("button", name="Ask the owner").click()
    expect(asks.get_by_role("button", name="Take the request back")).to_be_visible()
    found += seen(asks) + seen(answers, "/settings/bots")
    answers.get_by_role("button", name="Answer for it").click()
    expect(answers.locator("main .bot")).to_have_text("bot")
    found += seen(answers)
    asks.goto("/settings/bots")
    asks.get_by_label("Version").fill("1.0")
    asks.get_by_role("button", name="Announce this version").click()
    asks.get_by_label("German Whist").check()
    asks.get_by_role("button", name="Save").click()
    expect(asks.get_by_role("button", name="Without rules")).to_be_visible()
    expect(asks.get_by_label("German Whist")).to_be_checked()
    asks.get_by_role("button", name="Open a smoke table").click()
    expect(asks.locator("main")).to_contain_text("Your program has no stream open")
    found += seen(asks) + seen(asks, f"/players/{made.username}")
    assert found == []
