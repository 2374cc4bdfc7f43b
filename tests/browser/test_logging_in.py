"""Log-ins with more than a password, in a real browser: codes of an app, and a passkey of a virtual authenticator."""

import re

import pytest
from allauth.mfa.totp.internal import auth as totp
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, leave_open, log_in, meet


@pytest.fixture
def nora(transactional_db: None) -> User:
    return User.objects.create_user("Nora", password=PASSWORD)


def code_of(secret: str) -> str:
    """What an app would show now."""
    return str(totp.format_hotp_value(totp.hotp_value(secret, [*totp.yield_hotp_counters_from_time()][1])))


def confirm(page: Page) -> None:
    """Show that it is still us."""
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def log_out(page: Page) -> None:
    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")


def authenticator(page: Page) -> None:
    """A key of its own in the browser, which says that its owner is there."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def first_step(page: Page, user: User) -> None:
    page.goto("/account/login/")
    page.locator("[name=login]").fill(user.username)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()


def test_codes_of_an_app_are_switched_on_and_asked_for(open_page: Opener, nora: User) -> None:
    page = open_page()
    log_in(page, nora)
    leave_open(nora)
    page.goto("/settings/security")
    page.get_by_role("link", name="Switch on").click()
    confirm(page)
    secret = page.locator("#secret").input_value()
    assert page.get_by_alt_text("QR code").evaluate("image => image.naturalWidth") > 0
    page.locator("[name=code]").fill(code_of(secret))
    page.get_by_role("button", name="Switch on").click()
    codes = page.locator("#codes").input_value().split()
    log_out(page)
    first_step(page, nora)
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    expect(page.locator(".me-link .nm")).to_have_count(0)
    page.locator("[name=code]").fill(codes[0])
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".me-link .nm")).to_have_text("Nora")
    page.goto("/settings/security")
    expect(page.get_by_text("9 codes are left")).to_be_visible()


def test_a_passkey_is_made_and_logs_in_without_a_password(open_page: Opener, nora: User) -> None:
    page = open_page()
    authenticator(page)
    log_in(page, nora)
    leave_open(nora)
    page.goto("/settings/security")
    page.get_by_role("link", name="Add a passkey").click()
    confirm(page)
    page.locator("[name=name]").fill("My laptop")
    page.locator("[name=passwordless]").check()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("#codes")).to_be_visible()
    log_out(page)
    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator(".me-link .nm")).to_have_text("Nora")
    page.goto("/settings/security")
    expect(page.get_by_text("My laptop", exact=True)).to_be_visible()
    expect(page.get_by_text("without a password")).to_be_visible()
    log_out(page)
    first_step(page, nora)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".me-link .nm")).to_have_text("Nora")


def test_a_token_from_a_screen_left_open_wants_the_password(open_page: Opener, nora: User) -> None:
    page = open_page()
    log_in(page, nora)
    leave_open(nora)
    page.goto("/settings/tokens")
    page.locator("[name=name]").fill("My bot")
    page.locator("[value='bot:play']").check()
    page.get_by_role("button", name="Create a token").click()
    confirm(page)
    expect(page.locator("#made")).to_have_value(re.compile("crd_"))
    assert nora.tokens.get().name == "My bot"


def test_what_one_writes_at_a_table_is_read_at_the_other_side_without_a_reload(open_page: Opener) -> None:
    host, guest = meet(open_page)
    for page in (host, guest):
        page.locator("#chat-beside summary").first.click()
        expect(page.locator("#chat-text")).to_be_visible()
    guest.locator("#chat-text").fill("Good luck!")
    guest.locator("#chat-text").press("Enter")
    expect(host.locator("#chat-lines")).to_contain_text("Good luck!")
    expect(guest.locator("#chat-text")).to_have_value("")
    host.locator("#chat-text").fill("half a sen")
    guest.locator("#chat-text").fill("<b>You</b> begin.")
    guest.locator("#chat-text").press("Enter")
    expect(host.locator("#chat-lines")).to_contain_text("<b>You</b> begin.")
    expect(host.locator("#chat-text")).to_have_value("half a sen")
