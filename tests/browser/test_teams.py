"""Two people enter as a team, on a phone, in the light and in the dark."""

from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import Privacy, Reach, User
from tests.browser.conftest import PASSWORD, Opener, log_in
from tests.browser.looks import SCREENS
from tests.browser.looks import faults as complaints
from tests.factories import announced, concede, open_tables, team
from tournaments.director import selectors, services

PHONE: ViewportSize = {"width": 360, "height": 640}
NAME = "The Long-Winded Partners of the West End"


def check(page: Page) -> None:
    """It fits a narrow phone, and axe has nothing to say."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for scheme in SCREENS:
        page.emulate_media(color_scheme=scheme)
        assert complaints(page) == []


def test_a_team_is_named_confirmed_and_followed_on_a_phone(open_page: Opener) -> None:
    organiser, *people = (
        User.objects.create_user(name, password=PASSWORD) for name in ("olga", "ann", "ben", "cy", "di")
    )
    for user in people:
        Privacy.objects.create(user=user, invitations=Reach.ANYONE)
    made = announced(organiser.pk, game="gasp-pairs", team_size=2, rounds=1)
    team(made, people[2].pk, people[3].pk)
    pages = []
    for user in people[:2]:
        page = open_page(viewport=PHONE)
        log_in(page, user)
        pages.append(page)
    ann, ben = pages
    ann.goto(f"/tournaments/{made}")
    ann.get_by_role("link", name="Enter as a team").click()
    check(ann)
    ann.get_by_label("Your partner").fill("ben")
    ann.get_by_label("Name of the team").fill(NAME)
    ann.get_by_role("button", name="Enter").click()
    expect(ann.get_by_text(f"{NAME}: waiting for ben to confirm.")).to_be_visible()
    check(ann)
    ben.goto("/")
    ben.get_by_role("link", name="Tuesday").first.click()
    check(ben)
    ben.get_by_role("button", name="Confirm").click()
    expect(ben.get_by_text(f"Your team has entered: {NAME}.")).to_be_visible()
    services.start(tournament_id=made, by=organiser.pk)
    for path in ("", "/withdraw"):
        ben.goto(f"/tournaments/{made}{path}")
        check(ben)
    concede(open_tables(made)[0])
    assert selectors.detail(made).status == "finished"
    for path in ("", "/standings", "/rounds", "/crosstable"):
        ben.goto(f"/tournaments/{made}{path}")
        check(ben)
