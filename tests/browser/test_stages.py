"""Groups and a bracket that is not fixed yet, as they look on a small screen and a large one."""

from accounts.models import User
from tests.browser.conftest import Opener
from tests.factories import concede, open_tables, started
from tournaments.director import selectors
from tournaments.director.state.stage_settings import Stage
from tournaments.pairing.qualification import Place

FINAL = Stage(format="knock-out", takes=(Place(1), Place(2)))
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def cup() -> str:
    users = [User.objects.create_user(name).pk for name in ("Wolfeschlegelstein", *(f"player{n}" for n in range(7)))]
    return started(users[0], users, format="round-robin", groups=2, stages=(FINAL,), rated=False)


def test_groups_and_the_bracket_to_come_fit_a_phone(open_page: Opener) -> None:
    tournament = cup()
    concede(open_tables(tournament)[0])
    for begun in (False, True):
        while begun and selectors.detail(tournament).stage == 1:
            concede(open_tables(tournament)[0])
        for tab in ("", "/bracket", "/standings", "/crosstable", "/rounds"):
            page = open_page(f"/tournaments/{tournament}{tab}", viewport={"width": 360, "height": 740})
            assert page.evaluate(OVERFLOW) <= 0, tab
            if tab == "/standings":
                cuts = page.locator("tr.cut + tr.why > td").first
                assert cuts.evaluate("element => getComputedStyle(element).borderBlockEndStyle") == "dashed"
            page.context.close()
