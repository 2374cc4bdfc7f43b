"""The Hint button: what a bot would do, where nobody else plays and nothing counts."""

import pytest
from django.test import Client

from accounts.models import User
from engine.registry import GAMES
from tests.factories import open_for
from tournaments.tables import selectors, services

pytestmark = pytest.mark.django_db

BUTTON = "?hint=1"


def with_bots(user: User, robot: User, game: str) -> str:
    return open_for(user, *[robot] * (min(GAMES[game].sizes) - 1), game=game)


@pytest.mark.parametrize("game", GAMES)
def test_one_legal_move_is_marked_and_named_in_every_game(as_ann: Client, ann: User, robot: User, game: str) -> None:
    table = with_bots(ann, robot, game)
    view = selectors.view(table_id=table, user_id=ann.pk)
    while not view.legal:  # a bot is to act first
        seat = view.to_act[0]
        state = selectors.view(table_id=table, user_id=robot.pk)
        services.make_move(table_id=table, user_id=robot.pk, move=state.legal[0])
        assert seat != view.me
        view = selectors.view(table_id=table, user_id=ann.pk)
    plain, asked = (as_ann.get(f"/tables/{table}{way}").content.decode() for way in ("", BUTTON))
    assert BUTTON in plain
    assert "data-advised" not in plain
    assert "data-advised" in asked
    assert "A strong bot’s advice" in asked
    assert "data-advised" in as_ann.get(f"/tables/{table}/board{BUTTON}").content.decode()
    assert selectors.view(table_id=table, user_id=ann.pk).seq == view.seq, "nothing of it is in the log"


def test_no_hints_beside_another_person_in_contests_or_for_spectators(
    as_ann: Client, ann: User, ben: User, robot: User
) -> None:
    with_ben, rated, alone = (
        open_for(ann, ben),
        open_for(ann, robot, rated=True),
        open_for(ann, robot),
    )
    for client, table in ((as_ann, with_ben), (as_ann, rated), (Client(), alone)):
        assert BUTTON not in client.get(f"/tables/{table}").content.decode()
        answer = client.get(f"/tables/{table}{BUTTON}")
        assert answer.status_code == 403
        assert "data-advised" not in answer.content.decode()


def test_a_hint_costs_thought_and_is_counted(as_ann: Client, ann: User, robot: User, settings) -> None:
    settings.RATES = settings.RATES | {"checks": "1/min"}
    table = open_for(ann, robot)
    assert as_ann.get(f"/tables/{table}{BUTTON}").status_code == 200
    assert as_ann.get(f"/tables/{table}{BUTTON}").status_code == 429


def test_play_now_seats_the_bots_that_were_asked_for(as_ann: Client) -> None:
    answer = as_ann.post("/play", {"game": "gasp", "level": "uniform", "seats-gasp": "5"})
    table = selectors.summary(answer["Location"].rpartition("/")[2])
    assert [bot for bot in table.bots if bot] == ["uniform"] * 4


@pytest.mark.parametrize("wrong", [{"level": "genius"}, {"seats-gasp": "9"}, {"seats-gasp": "x"}])
def test_play_now_refuses_what_is_not_offered(as_ann: Client, wrong: dict[str, str]) -> None:
    answer = as_ann.post("/play", {"game": "gasp"} | wrong)
    assert answer.status_code == 422
    assert not selectors.listed("playing")
