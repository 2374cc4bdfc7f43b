"""Cards as they are drawn: every card of every deck has a face, and HASP's show the points of their printing."""

import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from engine.cards import decktet, french, hasp
from engine.picture import Choice
from engine.registry import GAMES
from engine.text import Text, card
from tournaments.kit import faces, markdown
from tournaments.kit.words import Reader
from tournaments.tables import catalogue
from tournaments.tables.web import pieces

DECKS = (decktet.DECK, french.DECK, french.VAMPIRES, hasp.DECK)


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
    for number, code in enumerate(hasp.CODES):
        points = hasp.POINTS[printing][number]
        drawn = faces.card(deck, code)
        assert re.findall(r"<b>(\d+)</b>", drawn) == [str(points)]
        assert drawn.count("<i></i>") == points
        assert 'class="card hasp"' in drawn
        assert f"{points} point" in faces.full_name(deck, code)


def test_a_move_of_several_cards_draws_them_on_its_button_and_says_them():
    label = Text("Play {one}, {two}", {"one": card("9H"), "two": card("TD")})
    choice = Choice(move="out-9H-TD", card="9H", cards=("9H", "TD"), label=label)
    held = SimpleNamespace(code="9H", legal=True, face="", moves=[pieces.Action(Reader("french", {}, None), choice)])
    html = render_to_string("tables/hand.html", {"board": SimpleNamespace(hand=[held], hand_title="", my_turn=True)})
    button = re.search(r"<button.*?</button>", html, re.DOTALL)
    assert button is not None
    assert re.findall(r"#f-(\w+)", button[0]) == ["9H", "TD"]
    assert '<span class="vh">Play 9 of Hearts, 10 of Diamonds</span>' in button[0]


def test_the_red_joker_is_told_from_the_black_one_by_its_colour_also_when_it_is_small():
    assert 'class="card french red"' in faces.card("french", "ZR")
    assert 'class="card french"' in faces.card("french", "ZB")


def test_the_jokers_of_dracula_are_called_vampires_wherever_its_cards_are_drawn_and_all_other_cards_as_ever():
    deck = GAMES["dracula"].edition
    assert faces.name(deck, "ZR") == "Red Vampire"
    assert 'class="card french red"' in faces.card(deck, "ZR")
    assert 'aria-label="Black Vampire"' in markdown.html("![Black Vampire](card:ZB)", catalogue.game("dracula").deck)
    assert all(faces.name(deck, code) == faces.name("french", code) for code in french.PACK)
    assert faces.name("french", "ZB") == "Black Joker"


@pytest.mark.parametrize(
    ("code", "name", "full"),
    [
        ("5ML", "5 of Moons and Leaves", "5 of Moons and Leaves, Forest"),
        ("CM", "Crown of Moons", "Crown of Moons, Huntress"),
        ("PMSL", "Pawn of Moons, Suns and Leaves", "Pawn of Moons, Suns and Leaves, Harvest"),
        ("AK", "Ace of Knots", "Ace of Knots"),
        ("X", "Excuse", "Excuse"),
    ],
)
def test_a_card_with_a_title_is_named_by_what_it_shows_and_its_title_comes_second(code, name, full):
    assert faces.name("decktet", code) == name
    assert faces.full_name("decktet", code) == full
    said = Reader("decktet", {}, None).html(Text("Play the {card}", {"card": card(code)}))
    assert f'title="{faces.title("decktet", code)}"' in said
    assert Reader("decktet", {}, None).plain(Text("Play the {card}", {"card": card(code)})) == f"Play the {name}"


def test_in_a_line_a_card_with_a_title_is_drawn_without_words_of_its_own():
    for code in decktet.CODES:
        drawn = faces.little("decktet", code)
        assert not strip_tags(drawn).strip()
        assert [drawn.count(f'class="suit {suit} bare"') for suit in decktet.SUITS] == [
            suit in faces.Face("decktet", code).suits for suit in decktet.SUITS
        ]


@pytest.mark.parametrize("deck", [french.DECK, french.VAMPIRES, hasp.DECK], ids=lambda deck: deck.key)
def test_a_card_whose_name_says_what_it_shows_is_a_word_in_a_line(deck):
    assert [faces.word(deck.key, code) for code in deck.codes] == list(deck.names.values())


def test_what_a_person_wrote_is_rendered_once_however_often_it_is_shown():
    assert markdown.written("*Every* Friday.") is markdown.written("*Every* Friday.")


def test_brackets_that_never_close_are_shown_as_they_were_written():
    assert markdown.written("[" * 4_000) == f"<p>{'[' * 4_000}</p>\n"


def test_players_who_begin_with_one_letter_have_two_and_a_number_if_these_are_alike() -> None:
    assert faces.initials(["ann", "ben", "bob"]) == ["A", "Be", "Bo"]
    assert faces.initials(["Anna", "Andrea", "cleo", ""]) == ["A1", "A2", "C", ""]
