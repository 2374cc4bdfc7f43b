"""An organiser at the desk: a no-show, a correction that is tried first, its reversal, and the end."""

import re

from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, forgive, log_in
from tests.browser.looks import faults as complaints
from tests.browser.looks import looks, narrow
from tests.factories import concede, open_tables, started
from tournaments.director import selectors


def cup() -> tuple[User, str]:
    organiser = User.objects.create_user("olga", password=PASSWORD)
    players = [User.objects.create_user(name) for name in ("Lindiwe", "Rafael", "Rosalind", "Tobias")]
    return organiser, started(organiser.pk, [player.pk for player in players], rounds=2, name="Friday Duck Soup")


def sign(page: Page, button: str = "Sign", *, text: str = "") -> None:
    page.get_by_label("In your own words").fill(text)
    page.get_by_role("button", name=re.compile(f"^{button} R")).click()
    expect(page).to_have_url(re.compile("/desk$"))


def test_an_organiser_keeps_a_tournament_going(open_page: Opener) -> None:
    organiser, made = cup()
    first, second = selectors.at(made).rounds[0].matches
    concede(str(first.table))
    page = open_page()
    log_in(page, organiser)
    page.goto(f"/tournaments/{made}")
    page.get_by_role("link", name="To the desk").click()

    absent, winner = (entry.name for entry in second.entries)
    page.get_by_label(re.compile("Remedies for table")).first.click()
    page.get_by_role("link", name="Forfeit a player").click()
    page.get_by_label(absent, exact=True).check()
    page.get_by_role("button", name="Show what it would do").click()
    expect(page.locator(".said-as")).to_contain_text(f"forfeit of {absent}")
    expect(page.locator(".said-as")).to_be_in_viewport()
    expect(page.locator(".change tr.hit")).to_have_count(1)
    sign(page, text="Nobody had heard anything.")
    expect(page.get_by_text("Ruling 1 is signed.")).to_be_visible()
    expect(page.locator(".masthead")).to_contain_text("Round 2 of 2")
    assert [each.codes for each in selectors.at(made).rounds[0].matches][1] == ("-", "+"), winner

    page.get_by_role("link", name="Set a result…").click()
    page.get_by_label("Match").select_option(first.match)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label(re.compile("–")).select_option("0-1")
    page.get_by_role("button", name="Show what it would do").click()
    expect(page.locator(".change").first.locator("del").first).to_be_visible()
    sign(page, text="It was read the wrong way round.")
    assert selectors.at(made).rounds[0].matches[0].codes == ("0", "1")

    page.locator("#ruling-2").get_by_role("link", name="Reverse…").click()
    sign(page, "Reverse", text="It was right.")
    expect(page.locator("#ruling-2.undone")).to_be_visible()
    assert selectors.at(made).rounds[0].matches[0].codes == ("1", "0")

    for table in open_tables(made):
        concede(table)
    page.goto(f"/tournaments/{made}")
    expect(page.locator(".podium li")).not_to_have_count(0)
    assert selectors.detail(made).status == "finished"


def test_the_desk_fits_a_phone_and_axe_finds_nothing(open_page: Opener, faults: list[str]) -> None:
    organiser, made = cup()
    match = selectors.at(made).rounds[0].matches[0]
    page = open_page(locale="es")
    log_in(page, organiser)
    found: list[str] = []
    for path in (
        "desk",
        "ruling",
        f"ruling?act=set_result&match={match.match}&result=0-1",
        f"ruling?act=forfeit&match={match.match}&go=1",
        "ruling?act=set_pairing",
        "rulings",
    ):
        page.goto(f"/tournaments/{made}/{path}")
        for look in looks(page):
            assert narrow(page) or look == "light", path
            found += complaints(page)
    assert found == []
    forgive(faults, "422")


def test_a_ruling_is_tried_and_signed_by_keyboard(open_page: Opener) -> None:
    organiser, made = cup()
    page = open_page()
    log_in(page, organiser)
    match = selectors.at(made).rounds[0].matches[0]
    page.goto(f"/tournaments/{made}/ruling?act=double_loss&match={match.match}")
    page.get_by_label("Reason").focus()
    for _press in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()").startswith("Sign R"):
            break
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/desk$"))
    assert selectors.at(made).rounds[0].matches[0].codes == ("LL", "LL")
