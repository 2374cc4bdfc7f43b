"""What players of Gasp! in pairs and for two see and are told."""

import pytest

from engine.games.gasp.model import PairsOptions, State
from tests.engine.games.finding import notes, zone
from tests.engine.games.gasp_play import (
    FOR_TWO,
    IN_PAIRS,
    dealt_for_two,
    dealt_in_pairs,
    made,
    played_out,
    seen,
    with_tokens,
)


def tied(*held: str) -> State:
    """The Mountain and the Diplomat win in Moons and Suns."""
    state, _ = played_out(IN_PAIRS, "4MS 2MK 8MS 7ML", *held)
    return state


# -- teams


def test_plates_show_the_team_and_both_partners_its_tokens():
    picture = seen(with_tokens(dealt_in_pairs("", "", "", ""), "M2 K1", "W1"), 0)
    assert [plate.team for plate in picture.plates] == [0, 1, 0, 1]
    assert [[tally.n for tally in plate.tallies] for plate in picture.plates] == [
        [2, 0, 0, 0, 0, 1],
        [0, 0, 1, 0, 0, 0],
    ] * 2


def test_beside_the_table_stands_who_plays_with_whom_and_how_many_tokens_they_have():
    picture = seen(with_tokens(dealt_in_pairs("", "", "", ""), "M2 K1", "W1"), None)
    facts = {str(fact.label): str(fact.value) for fact in picture.facts}
    assert facts["Team 1"] == "seat 0 and seat 2: 3 of 12 tokens"
    assert facts["Team 2"] == "seat 1 and seat 3: 1 of 12 tokens"


def test_two_players_are_no_teams():
    picture = seen(dealt_for_two("", ""), 0)
    assert [plate.team for plate in picture.plates] == [None, None]
    assert not any(str(fact.label).startswith("Team") for fact in picture.facts)


# -- the trick


def test_the_cards_that_add_up_for_the_side_in_command_are_marked():
    trick = zone(seen(made(dealt_in_pairs("2MK", "9MS", "8YK", ""), "2MK", "9MS", "8YK"), 3), "trick")
    assert [(spot.card, spot.seat, spot.mark) for spot in trick.spots] == [
        ("2MK", 0, "winning"),
        ("9MS", 1, ""),
        ("8YK", 2, "winning"),
        (None, 3, ""),
    ]


def test_two_players_await_two_cards_each():
    trick = zone(seen(made(dealt_for_two("2MK", "9MS"), "2MK"), 1), "trick")
    assert [spot.seat for spot in trick.spots] == [0, 1, 0, 1]
    assert str(trick.title) == "Trick 1 of 8"


def test_the_last_trick_says_what_it_was_won_with():
    state, _ = played_out(IN_PAIRS, "2MK 9MS 8YK 7SK")
    last = zone(seen(state, None), "last")
    assert [spot.mark for spot in last.spots] == ["won", "", "won", ""]
    assert str(last.note) == "seat 2 and seat 0 won with 10 in knots."
    state, _ = played_out(FOR_TWO, "CK 7SK AK 9LK")
    assert str(zone(seen(state, None), "last").note) == "seat 1 won with 16 in knots."


# -- notes beside the choices


def test_a_lead_says_what_it_leads():
    picture = notes(seen(dealt_in_pairs("8WL CM AS 2MK 3LY", "", "", ""), 0))
    assert picture["8WL"] == "It leads waves and leaves with 8."
    assert picture["CM"] == "It leads moons with 10."
    assert picture["AS"] == "It leads suns, and counts 1, but 11 beside the CS."


def test_a_reply_says_what_the_side_then_has():
    state = made(dealt_in_pairs("2MK", "9MS", "8YK 7SK AK 3SK CM", ""), "2MK", "9MS")
    assert notes(seen(state, 2)) == {
        "AK": "3 does not beat 9.",
        "3SK": "5 does not beat 9.",
        "7SK": "9 in knots equals 9, and the later card wins.",
        "8YK": "10 in knots beats 9.",
        "CM": "12 in moons beats 9.",
    }


