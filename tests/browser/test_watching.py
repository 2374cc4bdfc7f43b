"""Watching, in the browser: live tables, replays, and pages that keep themselves up to date."""

from playwright.sync_api import expect

from accounts import services as accounts
from accounts.models import User
from tests.browser.conftest import (
    Opener,
    at_table,
    await_event,
    await_turn,
    cards_in_hand,
    play_first,
    seq,
)
from tests.factories import announced
from tournaments.director import services as director
from tournaments.log import sources
from tournaments.tables import services as tables

HOUR = 3_600_000


def test_a_spectator_follows_a_table_of_gasp_and_sees_no_hand(open_page: Opener) -> None:
    player, spectator = open_page(), open_page()
    player.goto("/games/gasp")
    player.get_by_role("button", name="Play now").click()
    spectator.goto(at_table(player))
    for _ in range(2):
        assert await_turn(player)
        expect(spectator.locator(".hand")).to_have_count(0)
        before = seq(spectator)
        play_first(player)
        await_event(spectator, after=before)
    assert await_turn(player)
    held = {card.removeprefix("c-") for card in cards_in_hand(player)}
    html = spectator.content()
    assert held
    assert not [card for card in held if f"d-{card}" in html or f"c-{card}" in html]


def test_the_first_page_and_tv_show_new_tables_by_themselves(open_page: Opener) -> None:
    home, tv = open_page("/"), open_page("/tv")
    expect(home.locator(".mini")).to_have_count(0)
    ann = accounts.create_guest()
    bot = accounts.hire_bot("greedy")
    for page in (home, tv):
        page.evaluate("window.here = true")
    table = tables.open_table(
        game="duck-soup", options={}, seats=[ann.pk, bot.pk], clock=None, rated=False, opener=ann.pk
    )
    expect(home.locator(f"#mini-{table}")).to_contain_text(ann.username)
    expect(tv.locator(f"#felt-of-{table} .felt")).to_contain_text(ann.username)
    assert home.evaluate("window.here")
    assert tv.evaluate("window.here")


def test_the_page_of_a_tournament_follows_it_to_its_end_and_then_rests(open_page: Opener) -> None:
    organiser = User.objects.create_user("olga")
    bots = [accounts.hire_bot("uniform").pk for _ in range(2)]
    tournament = announced(organiser.pk, bots, format="round-robin", starts_at=sources.now_ms() + HOUR)
    page = open_page(f"/tournaments/{tournament}")
    page.evaluate("window.here = true")
    expect(page.locator("#live")).to_contain_text("Open for entries")
    director.start(tournament_id=tournament, by=organiser.pk)
    expect(page.locator("#live .masthead .badge").first).to_have_text("Finished", timeout=60_000)
    expect(page.locator(".standings tbody tr")).to_have_count(2)
    assert page.evaluate("window.here")
    assert page.locator("[hx-trigger^=every]").count() == 0
