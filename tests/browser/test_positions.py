"""Any position of any game, no matter who sits there and what they said: all of it can be read on a phone."""

from itertools import islice

import pytest
from django.utils.translation import override
from msgspec import structs
from playwright.sync_api import Browser, Page

from engine.cards import hasp
from engine.registry import GAMES
from tests.browser.looks import COVERED, PHONE, SIDEWAYS, lowest
from tests.browser.positions import PUT, passing, serve, show, view_again, view_of, walk, with_all_hands
from tournaments.kit import faces

OUTSIDE = """() => [...document.querySelectorAll(".seat .open-hand .card")].filter((card) => {
  const at = card.getBoundingClientRect(), plate = card.closest(".seat").getBoundingClientRect();
  return at.width && (at.right > plate.right || at.left < plate.left || at.bottom > plate.bottom);
}).map((card) => card.getAttribute("aria-label"))"""
# Plates that lie over one another.
LAPPING = """() => {
  const plates = [...document.querySelectorAll(".seat, .my-plate")].map((e) => [e, e.getBoundingClientRect()]);
  return plates.flatMap(([e, a], i) => plates.slice(i + 1).filter(([, b]) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).map(([other]) => other.id));
}"""
# What stands on a plate in more lines than it has words.
BROKEN = """() => [...document.querySelectorAll(":is(.seat, .my-plate) .facts span")].filter((e) => {
  const lines = e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight);
  return e.checkVisibility() && lines >= e.textContent.trim().split(/\\s+/).length + 1;
}).map((e) => e.textContent.trim())"""
CUT = """() => [...document.querySelectorAll(".seat .nm")].filter((e) => e.scrollWidth > e.clientWidth)
  .map((e) => e.textContent)"""
# Cards whose points lie over their index, art or name.
PRINTED_OVER = """() => [...document.querySelectorAll(".card")].filter((card) => {
  const box = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const at = box(card.querySelector(".points"));
  const words = [...card.querySelectorAll(".rank, .index .suit, .name")].map(box);
  return [...words, card.querySelector(".art").getBoundingClientRect()].some((other) =>
    Math.min(at.right, other.right) - Math.max(at.left, other.left) > 1
    && Math.min(at.bottom, other.bottom) - Math.max(at.top, other.top) > 1);
}).map((card) => card.getAttribute("aria-label"))"""
# Small labels that lie over what a card in front of us shows in its corner.
PILLS = """() => {
  const box = (e) => e.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const seen = (e) => e.checkVisibility() && box(e).width > 1;
  const pills = [...document.querySelectorAll(".felt :is(.ord, .said, .by, .badge)")]
    .filter((e) => seen(e) && e.textContent.trim());
  const signs = [...document.querySelectorAll(".centre .card :is(.rank, .suit svg)")].filter(seen);
  return pills.flatMap((pill) => signs.filter((sign) => meet(box(pill), box(sign))).map((sign) =>
    `${pill.textContent.trim()} over ${sign.closest(".card").getAttribute("aria-label")}`));
}"""
# The narrowest room between the dots of one suit and those of the next.
BETWEEN_SUITS = """() => Math.min(...[...document.querySelectorAll(".rack")].flatMap((rack) => {
  const pips = [...rack.querySelectorAll(".pips")].map((e) => e.getBoundingClientRect());
  return pips.slice(1).map((at, i) => at.left - pips[i].right);
}))"""
WALKED = 120
"""Moves of a walk, of which every fourth is looked at."""


@pytest.fixture
def laptop(browser: Browser) -> Page:
    """As wide as the felt of a laptop, without what stands beside it."""
    page = browser.new_context(viewport={"width": 894, "height": 800}, reduced_motion="reduce").new_page()
    serve(page)
    return page


@pytest.fixture
def phone(browser: Browser) -> Page:
    page = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    serve(page)
    return page


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_anything_whatever_is_said_at_the_seats(phone: Page, game: str, locale: str) -> None:
    for table in islice(walk(game, max(GAMES[game].sizes), f"{game}0"), 0, WALKED, 4):
        show(phone, view_of(table, table.to_act[0]), locale)
        assert phone.evaluate(COVERED) == []
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert lowest(phone, ".prompt") <= PHONE["height"]
        assert lowest(phone, ".hand .card") <= PHONE["height"]


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("game", GAMES)
def test_no_word_on_a_plate_is_broken_in_pieces(phone: Page, game: str, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 844})
    for table in islice(walk(game, max(GAMES[game].sizes), f"{game}0"), 0, WALKED, 8):
        for locale in ("en", "es"):
            show(phone, view_of(table, table.to_act[0]), locale)
            assert phone.evaluate(BROKEN) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_most_choices_there_are_fit_a_phone(phone: Page, game: str) -> None:
    views = (view_of(table, table.to_act[0]) for table in islice(walk(game, max(GAMES[game].sizes), "choices"), WALKED))
    board = show(phone, max(views, key=lambda view: len(view.legal)), "en")
    assert phone.locator(".choices button, .act button, .put").count() == len(board.view.legal)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert lowest(phone, ".hand .card") <= PHONE["height"]