def test_a_last_card_says_how_the_trick_ends():
    state = made(dealt_in_pairs("2MK", "9MS", "8YK", "4MS 3SK CM AM 7SK"), "2MK", "9MS", "8YK")
    assert notes(seen(state, 3)) == {
        "AM": "10 in moons equals 10 and is later: you win the trick and take a Moon.",
        "3SK": "3 does not beat 10: the trick goes to seat 2.",
        "4MS": "13 in moons beats 10: you win the trick and take a Moon.",
        "7SK": "7 does not beat 10: the trick goes to seat 2.",
        "CM": "19 in moons beats 10: you win the trick and take a Moon.",
    }


def test_a_card_that_does_not_follow_adds_nothing():
    state = made(dealt_in_pairs("2WL", "9WY", "AM AS AK 9MS CY", ""), "2WL", "9WY")
    assert set(notes(seen(state, 2)).values()) == {"It shares no suit with the 2WL: it adds nothing."}


@pytest.mark.parametrize(
    ("second", "note"),
    [
        ("CW", "It adds nothing, and you win the trick and take a Wave."),
        ("4WL", "It shares no suit with the 2WL: the trick goes to seat 2."),
    ],
)
def test_a_last_card_that_does_not_follow_says_whose_trick_it_is(second, note):
    third = "8WL" if second == "4WL" else "4WL"
    state = made(dealt_in_pairs("2WL", second, third, "AM AS AK 9MS CY"), "2WL", second, third)
    assert set(notes(seen(state, 3)).values()) == {note}


def test_a_crown_that_raises_the_other_sides_ace_says_so():
    state = made(dealt_in_pairs("AW", "2WL", "9WY", "CW AM AS AK AY"), "AW", "2WL", "9WY")
    assert notes(seen(state, 3)) == {"CW": "It makes the AW of seat 0 count 11: 20 for the other side."}


def test_a_raid_is_foretold():
    state = dealt_in_pairs("CW", "9WY", "2WL", "AW AM AS AK AL", options=PairsOptions(ace_raid=True))
    state = made(with_tokens(state, "W1", ""), "CW", "9WY", "2WL")
    assert notes(seen(state, 3)) == {
        "AW": "20 in waves beats 12: you win the trick and take a Wave from the other team."
    }


# -- choices


def test_a_suit_to_choose_is_asked_for_with_what_each_brings():
    picture = seen(tied("M2", "K1"), 0)
    assert str(picture.prompt) == "Choose the suit"
    assert str(picture.why) == "You won the trick in both moons and suns: choose one."
    assert [(choice.move, str(choice.label), choice.suit) for choice in picture.choices] == [
        ("suit-M", "Moons", "moons"),
        ("suit-S", "Suns", "suns"),
    ]
    assert notes(picture) == {
        "suit-M": "You give a Moon away, since you have two.",
        "suit-S": "You take a Sun.",
    }


def test_while_a_suit_is_chosen_its_trick_stays_on_the_table():
    picture = seen(tied(), 1)
    assert str(picture.why) == "seat 0 has to choose the suit of the trick."
    assert [spot.mark for spot in zone(picture, "trick").spots] == ["winning", "", "winning", ""]
    assert str(zone(picture, "trick").title) == "Trick 1 of 8"
    assert not any(zone.key == "last" for zone in picture.zones)


def test_a_token_for_the_other_team_is_asked_of_the_next_leader():
    picture = seen(made(tied("M2", "K1"), "suit-M"), 2)
    assert str(picture.why) == (
        "Your team won in moons and holds two: give a Moon to the other team, and take one in return."
    )
    assert [(choice.move, str(choice.label)) for choice in picture.choices] == [
        ("give-1-K", "Give it to the other team and take a Knot")
    ]


def test_a_gift_that_brings_nothing_or_wins_says_so():
    assert notes(seen(made(tied("M2", ""), "suit-M"), 2)) == {"give-1": "The other team holds no token that you lack."}
    winning = made(tied("M2 S2 W2 L2 Y2 K1", "K1"), "suit-M")
    assert notes(seen(winning, 2)) == {"give-1-K": "It completes your set: you win the game."}
