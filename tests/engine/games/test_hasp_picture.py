"""What a player of HASP sees and is told."""

from engine.events import Seat
from engine.game import replay
from engine.games.hasp import HaspOptions
from engine.games.hasp.events import (
    TrumpTurned,
)
from engine.games.hasp.model import State
from engine.picture import Picture
from tests.engine.games.finding import notes, zone
from tests.engine.games.hasp_play import CHANCE, GAME, after, first_trick, position


def seen(state: State, seat: int | None) -> Picture:
    return GAME.picture(GAME.view(state, None if seat is None else Seat(seat)))


def test_the_trick_lies_in_the_order_of_play_with_trump_pot_and_who_is_winning() -> None:
    state, _ = after(position("C5 F1", "C6 F2", "R2 F3", "V7 F4", trump="R", pot=2), "C5 C6 R2")
    trick = zone(seen(state, 3), "trick")
    assert str(trick.title) == "Trick 6 of 7. Trump: river and village"
    assert str(trick.note) == "The pot is 2. The most points in tricks win it."
    assert [(spot.card, spot.seat, spot.mark) for spot in trick.spots] == [
        ("C5", 0, ""),
        ("C6", 1, ""),
        ("R2", 2, "winning"),
        (None, 3, ""),
    ]
    assert trick.spots[3].empty


def test_a_player_is_told_what_he_must_play_and_what_it_does() -> None:
    state, _ = after(position("C5 F1", "C6 F2", "R2 F3", "V7 F4", trump="R"), "C5 C6 R2")
    picture = seen(state, 3)
    assert str(picture.why) == "seat 0 led C5 and you hold no canyon: play a trump."
    assert str(picture.refusal) == "You cannot follow: play a trump while you hold one."
    assert notes(picture) == {"V7": "It beats R2. You win the trick: 9 points."}


def test_a_card_that_does_not_win_says_why() -> None:
    state, _ = after(position("C5", "C4 C6", "F1", "G1", trump="R"), "C5")
    assert notes(seen(state, 1)) == {"C4": "It is lower than C5.", "C6": "It beats C5."}
    state, _ = after(position("C5", "R1", "C6", "F2", trump="R"), "C5 R1")
    assert notes(seen(state, 2)) == {"C6": "R1 is a trump and beats it."}
    state, _ = after(state, "C6")
    assert notes(seen(state, 3)) == {
        "F2": "It is neither of the suit led nor a trump: it cannot win. The trick goes to seat 1: 7 points."
    }


def test_each_prediction_says_what_is_shown_and_what_the_pot_becomes() -> None:
    state = first_trick("V7 V8 V9", "F1", "F2", "F3")
    assert notes(seen(state, 0)) == {
        "predict-minor": "You show V7 and V8. The pot rises to 2.",
        "predict-great": "You show V9. The pot rises to 2.",
        "predict-all": "All 7 tricks. The pot rises to 3.",
        "predict-none": "No trick at all. The pot rises to 3.",
        "predict-pass": "The pot stays at 1.",
    }
    assert str(seen(state, 0).prompt) == "Predict, or pass"
    assert str(seen(state, 1).why) == "seat 0 has to predict, or to pass."


def test_who_can_only_pass_is_not_asked_to_predict() -> None:
    state, _ = after(first_trick("V7 V8 V9", "F1", "F2", "F3"), "predict-all V7")
    assert list(notes(seen(state, 1))) == ["predict-pass"]
    assert str(seen(state, 1).prompt) == "You can only pass"


def test_the_announcer_is_asked_for_a_suit() -> None:
    state = replay(GAME, GAME.opening(4, HaspOptions(), CHANCE))
    picture = seen(state, 0)
    assert [(choice.move, str(choice.label)) for choice in picture.choices][::4] == [
        ("trump-F", "forest"),
        ("trump-none", "No trump"),
    ]
    assert zone(picture, "rest").count == 16
    assert not zone(picture, "trick").spots


def test_plates_show_teams_scores_predictions_and_shown_cards() -> None:
    state, _ = after(first_trick("V9 F1", "F2 G1", "F3 G2", "F4 G3", totals=(5, 8)), "predict-great V9 predict-pass")
    picture = seen(state, 1)
    assert [plate.team for plate in picture.plates] == [0, 1, 0, 1]
    assert [(str(tally.label), tally.n, tally.of) for tally in picture.plates[1].tallies] == [
        ("Score", 8, 12),
        ("Points", 0, None),
        ("Tricks", 0, None),
    ]
    assert [[str(fact) for fact in plate.facts] for plate in picture.plates] == [
        ["Great Find"],
        ["No prediction"],
        [],
        ["Dealer"],
    ]


def test_shown_cards_lie_open_at_their_seat_until_they_are_played() -> None:
    state, _ = after(first_trick("V7 V8 F1", "F2 G1", "F3 G2", "F4 G3"), "predict-minor V7")
    for viewer in (None, 1):
        shown = zone(seen(state, viewer), "shown-0")
        assert (shown.form, shown.seat, [spot.card for spot in shown.spots]) == ("known", 0, ["V8"])
    assert not any(zone.key.startswith("shown") for zone in seen(state, 0).zones)


def test_a_find_all_is_kept_in_mind() -> None:
    state, _ = after(first_trick("F6 F1", "F2 G1", "F3 G2", "F4 G3"), "predict-all")
    note = zone(seen(state, 2), "trick").note
    assert str(note) == "The pot is 3. seat 0 said Find All: a trick for the other side ends the round."


def test_the_card_that_names_the_trump_lies_open_beside_the_table_of_three() -> None:
    events = GAME.opening(3, HaspOptions(), CHANCE)
    turned = next(event.card for event in events if isinstance(event, TrumpTurned))
    rest = zone(seen(replay(GAME, events), None), "rest")
    assert (rest.form, rest.count, [spot.card for spot in rest.spots]) == ("pile", 3, [turned])


def test_the_points_printed_on_the_cards_are_those_of_the_table() -> None:
    picture = seen(position("F1", "F2", "G1", "C1", values="h2"), None)
    assert picture.edition == "hasp-h2"
    facts = {str(fact.label): str(fact.value) for fact in picture.facts}
    assert facts["Village cards count"] == "7: 1, 8: 1, 9: 1, 10: 4"


def test_the_hand_lies_by_suit_and_number_and_a_spectator_sees_none() -> None:
    state = position("R1 F6 V7 C2 G3 F1", *("R2 R3 R4 R5 R6 F2", "G1 G2 G4 G5 G6 F3", "C1 C3 C4 C5 C6 F4"))
    assert [spot.card for spot in zone(seen(state, 0), "hand").spots] == ["F1", "F6", "R1", "G3", "C2", "V7"]
    assert not any(zone.form == "hand" for zone in seen(state, None).zones)
