"""The Decktet, checked against the facts of the rules sheet's section 0."""

from collections import Counter

import pytest

from engine.cards.decktet import BASIC, CODES, DECK, NAMES, OF_SUIT, SUIT_BITS, SUIT_LETTERS, SUITS_OF


def _table(text: str) -> dict[str, str]:
    """Codes, each with what follows it up to the comma."""
    return {code: words for code, _, words in (pair.strip().partition(" ") for pair in text.split(","))}


NUMBERS = [code for code in BASIC if code[0].isdigit()]
PAIRS = _table("""
  MS 489, WL 248, YK 458, SY 26, MW 36, SK 37, ML 57, LK 69, WY 79, MK 2, LY 3, SW 5
""")
NAMED = _table("""
  2MK Author, 2SY Desert, 2WL Origin, 3MW Journey, 3SK Painter, 3LY Savage, 4MS Mountain, 4WL Sailor, 4YK Battle,
  5ML Forest, 5SW Discovery, 5YK Soldier, 6MW Lunatic, 6SY Penitent, 6LK Market, 7ML Chance Meeting, 7SK Castle,
  7WY Cave, 8MS Diplomat, 8WL Mill, 8YK Betrayal, 9MS Pact, 9WY Darkness, 9LK Merchant, CM Huntress, CS Bard,
  CW Sea, CL End, CY Calamity, CK Windfall, PMSL Harvest, PMYK Watchman, PSWK Light Keeper, PWLY Borderland,
  TMWK Consul, TMLY Rite, TSWY Island, TSLK Window, X Excuse
""")


def of(kind: str) -> list[str]:
    return [code for code in CODES if code[0] == kind]


def test_the_basic_deck_is_six_aces_twenty_four_numbers_and_six_crowns():
    assert (len(of("A")), len(NUMBERS), len(of("C"))) == (6, 24, 6)
    assert len(BASIC) == 36
    assert set(BASIC) == {*of("A"), *NUMBERS, *of("C")}


def test_the_extended_deck_adds_four_pawns_four_courts_and_the_excuse():
    assert len(CODES) == len(DECK) == 45
    assert (len(of("P")), len(of("T")), len(of("X"))) == (4, 4, 1)
    assert CODES[:36] == BASIC


def test_no_card_is_there_twice():
    assert len(set(CODES)) == 45
    assert len(set(NAMES)) == 45


def test_each_suit_is_on_eight_numbers_and_ten_basic_cards():
    for letter in SUIT_LETTERS:
        assert sum(letter in code[1:] for code in NUMBERS) == 8
        assert sum(letter in code[1:] for code in BASIC) == 10


def test_each_suit_is_on_two_pawns_two_courts_and_fourteen_cards_of_the_extended_deck():
    for letter in SUIT_LETTERS:
        assert sum(letter in code[1:] for code in of("P")) == 2
        assert sum(letter in code[1:] for code in of("T")) == 2
        assert sum(letter in code[1:] for code in CODES) == 14


@pytest.mark.parametrize("rank", "23456789")
def test_each_number_rank_uses_each_suit_once(rank):
    suits = "".join(code[1:] for code in NUMBERS if code[0] == rank)
    assert sorted(suits) == sorted(SUIT_LETTERS)


def test_two_cards_of_one_number_rank_never_share_a_suit():
    for one in NUMBERS:
        for other in NUMBERS:
            assert one == other or one[0] != other[0] or not set(one[1:]) & set(other[1:])


def test_each_pair_of_suits_is_on_the_ranks_of_the_table():
    found: dict[str, str] = {}
    for code in NUMBERS:
        found[code[1:]] = found.get(code[1:], "") + code[0]
    assert found == PAIRS


@pytest.mark.parametrize("pair", ["MY", "SL", "WK"])
def test_three_pairs_of_suits_are_on_no_number_but_on_courts(pair):
    assert not any(set(pair) <= set(code[1:]) for code in NUMBERS)
    assert any(set(pair) <= set(code[1:]) for code in of("T"))


def test_an_ace_and_a_crown_have_one_suit_a_number_two_a_pawn_and_a_court_three():
    lengths = {"A": 1, "C": 1, "P": 3, "T": 3, "X": 0}
    assert all(len(SUITS_OF[i]) == lengths.get(code[0], 2) for i, code in enumerate(CODES))


@pytest.mark.parametrize(("code", "name"), [*NAMED.items()])
def test_a_card_has_its_name(code, name):
    assert DECK.names[code] == name


@pytest.mark.parametrize(
    ("code", "name"),
    [("AM", "Moons"), ("AS", "Suns"), ("AW", "Waves"), ("AL", "Leaves"), ("AY", "Wyrms"), ("AK", "Knots")],
)
def test_an_ace_is_named_by_its_suit(code, name):
    assert DECK.names[code] == f"Ace of {name}"


def test_suits_stand_in_conventional_order_on_every_card():
    for code in CODES:
        assert [*code[1:]] == sorted(code[1:], key=SUIT_LETTERS.index)


def test_deck_order_is_aces_numbers_crowns_pawns_courts_excuse():
    order = [("A23456789CPTX").index(code[0]) for code in CODES]
    assert order == sorted(order)


def test_the_tables_of_bits_agree_with_the_codes():
    for card, code in enumerate(CODES):
        assert {SUIT_LETTERS[suit] for suit in SUITS_OF[card]} == set(code[1:])
        assert SUIT_BITS[card] == sum(1 << suit for suit in SUITS_OF[card])
        assert all(bool(OF_SUIT[suit] >> card & 1) == (SUIT_LETTERS[suit] in code[1:]) for suit in range(6))
    assert Counter(hand.bit_count() for hand in OF_SUIT) == {14: 6}
