"""A bracket for programs that know brackets-model: every match has its ways, sides and result."""

import pytest
from msgspec import json

from accounts.models import User
from tests.factories import play_out, started
from tournaments.director import exports, selectors
from tournaments.director.errors import Refused
from tournaments.director.exchange.brackets import Model

pytestmark = pytest.mark.django_db


def bracket(count: int, form: str, *, play: bool) -> Model:
    users = [User.objects.create_user(f"player{number}").pk for number in range(count)]
    tournament_id = started(users[0], users, format=form)
    if play:
        play_out(tournament_id)
    found: Model = json.decode(exports.export(selectors.at(tournament_id), "bracket").body)
    return found


@pytest.mark.parametrize(("count", "matches"), [(4, 4), (6, 8)])
def test_a_knock_out_has_its_third_place_as_a_second_group(count: int, matches: int):
    found = bracket(count, "knock-out", play=True)
    (stage,) = found["stage"]
    assert (stage["type"], stage["settings"]["consolationFinal"]) == ("single_elimination", True)
    assert len(found["match"]) == matches
    assert [group["number"] for group in found["group"]] == [1, 2]
    assert [participant["name"] for participant in found["participant"]] != []
    played = [match for match in found["match"] if match["opponent1"] and match["opponent2"]]
    assert {match["status"] for match in played} == {4}
    assert all({match["opponent1"]["result"], match["opponent2"]["result"]} == {"win", "loss"} for match in played)


def test_a_bye_is_nobody_and_who_is_not_known_yet_has_no_id():
    found = bracket(3, "knock-out", play=False)
    first = next(match for match in found["match"] if match["key"] == "W1.1")
    final = next(match for match in found["match"] if match["key"] == "W2.1")
    assert (first["opponent1"], first["opponent2"]) == ({"id": 0, "position": 1}, None)
    assert (final["opponent1"], final["opponent2"], final["status"]) == ({"id": 0}, {"id": None}, 1)


def test_where_losers_come_from_stands_as_their_position():
    found = bracket(8, "double-elimination", play=False)
    positions = {
        match["key"]: tuple((match[side] or {}).get("position") for side in ("opponent1", "opponent2"))
        for match in found["match"]
    }
    assert positions["W1.2"] == (4, 5), "seeds"
    assert (positions["L1.1"], positions["L1.2"]) == ((1, 2), (3, 4))
    assert {positions[key] for key in ("L2.1", "L2.2")} == {(2, None), (1, None)}, "in the reverse order"
    assert positions["L4.1"] == (1, None)
    assert positions["F1.1"] == (None, None)


def test_a_double_elimination_has_three_groups_and_its_orders_by_name():
    found = bracket(8, "double-elimination", play=True)
    (stage,) = found["stage"]
    assert (stage["type"], stage["settings"]["grandFinal"]) == ("double_elimination", "double")
    assert stage["settings"]["seedOrdering"] == ["inner_outer", "natural", "reverse", "half_shift"]
    assert [group["number"] for group in found["group"]] == [1, 2, 3]
    rounds = {each["id"]: each for each in found["round"]}
    for match in found["match"]:
        assert rounds[match["round_id"]]["group_id"] == match["group_id"]
    assert len({match["id"] for match in found["match"]}) == len(found["match"]) == 15


def test_a_round_robin_is_one_group_of_all():
    found = bracket(4, "round-robin", play=True)
    (stage,) = found["stage"]
    assert (stage["type"], stage["settings"]["groupCount"], stage["settings"]["roundRobinMode"]) == (
        "round_robin",
        1,
        "simple",
    )
    assert [each["number"] for each in found["round"]] == [1, 2, 3]
    pairs = {frozenset((match["opponent1"]["id"], match["opponent2"]["id"])) for match in found["match"]}
    assert len(pairs) == len(found["match"]) == 6
    assert {each["id"] for each in found["participant"]} == {0, 1, 2, 3}
    assert {match["status"] for match in found["match"]} == {4}


def test_other_formats_have_none():
    with pytest.raises(Refused, match="no bracket"):
        bracket(4, "swiss", play=False)
