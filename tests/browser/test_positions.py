"""Any position of any game, no matter who sits there and what they said: all of it can be read on a phone."""

from collections.abc import Iterator
from itertools import islice

import pytest
from django.utils.translation import override
from msgspec import structs
from playwright.sync_api import Browser, Page, ViewportSize

from engine.cards import hasp
from engine.registry import GAMES
from tests.browser.looks import COVERED, PHONE, SIDEWAYS, lowest_of
from tests.browser.positions import (
    ORIGIN,
    PUT,
    REPLAY,
    VIEWER,
    found,
    passing,
    serve,
    show,
    view_of,
    walk,
    with_all_hands,
)
from tournaments.kit import faces
from tournaments.tables.web.board import Board

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
# How wide the page is, with all that one would have to scroll to.
WIDTH = "() => document.documentElement.scrollWidth"
# How many moves are on offer.
OFFERED = "() => document.querySelectorAll('.choices button, .act button, .put').length"
WALKED = 120
"""Moves of a walk, of which every fourth is looked at."""


@pytest.fixture(scope="module")
def felt(browser: Browser) -> Iterator[Page]:
    """One page for all of them: a browser keeps the style sheets of a page that it loads again."""
    context = browser.new_context(reduced_motion="reduce")
    yield serve(context.new_page())
    context.close()


@pytest.fixture
def laptop(felt: Page) -> Page:
    """As wide as the felt of a laptop, without what stands beside it."""
    return fresh(felt, {"width": 894, "height": 800})


@pytest.fixture
def phone(felt: Page) -> Page:
    return fresh(felt, PHONE)


def fresh(felt: Page, screen: ViewportSize) -> Page:
    felt.goto(ORIGIN)
    felt.set_viewport_size(screen)
    return felt


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_anything_whatever_is_said_at_the_seats(phone: Page, game: str, locale: str) -> None:
    tables = islice(walk(game, max(GAMES[game].sizes), f"{game}0"), 0, WALKED, 4)
    boards = [Board(view_of(table, table.to_act[0])) for table in tables]
    looks = (COVERED, WIDTH, lowest_of(".prompt"), lowest_of(".hand .card"))
    for covered, width, prompt, hand in found(phone, boards, locale, *looks):
        assert covered == []
        assert width == PHONE["width"]
        assert prompt <= PHONE["height"]
        assert hand <= PHONE["height"]


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("game", GAMES)
def test_no_word_on_a_plate_is_broken_in_pieces(phone: Page, game: str, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 844})
    tables = islice(walk(game, max(GAMES[game].sizes), f"{game}0"), 0, WALKED, 8)
    boards = [Board(view_of(table, table.to_act[0])) for table in tables]
    for locale in ("en", "es"):
        assert [broken for (broken,) in found(phone, boards, locale, BROKEN) if broken] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_most_choices_there_are_fit_a_phone(phone: Page, game: str) -> None:
    views = (view_of(table, table.to_act[0]) for table in islice(walk(game, max(GAMES[game].sizes), "choices"), WALKED))
    most = Board(max(views, key=lambda view: len(view.legal)))
    [[offered, width, hand]] = found(phone, [most], "en", OFFERED, WIDTH, lowest_of(".hand .card"))
    assert offered == len(most.view.legal)
    assert width == PHONE["width"]
    assert hand <= PHONE["height"]


@pytest.mark.parametrize("screen", [(1366, 768), (390, 844), (844, 390)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_no_label_lies_over_the_rank_or_a_suit_of_a_card(phone: Page, game: str, screen: tuple[int, int]) -> None:
    phone.set_viewport_size({"width": screen[0], "height": screen[1]})
    for seats in GAMES[game].sizes:
        boards = [Board(view, held=held) for view, held in passing(game, seats, f"{game}0", 48)]
        assert [labels for (labels,) in found(phone, boards, "es", PILLS) if labels] == [], seats


@pytest.mark.parametrize("game", GAMES)
def test_hands_that_a_replay_lays_open_stay_on_their_plates(phone: Page, game: str) -> None:
    for seats in GAMES[game].sizes:
        for outside, width in found(phone, laid_open(game, seats), "en", OUTSIDE, WIDTH):
            assert outside == []
            assert width == PHONE["width"]


def laid_open(game: str, seats: int) -> list[Board]:
    """Three positions of a replay, all hands open."""
    return [Board(with_all_hands(table), still=True) for table in islice(walk(game, seats, f"{game}0"), 0, 41, 20)]


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_on_its_side_shows_the_hand_the_most_choices_and_hands_laid_open(phone: Page, game: str) -> None:
    phone.set_viewport_size(SIDEWAYS)
    parts = (".my-plate", ".prompt", ".hand .card")
    for seats in GAMES[game].sizes:
        views = [view_of(table, table.to_act[0]) for table in islice(walk(game, seats, f"{game}0"), WALKED)]
        boards = [Board(view) for view in (*views[::8], max(views, key=lambda each: len(each.legal)))]
        for width, covered, *edges in found(phone, boards, "es", WIDTH, COVERED, *map(lowest_of, parts)):
            assert width == SIDEWAYS["width"]
            assert covered == [], seats
            for part, edge in zip(parts, edges, strict=True):
                assert edge <= SIDEWAYS["height"], (seats, part)
        assert [out for (out,) in found(phone, laid_open(game, seats), "en", OUTSIDE) if out] == [], seats


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_begins_with_nothing_over_anything(phone: Page, game: str) -> None:
    for seats in GAMES[game].sizes:
        first = Board(with_all_hands(next(walk(game, seats, "first"))), still=True)
        assert found(phone, [first], "en", REPLAY, COVERED)[0][1] == []


@pytest.mark.parametrize("game", GAMES)
def test_in_a_replay_on_a_phone_on_its_side_no_badge_and_no_pile_lies_over_a_name(phone: Page, game: str) -> None:
    for width, height in ((844, 390), (667, 375)):
        phone.set_viewport_size({"width": width, "height": height})
        for seats in GAMES[game].sizes:
            tables = islice(walk(game, seats, f"{game}0"), 0, 61, 12)
            views = [view for table in tables for view in (with_all_hands(table), view_of(table, None))]
            boards = [Board(view, still=True) for view in views]
            assert [on for _, on in found(phone, boards, "es", VIEWER, COVERED) if on] == [], (width, seats)


@pytest.mark.parametrize("game", GAMES)
def test_plates_stand_apart_on_a_laptop_for_those_who_see_no_hand(laptop: Page, game: str) -> None:
    laptop.set_viewport_size({"width": 1366, "height": 768})
    for seats in GAMES[game].sizes:
        tables = islice(walk(game, seats, "public"), 0, 41, 8)
        boards = [Board(view_of(table, None), still=True) for table in tables]
        assert [on for _, on in found(laptop, boards, "en", REPLAY, LAPPING) if on] == [], seats


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
