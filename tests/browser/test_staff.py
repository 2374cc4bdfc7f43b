"""The page of those who look after the service: nothing for axe to say, nothing too wide, and it renews itself."""

from playwright.sync_api import expect

from accounts import staff
from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, log_in
from tests.browser.looks import faults, looks, narrow


def test_axe_finds_nothing_and_what_is_new_comes_by_itself(open_page: Opener, transactional_db: None) -> None:
    stella = User.objects.create_user("Stella", password=PASSWORD, is_staff=True)
    page = open_page(locale="es")
    log_in(page, stella)
    page.goto("/")
    page.locator(".foot a[href='/staff']").click()
    for _look in looks(page):
        assert faults(page) == []
        assert narrow(page)
    page.locator("#well summary").click()
    staff.note("token.made", f"user:{stella.pk}", by=None)
    expect(page.locator(".acts")).to_contain_text("token.made")
    expect(page.locator("#well")).not_to_have_attribute("open", "")
