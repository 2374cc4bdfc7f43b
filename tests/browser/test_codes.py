"""QR codes that are pictures of their own: they appear when a page is opened or printed, with and without scripts."""

import pytest
from playwright.sync_api import Locator, expect

from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, log_in
from tests.factories import announced, started
from tournaments.director.commands import walk_ins

DECODED = "image => image.decode().then(() => image.naturalWidth)"


def drawn(images: Locator) -> list[int]:
    return [image.evaluate(DECODED) for image in images.all()]


@pytest.mark.parametrize("scripts", [True, False])
def test_slips_and_links_have_their_codes(open_page: Opener, scripts: bool) -> None:
    olga = User.objects.create_user("olga", password=PASSWORD)
    players = [User.objects.create_user(name).pk for name in ("Lindiwe", "Rafael", "Rosalind", "Tobias")]
    cup, next_one = started(olga.pk, players, in_room=True, rounds=2), announced(olga.pk)
    for name in ("Ana", "Ben"):
        walk_ins.enter(tournament_id=next_one, by=olga.pk, name=name)
    page = open_page(java_script_enabled=scripts)
    log_in(page, olga)
    page.goto(f"/tournaments/{cup}/slips")
    page.emulate_media(media="print")
    assert min(drawn(page.locator(".score-slip img"))) > 0
    expect(page.locator(".score-slip img")).to_have_count(2)
    page.emulate_media(media="screen")
    page.goto(f"/tournaments/{next_one}/walk-ins")
    page.get_by_text("Link and QR code").first.click()
    code = page.locator("#walk-ins details[open] img")
    expect(code).to_be_visible()
    assert drawn(code)[0] > 0
