"""People at one table, each with a browser of their own: waiting, playing, leaving, playing again."""

from playwright.sync_api import expect

from tests.browser.conftest import Opener, at_table, await_event, give_up, in_turn, meet, play_first, seq, sit_down


def test_the_host_of_a_table_resigns_without_loading_it_again(open_page: Opener) -> None:
    host, guest = meet(open_page)
    give_up(host, guest)
    expect(guest.get_by_role("heading", name="Over by resignation")).to_be_visible()
    host.locator("#table-menu summary").click()
    expect(host.get_by_role("link", name="Leave the table")).to_be_visible()
    expect(host.get_by_role("link", name="Resign", exact=True)).to_have_count(0)


def test_a_plate_says_once_that_its_player_is_away_and_loses_no_fact_to_it(open_page: Opener) -> None:
    host, guest = meet(open_page)
    for _ in range(6):
        to_move, other = in_turn(host, guest)
        before = seq(other)
        play_first(to_move)
        await_event(other, after=before)
    for page in (host, guest):
        expect(page.locator("#board:not([data-held])")).to_be_visible()
        facts = page.locator("[id^=seat-]:not(.my-plate) .facts")
        drawn = facts.all_text_contents()
        page.reload()
        expect(page.locator("#board:not([data-held])")).to_be_visible()
        assert drawn == facts.all_text_contents()


def test_a_rematch_is_seen_accepted_and_both_go_there(open_page: Opener) -> None:
    host, guest = meet(open_page)
    before = at_table(host)
    give_up(host, guest)
    guest.get_by_role("button", name="Offer a rematch").click()
    expect(host.get_by_text("not answered")).to_be_visible()
    host.get_by_role("button", name="Not now").click()
    expect(guest.get_by_role("heading", name="No rematch now")).to_be_visible()
    host.get_by_role("button", name="Offer a rematch").click()
    guest.get_by_role("button", name="Play again with them").click()
    for page in (host, guest):
        page.wait_for_url(lambda url: before not in url)
        expect(page.locator(".felt .my-plate")).to_be_visible()
    assert at_table(host) == at_table(guest)


def test_a_player_who_looks_at_the_old_table_again_stays_there(open_page: Opener) -> None:
    page = open_page()
    before = sit_down(page, against="greedy", option_length="deal")
    give_up(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: before not in url)
    page.goto(before)
    expect(page.get_by_role("link", name="Go to the table")).to_be_visible()
    assert at_table(page) == before


def test_a_host_shows_a_code_sees_who_sits_down_and_fills_the_rest_with_bots(open_page: Opener) -> None:
    host, guest = open_page(color_scheme="dark"), open_page()
    table = sit_down(host, game="gasp", against="people")
    host.get_by_text("QR code").click()
    expect(host.locator(".qr svg")).to_be_visible()
    expect(host.get_by_role("button", name="Join")).to_have_count(0)
    guest.goto(table)
    guest.get_by_role("button", name="Join").click()
    expect(host.locator(".chairs b")).to_have_count(2)
    host.get_by_role("button", name="Fill with bots").click()
    for page in (host, guest):
        expect(page.locator(".felt .my-plate")).to_be_visible()
