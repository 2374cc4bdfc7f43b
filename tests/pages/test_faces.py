"""Cards as they are drawn: every card of every deck has a face, and HASP's show the points of their printing."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders

from engine.cards import decktet, french, hasp
from tournaments.pages import faces

DECKS = (decktet.DECK, french.DECK, hasp.DECK)


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.key)
def test_every_card_has_suits_and_art_in_the_sprite(deck):
    sprite = ElementTree.parse(str(finders.find("suits.svg"))).getroot()  # noqa: S314 - our own file
    symbols = {symbol.get("id") for symbol in sprite}
    for code in deck.codes:
        face = faces.Face(deck.key, code)
        assert {face.art, *face.suits, *filter(None, [face.mark])} <= symbols
        assert f'aria-label="{faces.full_name(deck.key, code)}"' in faces.card(deck.key, code)


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.key)
def test_a_card_of_another_deck_is_unknown(deck):
    assert all(faces.known(deck.key, code) for code in deck.codes)
    assert not faces.known(deck.key, "V77")


@pytest.mark.parametrize(("deck", "printing"), [("hasp", "h1"), *((f"hasp-{p}", p) for p in hasp.POINTS)])
def test_a_card_of_hasp_shows_the_points_of_its_printing_as_gems_and_as_a_number(deck, printing):
    for card, code in enumerate(hasp.CODES):
        points = hasp.POINTS[printing][card]
        drawn = faces.card(deck, code)
        assert re.findall(r"<b>(\d+)</b>", drawn) == [str(points)]
        assert drawn.count("<i></i>") == points
        assert 'class="card hasp"' in drawn
        assert f"{points} point" in faces.full_name(deck, code)