@pytest.mark.parametrize("screen", [(1366, 768), (390, 844), (844, 390)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_no_label_lies_over_the_rank_or_a_suit_of_a_card(phone: Page, game: str, screen: tuple[int, int]) -> None:
    phone.set_viewport_size({"width": screen[0], "height": screen[1]})
    for seats in GAMES[game].sizes:
        for view, held in passing(game, seats, f"{game}0", 48):
            show(phone, view, "es", held=held)
            assert phone.evaluate(PILLS) == [], (seats, phone.locator(".felt").inner_text())


@pytest.mark.parametrize("game", GAMES)
def test_hands_that_a_replay_lays_open_stay_on_their_plates(phone: Page, game: str) -> None:
    for seats in GAMES[game].sizes:
        for table in islice(walk(game, seats, f"{game}0"), 0, 41, 20):
            show(phone, with_all_hands(table), "en", still=True)
            assert phone.evaluate(OUTSIDE) == []
            assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_on_its_side_shows_the_hand_the_most_choices_and_hands_laid_open(phone: Page, game: str) -> None:
    phone.set_viewport_size(SIDEWAYS)
    for seats in GAMES[game].sizes:
        views = [view_of(table, table.to_act[0]) for table in islice(walk(game, seats, f"{game}0"), WALKED)]
        for view in (*views[::8], max(views, key=lambda each: len(each.legal))):
            show(phone, view, "es")
            assert phone.evaluate("document.documentElement.scrollWidth") == SIDEWAYS["width"]
            for part in (".my-plate", ".prompt", ".hand .card"):
                assert lowest(phone, part) <= SIDEWAYS["height"], (seats, part, phone.locator(".felt").inner_text())
            assert phone.evaluate(COVERED) == [], seats
        for table in islice(walk(game, seats, f"{game}0"), 0, 41, 20):
            show(phone, with_all_hands(table), "en", still=True)
            assert phone.evaluate(OUTSIDE) == [], seats


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_begins_with_nothing_over_anything(phone: Page, game: str) -> None:
    for seats in GAMES[game].sizes:
        show(phone, with_all_hands(next(walk(game, seats, "first"))), "en", still=True)
        phone.evaluate("document.body.classList.add('replay')")
        assert phone.evaluate(COVERED) == []


@pytest.mark.parametrize("game", GAMES)
def test_in_a_replay_on_a_phone_on_its_side_no_badge_and_no_pile_lies_over_a_name(phone: Page, game: str) -> None:
    for width, height in ((844, 390), (667, 375)):
        phone.set_viewport_size({"width": width, "height": height})
        for seats in GAMES[game].sizes:
            for table in islice(walk(game, seats, f"{game}0"), 0, 61, 12):
                for view in (with_all_hands(table), view_of(table, None)):
                    show(phone, view, "es", still=True)
                    view_again(phone)
                    assert phone.evaluate(COVERED) == [], (width, seats)


@pytest.mark.parametrize("game", GAMES)
def test_plates_stand_apart_on_a_laptop_for_those_who_see_no_hand(laptop: Page, game: str) -> None:
    laptop.set_viewport_size({"width": 1366, "height": 768})
    for seats in GAMES[game].sizes:
        for table in islice(walk(game, seats, "public"), 0, 41, 8):
            show(laptop, view_of(table, None), "en", still=True)
            laptop.evaluate("document.body.classList.add('replay')")
            assert laptop.evaluate(LAPPING) == [], seats


def test_a_name_of_a_few_letters_is_whole_beside_a_hand_laid_open(laptop: Page) -> None:
    seats = view_of(table := next(walk("gasp", 4, "names")), 0).seats
    named = tuple(structs.replace(seat, name="Juniper", is_bot=True) for seat in seats)
    show(laptop, structs.replace(with_all_hands(table), seats=named), "en", still=True)
    assert laptop.locator(".seat .nm").count() == 3
    assert laptop.evaluate(CUT) == []


@pytest.mark.parametrize(
    ("game", "seats"), [("gasp-duel", 2), ("gasp-pairs", 4), ("gasp", 3), ("gasp", 4), ("gasp", 5)]
)
def test_the_tokens_of_each_suit_stand_apart_from_those_of_the_next(phone: Page, game: str, seats: int) -> None:
    table = next(walk(game, seats, "tokens"))
    show(phone, view_of(table, table.to_act[0]), "en")
    assert phone.evaluate(BETWEEN_SUITS) >= 3


@pytest.mark.parametrize("size", ["4.9rem", "5.2rem", "6.5rem", "9rem"])
@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_points_of_a_card_of_hasp_lie_over_nothing_else(phone: Page, locale: str, size: str) -> None:
    with override(locale):
        cards = "".join(faces.card(f"hasp-{printing}", code) for printing in hasp.POINTS for code in hasp.DECK.names)
    phone.evaluate(PUT, [f'<div class="cards">{cards}</div>', locale])
    phone.add_style_tag(content=f"@layer cards {{ .cards .card {{ --w: {size}; }} }}")
    assert phone.evaluate(PRINTED_OVER) == []
