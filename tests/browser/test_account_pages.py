"""The pages about one's own account and one's friends: nothing for axe to say, and nothing wider than a phone."""

import pytest
from playwright.sync_api import Page

from accounts import privacy
from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, leave_open, log_in
from tests.browser.looks import faults, looks, narrow
from tests.factories import open_for
from tournaments.people import chat, friends
from tournaments.people.places import at_table


@pytest.fixture
def nora(transactional_db: None) -> User:
    return User.objects.create_user("Nora", password=PASSWORD, is_staff=True)


@pytest.fixture
def paths(nora: User) -> list[str]:
    """The pages, with something on each."""
    other, blocked = User.objects.create_user("A_name_as_long_as_names_can_be"), User.objects.create_user("Blocked")
    privacy.choose(user=nora, choices={"invitations": "anyone"})
    friends.ask(user=other, name="Nora")
    privacy.block(user=nora, other=blocked)
    table = open_for(nora, other)
    for user in (nora, other):
        chat.write(
            user=user, place=at_table(table), text="A rather long line, and_a_word_that_does_not_end_" + "x" * 60
        )
    return [
        *(f"/settings{part}" for part in ("", "/security", "/privacy", "/vacation", "/tokens", "/data")),
        *("/friends", "/reports", "/about/privacy", "/account/email/", f"/tables/{table}/chat", f"/players/{other}"),
    ]


def test_axe_finds_nothing_and_nothing_is_too_wide(open_page: Opener, nora: User, paths: list[str]) -> None:
    page = open_page(locale="es")
    log_in(page, nora)
    found: list[str] = []
    for path in paths:
        found += seen(page, path)
    leave_open(nora)
    page.goto("/account/second-factor/totp/activate/")
    found += seen(page)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()
    page.locator("#secret").wait_for()
    found += seen(page)
    found += seen(page, "/account/second-factor/webauthn/add/")
    assert found == []


def seen(page: Page, path: str = "") -> list[str]:
    """What is wrong with the page at *path*, or with the one that is open."""
    if path:
        page.goto(path)
    found: list[str] = []
    for look in looks(page):
        found += faults(page) + ([] if narrow(page) else [f"{page.url} is too wide, {look}"])
    return found
