"""Who wins a trick of Gasp!, and in which suit: the vectors and rows G3 to G8 of the rules sheet's section 1."""

import pytest

from engine.cards.decktet import BASIC, DECK, SUIT_LETTERS
from engine.games.gasp.moves import MOVE, Play
from engine.games.gasp.tricks import holder, packed, playable, won_in
from tests.engine.games.gasp_play import dealt, made, texts


def won(trick: str) -> tuple[str, str]:
    """The winning card and the suit of a trick of any size."""
    plays = []
    for text in trick.split():
        move = MOVE[text]
        assert isinstance(move, Play)
        plays.append(packed(move.card, move.suit))
    at = holder(plays)
    return trick.split()[at].split("-")[0], SUIT_LETTERS[won_in(plays, at)]


VECTORS = {
    "Mill, Darkness": ("8WL-L 9WY", "9WY", "W"),
    "Mill, Darkness, Merchant: a tie, the later": ("8WL-W 9WY 9LK", "9LK", "L"),
    "Mill, Sea, End: 10 = 10, the later": ("8WL-W CW CL", "CL", "L"),
    "Ace of Waves, Mill, Sea: raised afterwards": ("AW 8WL CW", "AW", "W"),
    "Ace of Waves, Mill, Darkness: the Ace is 1": ("AW 8WL 9WY", "9WY", "W"),
    "Sea, Ace of Waves, Darkness": ("CW AW 9WY", "AW", "W"),
    "Author, Ace of Knots, Windfall, Ace of Moons, Huntress": ("2MK-K AK CK AM CM", "AM", "M"),
    "Mountain, Diplomat as Moons": ("4MS-S 8MS-M", "8MS", "M"),
    "Mountain, Diplomat as Suns": ("4MS-S 8MS-S", "8MS", "S"),
    "Mill, Merchant, Darkness, Pact off, End": ("8WL-W 9LK 9WY 9MS CL", "CL", "L"),
}


@pytest.mark.parametrize(("trick", "card", "suit"), VECTORS.values(), ids=VECTORS)
def test_vector(trick, card, suit):
    assert won(trick) == (card, suit)


@pytest.mark.parametrize(
    ("hands", "moves", "seat", "suit"),
    [
        (("8WL", "9WY", "9LK"), "8WL-W 9WY 9LK", 2, 3),
        (("8WL", "CW", "CL"), "8WL-L CW CL", 2, 3),
        (("AW", "8WL", "CW"), "AW 8WL CW", 0, 2),
        (("AW", "8WL", "9WY"), "AW 8WL 9WY", 2, 2),
        (("CW", "AW", "9WY"), "CW AW 9WY", 1, 2),
        (("2MK", "AK", "CK", "AM", "CM"), "2MK-M AK CK AM CM", 3, 0),
        (("8WL", "9LK", "9WY", "9MS AM AS AY AK", "CL"), "8WL-W 9LK 9WY 9MS CL", 4, 3),
    ],
    ids=lambda x: x if isinstance(x, str) else None,
)
def test_vectors_come_out_at_a_table(hands, moves, seat, suit):
    state = made(dealt(*hands), *moves.split())
    assert state.last is not None
    assert (state.last.seat, state.last.suit) == (seat, suit)


def test_g3_numbers_are_compared_whichever_suit_of_the_lead_they_share():
    assert won("8WL-L 9WY") == ("9WY", "W")
    assert won("8WL-W 9LK") == ("9LK", "L")
    assert won("8WL-W 9MS") == ("8WL", "W")


def test_g5_an_ace_played_before_its_crown_is_raised_by_it():
    assert won("2WL-W AW CW") == ("AW", "W")


def test_g6_of_two_usurping_aces_the_later_wins():
    assert won("2WL-W AW CW AL CL") == ("AL", "L")
    assert won("2WL-W AL CW CL AW") == ("AW", "W")


def test_g7_an_ace_and_crown_off_the_led_suits_have_no_effect():
    assert won("2WL-W AM CM 3MW") == ("3MW", "W")


@pytest.mark.parametrize("others", ["CM CS", "9MS 8MS 8YK", "AL AM AS AK"])
def test_g8_an_ace_wins_with_1_if_led_and_nobody_matches_it(others):
    assert won(f"AW {others}") == ("AW", "W")


def test_g8_an_ace_of_1_loses_to_whatever_follows_it():
    assert won("AW 2WL CM") == ("2WL", "W")


def test_no_other_ace_of_1_wins():
    for led in BASIC:
        for ace in BASIC[:6]:
            if led[0] != "A" and set(ace[1:]) & set(led[1:]) and led != "C" + ace[1]:
                plays = [packed(DECK.card[led], None), packed(DECK.card[ace], None)]
                assert holder(plays) == 0


def test_a_crown_ties_a_crown_and_the_later_card_wins():
    assert won("9LK-K CL CK") == ("CK", "K")
    assert won("9LK-K CK CL") == ("CL", "L")


def test_the_holder_is_the_highest_contending_card_and_the_latest_of_equals():
    """The rules sheet's two wordings of the winner agree."""
    assert won("6MW-M 7ML 7WY 5SW") == ("7WY", "W")


def test_cards_are_followed_by_either_suit_of_the_led_card_only():
    trick = [packed(DECK.card["8WL"], 2)]
    assert DECK.coded(playable(DECK.hand(["AW", "3LY", "3SK", "CM"]), trick)) == ("AW", "3LY")
    assert DECK.coded(playable(DECK.hand(["3SK", "CM"]), trick)) == ("3SK", "CM")


def test_the_legal_moves_stand_in_deck_order():
    assert texts(dealt("CW 9MS 2WL AS", "", ""))[:3] == ["AM", "AS", "2WL-W"]
