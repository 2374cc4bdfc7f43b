"""Every stored round can be drawn again from the log, and anybody who asks sees the outcome."""

import io

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from accounts.models import User
from tests.director.runs import whole
from tests.factories import play_out, started
from tournaments.director.display.redraw import Redrawn, redraw
from tournaments.director.state.events import RoundPaired
from tournaments.director.state.folding import fold


def stored_rounds(name: str) -> list[tuple[int, RoundPaired]]:
    return [(at, event) for at, event in enumerate(whole(name)) if isinstance(event, RoundPaired)]


def again(name: str, at: int, paired: RoundPaired) -> Redrawn:
    before = fold((event, 0) for event in whole(name)[:at])
    return redraw(before, paired)


@pytest.mark.parametrize("name", ["swiss", "round-robin", "pods"])
def test_every_round_is_drawn_again_as_it_was(name: str):
    for at, paired in stored_rounds(name):
        assert again(name, at, paired).verdict == "equal"


def test_a_round_with_other_reasons_is_reworded_and_one_of_another_algorithm_a_former_one():
    at, paired = stored_rounds("swiss")[1]
    silent = tuple(replace(match, reasons=()) for match in paired.matches)
    assert again("swiss", at, replace(paired, matches=silent)).verdict == "reworded"
    assert again("swiss", at, replace(paired, algorithm="swiss-matching/0")).verdict == "former"


def test_a_round_with_two_entries_exchanged_is_another_one():
    at, paired = stored_rounds("round-robin")[0]
    first, second, *rest = paired.matches
    crossed = (
        replace(first, entries=(first.entries[0], second.entries[0])),
        replace(second, entries=(first.entries[1], second.entries[1])),
    )
    found = again("round-robin", at, replace(paired, matches=(*crossed, *rest)))
    assert found.verdict == "other"
    assert {match.entries for match in found.changed} == {first.entries, second.entries}


def test_a_round_in_which_somebody_sits_twice_is_invalid():
    at, paired = stored_rounds("round-robin")[0]
    twice = (*paired.matches, paired.matches[0])
    assert again("round-robin", at, replace(paired, matches=twice)).verdict == "invalid"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("form", "game", "count"), [("swiss", "duck-soup", 5), ("round-robin", "duck-soup", 5), ("pods", "gasp", 7)]
)
def test_the_command_line_draws_every_round_again_and_finds_it_equal(form: str, game: str, count: int):
    users = [User.objects.create_user(f"player{number}").pk for number in range(count)]
    tournament_id = started(users[0], users, format=form, game=game, rounds=2)
    play_out(tournament_id)
    for number in (1, 2):
        said = io.StringIO()
        call_command("explain", tournament_id, str(number), stdout=said)
        assert "Drawn again from the log it is the same" in said.getvalue()
        assert "player0" in said.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(("tournament", "number"), [("nothing", 1), (None, 9)])
def test_what_is_not_there_is_said(tournament: str | None, number: int):
    users = [User.objects.create_user(f"player{number}").pk for number in range(2)]
    with pytest.raises(CommandError, match="There is no"):
        call_command("explain", tournament or started(users[0], users), str(number))
