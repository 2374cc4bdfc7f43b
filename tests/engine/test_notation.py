"""A game as text: written, read, the same again; what cannot be read is refused with a code."""

from collections.abc import Sequence

import pytest

from engine import notation
from engine.chance import FastRng, SeedChance
from engine.events import Event
from engine.game import replay
from engine.notation import BadNotation, Turn
from engine.table import Table
from tests.engine.walks import SETTINGS, TOY, Setting

REGISTERED = [setting for setting in SETTINGS if setting.game is not TOY]
Made = tuple[object, Sequence[Event], Turn]
DUCK = '[Game "duck-soup"]\n[Seat1 "Ann"]\n[Seat2 "Ben"]\n'


def commits(setting: Setting, moves: int) -> tuple[Table, list[Made]]:
    """A table after some random moves; each with the state before it, what followed, and how it is written."""
    table = Table(setting.game, setting.seats, setting.options, SeedChance.from_text("notation"))
    rng = FastRng(7)
    made: list[Made] = []
    while (actors := table.to_act) and len(made) < moves:
        seat = actors[int(rng.random() * len(actors))]
        legal = setting.game.legal(table.state, seat)
        move = legal[int(rng.random() * len(legal))]
        before = table.state
        made.append((before, table.make(seat, move), Turn(seat, setting.game.move_text(move))))
    return table, made


@pytest.mark.parametrize("setting", REGISTERED, ids=str)
def test_what_is_written_down_gives_the_same_game(setting: Setting) -> None:
    table, made = commits(setting, 90)
    names = [f'A "{seat}"' for seat in range(setting.seats)]
    turns = [turn for _, _, turn in made]
    text = notation.write(setting.game, setting.options, names, table.log, turns, outcome=table.outcome)
    read = notation.read(text)
    assert (read.game.key, read.options, list(read.names), list(read.turns)) == (
        setting.game.key,
        setting.options,
        names,
        turns,
    )
    again = Table(read.game, len(read.names), read.options, read.chance)
    for seat, move in read.turns:
        again.make(seat, read.game.parse_move(move))
    assert again.log == table.log


@pytest.mark.parametrize("setting", REGISTERED[::3], ids=str)
def test_the_move_behind_events_is_found(setting: Setting) -> None:
    _, made = commits(setting, 40)
    chance = SeedChance.from_text("notation")
    for before, events, turn in made:
        found = notation.turn_of(setting.game, before, events, chance)
        assert found.seat == turn.seat
        followed = setting.game.decide(before, found.seat, setting.game.parse_move(found.text), chance)
        assert list(followed) == list(events)


def test_no_move_is_behind_events_that_no_move_leads_to() -> None:
    table, made = commits(REGISTERED[0], 3)
    before, _, _ = made[0]
    with pytest.raises(LookupError):
        notation.turn_of(REGISTERED[0].game, before, made[1][1], table.chance)


def test_comments_variations_numbers_and_results_are_passed_over() -> None:
    text = DUCK + "\n1. 1:KS {a duck [%clk 0:01:00]} (1:2H (1:3H) 2:4H) 2... 2:3S $1 ; to the end 1:7H\n3.1:4C 1>2"
    assert notation.read(text).turns == ((0, "KS"), (1, "3S"), (0, "4C"))


def test_a_comment_that_does_not_end_ends_with_the_text() -> None:
    assert notation.read(DUCK + "\n1:KS {2:3S {" + "{" * 30_000).turns == ((0, "KS"),)


def test_a_deal_that_is_not_written_down_follows_from_the_seed() -> None:
    openings = [
        list(read.game.opening(2, read.options, read.chance))
        for read in (notation.read(DUCK), notation.read(DUCK), notation.read(DUCK + '[Seed "one"]'))
    ]
    assert openings[0] == openings[1]
    assert openings[0] != openings[2]
    assert replay(notation.read(DUCK).game, openings[0])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_game"),
        ('[Game "chess"]', "unknown_game"),
        ('[Game "gasp"] [Rules "99"]', "unknown_rules"),
        ('[Game "gasp"] [Rules "x"]', "unknown_rules"),
        ('[Game "gasp"] [Game "hasp"]', "twice"),
        ('[Game "german-whist"] [Seat5 "Eve"]', "bad_seats"),
        (DUCK.replace("Ann", "A" * 41), "bad_name"),
        (DUCK.replace("Ann", "A\u202ennA"), "bad_name"),
        ('[Game "gasp"] [Options "nonsense=on"]', "bad_option"),
        (DUCK + '[Deal "pack ZZ"]', "unknown_card"),
        (DUCK + "9:KS", "bad_move"),
        (DUCK + "KS", "bad_move"),
        (DUCK + "\u0661:KS", "bad_move"),
        (DUCK + "1:KS " * 1001, "too_long"),
        (DUCK + "{" + "x" * notation.LONGEST + "}", "too_long"),
        (DUCK + "(" * 9_000 + ")" * 9_000, "bad_move"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as refused:
        notation.read(text)
    assert refused.value.code == code
    assert str(refused.value.reason)


def test_a_deal_with_other_cards_than_the_pile_has_is_refused() -> None:
    read = notation.read(DUCK + '[Deal "pack KS KS"]')
    with pytest.raises(BadNotation) as refused:
        read.game.opening(2, read.options, read.chance)
    assert refused.value.code == "bad_deal"


def test_the_order_at_the_end_is_written_from_the_first_seat_on() -> None:
    assert notation.placed((3, 1, 1, 4)) == "2=3>1>4"
