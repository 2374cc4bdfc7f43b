"""What a player of Gasp! sees and is told."""

from engine.games.gasp.model import GaspOptions, State
from tests.engine.games.finding import notes
from tests.engine.games.gasp_play import dealt, made, opened, seen, with_tokens


def mill_led(**tokens: str) -> State:
    """The Mill, the Darkness and the Ace of Waves lie on the table; seat 3 holds five cards."""
    state = dealt("8WL", "9WY", "AW", "4WL 6LK CL 8YK AS")
    return made(with_tokens(state, "", "", "", tokens.get("mine", "")), "8WL-L", "9WY", "AW")


def test_the_trick_lies_in_the_order_of_play_with_what_was_said_and_who_is_winning():
    picture = seen(mill_led(), 3)
    trick = next(zone for zone in picture.zones if zone.form == "trick")
    assert str(trick.title) == "Trick 1 of 8"
    assert [(spot.card, spot.seat, spot.mark) for spot in trick.spots] == [
        ("8WL", 0, ""),
        ("9WY", 1, "winning"),
        ("AW", 2, ""),
        (None, 3, ""),
    ]
    assert str(trick.spots[0].said) == "as leaves"
    assert trick.spots[3].empty


def test_the_prompt_says_what_to_follow_with():
    picture = seen(mill_led(), 3)
    assert str(picture.prompt) == "Your turn"
    assert str(picture.why) == "seat 0 led the 8WL: follow with waves or leaves."
    assert str(picture.refusal) == "Follow with waves or leaves while you hold one."


def test_each_choice_says_what_it_does():
    assert notes(seen(mill_led(), 3)) == {
        "4WL-W": "4 does not beat 9: the trick goes to seat 1.",
        "4WL-L": "4 does not beat 9: the trick goes to seat 1.",
        "6LK": "6 does not beat 9: the trick goes to seat 1.",
        "CL": "10 beats the 9WY: you win the trick and take a Leaf.",
    }


def test_a_choice_warns_of_a_token_to_give_away():
    assert notes(seen(mill_led(mine="L2"), 3))["CL"].endswith(
        "you win the trick and give a Leaf away, since you have two."
    )


def test_a_crown_that_raises_an_ace_says_so():
    state = made(dealt("8WL", "AW", "CW AM AS AK AY"), "8WL-L", "AW")
    assert notes(seen(state, 2)) == {"CW": "It makes the AW of seat 1 count 11, which beats it."}


def test_a_card_that_cannot_win_says_so():
    state = made(dealt("8WL", "AM AS AK AY 9MS", ""), "8WL-L")
    assert set(notes(seen(state, 1)).values()) == {"It shares no suit with the 8WL: it cannot win."}
    assert str(seen(state, 1).why) == (
        "seat 0 led the 8WL and you hold neither waves nor leaves: play any card, it cannot win."
    )


def test_a_leader_is_told_what_his_card_would_win():
    picture = notes(seen(dealt("8WL AM", "", ""), 0))
    assert picture["8WL-L"] == "If it wins, you take a Leaf."
    assert picture["AM"] == "It counts 1, but 11 beside the CM. If it wins, you take a Moon."


def test_a_token_to_hand_on_is_asked_for():
    state = with_tokens(dealt("CW", "2WL", "4WL"), "W2", "K1", "")
    picture = seen(made(state, "CW", "2WL", "4WL"), 0)
    assert str(picture.prompt) == "Hand on a token"
    assert [(choice.move, str(choice.label), choice.suit) for choice in picture.choices] == [
        ("give-1-K", "Give it to seat 1 and take a Knot", "knots"),
        ("give-2", "Give it to seat 2", None),
    ]


def test_plates_show_tokens_by_suit_cards_and_the_dealer():
    picture = seen(with_tokens(opened(4), "M2 K1", "", "", ""), 1)
    plate = picture.plates[0]
    assert [(tally.suit, tally.n, tally.of) for tally in plate.tallies] == [
        ("moons", 2, 2),
        ("suns", 0, 2),
        ("waves", 0, 2),
        ("leaves", 0, 2),
        ("wyrms", 0, 2),
        ("knots", 1, 2),
    ]
    assert plate.cards == 5
    assert [bool(plate.facts) for plate in picture.plates] == [False, False, False, True]


def test_the_last_trick_stands_beside_the_table():
    state = made(dealt("8WL", "2WL", "9WY"), "8WL-L", "2WL-W", "9WY")
    last = next(zone for zone in seen(state, None).zones if zone.form == "history")
    assert [spot.mark for spot in last.spots] == ["", "", "won"]
    assert str(last.note) == "seat 2 won with the 9WY, in waves."


def test_a_raid_is_foretold():
    state = with_tokens(dealt("CW", "2WL", "AW", options=GaspOptions(ace_raid=True)), "W1", "", "")
    state = made(state, "CW", "2WL")
    assert notes(seen(state, 2))["AW"] == "11 beats the CW: you win the trick and take a Wave from seat 0."
