"""Cards that are tapped: bids made of them, and one chosen ahead of the turn."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, at_table, await_event, in_turn, seq

THOUGHTS = "localStorage.setItem('thinking', '[400, 400, 400, 400]')"
"""A player who always thinks for 0.4 s: what is chosen ahead is played as soon as may be."""


def meet_at(open_page: Opener, game: str, seats: int = 2) -> list[Page]:
    """*seats* people at a table of *game*, which may have more sizes."""
    pages = [open_page() for _ in range(seats)]
    pages[0].goto(f"/games/{game}")
    size = pages[0].locator(f"[name=seats][value='{seats}']")
    if size.count():
        size.check(force=True)
    pages[0].locator("[name=against]").select_option("people")
    pages[0].get_by_role("button", name="Open the table").click()
    path = at_table(pages[0])
    for page in pages[1:]:
        page.goto(path)
        page.get_by_role("button", name="Join").click()
    for page in pages:
        expect(page.locator(".felt .my-plate")).to_be_visible()
        page.wait_for_load_state()
    return pages


def test_the_prize_and_the_bid_of_an_auction_are_chosen_by_tapping_cards(open_page: Opener) -> None:
    active, _ = in_turn(*meet_at(open_page, "noodling"))
    market = active.locator("#zones .card[data-tap]")
    expect(market).to_have_count(3)
    code = str(market.first.get_attribute("id"))[2:]
    market.first.click()
    expect(active.locator("[data-picked]")).to_have_attribute("value", f"prize-{code}")
    before = seq(active)
    active.locator("[data-picked]").click()
    await_event(active, after=before)

    hand = active.locator(".hand .held")
    hand.nth(0).click()
    hand.nth(2).click()
    picked = active.locator(".hand [data-tap=picked]")
    expect(picked).to_have_count(2)
    codes = active.locator(".hand li:has([data-tap=picked])").evaluate_all("es => es.map(e => e.id.slice(2))")
    expect(active.locator("[data-picked]")).to_have_attribute("data-cards", " ".join(codes))
    hand.nth(2).click()
    expect(picked).to_have_count(1)
    hand.nth(2).click()
    before = seq(active)
    active.locator("[data-picked]").click()
    await_event(active, after=before)
    expect(active.locator(".moves li").first).to_contain_text("You bid")


def codes(page: Page) -> list[str]:
    """The cards of the hand, from the left."""
    found: list[str] = page.locator(".hand > li").evaluate_all("es => es.map(e => e.id.slice(2))")
    return found


def choose_ahead(page: Page, card: str) -> None:
    page.locator(f"#h-{card} .held").click()
    expect(page.locator(f"#h-{card}[data-ahead] .held")).to_have_attribute("aria-pressed", "true")


def lead(page: Page, card: str) -> None:
    page.locator(f"#h-{card} label").click()
    page.locator(f"#h-{card} .act button").click()


@pytest.fixture
def whist(open_page: Opener) -> tuple[Page, Page, list[str]]:
    """Two at German Whist: who is to lead; who waits, whose time stands still but for the test; what that one sends."""
    leads, waits = in_turn(*meet_at(open_page, "german-whist"))
    waits.evaluate(THOUGHTS)
    waits.clock.install()
    waits.clock.pause_at(timezone.now() + timedelta(minutes=1))
    sent: list[str] = []
    waits.on("request", lambda request: sent.append(str(request.post_data)) if request.method == "POST" else None)
    return leads, waits, sent


def one_suit(one: Page, other: Page) -> tuple[str, str]:
    """A card of each of the same suit: of two hands of thirteen there always are."""
    return next((a, b) for a in codes(one) for b in codes(other) if a[-1] == b[-1])


def test_a_card_chosen_ahead_is_sent_when_the_turn_has_come_and_a_pause_has_passed(
    whist: tuple[Page, Page, list[str]],
) -> None:
    leads, waits, sent = whist
    card, answer = one_suit(leads, waits)
    choose_ahead(waits, answer)
    waits.clock.run_for(20_000)
    lead(leads, card)
    expect(waits.locator("#board[data-turn]")).to_have_count(1)
    expect(waits.locator(f"#h-{answer}[data-ahead]")).to_have_count(1)
    waits.clock.run_for(300)
    assert sent == []
    with waits.expect_request(lambda request: request.method == "POST"):
        waits.clock.run_for(300)
    expect(leads.locator(".moves")).to_contain_text("won the trick")
    assert len(sent) == 1
    assert answer in sent[0]
    assert waits.evaluate("localStorage.thinking") == "[400, 400, 400, 400]", "nobody thought about it then"


def test_a_card_chosen_ahead_is_taken_back_by_another_tap_also_in_the_pause(
    whist: tuple[Page, Page, list[str]],
) -> None:
    leads, waits, sent = whist
    card, answer = one_suit(leads, waits)
    choose_ahead(waits, answer)
    waits.locator(f"#h-{answer} .held").click()
    expect(waits.locator("[data-ahead]")).to_have_count(0)
    choose_ahead(waits, answer)
    lead(leads, card)
    expect(waits.locator("#board[data-turn]")).to_have_count(1)
    waits.locator(f"#h-{answer} label").click()
    expect(waits.locator("[data-ahead]")).to_have_count(0)
    waits.clock.run_for(20_000)
    assert sent == []


def test_a_card_chosen_ahead_that_may_not_be_played_is_dropped_with_a_word(
    whist: tuple[Page, Page, list[str]],
) -> None:
    leads, waits, sent = whist
    card, answer = one_suit(leads, waits)
    choose_ahead(waits, next(code for code in codes(waits) if code[-1] != answer[-1]))
    lead(leads, card)
    expect(waits.locator("#toasts")).to_contain_text("may not be played now")
    expect(waits.locator("[data-ahead]")).to_have_count(0)
    waits.clock.run_for(20_000)
    assert sent == []
    expect(waits.locator("#board[data-turn]")).to_have_count(1)


def test_a_card_chosen_ahead_outlives_a_reload_and_is_played_then(whist: tuple[Page, Page, list[str]]) -> None:
    leads, waits, sent = whist
    card, answer = one_suit(leads, waits)
    choose_ahead(waits, answer)
    waits.reload()
    expect(waits.locator("[data-ahead]")).to_have_attribute("id", f"h-{answer}")
    lead(leads, card)
    expect(waits.locator("#board[data-turn]")).to_have_count(1)
    assert sent == []
    with waits.expect_request(lambda request: request.method == "POST"):
        waits.clock.run_for(600)
    assert answer in sent[0]


def test_a_card_taken_back_and_one_of_a_hand_since_played_from_do_not_come_again(
    whist: tuple[Page, Page, list[str]],
) -> None:
    leads, waits, sent = whist
    table, (card, answer) = waits.url, one_suit(leads, waits)
    choose_ahead(waits, answer)
    waits.locator(f"#h-{answer} .held").click()
    waits.reload()
    expect(waits.locator(".hand [role=button]").first).to_be_visible()
    expect(waits.locator("[data-ahead]")).to_have_count(0)
    choose_ahead(waits, next(code for code in codes(waits) if code != answer))
    waits.goto("/")
    elsewhere = waits.context.new_page()
    elsewhere.goto(table)
    lead(leads, card)
    expect(elsewhere.locator("#board[data-turn]")).to_have_count(1)
    lead(elsewhere, answer)
    expect(leads.locator(".moves")).to_contain_text("won the trick")
    waits.goto(table)
    expect(waits.locator(".hand .card").first).to_be_visible()
    expect(waits.locator("[data-ahead]")).to_have_count(0)
    assert sent == []


def test_a_card_is_chosen_ahead_by_its_digit_and_by_enter(whist: tuple[Page, Page, list[str]]) -> None:
    _, waits, _ = whist
    waits.keyboard.press("2")
    expect(waits.locator(".hand > li:nth-child(2)[data-ahead]")).to_have_count(1)
    waits.locator(".hand > li:nth-child(3) .held").focus()
    waits.keyboard.press("Enter")
    expect(waits.locator(".hand > li:nth-child(3)[data-ahead]")).to_have_count(1)
    expect(waits.locator("[data-ahead]")).to_have_count(1)


def test_a_reader_who_wants_none_of_it_finds_no_card_to_choose_ahead(whist: tuple[Page, Page, list[str]]) -> None:
    _, waits, _ = whist
    waits.goto("/settings/display")
    waits.locator("[name=ahead]").select_option("off")
    waits.locator("main form button").first.click()
    waits.go_back()
    waits.go_back()
    waits.reload()
    waits.locator(".hand .held").first.click()
    expect(waits.locator(".hand :is([role=button], [data-ahead])")).to_have_count(0)
