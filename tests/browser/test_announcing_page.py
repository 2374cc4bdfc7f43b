"""Announcing and sharing in a browser: a preset keeps what was typed and the focus; a link is copied."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Opener, log_in, person
from tests.factories import announced


def test_choosing_a_preset_keeps_what_was_typed_and_the_focus(open_page: Opener, transactional_db: None) -> None:
    page = open_page()
    log_in(page, person("olga"))
    page.goto("/tournaments/new?game=duck-soup")
    page.locator("#id_name").fill("Friday")
    page.locator("#id_starts_at").fill("2099-03-01T19:30")
    preset = page.locator("#preset-knock-out")
    preset.focus()
    page.keyboard.press("Enter")
    expect(preset).to_have_attribute("aria-current", "true")
    expect(preset).to_be_focused()
    expect(page.locator("#id_name")).to_have_value("Friday")
    expect(page.locator("#id_starts_at")).to_have_value("2099-03-01T19:30")
    expect(page.locator("#id_format")).to_have_value("knock-out")
    expect(page.locator("#plan")).to_contain_text("16 players: 4 rounds")
    assert page.url.endswith("/tournaments/new?game=duck-soup&preset=knock-out")


def test_the_link_is_copied_and_said_so(open_page: Opener, transactional_db: None) -> None:
    path = f"/tournaments/{announced(person('olga').pk)}"
    page = open_page(path, permissions=["clipboard-read", "clipboard-write"])
    page.locator("#share-it summary").click()
    page.locator("#share-it").get_by_role("button", name=re.compile("Copy.*Link to this page")).click()
    expect(page.locator("#toasts")).to_contain_text("The link is copied.")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied == page.locator("#share-link").input_value()
    assert copied.endswith(path)
    page.get_by_role("link", name="A poster to print").click()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
